"""In which line of a TOML file each value stands.

Parsers of TOML give values without lines; the syntax tree has both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Path: TypeAlias = tuple[str | int, ...]  # ("step", 0, "text", "zh"): keys, and places in lists

KEYS = ("bare_key", "quoted_key", "dotted_key")
NO_VALUES = ("[", "]", ",", "comment", "ERROR")
DEEPEST = 8  # parts of a path; no lesson has longer ones


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
        root = Parser(Language(tree_sitter_toml.language())).parse(text.encode()).root_node
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
