"""A foot race as a recording: stages instead of merges, stamps instead of tokens.

The player draws it as a race of lanes and has not heard of running. At every stage the runners
carry two stamps together into one; each has its own way of doing so.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.browser.player.hanoi import mounted as given

Json = dict[str, Any]
NAMES = ("Anna", "Bilal + sledge", "Chiara", "Dmitri", "Emeka", "Fen")
LOOKS = (1, 3, 0, 2, 4, 5)
ROWS = {
    "feet": ("steps taken", [73678, 670, 40000, 2188, 12, 350]),
    "doors": ("doors opened", [73678, 2188, 40000, 43, 0, 350]),
    "push": ("pushes", [None, 43, None, 5, 0, 1]),
    "pull": ("pulls", [None, 2, None, 5, 0, 1]),
    "slip": ("slips", [None, 1, None, 5, 0, 1]),
}
TEXTS = {
    "run.say": "Same stage, very different ways: {first} takes {feet}.",
    "run.amount": "{steps}",
    "run.clock": "{seconds} s",
    "run.so_far": "so far",
    "run.with_rest": "so far, {rests:rest|rests} included",
    "run.same": "identical stamps 0–{stage}",
    "run.differs": "differs at {stage}",
    "run.work": "Work at this stage",
    "run.scale": "log scale",
    "run.counted": "Steps are counted, seconds measured.",
    "run.no_sledge": "no sledge",
    "run.time": "Time so far, by stage",
    "run.seconds": "seconds, log scale · line = median, band = IQR",
    "run.stage": "stage number",
    "run.foot": "Measured, not simulated: {meters} m, 7 runs each, interleaved, on dry ground.",
    "run.touched": "What each has to touch",
    "run.visits": "{seen} seen, {changed} changed",
    "run.left": "left alone",
    "run.seen": "looked at",
    "run.changed": "changed",
    **{f"run.row.{row}": title for row, (title, _) in ROWS.items()},
    **{f"run.name.{place}": name for place, name in enumerate(NAMES)},
}


def stamp(number: int, letters: str) -> Json:
    """Ids far from the indices, so that one is not taken for the other."""
    parts = [["space"] if letter == " " else ["glyph", letter] for letter in letters]
    kind = "byte" if len(letters) == 1 else "learned"
    identity = 300 + number if len(letters) > 1 else ord(letters)
    return {"id": identity, "kind": kind, "parts": parts, "width": len(letters)}


STAMPS = [stamp(n, word) for n, word in enumerate(["in", "g", "ing", " ", "t", " t"])]
CELLS = (240, 120, 240, 120, 60, 30)


def clock(lane: int, stage: int) -> float:
    """Seconds of a runner up to a stage."""
    return 0.02 * (lane + 1) + float(0.12 * (stage + 1) / (1 + 4 * lane))


class Race:
    """What a recording of so many lanes and stages holds."""

    def __init__(self, lanes: int, stages: int, names: tuple[str, ...] = ()) -> None:
        self.lanes, self.stages = lanes, stages
        self.ids = [f"r{place}" for place in range(lanes)]
        self.drawn = [
            {
                "id": name,
                "title": [names[place], {}] if names else f"run.name.{place}",
                "look": LOOKS[place],
            }
            for place, name in enumerate(self.ids)
        ]

    def state(self, stage: int, glyphs: bool) -> Json:
        """All four widgets at a stage; before the first nothing has been stamped."""
        here = list(enumerate(self.ids))
        begun = stage >= 0
        figures = {
            name: {
                "figure": ["run.amount", {"steps": ROWS["feet"][1][lane]}],
                "say": ["run.with_rest", {"rests": lane}] if lane % 2 else ["run.so_far", {}],
                "clock": ["run.clock", {"seconds": f"{clock(lane, max(stage, 0)):.3f}"}],
            }
            for lane, name in here
        }
        made: Json = {"tokens": [0, 1, 2] if stage % 2 == 0 else [3, 4, 5]} if begun else {}
        if begun:
            made |= {"join": ["+", "→"]}
            made |= {"badge": {"say": ["run.same", {"stage": stage}], "look": "same"}}
        values = {
            row: {
                name: (counts[lane] or 0) // (1 + stage // 10) if begun else 0
                for lane, name in here
                if counts[lane] is not None
            }
            for row, (_, counts) in ROWS.items()
        }
        at = {"at": stage, "values": {n: clock(i, stage) for i, n in here}} if begun else {}
        cells = {n: touched(i, stage, 6 if glyphs else CELLS[i]) for i, n in here}
        says = {
            n: ["run.visits", {"seen": c.count("1"), "changed": c.count("2")}]
            for n, c in cells.items()
        }
        return {
            "hero": {**made, "lanes": figures},
            "work": {"values": values, "aside": ["run.scale", {}]},
            "time": at,
            "cells": {"cells": cells, "says": says},
        }

    def widgets(self, *, glyphs: bool, cut: bool) -> list[Json]:
        without = {
            row: {
                name: "run.no_sledge"
                for lane, name in enumerate(self.ids)
                if counts[lane] is None
            }
            for row, (_, counts) in ROWS.items()
        }
        rows = [{"id": row, "title": f"run.row.{row}"} for row in ROWS]
        strips = [
            lane | ({"cells": 6, "glyphs": [0, 1, 2, 3, 4, 5]} if glyphs else {"cells": many})
            for lane, many in zip(self.drawn, CELLS, strict=False)
        ]
        legend = [["0", "run.left"], ["1", "run.seen"], ["2", "run.changed"]]
        last = self.stages - 1
        return [
            {"id": "hero", "kind": "versus", "lanes": self.drawn},
            {
                "id": "work",
                "kind": "meters",
                "title": "run.work",
                "lanes": self.drawn,
                "rows": rows,
                "most": 99999,
                "without": without,
                "foot": ["run.counted", {}],
            },
            {
                "id": "time",
                "kind": "series",
                "title": "run.time",
                "lanes": self.drawn,
                "x": {"title": "run.stage", "first": 0, "last": last},
                "y": {"title": "run.seconds", "low": 0.01, "high": 100},
                "lines": {n: self.line(i, cut and i == 0) for i, n in enumerate(self.ids)},
                "foot": ["run.foot", {"meters": 133027}],
            },
            {"id": "cells", "kind": "strips", "lanes": strips, "legend": legend},
        ]

    def line(self, lane: int, cut: bool) -> Json:
        last = self.stages - 1
        ends = self.stages // 2 if cut else last
        points = []
        for stage in range(ends + 1):
            now = clock(lane, stage)
            points.append([stage, now, now * 0.8, now * 1.25])
        end = ["run.clock", {"seconds": f"{clock(lane, ends):.2f}"}]
        return {"points": points, "end": end} | (
            {"to": [last, clock(lane, last)]} if cut else {}
        )


def touched(lane: int, stage: int, cells: int) -> str:
    """The first runner looks everywhere, the others at ever fewer places."""
    if stage < 0:
        return "0" * cells
    digits = [
        "1" if lane == 0 or (at + stage) % (11 * lane) == 0 else "0" for at in range(cells)
    ]
    for at in range(stage % 7, cells, 29):
        digits[at] = "2"
    return "".join(digits)


def race(
    lanes: int = 2,
    stages: int = 27,
    *,
    glyphs: bool = False,
    cut: bool = False,
    differs: bool = False,
    names: tuple[str, ...] = (),
) -> Json:
    """The recording of the whole race."""
    run = Race(lanes, stages, names)
    states = [run.state(stage, glyphs) for stage in range(-1, stages)]
    if differs:
        states[-1]["hero"]["badge"] = {
            "say": ["run.differs", {"stage": stages - 1}],
            "look": "differs",
        }
    steps = [
        {
            "goal": "merge",
            "group": max(0, stage),
            "say": ["run.say", {"first": NAMES[0], "feet": 73678 // (1 + max(0, stage) // 10)}],
            "patch": {} if stage < 0 else states[stage + 1],
        }
        for stage in range(-1, stages)
    ]
    recording = {
        "version": 1,
        "goals": ["merge"],
        "groups": stages,
        "tokens": STAMPS,
        "widgets": run.widgets(glyphs=glyphs, cut=cut),
        "layout": {"stage": ["hero", "cells"], "columns": [["work", "time"]]},
        "first": states[0],
        "steps": steps,
    }
    digest = hashlib.sha256(json.dumps(recording).encode()).hexdigest()
    return {"id": digest[:16], **recording}


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    page = given(recording, language, **data)
    return {**page, "text": page["text"] | TEXTS}
