"""Work in the background of pages: waited for until it has ended."""

from __future__ import annotations

from typing import Any

from ui.page.session import BY_ITSELF
from ui.serving.jobs import Line


def ended(line: Line, seconds: float) -> None:
    """Once no job is left in ``line``."""
    with line.changed:
        assert line.changed.wait_for(lambda: not line.jobs, seconds)


def settled(at: Any, line: Line, seconds: float) -> Any:
    """The page once no job is left, drawn anew by itself."""
    ended(line, seconds)
    at.session_state[BY_ITSELF] = True
    return at.run()
