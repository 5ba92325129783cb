"""What reads most files quickly gives what the careful way gives for every file."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from bpe_core.errors import FormatError
from bpe_core.formats.assemble import build_merges, by_id
from bpe_core.formats.format_rules import at
from bpe_core.formats.gpt2 import PART, MergeLines, _are_two_per_line
from bpe_core.formats.model_files import full_text, json_of, lines_of, numbers_of
from tests.for_each import for_each

KEYS = ('"a"', '"b"', r'"\u0061"', r'"\""', r'"\\"', r'"\\\""', '"é"', '""')
VALUES = ("1", "-2", "1.5", "true", '"a"', r'"\\"', "[]", '{"a": 1}', '{"a": 1, "a": 2}', "")


@pytest.mark.parametrize("first", KEYS)
def test_objects_are_read_or_refused_alike(first: str) -> None:
    for second, one, other, end in product(KEYS, VALUES, VALUES, ("", "x", "]")):
        for pairs in (f"{first}: {one}", f"{first}: {one}, {second} :{other}"):
            data = f"{{{pairs}}}{end}".encode()
            assert outcome(numbers_of, data) == outcome(json_of, data), data


@for_each(
    "data", [b"", b" ", b"{}", b"[1, 2]", b'"a"', b"7", b"\xff", b"[" * 5000, b'{"a":' * 5000]
)
def test_what_is_no_object_is_read_or_refused_alike(data: bytes) -> None:
    assert outcome(numbers_of, data) == outcome(json_of, data)


def outcome(read: Callable[[str, bytes], Any], data: bytes) -> str:
    """The value as text, where 1 and true differ, or what the error says."""
    try:
        return json.dumps(read("x.json", data))
    except FormatError as error:
        return f"refused: {error}"


def test_lines_of_two_tokens_are_told_from_others() -> None:
    """All texts of up to eight characters."""
    for size in range(9):
        for characters in product("a \n", repeat=size):
            data = "".join(characters).encode()
            rows = [line.split(" ") for _, line in lines_of("x", data)]
            text = full_text("x", data)
            are_two = all(len([*filter(None, row)]) == len(row) == 2 for row in rows)
            assert _are_two_per_line(text) == (are_two and bool(rows))


@pytest.mark.parametrize("size", [1, 2, 1500, PART])
def test_merges_come_in_parts_in_their_order(size: int) -> None:
    rows = [(f"a{k}", f"b{k}") for k in range(size)]
    parts = [*MergeLines("\n".join(map(" ".join, rows)))]
    assert [row for part in parts for row in zip(part.lefts, part.rights, strict=True)] == rows
    assert [whole for part in parts for whole in part.wholes] == [*map("".join, rows)]
    assert (len(parts) > 1) == (size == PART)


@pytest.mark.parametrize("data", [b"a b\r\nc d\r\n", b"\n\na b\n\n\nc d", b"a\rb c\r\n\r\n"])
def test_a_text_of_lines_has_the_lines_that_are_not_empty(data: bytes) -> None:
    assert full_text("x", data).split("\n") == [line for _, line in lines_of("x", data)]


@pytest.mark.parametrize("numbers", [(0, 1, 2), (2, 0, 1), (1, 2, 4), ()])
def test_tokens_are_at_their_ids(numbers: tuple[int, ...]) -> None:
    ids = dict(zip("abc", numbers, strict=False))
    tokens = by_id(ids, "")
    assert {token: number for number, token in enumerate(tokens) if token} == ids


@pytest.mark.parametrize("order", ["of the merges", "backwards", "one moved"])
def test_merges_of_several_parts_have_the_ids_that_looking_up_gives(order: str) -> None:
    rows = [(f"a{k}", f"b{k}") for k in range(PART // 4)]
    wholes = [*map("".join, rows)]
    if order == "backwards":
        wholes.reverse()
    if order == "one moved":
        wholes.append(wholes.pop(len(wholes) // 2))
    ids = {name: k for k, name in enumerate([*sum(rows, ()), *wholes])}
    lines = MergeLines("\n".join(map(" ".join, rows)))
    assert len([*lines]) > 1
    merges = build_merges("x", lines, ids, {}, lambda k: at("line", k))
    assert merges == tuple((ids[a], ids[b], ids[a + b]) for a, b in rows)


@pytest.mark.parametrize("again", [0, 1, PART // 8])
def test_a_merge_again_in_a_later_part_is_refused(again: int) -> None:
    rows = [(f"a{k}", f"b{k}") for k in range(PART // 4)]
    ids = {name: k for k, name in enumerate([*sum(rows, ()), *map("".join, rows)])}
    lines = MergeLines("\n".join(map(" ".join, [*rows, rows[again]])))
    with pytest.raises(FormatError, match=str(again)):
        build_merges("x", lines, ids, {}, lambda k: at("line", k))
