"""From texts, or counts of pre-tokens, to a model; read it from top to bottom.

    options      how far to train, and how ties are decided (`options.py`)
    pre-tokens   a text is cut by the pattern, special tokens are left out
    counts       of each distinct pre-token; the rest of training sees nothing else
    trainer      finds merge after merge, each an event
    model        the fold of those events (`fold.py`)

Below 256 KB all of it is done in Python. Where that is too slow, texts become blocks of bytes
in arrays, and compiled code counts and merges (`compiled.py`).

Trainers are imported where one runs: `bpe_core` has ``train`` from the beginning, and a process
that only encodes needs none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bpe_core.errors import UnknownNameError
from bpe_core.kernels import TO_TRAIN
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import check_name
from bpe_core.pretokenize.pre_token_table import MAX_COUNT, PreTokenTable
from bpe_core.pretokenize.pre_tokens import checked_counts, count_pre_tokens, lay_out
from bpe_core.runtime.arguments import as_integer, check_function
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads, with_total
from bpe_core.runtime.text import as_characters
from bpe_core.texts.corpus import check_no_file_name
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak

if TYPE_CHECKING:
    from bpe_core.pretokenize.text_parts import Block
    from bpe_core.texts.sources import Source

Counts: TypeAlias = Mapping[bytes, int] | PreTokenTable

AUTO = "auto"
COMPILED = "compiled"
SMALL_TRAINER = "linked"
SMALL = 2**18  # bytes; below, loading compiled code takes longer than it saves


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

    Raises ``InputError``, which names what is wrong, and ``OSError``.

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
    counted = _count(source, options, pattern, trainer, threads, on_progress)
    return learn(counted, options, pattern, on_progress)


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


class Counted(NamedTuple):
    """The counts of a corpus and the name of the trainer to run on them."""

    counts: Counts
    trainer: str


def _count(
    source: Source | Counts,
    options: TrainOptions,
    pattern: str,
    trainer: str,
    threads: int | None,
    on_progress: OnProgress | None,
) -> Counted:
    """The counts of the pre-tokens in all texts, and the trainer chosen for them."""
    if isinstance(source, Mapping | PreTokenTable):
        return checked(source, trainer)
    if trainer != COMPILED and (text := _as_short_text(source)) is not None:
        size = len(text.encode())
        phase = Phase(on_progress, "count", size)
        specials = options.special_tokens
        counts = count_pre_tokens(text, pattern=pattern, special_tokens=specials)
        phase.finished(size)
        return Counted(counts, SMALL_TRAINER if trainer == AUTO else trainer)
    # numpy is loaded here, and compiled code with the first long text.
    from bpe_core.texts.sources import blocks_of, source_size

    blocks = blocks_of(source, pattern=pattern, special_tokens=options.special_tokens)
    if trainer == AUTO:
        trainer, blocks = _chosen(blocks)
    report = with_total(on_progress, source_size(source) if on_progress else None)
    if trainer != COMPILED:
        from bpe_core.pretokenize.plain_counting import count_blocks

        return Counted(count_blocks(blocks, pattern=pattern, on_progress=report), trainer)
    from bpe_core.pretokenize.counting import count_table

    table = count_table(blocks, pattern=pattern, threads=threads, on_progress=report)
    return Counted(table, trainer)


def _as_short_text(source: object) -> str | None:
    """``source`` if it is one text in memory of fewer than ``SMALL`` bytes."""
    if not isinstance(source, str | bytes | bytearray) or len(source) >= SMALL:
        return None
    text = as_characters(source)
    return text if len(text.encode()) < SMALL else None


def checked(counts: Counts, trainer: str) -> Counted:
    """A copy of ``counts`` with its trainer; raises ``OptionError`` for what cannot be counts.

    subtle: kernels check no bounds, and another thread may write to the caller's arrays after
    they have been checked. Copying takes little beside training.
    """
    if isinstance(counts, PreTokenTable):
        counts = counts.checked()
        size = len(counts.data)
    else:
        counts = checked_counts(counts)
        size = sum(map(len, counts))
    return Counted(counts, trainer_for(size) if trainer == AUTO else trainer)


def check_trainer(name: str) -> None:
    """Raise ``UnknownNameError`` for a name that is neither a trainer's nor ``auto``."""
    from bpe_core.train.trainers import TRAINERS

    if name != AUTO and (not isinstance(name, str) or name not in TRAINERS):
        raise UnknownNameError.among("trainer", name, TRAINERS)


def trainer_for(size: int) -> str:
    """The trainer that ``auto`` means for so many bytes; in Python where kernels do not run.

    >>> trainer_for(100), trainer_for(21_000_000)
    ('linked', 'compiled')
    """
    if size < SMALL:
        return SMALL_TRAINER
    from bpe_core.kernels.objects import can_run  # which imports numpy

    return COMPILED if can_run(*TO_TRAIN) else SMALL_TRAINER


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


def learn(
    counted: Counted, options: TrainOptions, pattern: str, on_progress: OnProgress | None
) -> BPEModel:
    """The model; ``on_progress`` gets the phase ``merge``.

    subtle: the arrays of a large corpus are dead weight once the trainer has laid them out,
    so no name here may keep them alive.
    """
    from bpe_core.train.fold import fold_model, report_merges
    from bpe_core.train.trainers import TRAINERS

    counts, trainer = counted
    del counted
    phase = Phase(on_progress, "merge", options.merge_limit)
    if trainer == COMPILED and (table := _as_table(counts)) is not None:
        from bpe_core.train.compiled import fold_slices, report_slices, train_slices

        slices = train_slices(table, options)
        del counts, table
        return fold_slices(report_slices(slices, phase), options, pattern=pattern)
    if isinstance(counts, PreTokenTable):
        counts = counts.as_counts()
    events = TRAINERS[trainer](lay_out(counts), options)
    return fold_model(report_merges(events, phase), options, pattern=pattern)


def _as_table(counts: Counts) -> PreTokenTable | None:
    """None for counts that 64 bits cannot hold; the trainers in Python can add them up."""
    if isinstance(counts, PreTokenTable):
        return counts
    if max(counts.values(), default=0) > MAX_COUNT:
        return None
    return PreTokenTable.of_checked(counts)
