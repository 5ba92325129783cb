"""From texts or counts to a model: choose the trainer, count, train, report progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import check_name
from bpe_core.pretokenize.pre_tokens import checked_counts
from bpe_core.runtime.arguments import as_integer, check_function
from bpe_core.runtime.progress import OnProgress, number_of_threads, with_total
from bpe_core.train.from_counts import (
    AUTO,
    COMPILED,
    Counted,
    Counts,
    check_trainer,
    checked,
    learn,
    trainer_for,
)
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak

if TYPE_CHECKING:
    from bpe_core.pretokenize.text_parts import Block
    from bpe_core.texts.sources import Source


def train(
    source: Source | Counts,
    *,
    vocab_size: int,
    special_tokens: Sequence[str] = (),
    pattern: str = "gpt2",
    trainer: str = AUTO,
    tie_break: TieBreak = "greatest",
    min_count: int = 1,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BPEModel:
    """Learn merges until the vocabulary has ``vocab_size`` tokens or no pair is left.

    ``source`` is a text (str, UTF-8 bytes or a memoryview of such), a ``Path`` of a file, or an
    iterable of these, whose items are texts of their own, taken one by one; or the counts of
    pre-tokens, see ``train_from_counts``. Files may be larger than memory: their distinct
    pre-tokens have to fit.

    ``trainer="auto"`` takes compiled code for 256 KB or more, and the linked trainer in Python
    below. All trainers learn the same merges. ``threads`` count pre-tokens, by default
    one per processor. ``on_progress`` gets the phases ``count`` (bytes) and ``merge``
    (merges); an exception that it raises ends the work and is passed on.

    A ``str`` that is the name of a file is refused, since a ``Path`` must have been meant.

    Raises the classes below ``InputError``, each naming what is wrong, and ``OSError``.

    >>> model = train("low lower newest widest", vocab_size=259)
    >>> model.merges_as_bytes()
    [(b'w', b'e'), (b's', b't'), (b'l', b'o')]
    >>> model.vocabulary[256]
    b'we'
    """
    options = TrainOptions(
        vocab_size=as_integer("vocab_size", vocab_size),
        special_tokens=special_tokens,
        tie_break=tie_break,
        min_count=min_count,
    )
    if isinstance(source, str):  # numpy is not loaded for counts
        from bpe_core.texts.sources import check_no_file_name

        check_no_file_name(source)
    return train_model(
        source,
        options,
        pattern=pattern,
        trainer=trainer,
        threads=threads,
        on_progress=on_progress,
    )


def train_model(
    source: Source | Counts,
    options: TrainOptions,
    *,
    pattern: str = "gpt2",
    trainer: str = AUTO,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BPEModel:
    """``train`` with its options in one value, which may also limit the number of merges.

    >>> train_model("low low", TrainOptions(num_merges=1)).merges_as_bytes()
    [(b'o', b'w')]
    """
    check_name(pattern)
    check_trainer(trainer)
    number_of_threads(threads)
    check_function("on_progress", on_progress)
    if isinstance(source, Mapping | PreTokenTable):
        return learn(checked(source, trainer), options, pattern, on_progress)
    return learn(
        _counted(source, options, pattern, trainer, threads, on_progress),
        options,
        pattern,
        on_progress,
    )


def train_from_counts(
    counts: Counts,
    *,
    vocab_size: int,
    special_tokens: Sequence[str] = (),
    pattern: str = "gpt2",
    trainer: str = AUTO,
    tie_break: TieBreak = "greatest",
    min_count: int = 1,
    on_progress: OnProgress | None = None,
) -> BPEModel:
    """The model of a corpus whose distinct pre-tokens and their counts are known.

    For corpora that are counted elsewhere, on many machines or with another splitter:
    ``pattern`` is only stored in the model, as the one to split texts by. Counts are positive
    integers, pre-tokens have at least one byte; their order matters only to ``first_seen``.
    Raises ``OptionError`` for others, and like ``train``.

    >>> train_from_counts({b"low": 5, b"lower": 2}, vocab_size=258).merges_as_bytes()
    [(b'o', b'w'), (b'l', b'ow')]
    """
    if not isinstance(counts, Mapping | PreTokenTable):
        checked_counts(counts)  # which refuses it
    return train(
        counts,
        vocab_size=vocab_size,
        special_tokens=special_tokens,
        pattern=pattern,
        trainer=trainer,
        tie_break=tie_break,
        min_count=min_count,
        on_progress=on_progress,
    )


def _counted(
    source: Source,
    options: TrainOptions,
    pattern: str,
    trainer: str,
    threads: int | None,
    on_progress: OnProgress | None,
) -> Counted:
    """The counts of the pre-tokens in all texts, and the trainer chosen for them.

    numpy is loaded here, with the first text, and compiled code with the first long one.
    """
    from bpe_core.texts.sources import blocks_of, source_size

    blocks = blocks_of(source, pattern=pattern, special_tokens=options.special_tokens)
    if trainer == AUTO:
        trainer, blocks = _chosen(blocks)
    report = with_total(on_progress, source_size(source) if on_progress else None)
    if trainer != COMPILED:
        from bpe_core.count.plain_counting import count_blocks

        return Counted(count_blocks(blocks, pattern=pattern, on_progress=report), trainer)
    from bpe_core.count.counting import count_table

    table = count_table(blocks, pattern=pattern, threads=threads, on_progress=report)
    return Counted(table, trainer)


def _chosen(blocks: Iterator[Block]) -> tuple[str, Iterator[Block]]:
    """The trainer for texts of unknown size, and all blocks, those read so far included."""
    looked_at: list[Block] = []
    size = 0
    for block in blocks:
        looked_at.append(block)
        size += len(block.text)
        if trainer_for(size) == COMPILED:
            break
    return trainer_for(size), chain(looked_at, blocks)
