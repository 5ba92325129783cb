"""The source of a generator, and what each of its lines is about.

It is read from the module that runs, and a suspended generator knows its line, so it cannot
drift: what is lit are the statements whose change an event reports, with the ``yield`` that
reports it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bpe_core import events
from bpe_core.events import Event, SubGoal
from ui.scenes.recording import Json


@dataclass(frozen=True, slots=True)
class Source:
    """A generator's body without its docstring.

    ``lit_at`` maps the line of a ``yield`` to the first and last line that it reports.
    """

    first: int
    text: tuple[str, ...]
    lit_at: Mapping[int, tuple[int, int]]
    goal_at: Mapping[int, SubGoal]

    def lines(self) -> Iterator[Json]:
        """Every line with the sub-goal of the next event that is yielded."""
        goals = sorted(self.goal_at.items())
        for number, line in enumerate(self.text, self.first):
            goal = next((goal for at, goal in goals if at >= number), None)
            yield {"code": line} if goal is None else {"code": line, "goal": goal}

    def lit(self, line: int) -> list[int]:
        """The lines to light, from 0, while the generator stands at ``line``."""
        first, last = self.lit_at[line]
        return [number - self.first for number in range(first, last + 1)]


@cache
def source_of(function: Callable[..., object]) -> Source:
    """Read a generator's source and find what each ``yield`` reports."""
    lines, start = inspect.getsourcelines(function)
    definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    ast.increment_lineno(definition, start - 1)
    first = definition.body[1].lineno  # after the docstring
    lit_at: dict[int, tuple[int, int]] = {}
    goal_at: dict[int, SubGoal] = {}
    for block in _blocks(definition):
        begin = None
        for statement in block:
            reported = _yield_in(statement)
            if reported is not None:
                last = statement.end_lineno or statement.lineno
                lit_at[reported.lineno] = (begin or statement.lineno, last)
                goal_at[last] = _goal_of(reported)
            # A change is what is between two reports in one block.
            begin = None if _reports(statement) else begin or statement.lineno
    text = tuple(line.rstrip() for line in lines[first - start :])
    return Source(first, _dedented(text), lit_at, goal_at)


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """All blocks but those under ``if detail``, which belong to the statement before."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and _is_detail(node):
            continue
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block


def _reports(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Yield) for node in ast.walk(statement))


def _is_detail(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "detail"


def _yield_in(statement: ast.stmt) -> ast.Yield | None:
    """The event that a statement yields, by itself or under ``if detail``."""
    if _is_detail(statement):
        assert isinstance(statement, ast.If)
        statement = statement.body[0]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield):
        return statement.value
    return None


def _goal_of(reported: ast.Yield) -> SubGoal:
    call = reported.value
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    event: type[Event] = getattr(events, call.func.id)
    return event.goal


def _dedented(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(textwrap.dedent("\n".join(lines)).splitlines())
