"""Moments of a recording: which step ``merge 2, choose`` is, and what a step is called.

The steps of a walk have kinds (`step_kinds.py`), marks and a sub-goal. A moment names one of
these and, where a group has several steps of it, which one.
"""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.errors import NoSuchMomentError
from bpe_lab.lessons.moment import Moment
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.step_kinds import kind_of


def step_of(recording: Json, moment: Moment) -> int:
    """The step of ``recording`` that is ``moment``; raises ``NoSuchMomentError``."""
    if moment.is_edge:
        return 0 if moment.unit == "start" else len(recording["steps"]) - 1
    unit, first = recording["unit"]
    steps = list(_candidates(recording, moment.number - first, moment.kind))
    if moment.unit != unit or len(steps) < moment.nth:
        raise NoSuchMomentError(moment=str(moment))
    return steps[moment.nth - 1]


def moment_of(recording: Json, step: int) -> Moment:
    """What ``step`` is called; rather by a name that no earlier step of its group has."""
    if step in (0, len(recording["steps"]) - 1):
        return Moment("end" if step else "start")
    unit, first = recording["unit"]
    group = recording["steps"][step]["group"]
    counted = [
        (candidates.index(step) + 1, name)
        for name in _names(recording["steps"][step])
        if step in (candidates := list(_candidates(recording, group, name)))
    ]
    nth, name = min(counted, key=lambda each: each[0])
    return Moment(unit, group + first, name, nth)


def _candidates(recording: Json, group: int, name: str) -> Iterator[int]:
    """The steps of a group that are called ``name``, all of them without one.

    A kind goes before a mark, and a mark before a sub-goal: to choose is one step of several
    that the sub-goal Choose takes.
    """
    steps = [k for k, step in enumerate(recording["steps"]) if step["group"] == group]
    if not name:
        yield from steps
        return
    for names in (_kinds, _marks, _goals):
        called = [k for k in steps if name in names(recording["steps"][k])]
        if called:
            yield from called
            return


def _names(step: Json) -> tuple[str, ...]:
    return (*_kinds(step), *_marks(step), *_goals(step))


def _kinds(step: Json) -> tuple[str, ...]:
    return (kind_of(step["say"][0]),)


def _marks(step: Json) -> tuple[str, ...]:
    return tuple(step.get("marks", ()))


def _goals(step: Json) -> tuple[str, ...]:
    return (str(step["goal"]),)
