"""Functions of one module as they are read, without their docstrings."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from itertools import chain

from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.source_lines import narrow


def plain_source(*functions: Callable[..., object]) -> Json:
    """A tab of the panel of code: the ``functions`` in the order of their module.

    Docstrings, and what stands between the functions, are folded away.
    """
    lines = sorted(chain.from_iterable(map(_numbered, functions)))
    ends = [number for number, _ in lines[1:]] + [lines[-1][0] + 1]
    drawn = [
        {"code": code, **({"folded": end - number - 1} if end > number + 1 else {})}
        for (number, code), end in zip(lines, ends, strict=True)
    ]
    return {"title": "linked.code.source", "first": lines[0][0], "lines": drawn}


def _numbered(function: Callable[..., object]) -> Iterator[tuple[int, str]]:
    """A function's lines with their numbers in the module."""
    lines, start = inspect.getsourcelines(function)
    definition = ast.parse("".join(lines)).body[0]
    assert isinstance(definition, ast.FunctionDef)
    docstring = definition.body[0]
    described = range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1)
    if ast.get_docstring(definition) is None:
        described = range(0)
    for number, line in enumerate(lines, 1):
        if number not in described:
            yield start + number - 1, narrow(line)
