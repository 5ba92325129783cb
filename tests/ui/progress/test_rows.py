"""Rows from elsewhere are whole or set aside; two lists become one."""

from __future__ import annotations

import json

import pytest

from tests.ui.progress.node import evaluate, row

MOST = 2000


def stored_in(text: str | None) -> dict[str, object]:
    stored: dict[str, object] = evaluate("store", "return it.storedIn(args[0])", text)
    return stored


def test_a_whole_row_is_itself_without_what_stands_beside() -> None:
    strange = row(more="<b>", __proto__={"at": 0})
    assert evaluate("rows", "return it.rowOf(args[0])", strange) == row()


@pytest.mark.parametrize(
    "member",
    [
        {"exercise": "=1+1"},
        {"exercise": "trace.naive<script>"},
        {"exercise": 5},
        {"generator": 32},
        {"seed": "17U3"},
        {"seed": None},
        {"level": 2.5},
        {"script": "x" * 21},
        {"step": -1},
        {"kind": ""},
        {"kind": "constructor()"},
        {"first_try": 1},
        {"shown": "no"},
        {"tries": 1e9},
        {"seconds": -1},
        {"seconds": None},
        {"at": 8.65e15},
        {"at": "today"},
    ],
    ids=str,
)
def test_a_damaged_row_is_none(member: dict[str, object]) -> None:
    assert evaluate("rows", "return it.rowOf(args[0])", row(**member)) is None


@pytest.mark.parametrize("name", sorted(row()))
def test_a_row_that_lacks_a_member_is_none(name: str) -> None:
    lacking = {key: value for key, value in row().items() if key != name}
    assert evaluate("rows", "return it.rowOf(args[0])", lacking) is None


@pytest.mark.parametrize("value", [None, 5, "row", [], [[]], {}])
def test_what_is_no_row_is_none(value: object) -> None:
    assert evaluate("rows", "return it.rowOf(args[0])", value) is None


def test_two_lists_become_one_in_the_order_of_time_without_doubles() -> None:
    one, other = [row(at=3), row(at=1)], [row(at=2), row(at=3), row(at=3, step=9)]
    rows = evaluate("rows", "return it.merged(...args)", one, other)
    assert [each["at"] for each in rows] == [1, 2, 3, 3]
    assert evaluate("rows", "return it.merged(...args)", rows, [*one, *other]) == rows


def test_of_too_many_rows_the_newest_stay() -> None:
    script = """
      const rows = Array.from({ length: 2500 }, (_, at) => ({ ...args[0], at }));
      const all = it.merged(rows.slice(0, 1200), rows.slice(900));
      return [all.length, all[0].at, all.at(-1).at];
    """
    assert evaluate("rows", script, row()) == [MOST, 500, 2499]


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "null",
        "5",
        '"rows"',
        "[]",
        "{}",
        '{"version":2,"rows":[]}',
        '{"version":1,"rows":{"length":3}}',
        '{"version":1}',
        "[" * 100_000,
    ],
)
def test_a_damaged_value_holds_no_rows(text: str | None) -> None:
    assert stored_in(text) == {"deletions": 0, "rows": []}


def test_of_a_damaged_list_the_whole_rows_stay() -> None:
    rows = [row(at=2), None, row(seed="<>"), row(at=1), 7]
    text = json.dumps({"version": 1, "deletions": -4, "rows": rows})
    assert stored_in(text) == {"deletions": 0, "rows": [row(at=1), row(at=2)]}


def test_without_a_storage_rows_last_as_long_as_the_page() -> None:
    script = """
      const throwing = () => { throw new DOMException("denied", "SecurityError"); };
      globalThis.localStorage = { getItem: throwing, setItem: throwing, removeItem: throwing };
      it.addRows([args[0]]);
      const before = it.allRows();
      it.deleteRows();
      return [it.canStore(), before, it.allRows()];
    """
    assert evaluate("store", script, row()) == [False, [row()], []]


def test_a_storage_without_any_room_is_said_to_be_none() -> None:
    script = """
      const full = () => { throw new Error("quota"); };
      globalThis.localStorage = { getItem: () => null, setItem: full };
      const before = it.canStore();
      it.addRows([args[0]]);
      return [before, it.canStore(), it.allRows().length];
    """
    assert evaluate("store", script, row()) == [True, False, 1]


def test_a_full_storage_takes_the_newest() -> None:
    script = """
      let kept = null;
      globalThis.localStorage = {
        getItem: () => kept,
        setItem(key, text) { if (text.length > 60_000) throw new Error("quota"); kept = text; },
      };
      it.addRows(Array.from({ length: 1000 }, (_, at) => ({ ...args[0], at })));
      const { rows } = it.storedIn(kept);
      return [rows.length, rows.at(-1).at, it.allRows().length];
    """
    assert evaluate("store", script, row()) == [200, 999, 1000]
