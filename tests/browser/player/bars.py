"""A line of music as a recording: notes in a row, their kinds, their codes."""

from __future__ import annotations

import json
from typing import Any

from bpe_lab.text import LANGUAGES, section

Json = dict[str, Any]
TEXTS = {
    "bars.line": "The line",
    "bars.again": "The line, transposed",
    "bars.kinds": "Kinds of notes",
    "bars.codes": "Codes",
    "bars.more": "and {bars} bars more",
    "bars.long": "a long note",
    "bars.short": "a short note",
    "bars.rest": "silence",
    "bars.say": "Listen to {note}.",
}
LINE_END = ["name", "⏎"]
KINDS = [("[A-G]♮", "bars.long"), ("[a-g]|é", "bars.short"), (" +", "bars.rest")]


def note(number: int, *parts: list[str], kind: str = "learned") -> Json:
    return {"id": number, "kind": kind, "parts": [*parts], "width": 2}


NOTES = [
    note(300, ["glyph", "Do"]),
    note(301, ["space"], ["glyph", "re"]),
    note(302, ["glyph", "mi"], LINE_END),
    note(303, LINE_END, ["space"], ["space"], kind="piece"),
    note(200, ["hex", "C3"], kind="byte"),
    note(201, ["hex", "A9"], kind="byte"),
    note(7, ["glyph", "é"], kind="piece"),
    note(900, ["glyph", "<fine>"], kind="special"),
]


def item(at: int, *tokens: int, kind: int | None = None, **more: Any) -> Json:
    """An item of these tokens, one byte each where they are several."""
    held = [[token, at + place] for place, token in enumerate(tokens)]
    given = {"at": at, "tokens": held, **more}
    return given if kind is None else {**given, "kind": kind}


LINE = [
    item(0, 0, kind=0),
    item(2, 1, kind=1),
    item(5, 2, kind=0),
    item(8, 3, kind=2),
    item(11, 4, 5, glyph=6, kind=1),
    item(13, 7, look="special"),
]


def flow(name: str, items: list[Json], style: str = "text", **more: Any) -> Json:
    return {"id": name, "kind": "flow", "title": "bars.line", "style": style} | {
        "items": items,
        **more,
    }


def pattern() -> Json:
    alternatives = [
        {"code": code, "note": [key, {}], "kind": kind}
        for kind, (code, key) in enumerate(KINDS)
    ]
    return {
        "id": "kinds",
        "kind": "pattern",
        "title": "bars.kinds",
        "alternatives": alternatives,
    }


def codes() -> Json:
    """The letter é and a line's end after eleven bytes that are not drawn."""
    characters = [{"at": 11, "size": 2, "token": 6}, {"at": 13, "size": 1, "token": 3}]
    values = [*range(11), 0xC3, 0xA9, 0x0A]
    return {
        "id": "codes",
        "kind": "bytes",
        "title": "bars.codes",
        "characters": characters,
        "values": values,
        "decimal": True,
    }


def recorded(
    *widgets: Json,
    first: Json | None = None,
    patches: tuple[Json, ...] = (),
    tokens: list[Json] | None = None,
) -> Json:
    """A board of these widgets; a walk where there are patches."""
    steps = [
        {
            "goal": "count",
            "group": 0,
            "say": ["bars.say", {"note": {"token": 0}}],
            "patch": patch,
        }
        for patch in ({}, *patches)
    ]
    recording = {
        "version": 1,
        "goals": ["count"],
        "groups": 1,
        "tokens": NOTES if tokens is None else tokens,
        "widgets": [*widgets],
        "layout": {"stage": [widgets[0]["id"]], "columns": [[w["id"]] for w in widgets[1:]]},
        "first": first or {},
        "steps": steps,
    }
    return {"id": str(hash(json.dumps(recording))), **recording}


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    texts = section(language, "player", "goal", "mark") | TEXTS
    given = {
        "recording": recording,
        "text": texts,
        "lang": LANGUAGES[language].tag,
        "present": False,
    }
    return {**given, "step": None, "name": "A line of music", **data}
