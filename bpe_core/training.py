"""From texts or counts to a model: which trainer, what it is given, how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.events import Event, MergeDone
from bpe_core.model import BPEModel
from bpe_core.patterns import pattern_text
from bpe_core.pretokenize import check_counts, lay_out
from bpe_core.progress import OnProgress, Phase, with_total
from bpe_core.registry import TRAINERS, look_up
from bpe_core.table import PreTokenTable
from bpe_core.train.compiled import train_table
from bpe_core.train.fold import fold_model
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak

if TYPE_CHECKING:
    from bpe_core.parts import Block
    from bpe_core.sources import Source

Counts: TypeAlias = Mapping[bytes, int] | PreTokenTable

AUTO = "auto"
COMPILED = "compiled"
SMALL_TRAINER = "linked"
SMALL = 2**18  # bytes; below, loading compiled code takes longer than it saves
STRIDE = 32  # compiled merges between two looks at the clock


def train(
    source: Source | Mapping[bytes, int] | PreTokenTable,
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

    ``source`` is a text (str or UTF-8 bytes), a ``Path`` of a file, or an iterable of these,
    whose items are texts of their own, taken one by one and never held all at once; or
    the counts of pre-tokens, see ``train_from_counts``. Files may be larger than memory: their
    distinct pre-tokens have to fit.

    ``trainer="auto"`` takes compiled code for 256 KB or more, and the linked trainer in Python
    below. All trainers learn the same merges. ``threads`` count pre-tokens, by default
    one a processor. ``on_progress`` is told the phases ``count`` (bytes) and ``merge``
    (merges); what it raises ends the work and comes out here.

    Raises the classes below ``InputError``, each naming what is wrong, and ``OSError``.

    >>> model = train("low lower newest widest", vocab_size=259)
    >>> model.merges_as_bytes()
    [(b'w', b'e'), (b's', b't'), (b'l', b'o')]
    >>> model.vocabulary[256]
    b'we'
    """
    options = TrainOptions(
        vocab_size=vocab_size,
        special_tokens=special_tokens,
        tie_break=tie_break,
        min_count=min_count,
    )
    pattern_text(pattern)
    if trainer != AUTO:
        look_up("trainer", TRAINERS, trainer)
    counts: Counts
    if isinstance(source, Mapping | PreTokenTable):
        counts, size = source, _checked_size(source)
        if trainer == AUTO:
            trainer = COMPILED if size >= SMALL else SMALL_TRAINER
    else:
        trainer, counts = _counted(source, options, pattern, trainer, threads, on_progress)
    events = _events(counts, options, trainer)
    if on_progress is not None:
        phase = Phase(on_progress, "merge", options.merge_limit)
        events = _told(events, phase, STRIDE if trainer == COMPILED else 1)
    return fold_model(events, options, pattern=pattern)


def train_from_counts(
    counts: Mapping[bytes, int] | PreTokenTable,
    *,
    vocab_size: int,
    special_tokens: Sequence[str] = (),
    pattern: str = "gpt2",
    trainer: str = AUTO,
    tie_break: TieBreak = "greatest",
    min_count: int = 1,
    on_progress: OnProgress | None = None,
) -> BPEModel:
    """The model of a corpus of which the distinct pre-tokens and their counts are known.

    For corpora that are counted elsewhere, on many machines or with another splitter:
    ``pattern`` is only kept in the model, as what texts are to be split by. Counts are positive
    integers, pre-tokens hold at least one byte; their order matters to ``first_seen``
    alone. Raises ``OptionError`` for others, and like ``train``.

    >>> train_from_counts({b"low": 5, b"lower": 2}, vocab_size=258).merges_as_bytes()
    [(b'o', b'w'), (b'l', b'ow')]
    """
    if not isinstance(counts, Mapping | PreTokenTable):
        rule = "a mapping from pre-tokens to their counts, or a PreTokenTable"
        raise OptionError(name="counts", value=counts, rule=rule)
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
) -> tuple[str, Counts]:
    """The trainer, chosen by now, and the counts of the pre-tokens in all texts.

    numpy is loaded here, with the first text, and compiled code with the first long one.
    """
    from bpe_core.sources import blocks_of, source_size

    blocks = blocks_of(source, pattern=pattern, special_tokens=options.special_tokens)
    if trainer == AUTO:
        trainer, blocks = _chosen(blocks)
    told = with_total(on_progress, source_size(source) if on_progress else None)
    if trainer != COMPILED:
        from bpe_core.plain_counting import count_blocks

        return trainer, count_blocks(blocks, pattern=pattern, on_progress=told)
    from bpe_core.counting import count_table

    return trainer, count_table(blocks, pattern=pattern, threads=threads, on_progress=told)


def _chosen(blocks: Iterator[Block]) -> tuple[str, Iterator[Block]]:
    """The trainer for texts of unknown size, and all blocks again."""
    looked_at: list[Block] = []
    size = 0
    for block in blocks:
        looked_at.append(block)
        size += len(block.text)
        if size >= SMALL:
            return COMPILED, chain(looked_at, blocks)
    return SMALL_TRAINER, iter(looked_at)


def _events(counts: Counts, options: TrainOptions, trainer: str) -> Iterator[Event]:
    if isinstance(counts, PreTokenTable):
        if trainer == COMPILED:
            return train_table(counts, options)
        counts = counts.as_counts()
    return TRAINERS[trainer](lay_out(counts), options)


def _checked_size(counts: Counts) -> int:
    """Bytes of the distinct pre-tokens; raises ``OptionError`` for what cannot be counts."""
    if isinstance(counts, PreTokenTable):
        _check_table(counts)
        return len(counts.data)
    check_counts(counts)
    return sum(map(len, counts))


def _check_table(table: PreTokenTable) -> None:
    """Raise ``OptionError`` for arrays that no counts have."""
    import numpy as np

    sizes = np.diff(table.ends, prepend=0)
    if len(table.ends) != len(table.counts):
        raise OptionError(name="counts", value=len(table.counts), rule="as many as ends")
    if sizes.sum() != len(table.data) or (sizes < 1).any():
        raise OptionError(name="ends", value=table.ends, rule="rising to the end of data")
    if (table.counts < 1).any():
        raise OptionError(name="counts", value=int(table.counts.min()), rule="at least 1")


def _told(events: Iterator[Event], phase: Phase, stride: int) -> Iterator[Event]:
    """The same events; looks at the clock, and may tell, after every ``stride`` merges."""
    done = 0
    for event in events:
        yield event
        if isinstance(event, MergeDone):
            done = event.number + 1
            if not done % stride:
                phase.reached(done)
    phase.finished(done)
