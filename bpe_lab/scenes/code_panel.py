"""The panel of code: pseudo-code beside a generator's own source, lit by the same event.

The source is read from the module that runs, so it cannot drift. What only reports (``if
detail:`` and ``yield``) is folded away: it changes nothing, and no reader of the algorithm
needs it. Which lines are executed between two events is followed in the run itself.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import (
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from sys import gettrace, settrace
from types import CodeType, FrameType, GeneratorType
from typing import Any, TypeAlias

from bpe_core import events
from bpe_core.events import Event, SubGoal
from bpe_lab.scenes.recording import Json, text

Lines: TypeAlias = tuple[int, ...]
# (name, sub-goal, code or None where the catalogue has it, in words, whether it has a comment)
PseudoLine: TypeAlias = tuple[str, SubGoal, str | None, bool]
Values: TypeAlias = list[Json]


def executed(
    run: Iterator[Event],
    repeats: Callable[[Event], bool] = lambda event: False,
) -> Generator[tuple[Event, Lines], None, Lines]:
    """Every event with the lines of the module that were executed up to it.

    They come in the order of their last execution, so the last one is where the run stands.
    Returns those executed behind the last event.
    The lines after an event that ``repeats`` are those of the event before: they are not
    followed again, so that a loop over a whole text costs what it costs.
    """
    assert isinstance(run, GeneratorType), "only a generator knows its line"
    frame = run.gi_frame
    lines: dict[int, None] = {}
    followed: Lines = ()

    def follow(at: FrameType, what: str, value: object) -> Any:
        if what == "line":
            lines.pop(at.f_lineno, None)
            lines[at.f_lineno] = None
        return follow

    def begin(at: FrameType, what: str, value: object) -> Any:
        return follow if at is frame else None

    skips = False
    while True:
        if skips:
            event = next(run, None)
        else:
            lines.clear()
            before = gettrace()
            settrace(begin)
            try:
                event = next(run, None)
            finally:
                settrace(before)
            followed = tuple(lines)
        if event is None:
            return followed
        yield event, followed
        skips = repeats(event)


def with_lines(run: Iterator[Event]) -> tuple[list[tuple[Event, Lines]], Lines]:
    """A whole run with the lines of every event, and those executed behind the last one."""
    steps: list[tuple[Event, Lines]] = []
    going = executed(run)
    while True:
        try:
            steps.append(next(going))
        except StopIteration as end:
            return steps, end.value


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

    ``index_of`` has the index, from 0, of every line that is read, ``mark_of`` for every line
    that is folded away the index of the one that carries the mark.
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
    for number, line in enumerate(code, first):
        if number in gone:
            read[-1] = replace(read[-1], folded=read[-1].folded + 1)
            mark_of[number] = len(read) - 1
            continue
        goal = next((goal for at, goal in goals if at >= number), None)
        read.append(SourceLine(number, narrow(line), goal, 0))
    index_of = {each.number: index for index, each in enumerate(read)}
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


def code_widget(pseudo: Sequence[PseudoLine], source: Source, *, notes: str) -> Json:
    """The static part: two tabs; the catalogue has comments, ``<notes>.<name>``, and lines in
    words, ``<notes>.<name>_line``.
    """
    lines = [
        {
            "code": code or text(f"{notes}.{name}_line"),
            "goal": goal,
            **({"note": f"{notes}.{name}"} if noted else {}),
        }
        for name, goal, code, noted in pseudo
    ]
    tabs = [
        {"title": "linked.code.pseudo", "first": 1, "lines": lines},
        {"title": "linked.code.source", "first": source.first, "lines": source.drawn()},
    ]
    return {"id": "code", "kind": "code", "title": "linked.code.title", "tabs": tabs}


@dataclass(slots=True)
class CodePanel:
    """The lines at work, and the values that lines of pseudo-code left behind."""

    pseudo: Sequence[PseudoLine]
    lit: dict[str, list[int]] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)
    line_of: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.line_of = {name: line for line, (name, *_) in enumerate(self.pseudo)}

    def light(self, names: Iterable[str], source_lines: list[int]) -> None:
        """Light pseudo-code by name and the source by line."""
        self.lit = {"0": [self.line_of[name] for name in names], "1": source_lines}

    def leave(self, name: str, values: Values) -> None:
        """Put values beside a line of pseudo-code."""
        self.values = self.values | {str(self.line_of[name]): values}

    def forget(self, names: Collection[str]) -> None:
        """Take the values of these lines away."""
        gone = {str(self.line_of[name]) for name in names}
        self.values = {line: v for line, v in self.values.items() if line not in gone}

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return {"lit": self.lit, "values": self.values}
