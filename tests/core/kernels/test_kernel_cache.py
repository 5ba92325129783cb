"""Compiled kernels are kept in a folder that any edit of their sources changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any, NamedTuple

import pytest

from bpe_core.kernels import kernel_cache, sources
from bpe_core.runtime import machine

CALLEE = """
from bpe_core.kernels.kernel_cache import compiled


@compiled
def value():
    return {}
"""
CALLER = """
from bpe_core.kernels.kernel_cache import cache_folder, compiled, package_of, uncounted
from bpe_core.kernels.callee import value


@compiled
def twice():
    return 2 * value()


print(twice(), sum(twice.stats.cache_hits.values()), cache_folder(package_of(twice.py_func)))
assert uncounted() == {'_nrt': False}
"""
WITHOUT_COUNTING = "{'_nrt': False}"
OURS, OTHER = "bpe_core.kernels.caller", "bpe_core.other.kernels.caller"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with the real cache module and two kernels of its own."""
    kernels = tmp_path / "bpe_core" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "bpe_core" / "__init__.py").touch()
    (kernels / "__init__.py").touch()
    for module in (kernel_cache, sources):
        shutil.copy(module.__file__, kernels)
    runtime = tmp_path / "bpe_core" / "runtime"
    runtime.mkdir()
    (runtime / "__init__.py").touch()
    shutil.copy(machine.__file__, runtime)
    (kernels / "callee.py").write_text(CALLEE.format(1))
    (kernels / "caller.py").write_text(CALLER)
    other = tmp_path / "bpe_core" / "other" / "kernels"
    other.mkdir(parents=True)
    for folder in (other, other.parent):
        (folder / "__init__.py").touch()
    (other / "caller.py").write_text(CALLER)
    return tmp_path


OTHER_NUMBA = """
import numba.core.cpu as cpu

home = next(kind for kind in cpu.CPUTargetOptions.__mro__ if "_nrt" in vars(kind))
option = vars(home)["_nrt"]
delattr(home, "_nrt")
"""


class CallerRun(NamedTuple):
    """What a caller gives in a new process, how much of it was cached, and where."""

    value: int
    hits: int
    folder: Path


# Imports what is asked for as a new process does, but for numba, whose import takes a second.
IMPORTER = """
import json, os, sys
import numba

for line in sys.stdin:
    package, cache_home, modules = json.loads(line)
    for name in [name for name in sys.modules if name.partition(".")[0] == "bpe_core"]:
        del sys.modules[name]
    os.environ.update(XDG_CACHE_HOME=cache_home, HOME=cache_home, LOCALAPPDATA=cache_home)
    sys.path[0] = package
    sys.path_importer_cache.clear()
    for module in modules:
        __import__(module)
    print("all", flush=True)
"""


@contextmanager
def importing() -> Iterator[subprocess.Popen[str]]:
    """A process that imports callers, in which numba is loaded already."""
    command = [sys.executable, "-c", IMPORTER]
    environ = {**os.environ, "NUMBA_CACHE_DIR": ""}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, text=True) as process:
        yield process


@pytest.fixture(scope="module")
def importer() -> Iterator[subprocess.Popen[str]]:
    with importing() as process:
        yield process


def run(
    process: subprocess.Popen[str], package: Path, cache_home: Path, *modules: str
) -> list[CallerRun]:
    """What each of the callers says, imported anew."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = [str(package), str(cache_home), modules or [OURS]]
    process.stdin.write(json.dumps(asked) + "\n")
    process.stdin.flush()
    runs = []
    while (line := process.stdout.readline()) != "all\n":
        value, hits, folder = line.rstrip("\n").split(" ", 2)
        runs.append(CallerRun(int(value), int(hits), Path(folder)))
    return runs


def test_kernels_are_compiled_anew_after_an_edit_and_in_an_equal_copy_and_else_loaded(
    package: Path, tmp_path: Path, importer: subprocess.Popen[str]
) -> None:
    """For an equal copy elsewhere as well, which is why `warm.mark` names the place."""

    def run_both() -> list[CallerRun]:
        return run(importer, package, tmp_path / "c", OURS, OTHER)

    ours, other = run_both()
    assert [ours[:2], other[:2]] == [(2, 0), (2, 0)]
    assert ours.folder != other.folder, "another package has a folder of its own"
    assert run_both() == [ours._replace(hits=1), other._replace(hits=1)]
    copy = shutil.copytree(package, tmp_path / "copy", ignore=shutil.ignore_patterns("c"))
    assert run(importer, copy, tmp_path / "c")[0].hits == 0

    caller = package / "bpe_core" / "other" / "kernels" / "caller.py"
    caller.write_text(caller.read_text() + "# edited")
    again, edited = run_both()
    assert again == ours._replace(hits=1), "these sources are not in the other package"
    assert edited[:2] == (2, 0)

    callee = package / "bpe_core" / "kernels" / "callee.py"
    callee.write_text(CALLEE.format(21))
    of_edited_callee = run_both()
    assert [each[:2] for each in of_edited_callee] == [(42, 0), (42, 0)]
    assert of_edited_callee[0].folder != ours.folder
    assert of_edited_callee[0].folder.parent == ours.folder.parent


def test_folders_used_long_ago_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache.config, "CACHE_DIR", str(tmp_path))
    here = tmp_path / "bpe-lab"
    own = f"kernels-{kernel_cache.fingerprint()}"
    for age, name in enumerate([*(f"kernels-{n}" for n in range(6)), own, "x-kernels-0"], 1):
        (here / name).mkdir(parents=True)
        (here / name / "file").touch()
        os.utime(here / name, (1e9 - age, 1e9 - age))
    assert kernel_cache._folder_of.__wrapped__(kernel_cache.OWN) == here / own
    left = {path.name for path in here.iterdir()}
    assert left == {own, "kernels-0", "kernels-1", "kernels-2", "x-kernels-0"}
    assert (here / own / "file").exists()


def test_without_a_folder_to_write_in_kernels_are_compiled_and_left_nowhere(
    package: Path, tmp_path: Path
) -> None:
    (tmp_path / "a file").touch()
    before = {path.name for path in package.rglob("*") if path.suffix in (".nbi", ".nbc")}
    with importing() as process:
        [(value, hits, folder)] = run(process, package, tmp_path / "a file")
    assert (value, hits) == (2, 0)
    assert not folder.exists()
    assert not before
    assert not [path for path in package.rglob("*") if path.suffix in (".nbi", ".nbc")]


def test_numbas_own_setting_is_put_back() -> None:
    before = os.fspath(kernel_cache.config.CACHE_DIR)

    @kernel_cache.compiled
    def one() -> int:
        return 1

    assert os.fspath(kernel_cache.config.CACHE_DIR) == before
    assert one() == 1


def test_a_numba_that_cannot_leave_out_reference_counting_will_do(
    package: Path, tmp_path: Path, importer: subprocess.Popen[str]
) -> None:
    """One that can is told so by every caller here."""
    caller = package / "bpe_core" / "kernels" / "caller.py"
    put_back = 'setattr(home, "_nrt", option)\n'
    caller.write_text(OTHER_NUMBA + CALLER.replace(WITHOUT_COUNTING, "{}") + put_back)
    assert run(importer, package, tmp_path / "c")[0][:2] == (2, 0)


def test_two_threads_that_import_kernels_set_numba_s_folder_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both, njit, before = Barrier(2), kernel_cache.njit, kernel_cache.config.CACHE_DIR

    def meets_the_other(**options: bool) -> Any:
        with suppress(BrokenBarrierError):
            both.wait(0.2)
        return njit(**options)

    monkeypatch.setattr(kernel_cache, "njit", meets_the_other)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(kernel_cache.compiled, [lambda: 1, lambda: 2]))
    assert both.broken, "the second was let in while the first was decorating"
    assert before == kernel_cache.config.CACHE_DIR


def test_kernels_for_any_processor_are_found_on_another_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def folder_on(host: str) -> str:
        monkeypatch.setattr(kernel_cache.binding, "get_host_cpu_name", lambda: host)
        return kernel_cache.fingerprint()

    assert folder_on("skylake") != folder_on("znver3")
    monkeypatch.setattr(kernel_cache.config, "CPU_NAME", "generic")
    monkeypatch.setattr(kernel_cache.config, "CPU_FEATURES", "")
    assert folder_on("skylake") == folder_on("znver3")
