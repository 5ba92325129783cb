"""A lesson file as tables: every value with its line, every mistake noted.

Parsers of TOML give values without lines; the syntax tree has both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import tree_sitter_toml
from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser

from bpe_core.errors import BPELabError
from bpe_lab.html_pages import Lang
from bpe_lab.lessons.lesson_errors import LessonError

Path: TypeAlias = tuple[str | int, ...]  # ("step", 0, "text", "zh"): keys, and places in lists

MOST_PROBLEMS = 100  # noted of one file
KEYS = ("bare_key", "quoted_key", "dotted_key")
NO_VALUES = ("[", "]", ",", "comment", "ERROR")
DEEPEST = 8  # parts of a path; no lesson has longer ones


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file, at ``path``; its texts should be in all of ``languages``."""

    values: Mapping[str, Any]
    path: Path
    problems: Problems
    languages: tuple[Lang, ...] = ()

    def report(self, rule: str, key: str, **values: object) -> None:
        """Note a mistake in the value of ``key``."""
        self.problems.add(rule, (*self.path, key), **values)

    def has(self, key: str) -> bool:
        return key in self.values

    def demand(self, *keys: str) -> None:
        """Note which of ``keys`` are missing."""
        for key in keys:
            if not self.has(key):
                self.report("missing_key", key)

    def allow(self, known: Iterable[str]) -> None:
        """Note every key that is none of ``known``."""
        known = tuple(known)
        for key in self.values:
            if key not in known:
                self.report("unknown_key", key, known=", ".join(known))

    def table(self, key: str) -> Table | None:
        """The table under ``key``; None where it is something else."""
        value = self.values[key]
        if isinstance(value, Mapping):
            return replace(self, values=value, path=(*self.path, key))
        self.report("not_a_table", key)
        return None

    def tables(self, key: str, most: int) -> Iterator[Table]:
        """The tables of the list under ``key``, of which there are 1 to ``most``."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.report("not_a_list", key)
            return
        if self.has(key) and not 0 < len(value) <= most:
            self.report("list_length", key, size=len(value), limit=most)
        for index, item in enumerate(value[:most]):
            path = (*self.path, key, index)
            if isinstance(item, Mapping):
                yield replace(self, values=item, path=path)
            else:
                self.problems.add("not_a_table", path)


@dataclass(slots=True)
class Problems:
    """What is wrong with a file, in the order of its lines."""

    lines: Lines
    noted: list[BPELabError] = field(default_factory=list)

    def add(self, rule: str, path: Path, **values: object) -> None:
        """Note a mistake at ``path``."""
        line, key = self.lines.line(path), written(path)
        self.take(LessonError(rule, line=line, key=key, **values))

    def take(self, problem: BPELabError) -> None:
        """Note ``problem``, unless there are enough."""
        if len(self.noted) < MOST_PROBLEMS:
            self.noted.append(problem)

    def in_order(self) -> tuple[BPELabError, ...]:
        """The first line first."""
        return tuple(sorted(self.noted, key=lambda each: int(str(each.values["line"]))))


def written(path: Path) -> str:
    """A path as a message has it, places counted from 1.

    >>> written(("step", 0, "text", "zh"))
    'step[1].text.zh'
    """
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


@dataclass(slots=True)
class Lines:
    """The line of every path, from 1 on.

    >>> Lines.of('version = 1\\n[[step]]\\ntext = {en = "a"}').line(("step", 0, "text"))
    3
    """

    line_of: dict[Path, int] = field(default_factory=dict)
    lengths: dict[Path, int] = field(default_factory=dict)  # of lists of tables

    @classmethod
    def of(cls, text: str) -> Lines:
        """Of a ``text`` that is TOML."""
        lines = cls()
        root = Parser(Grammar(tree_sitter_toml.language())).parse(text.encode()).root_node
        for node in root.children:
            lines._note(node, ())
        return lines

    def line(self, path: Path) -> int:
        """The line of ``path``; of one that is not there, that of what it would be part of."""
        while path and path not in self.line_of:
            path = path[:-1]
        return self.line_of.get(path, 1)

    def _note(self, node: Node, above: Path) -> None:
        """Note the lines of a pair, of a table and of what is in them."""
        if node.type == "pair":
            self._note_pair(node, above)
        elif node.type in ("table", "table_array_element"):
            path = self._headed(node)
            for child in node.children:
                self._note(child, path)

    def _note_pair(self, node: Node, above: Path) -> None:
        key, value = _key_of(node), node.children[-1]
        if key is not None:
            self._note_value(value, self._add(above, _parts(key), _line(node)))

    def _note_value(self, node: Node, path: Path) -> None:
        if len(path) > DEEPEST:
            return
        if node.type == "inline_table":
            for pair in node.children:
                self._note(pair, path)
        elif node.type == "array":
            for index, item in enumerate(_items(node)):
                self.line_of[(*path, index)] = _line(item)
                self._note_value(item, (*path, index))

    def _headed(self, node: Node) -> Path:
        """The path of a table by its head; each head in double brackets begins another one."""
        key = _key_of(node)
        *above, last = _parts(key) if key is not None else ("",)
        path = self._add((), tuple(above), _line(node))
        if node.type == "table":
            return self._add(path, (last,), _line(node))
        whole = (*path, last)
        self.line_of.setdefault(whole, _line(node))
        self.lengths[whole] = self.lengths.get(whole, 0) + 1
        item = (*whole, self.lengths[whole] - 1)
        self.line_of[item] = _line(node)
        return item

    def _add(self, above: Path, keys: tuple[str, ...], line: int) -> Path:
        """``above`` and ``keys``, each noted; within a list of tables, its last one."""
        path = above
        for key in keys:
            path = (*path, key)
            self.line_of.setdefault(path, line)
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        return path


def _line(node: Node) -> int:
    return node.start_point.row + 1


def _key_of(node: Node) -> Node | None:
    return next((child for child in node.children if child.type in KEYS), None)


def _items(array: Node) -> Iterator[Node]:
    return (child for child in array.children if child.type not in NO_VALUES)


def _parts(key: Node) -> tuple[str, ...]:
    """The parts of a key as TOML reads them, quotation marks and dots resolved."""
    value: object = tomllib.loads(f"{(key.text or b'').decode()} = 0")
    parts = []
    while isinstance(value, Mapping):
        ((part, value),) = value.items()
        parts.append(str(part))
    return tuple(parts)
