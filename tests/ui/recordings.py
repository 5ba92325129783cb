"""Reading a recording back: what a player sees at every step."""

from __future__ import annotations

from typing import Any

from bpe_lab.scenes.recording import patched


def frames_of(recording: Any) -> list[dict[str, Any]]:
    """The state of every widget at every step."""
    states = [recording["first"]]
    for step in recording["steps"][1:]:
        states.append(patched(states[-1], step["patch"]))
    return states


def widget(recording: Any, name: str) -> Any:
    """The static description of a widget."""
    return next(each for each in recording["widgets"] if each["id"] == name)
