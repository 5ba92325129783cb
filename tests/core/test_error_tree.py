"""The tree of errors: every leaf says its values, and survives the way between processes."""

from __future__ import annotations

import copy
import pickle
import string
from collections.abc import Iterator

import pytest

from bpe_core import errors
from bpe_core.errors import (
    BPELabError,
    DownloadError,
    FormatError,
    InputError,
    Notice,
    UnknownNameError,
)
from bpe_core.shards import shard_files as shard_errors
from bpe_lab.lessons import lesson_errors


def subclasses(kind: type[BPELabError]) -> Iterator[type[BPELabError]]:
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


MODULES = {errors.__name__, lesson_errors.__name__, shard_errors.__name__}
CLASSES = [kind for kind in subclasses(BPELabError) if kind.__module__ in MODULES]
# A mistake in a lesson says its rule's sentence instead (`tests/lab/lessons`).
LEAVES = [
    kind
    for kind in CLASSES
    if not kind.__subclasses__() and kind is not lesson_errors.LessonError
]


def sample_values(leaf: type[BPELabError]) -> dict[str, object]:
    """A value for every name in the message: a number where it is written as one."""
    values: dict[str, object] = {}
    for _, name, spec, _ in string.Formatter().parse(leaf.message):
        if name:
            values[name] = 0xD8 + len(values) if spec else f"{name} {{braces}} 哈"
    return values


def test_the_tree_has_leaves_under_every_branch() -> None:
    for branch in (InputError, Notice):
        assert len([leaf for leaf in LEAVES if issubclass(leaf, branch)]) > 1
    assert FormatError in LEAVES


def test_a_leaf_says_every_value_that_it_names() -> None:
    for leaf in LEAVES:
        values = sample_values(leaf)
        error = leaf(**values)
        assert error.values == values, leaf
        for value in values.values():
            said = value if isinstance(value, str) else f"{value:X}"
            assert said in str(error), leaf


def test_a_value_that_the_message_needs_cannot_be_left_out() -> None:
    for leaf in LEAVES:
        values = sample_values(leaf)
        for name in values:
            with pytest.raises(KeyError, match=name):
                leaf(**{other: value for other, value in values.items() if other != name})


def test_a_leaf_survives_copying_and_the_way_between_processes() -> None:
    for leaf in LEAVES:
        error = leaf(**sample_values(leaf))
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is leaf
            assert (str(again), again.values) == (str(error), error.values)


def test_what_users_give_wrongly_is_a_value_error() -> None:
    for leaf in LEAVES:
        is_input = issubclass(leaf, InputError | FormatError)
        assert issubclass(leaf, ValueError) == is_input, leaf
        assert is_input or issubclass(leaf, DownloadError | Notice), leaf


def test_the_docstring_draws_the_whole_tree() -> None:
    drawn = {
        word for word in (errors.__doc__ or "").split() if word.endswith(("Error", "Notice"))
    }
    assert drawn - {"ValueError"} == {kind.__name__ for kind in [BPELabError, *CLASSES]}


def test_an_unknown_name_lists_the_known_in_order() -> None:
    error = UnknownNameError.among("pattern", "gpt5", ["b", "a"])
    assert str(error) == "no pattern named 'gpt5'; known: b, a"
