"""SentencePiece by its own library: BPE and Unigram over characters, `▁` for a space.

With its defaults it loses text: it normalizes (NFKC and more: a full-width comma becomes a
comma), puts a space in front, makes one space of several, trims the ends, takes a line end for
a space and forgets characters that are rare. ``DEFAULT`` is just that, with Unigram, its
default model. ``LOSSLESS`` turns all of that off, and allows pieces of spaces alone, as every
other system does; otherwise each space of an indentation takes a token of its own:

    normalization_rule_name="identity"    the one option that the BytePiece article sets
    add_dummy_prefix=False
    remove_extra_whitespaces=False
    allow_whitespace_only_pieces=True     Python code: 4.1 bytes per token instead of 2.4
    byte_fallback=True                    rare characters and line ends as bytes: 256 ids
    max_sentence_length                   texts with long lines train it, too

What remains is `▁` itself: it is decoded to a space, so a text with one comes back changed.

In all three ``hard_vocab_limit`` is off, so that a short text gives a smaller vocabulary and
not an error; the rest are the library's defaults (a character coverage of 0.9995, among
others).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from bpe_core.errors import CharactersNeedMoreError, LibraryFailedError, OptionError
from bpe_core.runtime.progress import OnProgress, number_of_threads
from bpe_core.systems.sentencepiece_model import SentencePiece, load_sentencepiece
from bpe_core.systems.system import Method, System

LIBRARY = "sentencepiece"
MOST_TOKENS = 2**31 - 1  # what it parses as a number
LONGEST_LINE = 2**30  # bytes; longer texts are left out, and a higher limit is not accepted
TOO_SMALL = re.compile(r"smaller than required_chars\. \d+ vs (\d+)")

Options = Mapping[str, Any]

DEFAULT: Options = {}
LOSSLESS: Options = {
    "normalization_rule_name": "identity",
    "add_dummy_prefix": False,
    "remove_extra_whitespaces": False,
    "allow_whitespace_only_pieces": True,
    "byte_fallback": True,
    "max_sentence_length": LONGEST_LINE,
}


def train_sentencepiece(
    corpus: Path,
    vocab_size: int,
    *,
    model_type: str,
    options: Options,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> SentencePiece:
    """``seed`` changes nothing, and progress is not reported.

    Raises ``CharactersNeedMoreError``, ``LibraryFailedError``, ``OptionError``, ``OSError``.
    """
    from sentencepiece import SentencePieceTrainer

    if not isinstance(vocab_size, int) or not 0 < vocab_size <= MOST_TOKENS:
        rule = f"an integer from 1 to {MOST_TOKENS}"
        raise OptionError(name="vocab_size", value=vocab_size, rule=rule)
    corpus.open("rb").close()  # a missing file is not a failure of the library
    model = BytesIO()
    try:
        SentencePieceTrainer.train(
            input=[str(corpus)],  # as a list: a name alone is split at commas
            model_writer=model,
            model_type=model_type,
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            num_threads=number_of_threads(threads),
            minloglevel=2,
            **options,
        )
    except RuntimeError as error:
        raise _own_error(error, vocab_size) from error
    return SentencePiece(model.getvalue())


def _own_error(
    error: RuntimeError, vocab_size: int
) -> CharactersNeedMoreError | LibraryFailedError:
    """The library's error as one of ours."""
    if match := TOO_SMALL.search(str(error)):
        return CharactersNeedMoreError(vocab_size=vocab_size, minimum=int(match[1]))
    return LibraryFailedError(library="SentencePiece", reason=str(error))


def system(model_type: Method, options: Options, *, title: str) -> System:
    """A row of the registry: the library with ``options``."""
    return System(
        partial(train_sentencepiece, model_type=model_type, options=options),
        load_sentencepiece,
        unit="characters",
        method=model_type,
        library=LIBRARY,
        title=title,
    )
