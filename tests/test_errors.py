"""One mechanism of errors: each rule has its message, is raised somewhere, with its values."""

from __future__ import annotations

import ast
import copy
import pickle
import string
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bpe_core.errors import BPELabError, DownloadError, InputError, Notice, UnknownNameError
from bpe_lab.lessons.lesson_errors import LessonError
from bpe_lab.text import catalogue
from tests.paths import ROOT
from tests.raising import ELSEWHERE, rules, sample

# Of which each rule is broken in `tests/lab/lessons/test_reading.py`.
RULES = [each for each in rules() if each[0] is not LessonError]
CLASSES = {kind.__name__: kind for kind, _ in RULES}


class Raised(NamedTuple):
    """A place that makes an error; None for ``values`` that are put together."""

    where: str
    kind: type[BPELabError]
    rule: str
    values: set[str] | None


def raised() -> Iterator[Raised]:
    """All places that name a class and, literally, its rule."""
    for room in ("bpe_core", "bpe_lab", "ui", "pages", "benchmarks"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and (kind := CLASSES.get(_called(node))):
                    first = node.args[0] if node.args else ast.Constant("")
                    names = [keyword.arg for keyword in node.keywords]
                    values = None if None in names else {name for name in names if name}
                    if isinstance(first, ast.Constant):
                        where = f"{path.relative_to(ROOT)}:{node.lineno}"
                        yield Raised(where, kind, str(first.value), values)


def _called(node: ast.Call) -> str:
    """``OptionError`` of ``errors.OptionError(…)``."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


RAISED = list(raised())


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_rule_is_raised_somewhere() -> None:
    told = {(each.kind, each.rule) for each in RAISED}
    assert {*RULES} - told == {(UnknownNameError, "")}, "this one by its `among` alone"
    notices = {key.removeprefix("notice.") for key in catalogue("en") if key[:7] == "notice."}
    assert {rule for kind, rule in told if kind is Notice} == notices


def test_every_place_passes_the_values_of_its_rule() -> None:
    assert len(RAISED) > 300, "the search for places finds too little to be right"
    for where, kind, rule, values in RAISED:
        wanted = placeholders(kind.template(rule))
        if kind is Notice:
            wanted |= placeholders(catalogue("en")[f"notice.{rule}"])
        assert values is None or values == wanted, where


def test_an_error_says_every_value_that_it_names() -> None:
    for error in (sample(*each) for each in RULES):
        for value in error.values.values():
            said = value if isinstance(value, str) else f"{value:X}"
            assert said in str(error), error.name


def test_a_value_that_the_message_needs_cannot_be_left_out() -> None:
    for kind, rule in RULES:
        values = sample(kind, rule).values
        for name in values:
            with pytest.raises(KeyError, match=name):
                kind(rule, **{other: value for other, value in values.items() if other != name})


def test_an_error_survives_copying_and_the_way_between_processes() -> None:
    for error in (
        *(sample(*each) for each in RULES),
        Notice("steps_cap", recorded=1, merges=2),
    ):
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is type(error)
            assert (str(again), again.rule, again.values) == (
                str(error),
                error.rule,
                error.values,
            )


def test_what_users_give_wrongly_is_a_value_error() -> None:
    for kind, _ in RULES:
        assert issubclass(kind, ValueError) == (kind not in (DownloadError, Notice)), kind
    assert all(issubclass(kind, InputError) for kind in ELSEWHERE)


def test_an_unknown_rule_is_no_error_of_ours() -> None:
    with pytest.raises(KeyError, match="empty_texts"):
        InputError("empty_texts")


def test_an_unknown_name_lists_the_known_in_order() -> None:
    error = UnknownNameError.among("pattern", "gpt5", ["b", "a"])
    assert str(error) == "no pattern named 'gpt5'; known: b, a"
