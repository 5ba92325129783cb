"""A sum put together by precedence: what binds most tightly is joined first.

The player draws it as a tree over the sum's bytes, with the precedence as rank, beside a reader
who goes strictly from left to right. It has heard of neither.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from tests.browser.player.hanoi import mounted as given

Json = dict[str, Any]
TEXTS = {
    "sums.begin": "{signs:byte|bytes} are to become one sum.",
    "sums.look": "{pair} binds most tightly.",
    "sums.join": "{token} is one thing now.",
    "sums.step": "Step {step}",
    "sums.scale": "Bar length: how loosely it binds",
    "sums.more": "{pairs:pair|pairs} left",
    "sums.rule": "By precedence",
    "sums.naive": "From left to right",
    "sums.say": "{tokens:token|tokens} after {steps:step|steps}, as everybody learns at school",
    "sums.aside": "{looks:look|looks}",
}
FIRST_ID = 300  # ids far from the indices, so that one is not taken for the other


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes from ``at`` on that have become one thing; ``name`` as the tree calls it."""

    at: int
    data: bytes
    name: str


def rank(left: bytes, right: bytes) -> int | None:
    """How loosely two neighbors bind; ``None`` where they do not."""
    if not is_whole(left) or not is_whole(right):
        return 0 if is_whole(left + right) else None
    first, second = left.decode(), right.decode()
    if second[0] == "²":
        return 1
    if first[-1] == "×" or second[0] == "×":
        return 20
    if first[-1] == "+" or second[0] == "+":
        return 300
    return None


def is_whole(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Sum:
    """The walk's state while it is written down."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.tokens: list[bytes] = []
        self.parts = [
            Part(at, self.data[at : at + 1], f"b{at}") for at in range(len(self.data))
        ]
        for part in self.parts:
            self.token(part.data)
        self.characters = [self.character(text, place) for place in range(len(text))]
        self.nodes: dict[str, Json] = {}
        self.blocks: list[Json] = []

    def token(self, data: bytes) -> int:
        if data not in self.tokens:
            self.tokens.append(data)
        return self.tokens.index(data)

    def character(self, text: str, place: int) -> Json:
        at, data = len(text[:place].encode()), text[place].encode()
        return {"at": at, "size": len(data), "token": self.token(data)}

    def pairs(self) -> list[tuple[Part, Part]]:
        return list(zip(self.parts, self.parts[1:], strict=False))

    def rows(self, chosen: tuple[Part, Part] | None) -> list[Json]:
        return [self.row(pair, pair == chosen) for pair in self.pairs()]

    def row(self, pair: tuple[Part, Part], chosen: bool) -> Json:
        left, right = pair
        found = rank(left.data, right.data)
        known = {} if found is None else {"rank": found, "bar": found / 300}
        indices = [self.token(left.data), self.token(right.data)]
        look = "chosen" if chosen else ""
        return {"pair": indices, "at": left.at, "look": look, **known}

    def state(self, level: int, quiet: int = 0) -> Json:
        """All three widgets."""
        blocks = [
            {**block, "look": "now" if place == len(self.blocks) - 1 else ""}
            for place, block in enumerate(self.blocks)
        ]
        ranks: Json = {"blocks": blocks, "scale": ["sums.scale", {}]}
        if quiet:
            ranks["more"] = ["sums.more", {"pairs": quiet}]
        tree = {
            "nodes": dict(self.nodes),
            "roots": [part.name for part in self.parts],
            "level": level,
        }
        return {"tree": tree, "ranks": ranks, "lanes": {"lanes": self.lanes(level)}}

    def lanes(self, level: int) -> Json:
        slots = {
            str(part.at): [self.token(part.data), len(part.data), self.look(part)]
            for part in self.parts
        }
        read = self.data[: level + 1]
        naive = {"0": [self.token(read), len(read), "differs" if level else ""]} | {
            str(at): [self.token(self.data[at : at + 1]), 1, ""]
            for at in range(len(read), len(self.data))
        }
        say = ["sums.say", {"tokens": len(self.parts), "steps": level}]
        done = len(self.parts) == 1
        return {
            "rule": {
                "slots": slots,
                "say": say,
                "aside": ["sums.aside", {"looks": level * 9}],
                "look": "done" if done else "",
            },
            "naive": {
                "slots": naive,
                "aside": ["sums.aside", {"looks": level}],
                "look": "differs" if level else "",
            },
        }

    def look(self, part: Part) -> str:
        return "" if part.name[0] == "b" else str(self.nodes[part.name[1:]]["look"])

    def join(self, pair: tuple[Part, Part], level: int, look: str) -> Part:
        """Draw the node of a pair as ``look``; what the pair becomes."""
        left, right = pair
        number, data = str(level - 1), left.data + right.data
        node = {
            "token": self.token(data),
            "at": left.at,
            "size": len(data),
            "level": level,
            "parts": [left.name, right.name],
            "rank": rank(left.data, right.data),
            "look": look,
        }
        self.nodes[number] = node
        return Part(left.at, data, f"n{number}")

    def drawn(self, data: bytes) -> Json:
        kind = "byte" if len(data) == 1 else "learned"
        identity = FIRST_ID + self.tokens.index(data)
        if is_whole(data):
            text = data.decode()
            parts = [["space"] if sign == " " else ["glyph", sign] for sign in text]
            return {"id": identity, "kind": kind, "parts": parts, "width": len(text)}
        parts = [["hex", f"{byte:02X}"] for byte in data]
        return {"id": identity, "kind": kind, "parts": parts, "width": 2 * len(data)}


def sums(text: str = "2×3+4²") -> Json:
    """The recording of the whole sum."""
    told = Sum(text)
    levels = _levels(text)
    states = [told.state(0)]
    steps: list[Json] = []

    def add(goal: str, group: int, say: list[Any]) -> None:
        steps.append({"goal": goal, "group": group, "say": say, "patch": {}})

    add("choose", 0, ["sums.begin", {"signs": len(told.data)}])
    for level in range(1, levels + 1):
        pair = _tightest(told)
        assert pair
        told.blocks.append(
            {
                "title": ["sums.step", {"step": level}],
                "state": [told.token(part.data) for part in told.parts],
                "rows": told.rows(pair),
            }
        )
        told.join(pair, level, "forming")
        indices = [told.token(part.data) for part in pair]
        states.append(told.state(level, quiet=len(told.parts) - 2))
        add("choose", level - 1, ["sums.look", {"pair": {"pair": indices}}])
        whole = told.join(pair, level, "merged")
        place = told.parts.index(pair[0])
        told.parts[place : place + 2] = [whole]
        states.append(told.state(level))
        add("merge", level - 1, ["sums.join", {"token": {"token": told.token(whole.data)}}])
        told.nodes[str(level - 1)] = {**told.nodes[str(level - 1)], "look": ""}
    patched = json.loads(json.dumps(states))
    for before, after, step in zip(patched, patched[1:], steps[1:], strict=False):
        step["patch"] = _patch(before, after)
    recording = {
        "version": 1,
        "goals": ["choose", "merge"],
        "groups": levels,
        "tokens": [told.drawn(data) for data in told.tokens],
        "widgets": _widgets(told, levels),
        "layout": {"stage": ["tree"], "beside": ["ranks"], "columns": [["lanes"]]},
        "first": patched[0],
        "steps": steps,
    }
    digest = hashlib.sha256(json.dumps(recording).encode()).hexdigest()
    return {"id": digest[:16], **recording}


def _tightest(told: Sum) -> tuple[Part, Part] | None:
    """The leftmost of the pairs that bind most tightly."""
    ranked = [(rank(left.data, right.data), (left, right)) for left, right in told.pairs()]
    known = [(found, pair) for found, pair in ranked if found is not None]
    return min(known, key=lambda each: each[0])[1] if known else None


def _levels(text: str) -> int:
    """How many steps the whole takes."""
    told, levels = Sum(text), 0
    while pair := _tightest(told):
        levels += 1
        whole = told.join(pair, levels, "")
        place = told.parts.index(pair[0])
        told.parts[place : place + 2] = [whole]
    return levels


def _patch(before: Any, after: Any) -> Any:
    """A merge patch from one state to the next; lists are replaced."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    gone: Json = {name: None for name in before if name not in after}
    return gone | {
        name: _patch(before.get(name), value)
        for name, value in after.items()
        if name not in before or before[name] != value
    }


def _widgets(told: Sum, levels: int) -> list[Json]:
    bytes_ = [f"{byte:02X}" for byte in told.data]
    leaves = [told.token(bytes([byte])) for byte in told.data]
    tree = {
        "bytes": bytes_,
        "leaves": leaves,
        "characters": told.characters,
        "levels": levels,
    }
    rules = [{"id": "rule", "title": "sums.rule"}, {"id": "naive", "title": "sums.naive"}]
    return [
        {"id": "tree", "kind": "tree", **tree},
        {"id": "ranks", "kind": "ranks"},
        {"id": "lanes", "kind": "lanes", "size": len(told.data), "lanes": rules},
    ]


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    page = given(recording, language, **data)
    return {**page, "text": page["text"] | TEXTS}


SUM = sums("2×3+4²")  # bytes 32 C3 97 33 2B 34 C2 B2, seven joins
DEEP = sums("2×3+4²×5×6")  # of so many joins that the height tells the depth
LONG = sums("2×3+4²×5×6+7+88²+1×2+3²×9×1")
