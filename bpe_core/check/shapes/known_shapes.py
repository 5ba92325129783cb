"""The shapes of students' code that are known, tried in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bpe_core.check.shapes import cs336, functions, minbpe
from bpe_core.check.shapes.solution import Loaded

Recognise: TypeAlias = Callable[[Mapping[str, Any], str], Loaded | None]

SHAPES: Mapping[str, Recognise] = {
    "cs336": cs336.recognise,
    "minbpe": minbpe.recognise,
    "functions": functions.recognise,
}


def recognise(names: Mapping[str, Any], wanted: str = "") -> Loaded | None:
    """The first shape that fits what a file defines; ``wanted`` names a class."""
    for row in SHAPES.values():
        if loaded := row(names, wanted):
            return loaded
    return None
