"""Kernels are compiled ahead, by the calls that need them later, with one type for each."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_core import warm

# After warming, long work of every kind; then what each kernel was compiled for, and whether.
WORK = """
import importlib, pkgutil, sys
from pathlib import Path
import bpe_core.kernels
from bpe_core.warm import warm

# What numba tells types of arguments apart by is complete before the first call: a call that
# goes through it must not meet one that adds to it.
import bpe_core.kernels.kernel_cache
from numba.extending import typeof_impl

told_apart = set(typeof_impl.registry)
assert len(told_apart) > 40
warm()
modules = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(bpe_core.kernels.__path__, "bpe_core.kernels.")
]
kernels = {
    f"{value.py_func.__module__}.{name}": value
    for module in modules
    for name, value in vars(module).items()
    if hasattr(value, "py_func") and hasattr(value, "signatures")
    and not value.targetoptions.get("no_cpython_wrapper")
}
def types():
    return {name: len(kernel.overloads) for name, kernel in kernels.items()}

before = types()
import numpy as np
from bpe_core.pretokenize.counting import count_table
from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.decode_array import decode_array
from bpe_core.pretokenize.text_parts import Block, parts_of
from bpe_core.pretokenize.scan import COMPILED_PATTERNS
from bpe_core.train.compiled import train_slices
from bpe_core.train.compiled import fold_slices
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS

text = Path(sys.argv[1]).read_text("utf-8") * 200 + "a" * 5000
for data in (text.encode(), bytearray(text.encode())):
    array = np.frombuffer(data, np.uint8)
    for pattern in COMPILED_PATTERNS:
        table = count_table([Block(array, parts_of(array, [b"<|x|>"]))] * 2, pattern=pattern)
for tie_break in TIE_BREAKS:
    options = TrainOptions(num_merges=50, tie_break=tie_break, special_tokens=["<|x|>"])
    model = fold_slices(train_slices(table, options), options)
for threads in (1, 2):
    ids = encode_array(model, text, allowed_special=["<|x|>"], threads=threads)
    assert decode_array(model, ids, threads=threads) == text.encode()
late = {name: (before[name], now) for name, now in types().items() if now != before[name]}
assert not late, late
several = {name: count for name, count in before.items() if count > 1}
assert not several, several
assert not set(typeof_impl.registry) - told_apart
assert any(before.values())
"""


def test_after_warming_nothing_is_compiled_nothing_for_two_types_and_no_type_is_new() -> None:
    sample = Path(warm.__file__).parent / "texts" / "samples" / "story.zh.txt"
    subprocess.run([sys.executable, "-c", WORK, str(sample)], check=True)


def test_it_is_warm_once_every_part_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = tmp_path / "bpe-lab" / "kernels-0123"
    folder.mkdir(parents=True)
    for part in warm.AT_START:
        assert not warm.is_warm()
        (folder / warm.mark(part)).touch()
    assert warm.is_warm()
    assert warm.start() == []
    assert not warm.is_warm(["bytepiece"])


def test_a_mark_is_of_these_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = [warm.mark("train")]
    assert marks[0] == warm.mark("train") != warm.mark("count")
    for source in warm.KERNELS.glob("*.py"):
        shutil.copy2(source, tmp_path)
    monkeypatch.setattr(warm, "KERNELS", tmp_path)
    marks.append(warm.mark("train"))  # equal ones elsewhere
    (tmp_path / "heap.py").write_text("# edited")
    marks.append(warm.mark("train"))
    assert len(set(marks)) == 3


def test_a_mark_of_kernels_that_call_others_is_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [warm.mark("train"), warm.mark("bytepiece")]
    monkeypatch.setattr(warm, "MORE_KERNELS", {"bytepiece": tmp_path})
    (tmp_path / "trie.py").write_text("# edited")
    edited = [warm.mark("train"), warm.mark("bytepiece")]
    assert (edited[0] == both[0], edited[1] == both[1]) == (True, False)
    monkeypatch.setattr(warm, "KERNELS", tmp_path)
    assert warm.mark("bytepiece") not in (both[1], edited[1])


def test_the_processes_compile_all_parts_and_end_with_who_started_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = [part for share in warm.SHARES for part in share]
    assert sorted(started) == sorted(warm.AT_START)
    assert {*started, *warm.MORE_KERNELS} == set(warm.PARTS)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    code = (
        "from bpe_core.warm import start\n"
        "print(*(process.pid for process in start()), flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as starter:
        assert starter.stdout is not None
        pids = [int(word) for word in starter.stdout.readline().split()]
        assert len(pids) == len(warm.SHARES)
        starter.kill()
    for pid in pids:
        while is_alive(pid):
            pass


def is_alive(pid: int) -> bool:
    """Whether that process still works; one that is over may wait to be asked how it ended."""
    status = Path(f"/proc/{pid}/stat")
    if not status.parent.parent.exists():
        pytest.skip("needs /proc to see other processes")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
