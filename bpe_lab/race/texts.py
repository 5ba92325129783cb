"""The texts to race on that have a name: the samples, and so much of the standard library.

Commands that take these names load nothing else of a race.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_core.errors import UnknownNameError
from bpe_core.library import standard_library
from bpe_core.texts.corpus import SAMPLES, Corpus, sample

LIBRARY: Mapping[str, int] = {  # bytes, ascending
    "library_20k": 20_000,
    "library_130k": 133_000,  # about as much as the lecture's corpus
    "library_1m": 1_000_000,
    "library_21m": 21_000_000,
}
RACE_TEXTS = (*LIBRARY, *SAMPLES)


def race_text(name: str) -> Corpus:
    """The text called ``name``; raises ``UnknownNameError``, ``InputError("no_library")``.

    >>> race_text("library_20k").size
    20000
    """
    if name not in RACE_TEXTS:
        raise UnknownNameError.among("text", name, RACE_TEXTS)
    return standard_library(LIBRARY[name]) if name in LIBRARY else sample(name)


def default_text(sizes: Sequence[int] = ()) -> str:
    """What is raced on where no text is named: the least of the library that holds ``sizes``.

    >>> default_text(), default_text((1000, 2000)), default_text((30_000, 60_000))
    ('library_20k', 'library_20k', 'library_130k')
    """
    most = max(sizes, default=0)
    return next((name for name, size in LIBRARY.items() if size >= most), list(LIBRARY)[-1])
