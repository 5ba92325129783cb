"""Trains whose carriages are coupled: the player draws them without having heard of any.

A train runs so many times a week. Two carriages that often stand together become one unit, in
every train that has them; a ledger says how often which two meet, and in which trains.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.browser.player.hanoi import mounted as given

Json = dict[str, Any]
TEXTS = {
    "trains.name": "Trains",
    "trains.begin": "Trains stand in the yard.",
    "trains.couple": "{left} and {right} become {unit}.",
    "trains.fall": "{pair} meet less often.",
    "trains.ledger": "Who meets whom",
    "trains.beads": "Meetings",
    "trains.line": "at least {count}",
    "trains.log": "Log",
    "trains.lanes": "Platforms",
    "trains.platform": "Platform {number}",
}
CARS = ["A", "b", "C", "d", "bC"]
TRAINS = [(6, "AbCd"), (2, "dbC"), (1, "A" * 30)]
LOG = ["opened", "b C", "closed"]


def train(cars: str, looks: str = "") -> Json:
    """A train's carriages, each in its cell; ``looks`` names the cells that are forming."""
    return {
        str(at): [CARS.index(car), 1, "forming" if str(at) in looks else ""]
        for at, car in enumerate(cars)
    }


def trains() -> Json:
    """The recording of one coupling."""
    rows = {str(k): train(cars) for k, (_, cars) in enumerate(TRAINS)}
    pairs = {"0,1": [6, ""], "1,2": [8, ""], "2,3": [6, ""], "3,1": [2, "aside"]}
    many = {
        f"{k % 4},{k // 4}": [1, "aside"] for k in range(16) if f"{k % 4},{k // 4}" not in pairs
    }
    ledger = {key: [count, 0, look] for key, (count, look) in pairs.items()}
    first: Json = {
        "trains": {"rows": rows, "sum": [1, 2, 4]},
        "beads": {"pairs": {**pairs, **many}, "line": 3},
        "ledger": {
            "pairs": ledger,
            "positions": {"1,2": [0, 1], "0,1": [0]},
            "times": {"1,2": {"1": 3}},
            "top": ["1,2", "0,1", "2,3", "3,1"],
        },
        "log": {"shown": {"0": 1}, "lit": {"0": []}},
        "lanes": {"lanes": {"0": {"slots": {"0": [4, 1, ""], "1": [3, 2, ""]}}}},
    }
    joined = {"0": rows["0"]["0"], "1": [4, 2, "merged"], "3": rows["0"]["3"]}
    coupled: Json = {
        "trains": {
            "rows": {"0": {**joined, "2": None}},
            "focus": 0,
            "before": train("AbCd", "12"),
            "changes": [],
            "sum": None,
        },
        "log": {"shown": {"0": 2}, "lit": {"0": [1]}},
    }
    arcs = [
        {"row": "before", "at": 1, "pair": [1, 2], "delta": -6, "look": ""},
        {"row": "before", "at": 0, "pair": [0, 1], "delta": -6, "look": "now"},
        {"row": "after", "at": 0, "pair": [0, 4], "delta": 6, "look": "now"},
    ]
    fallen: Json = {
        "trains": {"changes": arcs},
        "beads": {"pairs": {"0,1": None, "0,4": [6, "changed"]}},
    }
    long: Json = {
        "trains": {
            "focus": 2,
            "before": None,
            "changes": [{"row": "after", "at": 27, "pair": [0, 0], "delta": 1, "look": "now"}],
        }
    }
    told = [
        ("count", ["trains.begin", {}], {}),
        (
            "merge",
            ["trains.couple", {"left": "b", "right": "C", "unit": {"token": 4}}],
            coupled,
        ),
        ("repair", ["trains.fall", {"pair": {"pair": [0, 1]}}], fallen),
        ("repair", ["trains.fall", {"pair": {"pair": [0, 0]}}], long),
    ]
    recording = {
        "version": 1,
        "goals": ["count", "merge", "repair"],
        "groups": 1,
        "tokens": [_car(k, name) for k, name in enumerate(CARS)],
        "widgets": _widgets(),
        "layout": {
            "stage": ["trains"],
            "beside": ["log"],
            "columns": [["ledger"], ["beads"], ["lanes"]],
        },
        "first": first,
        "steps": [
            {"goal": goal, "group": 0, "say": say, "patch": patch} for goal, say, patch in told
        ],
    }
    digest = hashlib.sha256(json.dumps(recording).encode()).hexdigest()
    return {"id": digest[:16], **recording}


def _car(number: int, name: str) -> Json:
    parts = [["glyph", name]] if len(name) == 1 else [["glyph", name[0]], ["name", name[1]]]
    kind = "learned" if len(name) > 1 else "byte"
    return {"id": 300 + number, "kind": kind, "parts": parts, "width": len(name)}


def _widgets() -> list[Json]:
    words = [{"times": times, "cells": [1] * (len(cars) - 1) + [1.8]} for times, cars in TRAINS]
    names = ("pair", "count", "delta", "positions")
    return [
        {"id": "trains", "kind": "words", "title": "trains.name", "words": words},
        {
            "id": "log",
            "kind": "code",
            "title": "trains.log",
            "rows": 4,
            "tabs": [{"title": "trains.log", "lines": [{"code": line} for line in LOG]}],
        },
        {
            "id": "ledger",
            "kind": "ledger",
            "title": "trains.ledger",
            "rows": 5,
            "columns": dict.fromkeys(names, "trains.ledger"),
        },
        {
            "id": "beads",
            "kind": "beads",
            "title": "trains.beads",
            "line": "trains.line",
            "most": 8,
        },
        {
            "id": "lanes",
            "kind": "lanes",
            "title": "trains.lanes",
            "size": 40,
            "pitch": 60,
            "lanes": [{"id": "0", "title": ["trains.platform", {"number": 1}]}],
        },
    ]


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    page = given(recording, language, **data)
    return {**page, "text": page["text"] | TEXTS}
