"""Reading a recording back: what a player sees at every step."""

from __future__ import annotations

from typing import Any


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396, section 2, word for word, and lists: what the player's fold must equal."""
    if not isinstance(patch, dict):
        return patch
    if isinstance(target, list) and "$" in patch:
        items = {int(place): item for place, item in patch.items() if place != "$"}
        return [
            items[place] if place in items else target[place] for place in range(patch["$"])
        ]
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


def frames_of(recording: Any) -> list[dict[str, Any]]:
    """The state of every widget at every step."""
    states = [recording["first"]]
    for step in recording["steps"][1:]:
        states.append(patched(states[-1], step["patch"]))
    return states


def widget(recording: Any, name: str) -> Any:
    """The static description of a widget."""
    return next(each for each in recording["widgets"] if each["id"] == name)
