"""All lanes in lock-step: part after part, what each did for the same result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.events import SubGoal
from bpe_lab.exercises.figure_questions import least_work
from bpe_lab.race.plan import LANES
from bpe_lab.race.standing import Standing, Tally
from bpe_lab.scenes.lanes import palette_index
from bpe_lab.scenes.questions import worded_json
from bpe_lab.scenes.race.lockstep_panels import (
    Badge,
    Clock,
    Parts,
    meters_state,
    meters_widget,
    row_values,
    strips_state,
    strips_widget,
)
from bpe_lab.scenes.recording import Frame, Json, Text, record, text

# What a lane may mostly have done in a part; of equal amounts the first.
WORKS = (
    *("pairs_scanned", "tries", "positions_visited", "candidates"),
    *("look_ups", "words_rewritten", "cache"),
)
VEIL = ("meters", "strips", "series", "versus.figures")  # who was quickest did least, mostly
MOST_ASKED = 6  # in a walk
EVERY = 4  # parts, where nothing changes
MOST_LANES = 6  # side by side
FAR = 0.25  # of the parts of the lane that was counted furthest
MOST_GLYPHS = 64  # cells of a strip whose bytes can still be read


@dataclass(frozen=True, slots=True)
class Lockstep:
    """A recording of the parts that its lanes were counted for; ``recorded`` of ``parts``.

    ``left_out`` are lanes that were counted for so few that the others would have to stop.
    """

    recording: Json
    recorded: int
    parts: int
    left_out: tuple[str, ...] = ()


def lockstep(
    standing: Standing,
    size: int,
    parts: Parts,
    *,
    about: str,
    laid_out: Mapping[str, bytes] | None = None,
    foot: Text | None = None,
) -> Lockstep | None:
    """The walk through a heat; None where no lane was counted.

    ``laid_out`` are the bytes on a lane's strip, drawn where they are few; ``foot`` says how
    the times were taken.
    """
    counted = {
        name: lane.tallies[size]
        for name, lane in standing.lanes.items()
        if size in lane.tallies and lane.tallies[size].touched
    }
    tallies = keeping_pace(counted)
    if not tallies:
        return None
    recorded = min(len(tally.touched) for tally in tallies.values())
    drawing = _HeatFrames(
        standing, size, parts, tallies, Clock.of(standing, size), recorded, laid_out or {}, foot
    )
    recording, _ = record(
        drawing.frames(),
        goals=(),
        widgets=drawing.widgets,
        layout=drawing.layout,
        tokens=parts.tokens,
        about=about,
        start=1,
        unit=("part", 0),
        ending=lambda steps: text("race.say.cap", shown=max(0, len(steps) - 1)),
    )
    return Lockstep(recording, recorded, len(parts), tuple(counted.keys() - tallies.keys()))


def main_row(values: Mapping[str, int]) -> str:
    """What a lane mostly did in one part; empty where it did nothing of the kind.

    >>> main_row({"pairs_scanned": 5, "positions_visited": 9, "heap_pops": 40})
    'positions_visited'
    """
    done = {row: values[row] for row in WORKS if values.get(row)}
    return max(done, key=lambda name: done[name], default="")


def main_work(values: Mapping[str, int]) -> tuple[int, Text]:
    """The work of one part, the largest amount of it: how much, and in a few words."""
    row = main_row(values)
    if not row:
        return 0, text("race.work.nothing")
    return values[row], text(f"race.work.{row}", n=values[row])


class WorkQuestions:
    """``rows[done]`` is what each lane did in that part, by row of the meters."""

    def __init__(self, rows: Sequence[Mapping[str, Mapping[str, int]]], work: str) -> None:
        self._work = work
        self._works = [
            {lane: main_work(values) for lane, values in of_part.items()} for of_part in rows
        ]
        self._parts = set(self._to_ask())

    def before(self, done: int) -> tuple[Json, ...]:
        """What is asked before part ``done``, which counts from 1."""
        if done not in self._parts:
            return ()
        works = self._works[done]
        question = least_work({lane: amount for lane, (amount, _) in works.items()})
        assert question is not None, "it was asked for"
        texts = {lane: words for lane, (_, words) in works.items()}
        as_asked = worded_json(question, lambda _name, value: value, label=lane_title)
        ask = text(f"question.ask_least_work_{self._work}", number=done)
        wrong = {
            lane: {"say": _more(lane, min(question.right, key=str), texts), "at": []}
            for lane in as_asked["wrong"]
        }
        return ({**as_asked, "ask": ask, "wrong": wrong},)

    def _to_ask(self) -> list[int]:
        """The first part, changes of the lane with least, and now and then another."""
        asked: list[int] = []
        before: frozenset[object] = frozenset()
        for done in range(1, len(self._works)):
            amounts = {lane: amount for lane, (amount, _) in self._works[done].items()}
            question = least_work(amounts)
            if question is None:
                continue
            is_due = not asked or done - asked[-1] >= EVERY
            if (question.right != before or is_due) and len(asked) < MOST_ASKED:
                asked.append(done)
            before = question.right
        return asked


def lane_title(lane: str) -> Text:
    """A lane's name as a text."""
    return text(f"lane.{lane}.title")


def _more(lane: str, least: object, texts: Mapping[str, Text]) -> Text:
    return text(
        "question.more_work",
        lane={"text": lane_title(lane)},
        work={"text": texts[lane]},
        least_work={"text": texts[str(least)]},
    )


def keeping_pace(counted: Mapping[str, Tally]) -> dict[str, Tally]:
    """The lanes that walk together: two at least, and those not far behind the furthest.

    A naive lane that its budget cut after two merges would end the walk of all others there.
    """
    lanes = sorted(counted, key=lambda name: -len(counted[name].touched))
    far = len(counted[lanes[0]].touched) * FAR if lanes else 0
    walking = [
        name for k, name in enumerate(lanes) if k < 2 or len(counted[name].touched) >= far
    ]
    walking = walking[:MOST_LANES]
    return {name: tally for name, tally in counted.items() if name in walking}


class _HeatFrames:
    """The frames of one heat."""

    def __init__(
        self,
        standing: Standing,
        size: int,
        parts: Parts,
        tallies: Mapping[str, Tally],
        clock: Clock,
        recorded: int,
        laid_out: Mapping[str, bytes],
        foot: Text | None,
    ) -> None:
        self.parts, self.tallies, self.clock, self.recorded = parts, tallies, clock, recorded
        self.rows = [
            {lane: row_values(tally.items[done]) for lane, tally in tallies.items()}
            for done in range(recorded + 1)
        ]
        self.badge = Badge.of(standing, size, tallies)
        self.work = standing.plan.work
        self.questions = WorkQuestions(self.rows, self.work)
        self.lanes = [lane_of(name) for name in tallies]
        timed = [lane_of(name) for name in standing.lanes if name in clock.curves]
        self.meters = meters_widget(self.lanes, tallies, recorded)
        versus = {"id": "versus", "kind": "versus", "lanes": self.lanes}
        glyphs = {
            lane: [parts.tokens.index(value, bytes([value])) for value in data]
            for lane, data in laid_out.items()
            if lane in tallies and len(data) == tallies[lane].cells
        }
        if any(len(row) > MOST_GLYPHS for row in glyphs.values()):
            glyphs = {}
        self.widgets = [versus, self.meters, strips_widget(self.lanes, tallies, glyphs)]
        self.timed = timed
        if timed:
            widget = clock.widget(timed, recorded, self.work)
            self.widgets.append(widget | ({"foot": foot} if foot else {}))

    @property
    def layout(self) -> Json:
        """The lanes, under them operations beside places; the times where there is room."""
        times = ["series"] if self.timed else []
        few_rows = len(self.meters["rows"]) < len(self.lanes) + 2
        columns = (
            [["meters", *times], ["strips"]] if few_rows else [["meters"], ["strips", *times]]
        )
        return {"stage": ["versus"], "columns": columns}

    def frames(self) -> Iterator[Frame]:
        """The set-up, each part, and the end; nothing after a part that differs."""
        works = self._works(0)
        alike = "_alike" if works["most"] == works["least"] else ""
        yield self._frame(0, text(f"race.say.setup{alike}", **works))
        leader = None
        for done in range(1, self.recorded + 1):
            if lane := self.badge.differing(done):
                yield self._frame(done, self.badge.parting(lane, lane_title(lane)))
                return
            now = self.clock.leader(list(self.tallies), done)
            takes_over = now is not None and leader is not None and now != leader
            leader = now or leader
            yield self._frame(done, self._sentence(done), ("lead",) if takes_over else ())

    def _sentence(self, done: int) -> Text:
        """What the lanes did, of the most and the least of them where there is a difference."""
        works = self._works(done)
        alike = works["most"] == works["least"]
        return text(f"race.say.{self.work}_{'alike' if alike else 'same'}", **works)

    def _frame(self, done: int, say: Text, marks: tuple[str, ...] = ()) -> Frame:
        part = done - 1 if done else None
        states = {
            "versus": self._versus(done),
            "meters": {
                **meters_state(self.meters, self.rows[done]),
                "aside": text(f"race.meters.{self.work}_aside"),
            },
            "strips": strips_state(self.tallies, part),
        }
        if self.timed:
            states["series"] = self.clock.state(self.timed, done)
        where = (
            text(f"race.where.{self.work}", number=done, parts=len(self.parts))
            if part is not None
            else text("race.where.setup")
        )
        questions = self.questions.before(done)
        veil = VEIL if questions else ()
        return Frame(
            SubGoal.MERGE, done, say, states, marks, where, veil=veil, questions=questions
        )

    def _works(self, done: int) -> dict[str, Json]:
        """The lanes that did most and least, by name, with what they mostly did."""
        work = {lane: main_work(values) for lane, values in self.rows[done].items()}
        most, least = (pick(work, key=lambda lane: work[lane][0]) for pick in (max, min))
        return {
            "most": {"text": lane_title(most)},
            "most_work": {"text": work[most][1]},
            "least": {"text": lane_title(least)},
            "least_work": {"text": work[least][1]},
        }

    def _versus(self, done: int) -> Json:
        state: Json = {"lanes": {lane: self._side(lane, done) for lane in self.tallies}}
        if done:
            state |= self.parts.drawn(done - 1)
            state["badge"] = self.badge.state(done)
        return state

    def _side(self, lane: str, done: int) -> Json:
        """The work in large, since no machine changes it; the clock beside it."""
        values = self.rows[done][lane]
        row, where = main_row(values), self.work if done else "setup"
        say = text("race.work.nothing")
        if row:
            say = text(f"race.figure.{where}", row={"text": text(f"race.row.{row}")})
        return {
            "figure": text("race.figure.amount", n=values.get(row, 0)),
            "say": say,
            "clock": self.clock.say(lane, done),
        }


def lane_of(name: str) -> Json:
    """A lane as every widget names it."""
    assert name in LANES
    return {"id": name, "title": f"lane.{name}.title", "look": palette_index(name)}
