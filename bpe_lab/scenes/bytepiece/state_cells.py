"""Where the events of pre-segmentation belong in its grid of bytes by states."""

from __future__ import annotations

from bpe_core.systems.bytepiece.bytepiece_events import (
    PathLost,
    PathRestarted,
    SearchEvent,
    StateScored,
)


def at(event: SearchEvent, data: bytes) -> int:
    """Where an event belongs: its byte, those of the way back to the end."""
    is_of_byte = isinstance(event, (StateScored, PathLost, PathRestarted))
    return last_position(event) if is_of_byte else len(data)


def last_position(event: SearchEvent) -> int:
    """The byte of an event."""
    position: int = getattr(event, "position", 0)
    return position


def name(position: int, state: int) -> str:
    """A cell as the recording calls it."""
    return f"{position},{state}"
