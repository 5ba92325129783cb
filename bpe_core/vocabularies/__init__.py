"""Vocabularies that come with the package.

``lecture`` is the lecture's example of rank order: seven merges of a vocabulary of 32,000, with
their ranks there. ``lab`` was trained here, by `train` with 8,192 tokens, on the
modules of Python 3.11's standard library (11 MB, without its tests and IDLE) and, each counted
twenty times, the two stories among the samples and the Chinese texts of the app at that
time; those have grown since, so training again gives other merges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from bpe_core.errors import UnknownNameError
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.runtime.byte_characters import read_back
from bpe_core.texts.corpus import END_OF_TEXT

# (left, right, rank) as on the lecture's slide for " tech".
LECTURE: tuple[tuple[bytes, bytes, int], ...] = (
    (b" ", b"t", 0),
    (b"c", b"h", 98),
    (b" t", b"e", 287),
    (b"t", b"e", 465),
    (b"e", b"c", 505),
    (b"e", b"ch", 2614),
    (b" te", b"ch", 5739),
)


@cache
def built_in(name: str) -> BPEModel:
    """A vocabulary of the package.

    >>> model = built_in("lecture")
    >>> [model.vocabulary[new_id] for _, _, new_id in model.merges][-1]
    b' tech'
    """
    if name not in BUILT_IN:
        raise UnknownNameError.among("vocabulary", name, BUILT_IN)
    return BUILT_IN[name]()


def _lecture() -> BPEModel:
    return _numbered(
        [(left, right) for left, right, _ in LECTURE], tuple(rank for *_, rank in LECTURE)
    )


def _lab() -> BPEModel:
    text = files("bpe_core").joinpath("vocabularies", "lab.txt").read_text(encoding="utf-8")
    lines = (line.split(" ") for line in text.splitlines()[1:])
    return _numbered([(read_back(left), read_back(right)) for left, right in lines], None)


def _numbered(merges: list[tuple[bytes, bytes]], ranks: tuple[int, ...] | None) -> BPEModel:
    """Ids as in training: bytes, the special token, then one per merge."""
    tokens = [END_OF_TEXT.encode(), *(left + right for left, right in merges)]
    id_of = {token: token_id for token_id, token in enumerate((*ALL_BYTES, *tokens))}
    numbered = tuple(
        Merge(id_of[left], id_of[right], id_of[left + right]) for left, right in merges
    )
    specials = {END_OF_TEXT: 256}
    return BPEModel(Vocabulary.of_bytes(tokens), numbered, specials, ranks=ranks)


BUILT_IN: Mapping[str, Callable[[], BPEModel]] = {"lecture": _lecture, "lab": _lab}
