"""The source of a generator as it is read beside a run, and which of its lines are lit.

It is read from the module that runs, so it cannot drift. What only reports (``if detail:`` and
``yield``) is folded away: it changes nothing, and no reader of the algorithm needs it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import CodeType
from typing import Any

from bpe_core import events
from bpe_core.events import Event, SubGoal
from bpe_lab.scenes.executed_lines import Lines
from bpe_lab.scenes.recording import Json


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line that is read: its number in the module, and how many after it are folded away."""

    number: int
    code: str
    goal: SubGoal | None
    folded: int


@dataclass(frozen=True, slots=True)
class Source:
    """A generator's body without its docstring.

    ``index_of`` has the place, from 0, of every line that is read, ``mark_of`` for every line
    that is folded away the place of the one that carries the mark.
    """

    first: int
    lines: tuple[SourceLine, ...]
    index_of: Mapping[int, int]
    mark_of: Mapping[int, int]

    def drawn(self) -> list[Json]:
        """The lines as the player's panel of code takes them."""
        return [
            {
                "code": line.code,
                **({"goal": line.goal} if line.goal else {}),
                **({"folded": line.folded} if line.folded else {}),
            }
            for line in self.lines
        ]

    def lit(self, executed: Lines) -> list[int]:
        """Which lines to light, from 0, where these of the module were ``executed``, in order.

        Where nothing but a report was, the line that carries the mark of its fold.
        """
        lit = [self.index_of[number] for number in executed if number in self.index_of]
        return lit or [self.mark_of[executed[-1]]]


def source_of(function: Callable[..., object] | CodeType) -> Source:
    """Read a generator's source, once, and fold what only reports."""
    source: Source = _read(function)
    return source


@cache
def _read(function: Any) -> Source:
    lines, start = inspect.getsourcelines(function)
    definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    ast.increment_lineno(definition, start - 1)
    first = definition.body[ast.get_docstring(definition) is not None].lineno
    code = textwrap.dedent("".join(lines[first - start :])).splitlines()
    gone = {number for report in _reports(definition) for number in _lines_of(report)}
    goals = sorted(_goals(definition))
    read: list[SourceLine] = []
    mark_of: dict[int, int] = {}
    for number, text in enumerate(code, first):
        if number in gone:
            read[-1] = replace(read[-1], folded=read[-1].folded + 1)
            mark_of[number] = len(read) - 1
            continue
        goal = next((goal for at, goal in goals if at >= number), None)
        read.append(SourceLine(number, narrow(text), goal, 0))
    index_of = {line.number: index for index, line in enumerate(read)}
    return Source(first, tuple(read), index_of, mark_of)


def _reports(tree: ast.AST) -> Iterator[ast.stmt]:
    """The statements that do nothing but yield an event, always or if it is asked for."""
    for node in ast.walk(tree):
        if _is_yield(node) or (isinstance(node, ast.If) and _is_detail(node.test)):
            assert isinstance(node, ast.stmt)
            yield node


def _is_yield(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)


def _is_detail(test: ast.expr) -> bool:
    """Whether a test asks for details, and for what else only if they are wanted."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        test = test.values[0]
    return isinstance(test, ast.Name) and test.id == "detail"


def _lines_of(statement: ast.stmt) -> range:
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def _goals(tree: ast.AST) -> Iterator[tuple[int, SubGoal]]:
    """The sub-goal of every event that is yielded, by the last line of its report."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield):
            call = node.value
            assert isinstance(call, ast.Call)
            assert isinstance(call.func, ast.Name)
            event: type[Event] = getattr(events, call.func.id)
            yield node.end_lineno or node.lineno, event.goal


def narrow(line: str) -> str:
    """Two columns to a level: a panel has few.

    >>> narrow("        i += 1")
    '    i += 1'
    """
    code = line.strip()
    return " " * ((len(line.rstrip()) - len(code)) // 2) + code
