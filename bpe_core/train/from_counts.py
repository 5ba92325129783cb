"""From the counts of pre-tokens to a model: run a trainer, report progress, fold its events.

Trainers are imported where one is asked for: `bpe_core` has ``train`` from the beginning, and a
process that only encodes needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from bpe_core.count.pre_token_table import MAX_COUNT, PreTokenTable
from bpe_core.errors import UnknownNameError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import checked_counts, lay_out
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.train.options import TrainOptions

Counts: TypeAlias = Mapping[bytes, int] | PreTokenTable

AUTO = "auto"
COMPILED = "compiled"
SMALL_TRAINER = "linked"
SMALL = 2**18  # bytes; below, loading compiled code takes longer than it saves


class Counted(NamedTuple):
    """The counts of a corpus and the name of the trainer to run on them."""

    counts: Counts
    trainer: str


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
    from bpe_core.kernels.ways import can_run  # which imports numpy

    return COMPILED if can_run() else SMALL_TRAINER


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


def learn(
    counted: Counted, options: TrainOptions, pattern: str, on_progress: OnProgress | None
) -> BPEModel:
    """The model; ``on_progress`` gets the phase ``merge``.

    subtle: the arrays of a large corpus are dead weight once the trainer has laid them out,
    so no name here may keep them alive.
    """
    from bpe_core.train.compiled import train_slices
    from bpe_core.train.fold import fold_model, fold_slices, report_merges, report_slices
    from bpe_core.train.trainers import TRAINERS

    counts, trainer = counted
    del counted
    phase = Phase(on_progress, "merge", options.merge_limit)
    if trainer == COMPILED and (table := _as_table(counts)) is not None:
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
