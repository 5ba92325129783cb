"""The trainers by name: adding one is its file and a row here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from bpe_core.events import Event
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.compiled import train_compiled
from bpe_core.train.indexed import train_indexed
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions


class Trainer(Protocol):
    """Weighted pre-tokens in, events out; ``detail`` adds the fine ones."""

    def __call__(
        self, pre_tokens: Iterable[PreToken], options: TrainOptions = ..., *, detail: bool = ...
    ) -> Iterator[Event]: ...


# Trainers that with ``detail`` yield every change, to be drawn and counted.
TAUGHT: Mapping[str, Trainer] = {
    "naive": train_naive,
    "indexed": train_indexed,
    "linked": train_linked,
}

# All trainers; those that are not taught refuse ``detail``.
TRAINERS: Mapping[str, Trainer] = {
    **TAUGHT,
    "compiled": train_compiled,
}
