"""Kernels as objects: how arguments reach them, and when one is compiled anew."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from bpe_core import toolchain
from bpe_core.errors import NothingCompiledError
from bpe_core.kernels import objects
from bpe_core.kernels.objects import (
    BY_NUMBA,
    SETTING,
    CompiledKernel,
    Library,
    library,
    store,
    stored,
)

SLOTS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
ROW = np.dtype([("count", "i8"), ("pair", "i4")], align=True)


class Table(NamedTuple):
    """As kernels take them."""

    rows: NDArray[Any]
    used: NDArray[np.int64]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Callable[..., CompiledKernel]:
    """Makes one of an object whose code is a function of the slots."""

    def make(
        arguments: list[Any], run: Callable[[NDArray[np.int64]], int], result: str = "i8"
    ) -> CompiledKernel:
        @SLOTS
        def code(memory: int) -> int:
            return run(np.ctypeslib.as_array((ctypes.c_int64 * 24).from_address(memory)))

        def some_kernel() -> None: ...

        address = ctypes.cast(code, ctypes.c_void_p).value
        engine = SimpleNamespace(get_function_address=lambda name: address, code=code)
        table = {objects.name_of(some_kernel): {"arguments": arguments, "result": result}}
        monkeypatch.setattr(objects, "library", lambda part: Library(engine, table))
        return CompiledKernel(some_kernel)

    return make


Make: TypeAlias = Callable[..., CompiledKernel]


def test_an_array_is_laid_out_as_numba_passes_it(kernel: Make) -> None:
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


def test_the_members_of_a_tuple_follow_one_another(kernel: Make) -> None:
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
def test_a_result_is_read_by_its_type(
    kernel: Make, result: str, slot: int, value: object
) -> None:
    def run(slots: NDArray[np.int64]) -> int:
        slots[0] = slot
        return 0

    assert kernel([], run, result)() == value


@pytest.mark.parametrize(
    "array",
    [np.zeros(3, np.uint32), np.zeros(6, np.int64)[::2], np.zeros(3, np.float64)],
    ids=["other items", "not end to end", "floats"],
)
def test_an_array_of_another_kind_never_reaches_the_code(
    kernel: Make, array: NDArray[Any]
) -> None:
    def run(slots: NDArray[np.int64]) -> int:
        raise AssertionError("it was called")

    with pytest.raises(TypeError, match="int64"):
        kernel([["array", "<i8"]], run)(array)


def test_a_kernel_that_fails_says_so(kernel: Make) -> None:
    with pytest.raises(RuntimeError, match="some_kernel"):
        kernel([], lambda slots: 1)()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which nothing is compiled yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(objects, "object_file", objects.object_file.__wrapped__)
    monkeypatch.setattr(objects, "_libraries", {})
    return tmp_path / "cache" / "bpe-lab"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that other processes are asked to compile; they give what is here anyway."""
    asked: list[str] = []
    content = stored("train") or objects._compiled("train")

    def compile_part(part: str) -> bytes:
        asked.append(part)
        return content

    monkeypatch.setattr(objects, "_compiled", compile_part)
    return asked


@pytest.mark.usefixtures("cache")
def test_what_was_stored_is_loaded_and_what_is_damaged_is_compiled_anew(
    compiled: list[str],
) -> None:
    content = objects._compiled("train")
    store("train", content)
    assert stored("train") == content
    library("train")
    assert compiled == ["train"]

    path = objects.object_file("train")
    whole = path.read_bytes()
    for at in (0, 80, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert stored("train") is None
    path.write_bytes(b"")
    objects._libraries.clear()
    library("train")
    assert compiled == ["train"] * 2


@pytest.mark.usefixtures("cache")
def test_another_processor_and_other_sources_have_objects_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {objects.object_file("texts").name, objects.object_file("bytepiece").name}
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("NUMBA_CPU_NAME", "generic")
        files.add(objects.object_file("texts").name)
        elsewhere.setenv("NUMBA_CPU_FEATURES", "+sse4.2")
        files.add(objects.object_file("texts").name)
    (tmp_path / "kernel.py").touch()
    monkeypatch.setattr(objects, "OWN", tmp_path)
    files.add(objects.object_file("texts").name)
    (tmp_path / "kernel.py").write_text("# edited")
    files.add(objects.object_file("texts").name)
    assert len(files) == 6


def test_objects_used_long_ago_are_deleted(cache: Path) -> None:
    cache.mkdir(parents=True)
    for age in range(6):
        for part in ("texts", "train"):
            old = cache / f"kernels-{part}-{age}.o"
            old.touch()
            os.utime(old, (1e9 - age, 1e9 - age))
    store("train", b"code")
    left = {path.name for path in cache.glob("kernels-train-*")}
    assert left == {
        objects.object_file("train").name,
        *(f"kernels-train-{k}.o" for k in range(3)),
    }
    assert len([*cache.glob("kernels-texts-*")]) == 6


def test_where_nothing_can_be_written_the_object_is_used_all_the_same(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    cache.parent.touch()  # a file where a folder should be
    monkeypatch.setattr(toolchain, "object_file", objects.object_file)
    monkeypatch.setattr(toolchain, "compiled", lambda part: b"of " + part.encode())
    with pytest.raises(OSError, match="Not a directory"):
        store("train", b"code")
    with monkeypatch.context() as here:
        here.setenv(SETTING, BY_NUMBA)
        toolchain.main("train")
    assert capfdbinary.readouterr().out == b"of train"
    assert stored("train") is None


def test_nothing_is_compiled_twice(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Whoever had to wait for another process finds what that has made."""
    monkeypatch.setattr(toolchain, "object_file", objects.object_file)
    monkeypatch.setattr(toolchain, "compiled", lambda part: pytest.fail("it was there"))
    store("train", b"of another")
    monkeypatch.setenv(SETTING, BY_NUMBA)
    toolchain.main("train")
    assert capfdbinary.readouterr().out == b"of another"


def test_a_process_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = [sys.executable, "-c", "raise ImportError(\"No module named 'numba'\")"]
    with monkeypatch.context() as without:
        without.setattr(
            objects, "compiling", lambda _, **options: subprocess.Popen(failing, **options)
        )
        with pytest.raises(NothingCompiledError, match="No module named 'numba'"):
            objects._compiled("train")
    with monkeypatch.context() as nowhere:
        nowhere.setattr(sys, "executable", "/no/such/python")
        with pytest.raises(NothingCompiledError, match="No such file"):
            objects._compiled("train")


@pytest.mark.slow
@pytest.mark.parametrize("part", objects.PARTS)
def test_a_part_is_compiled_in_a_process_with_nowhere_to_write(
    part: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.parent.touch()
    content = objects._compiled(part)
    assert objects.loaded(content).kernels
    assert cache.parent.read_bytes() == b""
