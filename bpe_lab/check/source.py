"""Whose code is checked, and within which limits."""

from __future__ import annotations

from dataclasses import dataclass

MB = 2**20
SECONDS, MEMORY = 10.0, 1024  # without other limits; MB


@dataclass(frozen=True, slots=True)
class Source:
    """Files of Python, or a command; ``name`` is the class among several.

    A request may take ``seconds`` and the process ``memory`` bytes beyond what it starts with.
    """

    files: tuple[str, ...] = ()
    command: str = ""
    name: str = ""
    seconds: float = SECONDS
    memory: int = MEMORY * MB
