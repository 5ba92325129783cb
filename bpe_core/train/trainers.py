"""The trainers by name: adding one is its file, a row here, its lane, and its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from bpe_core.events import Event
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.indexed import train_indexed
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.operations import NAMES
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions

# What a merge costs: all that was laid out, or only the places where its pair stands.
Effort: TypeAlias = Literal["scans", "visits"]


class Trainer(Protocol):
    """Weighted pre-tokens in, events out; ``detail`` adds the fine ones."""

    def __call__(
        self, pre_tokens: Iterable[PreToken], options: TrainOptions = ..., *, detail: bool = ...
    ) -> Iterator[Event]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerRow:
    """A trainer and all that the rest of the project has to know of it; called, it trains.

    ``taught``: it yields every change when asked for detail, to be drawn and counted; others
    refuse ``detail``. ``table``: the same trainer for counts in arrays, in compiled code.
    ``effort``: which curve theory draws beside its growth. ``counted``: which
    fine events count as which operation.
    """

    run: Trainer
    taught: bool = True
    table: Callable[[PreTokenTable, TrainOptions], Iterator[Event]] | None = None
    effort: Effort
    counted: Mapping[type[Event], str] = field(default_factory=lambda: NAMES)

    def __call__(
        self,
        pre_tokens: Iterable[PreToken],
        options: TrainOptions = DEFAULT_OPTIONS,
        *,
        detail: bool = False,
    ) -> Iterator[Event]:
        return self.run(pre_tokens, options, detail=detail)


def _train_compiled(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    from bpe_core.train.compiled import train_compiled  # numpy

    return train_compiled(pre_tokens, options, detail=detail)


def _train_table(
    table: PreTokenTable, options: TrainOptions = DEFAULT_OPTIONS
) -> Iterator[Event]:
    from bpe_core.train.compiled import train_table

    return train_table(table, options)


TRAINERS: Mapping[str, TrainerRow] = {
    "naive": TrainerRow(run=train_naive, effort="scans"),
    "indexed": TrainerRow(run=train_indexed, effort="visits"),
    "linked": TrainerRow(run=train_linked, effort="visits"),
    "compiled": TrainerRow(
        run=_train_compiled, taught=False, table=_train_table, effort="visits"
    ),
}

# The functions of those that can be drawn and counted.
TAUGHT: Mapping[str, Trainer] = {name: row.run for name, row in TRAINERS.items() if row.taught}
