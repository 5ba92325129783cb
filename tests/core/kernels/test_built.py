"""A library of kernels: how arguments reach it, and when there is none."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from bpe_core.kernels import built
from bpe_core.kernels.built import SETTING, BuiltKernel, Library, library

SLOTS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
ROW = np.dtype([("count", "i8"), ("pair", "i4")], align=True)


class Table(NamedTuple):
    """As kernels take them."""

    rows: NDArray[Any]
    used: NDArray[np.int64]


def kernel(
    arguments: list[Any], run: Callable[[NDArray[np.int64]], int], result: str = "i8"
) -> BuiltKernel:
    """One of a library whose code is ``run``, on the slots."""

    @SLOTS
    def code(memory: int) -> int:
        return run(np.ctypeslib.as_array((ctypes.c_int64 * 24).from_address(memory)))

    def some_kernel() -> None: ...

    name = f"{__name__}.{some_kernel.__qualname__}"
    table = {name: {"symbol": "code", "arguments": arguments, "result": result}}
    return BuiltKernel(some_kernel, Library(SimpleNamespace(code=code), table))  # type: ignore[arg-type]


def test_an_array_is_laid_out_as_numba_passes_it() -> None:
    array = np.array([3, 5, 7], np.int64)
    laid: list[int] = []

    def run(slots: NDArray[np.int64]) -> int:
        laid.extend(slots[2:11].tolist())
        ctypes.c_int64.from_address(laid[4]).value = 11
        slots[0] = -2
        return 0

    assert kernel([["array", "<i8"], "i8", "i8"], run)(array, -9, np.int64(4)) == -2
    assert laid == [0, 0, 3, 8, array.ctypes.data, 3, 8, -9, 4]
    assert array.tolist() == [11, 5, 7]


def test_the_members_of_a_tuple_follow_one_another() -> None:
    table = Table(np.zeros(2, ROW), np.zeros(1, np.int64))
    record = {"names": ["count", "pair"], "formats": ["<i8", "<i4"], "offsets": [0, 8]}
    rows = ["array", {**record, "itemsize": 16}]
    laid: list[int] = []

    def run(slots: NDArray[np.int64]) -> int:
        laid.extend(slots[2:18].tolist())
        return 0

    kernel([["tuple", [rows, ["array", "<i8"]]], "f8", "u8"], run)(table, 0.5, 2**64 - 1)
    assert laid[:7] == [0, 0, 2, 16, table.rows.ctypes.data, 2, 16]
    assert laid[7:14] == [0, 0, 1, 8, table.used.ctypes.data, 1, 8]
    assert np.array(laid[14:15]).view(np.float64) == 0.5
    assert laid[15] == -1


@pytest.mark.parametrize(
    ("result", "slot", "value"),
    [
        ("i8", -5, -5),
        ("u8", -5, 2**64 - 5),
        ("b1", 1, True),
        ("b1", 0, False),
        ("none", 7, None),
    ],
)
def test_a_result_is_read_by_its_type(result: str, slot: int, value: object) -> None:
    def run(slots: NDArray[np.int64]) -> int:
        slots[0] = slot
        return 0

    assert kernel([], run, result)() == value


@pytest.mark.parametrize(
    "array",
    [np.zeros(3, np.uint32), np.zeros(6, np.int64)[::2], np.zeros(3, np.float64)],
    ids=["other items", "not end to end", "floats"],
)
def test_an_array_of_another_kind_never_reaches_the_code(array: NDArray[Any]) -> None:
    def run(slots: NDArray[np.int64]) -> int:
        raise AssertionError("it was called")

    with pytest.raises(TypeError, match="int64"):
        kernel([["array", "<i8"]], run)(array)


def test_a_kernel_that_fails_says_so() -> None:
    with pytest.raises(RuntimeError, match="some_kernel"):
        kernel([], lambda slots: 1)()


def manifest(folder: Path, **changes: Any) -> dict[str, Any]:
    whole = {
        "sources": built.fingerprint(),
        "platform": built.here(),
        "files": {"0": "nowhere.so"},
        "kernels": {},
    } | changes
    (folder / built.MANIFEST).write_text(json.dumps(whole))
    return whole


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"sources": "of others"},
        {"platform": "elsewhere-x86_64"},
        {"files": {"0": built.MANIFEST}},
        {"files": {}},
        {"files": {"none": "nowhere.so"}},
    ],
    ids=["no file", "other sources", "elsewhere", "no library", "none", "no level"],
)
def test_a_library_that_does_not_fit_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    manifest(tmp_path, **changes)
    monkeypatch.setenv(SETTING, str(tmp_path))
    assert library.__wrapped__() is None
    for text in ("[", "[]", "{}"):
        (tmp_path / built.MANIFEST).write_text(text)
        assert library.__wrapped__() is None
    monkeypatch.setenv(SETTING, str(tmp_path / "nowhere"))
    assert library.__wrapped__() is None


@pytest.mark.parametrize(("level", "best"), [(0, 2), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_the_processor_says_which_file_is_best(
    monkeypatch: pytest.MonkeyPatch, level: int, best: int
) -> None:
    monkeypatch.setattr(
        built.ctypes,
        "CDLL",
        lambda path: SimpleNamespace(path=path, processor_level=lambda: level),
    )
    files = {each: Path(f"level-{each}") for each in (2, 3, 4)}
    assert built._best_of(files).path == f"level-{best}"  # type: ignore[attr-defined]
