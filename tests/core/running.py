"""Short ways to run the core in tests."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest import mock

import pytest

from bpe_core.encode.compiled import Encoder
from bpe_core.encode.encoder_tables import tables_of
from bpe_core.events import Event, MergeDone, Stopped
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import TRAINERS
from bpe_core.train import indexed
from bpe_core.train.fold import fold_model
from bpe_core.train.operations import Operations
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions


def whole_steps(events: Iterable[Event]) -> list[Event]:
    """The events that every run yields, without the fine ones."""
    return [event for event in events if isinstance(event, MergeDone | Stopped)]


def count_operations(events: Iterable[Event]) -> Counter[str]:
    """Operations by name; needs a run with ``detail=True``."""
    work = Operations()
    for event in events:
        work.seen(event)
    return work.counts


def learn(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    trainer: str = "linked",
    pattern: str = "gpt2",
) -> BPEModel:
    """The model of a run over ``pre_tokens``."""
    return fold_model(TRAINERS[trainer](pre_tokens, options), options, pattern=pattern)


def encoder_of(model: BPEModel, **sizes: Any) -> Encoder:
    """A compiled encoder that no other test has."""
    tables = tables_of(model)
    assert tables is not None
    return Encoder(tables, model.pattern, **sizes)


def merges_and_counts(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    trainer: str = "linked",
) -> list[tuple[bytes, bytes, int]]:
    """(left bytes, right bytes, count) of every merge of a run."""
    tokens, steps = options.base_tokens(), []
    for event in TRAINERS[trainer](pre_tokens, options):
        if isinstance(event, MergeDone):
            left, right = (tokens[token_id] for token_id in event.pair)
            tokens.append(left + right)
            steps.append((left, right, event.count))
    return steps


def pruning(every: int, threshold: Callable[[int, int], int]) -> AbstractContextManager[Any]:
    """The indexed trainer sets pairs aside every so many merges, below another threshold."""
    return mock.patch.multiple(indexed, PRUNE_EVERY=every, new_threshold=threshold)


def all_but_the_best(highest: int, number: int) -> int:
    """The hardest threshold there can be."""
    return highest


def below_half(highest: int, number: int) -> int:
    """A threshold that small texts have pairs on both sides of."""
    return -(-highest // 2)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """This process cannot write files of more than ``size`` bytes, as on a full disk."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
