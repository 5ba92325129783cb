"""From texts to BytePiece's vocabulary.

1. n-grams of all texts are counted, and how likely a byte is behind those before it (`ngrams`)
2. texts are cut into words by that, and words counted (here, in compiled code)
3. words that are worth an id become the vocabulary (`pruning`)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

import numpy as np

from bpe_core.errors import InputError, OptionError
from bpe_core.kernels.eight_bytes import random_keys
from bpe_core.pretokenize.counting import PreTokenCounter
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.scan import Batch
from bpe_core.runtime.arguments import as_integer, as_tuple, check_flag, check_type
from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads, with_total
from bpe_core.systems.bytepiece.bytepiece_texts import LONGEST, TextBlock, text_blocks
from bpe_core.systems.bytepiece.kernels.training import cut_batch, empty_work
from bpe_core.systems.bytepiece.ngrams import (
    LONGEST_ORDER,
    LanguageModel,
    count_windows,
    learn_language_model,
)
from bpe_core.systems.bytepiece.pruning import prune
from bpe_core.systems.bytepiece.unigram_model import (
    FIRST_ID,
    MAX_PIECE_BYTES,
    SINGLE_BYTES,
    UnigramModel,
)
from bpe_core.texts.sources import Source, source_size

SMALLEST = FIRST_ID + len(SINGLE_BYTES)
ENDS = 2 * LONGEST  # in a batch, at most; a text may be all single bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class BytePieceOptions:
    """The defaults are those of the package, except for ``robust``, which it does not have.

    ``order``: bytes of the longest n-grams, 1 to 7. ``min_count``: rarer n-grams and
    pieces are dropped. ``max_piece_length``: bytes of a piece. ``isolate_digits``: no piece
    holds a digit and anything beside it. ``ensure_unicode``: no word begins within a character.
    ``robust``: where a character is too rare for its n-grams, it alone is cut into bytes, not
    the rest of its line as well.
    """

    order: int = 6
    min_count: int = 2
    max_piece_length: int = 36
    isolate_digits: bool = False
    ensure_unicode: bool = True
    robust: bool = False

    def __post_init__(self) -> None:
        for name in ("order", "min_count", "max_piece_length"):
            object.__setattr__(self, name, as_integer(name, getattr(self, name), least=1))
        for name in ("isolate_digits", "ensure_unicode", "robust"):
            check_flag(name, getattr(self, name))
        if self.order > LONGEST_ORDER:
            raise OptionError(name="order", value=self.order, rule=f"at most {LONGEST_ORDER}")
        if self.max_piece_length > MAX_PIECE_BYTES:  # the most that files may hold
            rule = f"at most {MAX_PIECE_BYTES}"
            raise OptionError(name="max_piece_length", value=self.max_piece_length, rule=rule)


DEFAULTS = BytePieceOptions()


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

    Raises ``InputError``, which names what is wrong, and ``OSError``.

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

    def blocks() -> Iterator[TextBlock]:
        return text_blocks(source, isolate_digits=options.isolate_digits)

    # 1. N-grams, and how likely each is.
    order, min_count = options.order, options.min_count
    windows = count_windows(blocks(), order=order, threads=threads, on_progress=report)
    size = int(windows.counts.sum())
    model = learn_language_model(windows, order=order, min_count=min_count)
    del windows  # large, and not needed any more
    # 2. Words.
    words = count_words(blocks(), model, options, threads=threads, on_progress=report)
    if int((np.diff(words.ends, prepend=0) * words.counts).sum()) != size:
        raise InputError(
            "file_changed", path=str(source) if isinstance(source, Path) else "a text"
        )
    return words


def cut_words(
    model: LanguageModel, options: BytePieceOptions, block: TextBlock, start: int, stop: int
) -> Iterator[Batch]:
    """The words of texts from ``start`` on, where a text ends at ``stop``, in batches.

    The compiled form of ``presegment_taught``, for many texts.
    """
    cursor, work = np.array([start]), empty_work(LONGEST)
    ends = np.empty(ENDS, np.int64)
    how = (model.table, model.order, options.ensure_unicode, options.robust)
    while start < stop:
        count = cut_batch(*how, block.data, block.last, cursor, stop, work, ends)
        yield Batch(start, ends[:count])
        start = int(cursor[0])


def count_words(
    blocks: Iterable[TextBlock],
    model: LanguageModel,
    options: BytePieceOptions,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> PreTokenTable:
    """The distinct words of all texts, in any order, and how often each occurs.

    ``on_progress`` gets the phase ``pieces`` (bytes).
    """
    keys, most = random_keys(), number_of_threads(threads)
    counters = [PreTokenCounter(keys, 0) for _ in range(most)]
    phase, done = Phase(on_progress, "pieces", None), 0
    for block in blocks:
        works = [
            counter.count_batches(block.data, cut_words(model, options, block, *share))
            for counter, share in zip(counters, block.shares(most), strict=False)
        ]
        drain(works, phase.behind(done))
        done += block.size
    first, *others = counters
    for counter in others:
        first.add(counter, 0, counter.rows)
    phase.finished(done)
    return first.as_table()


def checked_sizes(max_vocab_size: int | Sequence[int]) -> tuple[int, ...]:
    """One vocabulary size or several.

    >>> checked_sizes(300), checked_sizes([400, 300])
    ((300,), (400, 300))
    """
    rule = "an integer, or several"
    if not isinstance(max_vocab_size, Sequence):
        max_vocab_size = (as_integer("max_vocab_size", max_vocab_size),)
    values = as_tuple("max_vocab_size", max_vocab_size, rule)
    sizes = tuple(as_integer("max_vocab_size", size) for size in values)
    if not sizes:
        raise OptionError(name="max_vocab_size", value=max_vocab_size, rule=rule)
    if min(sizes) < SMALLEST:
        raise InputError(
            "vocabulary_too_small",
            vocab_size=min(sizes),
            minimum=SMALLEST,
            special_tokens=FIRST_ID,
        )
    return sizes
