"""What happens to runs whatever they measure; ``task`` says which run it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from bpe_lab.measure.reasons import Reason

Task = TypeVar("Task")
Text = TypeVar("Text")


@dataclass(frozen=True, slots=True)
class Prepared(Generic[Text]):
    """All that runs need lies ready; what is to be known of the ``texts``, by name."""

    texts: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Started(Generic[Task]):
    """A run begins."""

    task: Task


@dataclass(frozen=True, slots=True)
class Cut(Generic[Task]):
    """A run was ended after ``seconds``, its budget."""

    task: Task
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed(Generic[Task]):
    """A run came to nothing, for this ``reason``."""

    task: Task
    reason: Reason


@dataclass(frozen=True, slots=True)
class Ended:
    """All is over and nothing is left running; ``others`` took so many cores on average."""

    cancelled: bool
    others: float | None = None
