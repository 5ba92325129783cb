"""Names say what a value is: no past participles and no metaphors in their place.

`told`, `made` or `found` could name anything; `message`, `merge` or `offset` say what it is.
Checked are the names that a module assigns or defines: variables, parameters, functions,
fields, attributes. Classes of events are past participles on purpose (`PieceFound`), so a name
in CamelCase is one word here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.paths import ROOT

BANNED = {
    *("told", "said", "found", "kept", "shown", "place", "places", "made", "given", "knows"),
    *("bury", "epitaph", "mutter"),
}
BANNED_WHOLE = {"last_words", "work_off", "run_in", "own_folder"}

# file and name -> why it stays
EXCEPTIONS = {
    ("bpe_core/encoder_events.py", "found"): "a field of `MergeTried`; these are public",
}


def names_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a module assigns or defines, and its line."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name, node.lineno
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name, node.lineno
            case ast.alias(asname=str(name)):
                yield name, node.lineno


def is_banned(name: str) -> bool:
    """Whether a name has a banned word between its underscores, or is one as a whole."""
    plain = name.strip("_").lower()
    return plain in BANNED_WHOLE or not BANNED.isdisjoint(plain.split("_"))


def banned_in(source: str) -> list[tuple[str, int]]:
    """The banned names of a module, each with its line."""
    return [(name, line) for name, line in names_in(ast.parse(source)) if is_banned(name)]


def modules() -> list[Path]:
    """All modules of the core, the app and its pages."""
    folders = (ROOT / name for name in ("bpe_core", "bpe_lab", "ui", "pages"))
    return [ROOT / "app.py", *sorted(path for each in folders for path in each.rglob("*.py"))]


@cache
def all_banned() -> list[tuple[str, str, int]]:
    """(file, name, line) of every banned name."""
    return [
        (path.relative_to(ROOT).as_posix(), name, line)
        for path in modules()
        for name, line in banned_in(path.read_text("utf-8"))
    ]


def test_no_module_uses_a_banned_name() -> None:
    wrong = [
        f"{file}:{line}: {name}"
        for file, name, line in all_banned()
        if (file, name) not in EXCEPTIONS
    ]
    assert not wrong, "names that do not say what they are:\n" + "\n".join(wrong)


def test_every_exception_is_needed() -> None:
    used = {(file, name) for file, name, _ in all_banned()}
    assert not EXCEPTIONS.keys() - used


@for_each(
    "source, name",
    [
        ("told = 1", "told"),
        ("_kept = KEPT_BENCH = 1", "KEPT_BENCH"),
        ("def work_off(): ...", "work_off"),
        ("def f(place): ...", "place"),
        ("def f(*, given=1): ...", "given"),
        ("f = lambda said: 1", "said"),
        ("class Row:\n    made: int", "made"),
        ("class Given: ...", "Given"),
        ("self.found = 1", "found"),
        ("for all_shown in (): ...", "all_shown"),
        ("[1 for places in ()]", "places"),
        ("with f() as told: ...", "told"),
        ("if (told := f()): ...", "told"),
        ("try: ...\nexcept OSError as told: ...", "told"),
        ("match f():\n    case Row(kept=told): ...", "told"),
        ("match f():\n    case [*told]: ...", "told"),
        ("from os import stat as told", "told"),
    ],
)
def test_a_planted_name_is_caught(source: str, name: str) -> None:
    assert name in [caught for caught, _ in banned_in(source)]


@pytest.mark.parametrize(
    "source",
    [
        "class PieceFound: ...",
        "replace = placed = showing = 1",
        "f(place=1, told=2)",
        "row.found",
        'text = "told"',
        "case = unknown = 1",
    ],
)
def test_other_names_pass(source: str) -> None:
    assert not banned_in(source)
