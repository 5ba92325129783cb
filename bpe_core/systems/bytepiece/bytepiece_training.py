"""From texts to BytePiece's vocabulary.

1. counting         n-grams of all texts
2. language_model   how likely a byte is behind those before it
3. piece_counting   texts cut into words by it, words counted
4. pruning          words that are worth an id: the vocabulary
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

import numpy as np

from bpe_core.errors import FileChangedError, OptionError
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.runtime.arguments import check_type
from bpe_core.runtime.progress import OnProgress, number_of_threads, with_total
from bpe_core.systems.bytepiece.bytepiece_options import (
    DEFAULTS,
    BytePieceOptions,
    checked_sizes,
)
from bpe_core.systems.bytepiece.language_model import LanguageModel, learn_language_model
from bpe_core.systems.bytepiece.ngram_counting import count_windows
from bpe_core.systems.bytepiece.piece_counting import count_words
from bpe_core.systems.bytepiece.pruning import prune
from bpe_core.systems.bytepiece.training_blocks import TextBlock, text_blocks
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_core.texts.sources import Source, source_size


@overload
def train_bytepiece(
    source: Source,
    *,
    max_vocab_size: int,
    options: BytePieceOptions = ...,
    threads: int | None = ...,
    on_progress: OnProgress | None = ...,
) -> UnigramModel: ...


@overload
def train_bytepiece(
    source: Source,
    *,
    max_vocab_size: Sequence[int],
    options: BytePieceOptions = ...,
    threads: int | None = ...,
    on_progress: OnProgress | None = ...,
) -> tuple[UnigramModel, ...]: ...


def train_bytepiece(
    source: Source,
    *,
    max_vocab_size: int | Sequence[int],
    options: BytePieceOptions = DEFAULTS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> UnigramModel | tuple[UnigramModel, ...]:
    """Learn at most ``max_vocab_size - 3`` pieces, or a model for each of several sizes.

    ``source`` is a text (str or UTF-8 bytes), a ``Path`` of a file, or a list of these; it is
    read twice. The same texts give the same pieces and counts however they are stored
    and whatever ``threads`` (one per processor by default). ``on_progress`` gets the phases
    ``ngrams`` and ``pieces`` (bytes) and ``prune``; an exception that it raises ends the work
    and is passed on. Memory grows with distinct n-grams and words, not with the text.

    Raises the classes below ``InputError``, each naming what is wrong, and ``OSError``.

    >>> words = ["low", "lower", "newer", "low", "wider", "low", "newer"]
    >>> train_bytepiece("\\n".join(words * 9), max_vocab_size=300).pieces[256:]
    (b'low\\n', b'lower\\n', b'newer\\n', b'wider\\n')
    """
    sizes = checked_sizes(max_vocab_size)
    check_type("options", options, BytePieceOptions, "BytePieceOptions")
    number_of_threads(threads)
    words = counted_words(source, options, threads=threads, on_progress=on_progress)
    models = prune(
        words,
        vocab_sizes=sizes,
        min_count=options.min_count,
        max_piece_length=options.max_piece_length,
        threads=threads,
        on_progress=on_progress,
    )
    if not isinstance(max_vocab_size, Sequence):
        return models[sizes[0]]
    return tuple(models[size] for size in sizes)


def counted_words(
    source: Source,
    options: BytePieceOptions,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> PreTokenTable:
    """The words of texts, cut by their own n-grams, and how often each occurs."""
    if isinstance(source, Iterator):
        rule = "texts that can be gone through twice, such as a list"
        raise OptionError(name="source", value=source, rule=rule)
    report = with_total(on_progress, source_size(source) if on_progress else None)
    model, size = _language_model(source, options, threads, report)
    blocks = _blocks(source, options)
    words = count_words(blocks, model, options, threads=threads, on_progress=report)
    if int((np.diff(words.ends, prepend=0) * words.counts).sum()) != size:
        raise FileChangedError(path=str(source) if isinstance(source, Path) else "a text")
    return words


def _language_model(
    source: Source,
    options: BytePieceOptions,
    threads: int | None,
    on_progress: OnProgress | None,
) -> tuple[LanguageModel, int]:
    """The language model of all n-grams, and the number of bytes."""
    windows = count_windows(
        _blocks(source, options), order=options.order, threads=threads, on_progress=on_progress
    )
    size = int(windows.counts.sum())
    order, min_count = options.order, options.min_count
    return learn_language_model(windows, order=order, min_count=min_count), size


def _blocks(source: Source, options: BytePieceOptions) -> Iterator[TextBlock]:
    return text_blocks(source, isolate_digits=options.isolate_digits)
