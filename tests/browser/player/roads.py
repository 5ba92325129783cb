"""A journey along a coast: rides between its stops, the cheapest way, and a week of weather.

The player draws the first as a lattice and the second as positions by states; it has heard of
neither.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.browser.player.hanoi import mounted as given

Json = dict[str, Any]
TEXTS = {
    "roads.begin": "{stops} stops, {rides:ride|rides}.",
    "roads.ride": "{ride} would cost {fare}.",
    "roads.best": "The cheapest way is known.",
    "roads.cost": "fare",
    "roads.from": "came from",
    "roads.land": "land",
    "roads.miles": "mile",
    "week.begin": "{days} days of weather.",
    "week.day": "Day {day}: how likely is each sky?",
    "week.back": "Back to day {day}.",
    "week.sun": "sun",
    "week.rain": "rain",
    "week.snow": "snow",
    "week.day_name": "day",
    "week.spells": "spells",
    "week.name": "A week of weather",
    "roads.name": "All rides",
}
LAND = (("海", 3), ("bay", 2), ("é", 1), (" ", 1), ("cliff", 2))  # name, miles
RIDES = (  # from, to, name, fare
    *((at, at + 1, "", 9.5) for at in range(9)),
    *((0, 3, "ferry", 12.0), (3, 5, "tram", 4.5), (3, 6, "bus", 11.0)),
    *((0, 5, "express", 19.75), (5, 9, "coach", 14.0), (6, 9, "taxi", 30.0)),
    *((1, 4, "barge", 7.0), (4, 7, "donkey", 8.5), (7, 9, "lift", 3.0)),
)
SKIES = ("sun", "rain", "snow")


def token(number: int, text: str, kind: str = "learned") -> Json:
    """Ids far from the indices, so that one is not taken for the other."""
    parts = [["space"]] if text == " " else [["glyph", text]]
    width = sum(2 if ord(sign) > 0x2E80 else 1 for sign in text)
    return {"id": 300 + number, "kind": kind, "parts": parts, "width": width}


def roads(rides: tuple[tuple[int, int, str, float], ...] = RIDES) -> Json:
    """Every ride from every stop, the fares so far, then the way back."""
    names = [*dict.fromkeys([*(name for name, _ in LAND), *(ride[2] for ride in rides)])]
    stops = sum(miles for _, miles in LAND)
    foot, at = [], 0
    for name, miles in LAND:
        foot.append({"at": at, "size": miles, "token": names.index(name)})
        at += miles
    widget = {
        "id": "map",
        "kind": "lattice",
        "title": "roads.name",
        "size": stops,
        "foot": foot,
        "under": [f"m{mile}" for mile in range(stops)],
        "rows": {
            "score": "roads.cost",
            "from": "roads.from",
            "foot": "roads.land",
            "under": "roads.miles",
        },
        "arcs": [
            {"from": start, "to": end, "label": f"{fare:.1f}"}
            | ({"token": names.index(name)} if name else {})
            for start, end, name, fare in rides
        ],
    }
    frames = list(journey(rides, stops))
    tokens = [token(number, name or "?") for number, name in enumerate(names)]
    return recorded([widget], frames, tokens, ["map"])


def journey(rides: tuple[tuple[int, int, str, float], ...], stops: int) -> Any:
    """Frames: a text and the lattice's state; what is cheapest is found as anybody would."""
    cost, came = {0: 0.0}, dict[int, int]()
    looks: dict[str, str] = {}

    def state(here: int | None, end: int | None = None, way: tuple[int, ...] = ()) -> Json:
        nodes: Json = {
            str(stop): {"score": f"{fare:.1f}"}
            | ({"from": rides[came[stop]][0]} if stop in came else {})
            for stop, fare in cost.items()
        }
        for stop in way:
            nodes[str(stop)]["look"] = "path"
        if here is not None:
            nodes[str(here)]["look"] = "now"
        if end is not None:
            nodes[str(end)]["look"] = "forming"
        return {"arcs": dict(looks), "nodes": nodes}

    yield "choose", 0, ["roads.begin", {"stops": stops + 1, "rides": len(rides)}], state(0)
    for here in range(stops):
        for number, (start, end, name, fare) in enumerate(rides):
            if start != here:
                continue
            if cost[here] + fare < cost.get(end, float("inf")):
                if end in came:
                    looks[str(came[end])] = ""
                cost[end], came[end] = cost[here] + fare, number
            looks[str(number)] = "now"
            say = ["roads.ride", {"ride": name or "walking", "fare": f"{fare:.1f}"}]
            yield "choose", here, say, state(here, end)
            looks[str(number)] = "best" if came[end] == number else ""
    stop, way = stops, [stops]
    while stop:
        looks[str(came[stop])] = "chosen"
        stop = rides[came[stop]][0]
        way.append(stop)
        yield "merge", stops, ["roads.best", {}], state(None, way=tuple(way))


def week(days: int = 9) -> Json:
    """The likeliest weather of some days; no snow on the third; a spell begins with sun."""
    names = [name for name, _ in LAND]
    foot, at = [], 0
    for name, miles in LAND:
        foot.append({"at": at, "size": miles, "token": names.index(name)})
        at += miles
    widget = {
        "id": "week",
        "kind": "states",
        "title": "week.name",
        "size": days,
        "foot": foot,
        "under": [f"d{day}" for day in range(days)],
        "rows": [f"week.{sky}" for sky in SKIES],
        "head": "week.day_name",
        "tail": "week.spells",
    }
    cells: Json = {}
    frames = [("count", 0, ["week.begin", {"days": days}], {"cells": {}, "cuts": []})]
    for day in range(days):
        for row in range(len(SKIES)):
            barred = day == 2 and row == 2
            cell = {
                "score": "−∞" if barred else f"−{day * 1.5 + row:.1f}",
                "value": f"−{row}.5",
            }
            look = {"look": "barred"} if barred else {}
            before = {"from": (row + day) % 2} if day else {}
            cells[f"{day},{row}"] = cell | look | before
        now = {key: {"look": "now", **cell} for key, cell in cells.items()}
        shown = {**cells, **{key: now[key] for key in now if key.startswith(f"{day},")}}
        frames.append(("choose", day, ["week.day", {"day": day}], {"cells": shown, "now": day}))
    row, cuts, pieces = 0, [], []
    for day in reversed(range(days)):
        cells[f"{day},{row}"] = {**cells[f"{day},{row}"], "look": "path"}
        if row == 0:
            cuts.append(day)
            pieces.append({"at": day, "size": 1, "token": 1, "look": "merged"})
        state = {"cells": dict(cells), "cuts": [*cuts], "pieces": [*pieces], "now": day}
        frames.append(("merge", days, ["week.back", {"day": day}], state))
        row = cells[f"{day},{row}"].get("from", 0)
    tokens = [token(number, name) for number, name in enumerate(names)]
    drawn = [(goal, group, say, {"week": state}) for goal, group, say, state in frames]
    return recorded([widget], drawn, tokens, ["week"])


def recorded(
    widgets: list[Json], frames: list[Any], tokens: list[Json], ids: list[str]
) -> Json:
    """Frames whole, each a patch that replaces what its widget shows."""
    whole = [
        (goal, group, say, state if set(state) == set(ids) else {ids[0]: state})
        for goal, group, say, state in frames
    ]
    steps, before = [], whole[0][3]
    for goal, group, say, state in whole:
        patch = {name: changed(before[name], state[name]) for name in ids}
        steps.append({"goal": goal, "group": group, "say": say, "patch": patch})
        before = state
    steps[0]["patch"] = {}
    body = {
        "version": 1,
        "goals": ["choose", "merge"],
        "groups": steps[-1]["group"] + 1,
        "tokens": tokens,
        "widgets": widgets,
        "layout": {"stage": ids, "columns": []},
        "first": whole[0][3],
        "steps": steps,
    }
    return {"id": hashlib.sha256(json.dumps(body).encode()).hexdigest()[:12], **body}


def changed(before: Json, after: Json) -> Json:
    """What a patch needs to say."""
    patch: Json = {key: None for key in before if key not in after}
    for key, value in after.items():
        if isinstance(value, dict) and isinstance(before.get(key), dict):
            patch[key] = changed(before[key], value)
        elif before.get(key) != value:
            patch[key] = value
    return patch


def mounted(recording: Json, language: str = "en", **data: Any) -> Json:
    """What the page gives the player."""
    whole = given(recording, language, **data)
    return {**whole, "text": whole["text"] | TEXTS}
