"""The tower of Hanoi as a recording: the player draws it without having heard of it.

Three pegs in a ribbon, the disks as tokens. A move is a group: a disk is chosen, lifted as
often as ``lifts`` says, put down. Where the walk's first disk moves, the reader is asked first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from bpe_lab.text import LANGUAGES, section

Json = dict[str, Any]
TEXTS = {
    "hanoi.pegs": "Pegs",
    "hanoi.heights": "Heights",
    "hanoi.peg": "peg",
    "hanoi.height": "disks",
    "hanoi.why": "Why?",
    "hanoi.begin": "{disks:disk|disks} stand on the first peg.",
    "hanoi.choose": "Disk {disk} is to go from {here} to {there}.",
    "hanoi.lift": "Disk {disk} is {height} high in the air.",
    "hanoi.put": "Disk {disk} now stands on {there}. {remark}",
    "hanoi.ask": "Where does disk {disk} go next?",
    "hanoi.where": "Move {move} of {moves}",
    "hanoi.rule": "A disk never lies on a smaller one, says {who}.",
}


def moves(disks: int, here: int = 0, there: int = 2) -> Iterator[tuple[int, int, int]]:
    """The moves ``(disk, from, to)`` that carry a tower over."""
    if disks:
        aside = 3 - here - there
        yield from moves(disks - 1, here, aside)
        yield disks, here, there
        yield from moves(disks - 1, aside, there)


def hanoi(
    disks: int = 3,
    *,
    lifts: int = 0,
    start: int | None = None,
    remark: str = "",
    who: str = "Lucas",
) -> Json:
    """The recording of the whole game."""
    pegs: list[list[int]] = [list(range(disks, 0, -1)), [], []]
    first = {
        "pegs": {"slots": {str(at): [disk - 1, 1, ""] for at, disk in enumerate(pegs[0])}},
        "heights": _heights(pegs),
        "why": {"lines": [["hanoi.rule", {"who": who}]]},
    }
    steps: list[Json] = []
    game = list(moves(disks))

    def add(goal: str, group: int, say: list[Any], patch: Json, **more: Any) -> None:
        where = ["hanoi.where", {"move": group + 1, "moves": len(game)}]
        marks = more.pop("marks", [])
        step = {"goal": goal, "group": group, "say": say, "marks": marks, "patch": patch}
        steps.append({**step, "where": where, **more})

    add("count", 0, ["hanoi.begin", {"disks": disks}], {})
    for group, (disk, here, there) in enumerate(game):
        token, old = disk - 1, here * disks + len(pegs[here]) - 1
        new = there * disks + len(pegs[there])
        values = {"disk": {"token": token}, "here": "ABC"[here], "there": "ABC"[there]}
        asked = {"ask": ["hanoi.ask", values]} if disk == 1 else {}
        marks = ["tie"] if disk == 1 else ["giddy"] if disk == disks else []
        forming = {"pegs": {"slots": {str(old): [token, 1, "forming"]}}}
        add("choose", group, ["hanoi.choose", values], forming, marks=marks, **asked)
        for lift in range(lifts):
            add("repair", group, ["hanoi.lift", {**values, "height": lift + 1}], {})
        pegs[there].append(pegs[here].pop())
        slots = {str(old): None, str(new): [token, 1, "merged"]}
        put = {"pegs": {"slots": slots}, "heights": _heights(pegs)}
        stale = ["stale", "overlap", "character"] if group == len(game) - 1 else []
        add("merge", group, ["hanoi.put", {**values, "remark": remark}], put, marks=stale)
    recording = {
        "version": 1,
        "goals": ["count", "choose", "merge", *(["repair"] if lifts else [])],
        "groups": len(game),
        "tokens": [_disk(number) for number in range(1, disks + 1)],
        "widgets": _widgets(disks),
        "layout": {"stage": ["pegs"], "columns": [["heights"], ["why"]]},
        "first": first,
        "steps": steps,
        **({} if start is None else {"start": start}),
    }
    digest = hashlib.sha256(json.dumps(recording).encode()).hexdigest()
    return {"id": digest[:16], **recording}


def _widgets(disks: int) -> list[Json]:
    columns = [
        {"kind": "text", "title": "hanoi.peg"},
        {"kind": "number", "title": "hanoi.height"},
        {"kind": "pair", "title": "hanoi.pegs"},
    ]
    groups = [{"start": peg * disks, "size": disks, "spans": []} for peg in range(3)]
    return [
        {"id": "pegs", "kind": "ribbon", "title": "hanoi.pegs", "groups": groups},
        {
            "id": "heights",
            "kind": "table",
            "title": "hanoi.heights",
            "columns": columns,
            "rows": 3,
        },
        {"id": "why", "kind": "note", "title": "hanoi.why", "lines": 1},
    ]


def _heights(pegs: list[list[int]]) -> Json:
    """How many disks each peg holds, and the two that lie lowest."""
    lowest = [[disk - 1 for disk in peg[:2]] if len(peg) > 1 else None for peg in pegs]
    rows = [
        {"cells": ["ABC"[place], len(peg), *([low] if low else [])], "look": ""}
        for place, (peg, low) in enumerate(zip(pegs, lowest, strict=True))
    ]
    return {"rows": rows}


def beside_panels(recording: Json) -> Json:
    """The game beside panels that hold much at every other step, little in between."""
    much: Json = {
        "heap": {"order": ["0", "1", "2"]},
        "ledger": {"pairs": {"1,0": [2, 0, ""], "2,1": [1, 0, ""]}},
        "why": {"views": [{"name": ["hanoi.why", {}], "lines": [["hanoi.pegs", {}]]}]},
    }
    little: Json = {
        "heap": {"order": ["0"]},
        "ledger": {"pairs": {"2,1": None}},
        "why": {"views": None},
    }
    entries = [[0, 1, 3], [1, 2, 2], [0, 2, 1]]
    added = [
        {"id": "heap", "kind": "heap", "entries": entries},
        {"id": "ledger", "kind": "ledger", "rows": 1, "columns": {}},
    ]
    first = recording["first"]
    first = {
        **first,
        "heap": much["heap"],
        "ledger": {"top": ["1,0"], **much["ledger"]},
        "why": {"name": ["hanoi.heights", {}], **first["why"], **much["why"]},
    }
    steps = [
        {**step, "patch": {**step["patch"], **((much, little)[place % 2] if place else {})}}
        for place, step in enumerate(recording["steps"])
    ]
    return {
        **recording,
        "id": f"{recording['id']}, panels",
        "widgets": [*recording["widgets"], *added],
        "layout": {**recording["layout"], "columns": [["heights", "ledger"], ["why", "heap"]]},
        "first": first,
        "steps": steps,
    }


def _disk(number: int) -> Json:
    """Ids far from the indices, so that one is not taken for the other."""
    return {
        "id": 400 + number,
        "kind": "learned",
        "parts": [["glyph", str(number)]],
        "width": 1,
    }


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    texts = section(language, "player", "goal", "mark") | TEXTS
    given = {
        "recording": recording,
        "text": texts,
        "lang": LANGUAGES[language].tag,
        "present": False,
    }
    return {**given, "step": None, **data}
