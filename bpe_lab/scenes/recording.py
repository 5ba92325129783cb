"""Frames into the JSON value that the player draws (``docs/recording.md``).

A scene describes every moment whole; the differences are found here, so that no scene ever
writes a patch by hand.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeAlias

from bpe_core.errors import Notice
from bpe_core.events import SubGoal
from bpe_core.runtime.text import DrawnPart, parts_of, width_of

Json: TypeAlias = Any
Text: TypeAlias = list[Any]  # [catalogue key, {name: value}]
States: TypeAlias = dict[str, dict[str, Json]]
VERSION = 1
NO_ID = -1  # of text that is drawn and is no token
LONG_LIST = 4  # items; shorter lists are written whole
SIZE_CAP = 500_000  # bytes of JSON; what a browser takes in without a pause
MISSING = object()
END_SIZE = 1_000  # of them, reserved for the step that reports the end and for the names


def text(key: str, **values: Json) -> Text:
    """A sentence by its catalogue key and typed values."""
    return [key, values]


@dataclass(slots=True)
class TokenTable:
    """Every token that is drawn, once; scenes speak of tokens by their index here.

    ``draw`` gives the parts of a token's drawing.
    """

    tokens: list[Json] = field(default_factory=list)
    index_of: dict[tuple[int | str, bytes], int] = field(default_factory=dict)
    draw: Callable[[bytes], list[DrawnPart]] = parts_of

    def index(self, token_id: int | str, token: bytes, kind: str = "") -> int:
        """The index of a token; ``kind`` defaults to byte or learned by its length.

        A piece without an id has a name instead.
        """
        key = (token_id, token)
        if key not in self.index_of:
            self.index_of[key] = len(self.tokens)
            parts = self.draw(token)
            self.tokens.append(
                {
                    "id": token_id,
                    "kind": kind or ("byte" if len(token) == 1 else "learned"),
                    "parts": parts,
                    "width": width_of(parts),
                }
            )
        return self.index_of[key]

    def piece(self, data: bytes) -> int:
        """The index of bytes that are drawn as text and are no token."""
        return self.index(NO_ID, data, "piece")


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment: its sentence and the whole state of every widget.

    ``where`` names the position in the walk; ``ask`` is a question that this moment answers,
    and ``veil`` what holds the answer: a widget's id, or ``id.part``. ``questions`` are those
    that a reader can answer before it (`questions.py`). ``begins_visit``: the work at one
    of several places of a group begins. ``is_prelude``: one of the first frames, which lead up
    to step 0 in detail and are not counted.
    """

    goal: SubGoal
    group: int
    say: Text
    states: States
    marks: tuple[str, ...] = ()
    where: Text | None = None
    ask: Text | None = None
    veil: tuple[str, ...] = ()
    questions: tuple[Json, ...] = ()
    begins_visit: bool = False
    is_prelude: bool = False


def merge_patch(before: Json, after: Json) -> Json:
    """The JSON Merge Patch (RFC 7396) that turns one object into another, lists included.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'b': {'d': 4}, 'a': None}
    """
    # What a scene has not changed is the same object: most of a frame.
    touched = {key: new for key, new in after.items() if before.get(key, MISSING) is not new}
    patch = {}
    for key, value in touched.items():
        if key not in before:
            patch[key] = value
        elif isinstance(value, dict) and isinstance(before[key], dict):
            if inner := merge_patch(before[key], value):
                patch[key] = inner
        elif value != before[key]:
            patch[key] = _changed(before[key], value)
    return patch | {key: None for key in before if key not in after}


def _changed(before: Json, after: Json) -> Json:
    """A long list by its changes, if these are shorter; anything else whole.

    >>> _changed([1, 2, 3, 4, 5, 6], [1, 2, 3, 9])
    {'$': 4, '3': 9}
    """
    if not (isinstance(before, list) and isinstance(after, list) and len(after) >= LONG_LIST):
        return after
    new = {
        str(index): item
        for index, item in enumerate(after)
        if index >= len(before) or item != before[index]
    }
    return {"$": len(after), **new} if 3 * len(new) < len(after) else after


def patched(target: Json, patch: Json) -> Json:
    """RFC 7396, section 2, word for word, and lists: what the player's fold must equal.

    >>> patched({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4}, "a": None})
    {'b': {'c': 2, 'd': 4}}
    """
    if not isinstance(patch, dict):
        return patch
    if isinstance(target, list) and "$" in patch:
        items = {int(index): item for index, item in patch.items() if index != "$"}
        return [
            items[index] if index in items else target[index] for index in range(patch["$"])
        ]
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


def record(
    frames: Iterable[Frame],
    *,
    goals: Sequence[SubGoal],
    widgets: list[Json],
    layout: Json,
    tokens: TokenTable,
    about: str = "",
    start: int = 0,
    unit: tuple[str, int] = ("merge", 1),
    instead: str = "",
    exercise: Json = None,
    pace: int = 0,
    ending: Callable[[Sequence[Json]], Text],
    finish: Callable[[], object] = lambda: None,
    size_cap: int = SIZE_CAP,
) -> tuple[Json, bool]:
    """The recording of ``frames``, and whether it had to end at ``size_cap`` bytes of JSON.

    ``about`` names what is shown: a reader who changes options keeps the position.
    Of an ``exercise`` (`exercise_json`) the marks are left out, since they tell what comes.
    ``unit`` is what links call a group, and the number of the first (`moments.py`). The
    catalogue's section ``instead`` says in other words what the player says by itself: what
    groups and sub-goals are, where they are no merges.
    A walk with a ``pace``, in milliseconds per step, is a film (``docs/recording.md``).
    ``start`` is the step that is shown first; ``ending`` tells what to say where a recording
    ends at the cap; ``finish`` completes ``widgets`` with what is known once all is drawn.
    The cap is for all of it: it has as many steps as fit beside the rest.
    """
    first: States = {}
    before: States = {}
    where: Text | None = None
    steps: list[Json] = []
    sizes: list[int] = []
    size = prelude = 0
    for frame in frames:
        prelude += frame.is_prelude
        if not steps:
            first = before = frame.states
        step = {
            "goal": frame.goal,
            "group": frame.group,
            "say": frame.say,
            "patch": merge_patch(before, frame.states),
        }
        optional: dict[str, Json] = {
            "marks": [] if exercise else list(frame.marks),
            "ask": frame.ask,
            "veil": list(frame.veil),
            "questions": list(frame.questions),
            "place": frame.begins_visit,
        }
        if frame.where != where:
            optional["where"] = where = frame.where
        step |= {name: value for name, value in optional.items() if value}
        steps.append(step)
        sizes.append(size_of(step))
        size += sizes[-1]
        if size > size_cap:
            break
        before = frame.states
    finish()
    body = {
        "version": VERSION,
        "about": hashlib.sha256(about.encode()).hexdigest()[:16],
        "goals": list(goals),
        "tokens": tokens.tokens,
        "widgets": widgets,
        "layout": layout,
        "first": first,
        "unit": list(unit),
        **({"instead": instead} if instead else {}),
        **({"exercise": exercise} if exercise else {}),
        **({"pace": pace} if pace else {}),
        **({"prelude": prelude} if prelude else {}),
    }
    fit = _fitting(sizes, size_cap - END_SIZE - size_of(body))
    if full := fit < len(steps):
        steps = _whole_groups(steps[:fit], steps[fit]["group"])
        steps.append({**steps[-1], "say": ending(steps), "marks": [], "patch": {}})
    body |= {
        "groups": steps[-1]["group"] + 1 if steps else 0,
        "start": min(start, len(steps) - 1),
        "steps": steps,
    }
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    return {"id": digest[:16], **body}, full


def states_at(recording: Json, step: int) -> States:
    """The whole state of every widget at a step."""
    states: States = recording["first"]
    for each in recording["steps"][1 : step + 1]:
        states = patched(states, each["patch"])
    return states


def size_of(value: Json) -> int:
    """The bytes of a value's JSON, written without blanks."""
    return len(json.dumps(value, separators=(",", ":")))


def still(
    states: States, *, widgets: list[Json], layout: Json, tokens: TokenTable, title: str
) -> Json:
    """A recording of one step, which the player draws as a board; ``title`` is its key."""
    recording, _ = record(
        [Frame(SubGoal.COUNT, 0, text(title), states)],
        goals=(),
        widgets=widgets,
        layout=layout,
        tokens=tokens,
        ending=lambda _steps: text(title),
    )
    return recording


def _fitting(sizes: Sequence[int], limit: int) -> int:
    """How many of the first steps fit into ``limit`` bytes; at least one.

    >>> _fitting([10, 10, 10], 26), _fitting([10, 10, 10], 3)
    (2, 1)
    """
    ends = [end <= limit for end in accumulate(size + 1 for size in sizes)]
    return max(1, sum(ends))


def _whole_groups(steps: list[Json], group: int) -> list[Json]:
    """``steps`` without those of an unfinished ``group``, unless there is but one before it."""
    whole = [step for step in steps if step["group"] != group]
    return whole if whole and whole[-1]["group"] > 0 else steps


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merge for tables, charts and downloads; ``tokens`` is what the text has after it."""

    rank: int
    left: bytes
    right: bytes
    token_id: int
    token: bytes
    count: int
    replaced: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Walk:
    """One run, ready to be shown; of a training also its ``merges``."""

    recording: Json
    notices: tuple[Notice, ...]
    merges: tuple[MergeRow, ...] = ()
    start_tokens: int = 0


def steps_that_say(steps: Sequence[Json], sentence: str) -> int:
    """How many steps have a sentence whose key begins so."""
    return sum(step["say"][0].startswith(sentence) for step in steps)


def step_of_merge(number: int, *, chosen: bool = True) -> int:
    """The step, from 0, of a naive walk that chooses merge ``number``: three steps per merge.

    Where there is no such merge any more (not ``chosen``), the step that says why.

    >>> step_of_merge(0), step_of_merge(1), step_of_merge(2, chosen=False)
    (1, 4, 6)
    """
    return 3 * number + chosen
