"""A disk without room costs time, never a result: kernels are compiled and stored nowhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numba.core.caching
import pytest

from bpe_core import warm
from bpe_core.kernels import kernel_cache
from tests.core.kernels.full_disk import FULL, has_no_room
from tests.core.kernels.full_disk import folder as folder


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_stored_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.core.caching.IndexDataCacheFile, "save", has_no_room)

    @kernel_cache.compiled
    def twice(number: int) -> int:
        return 2 * number

    assert (twice(21), twice(2)) == (42, 4)
    assert kernel_cache.not_stored == [FULL]


def test_what_is_damaged_is_compiled_anew(folder: Path) -> None:
    def twice(number: int) -> int:
        return 2 * number

    assert kernel_cache.compiled(twice)(21) == 42
    index = next(folder.rglob("*.nbi"))
    index.write_bytes(b"")
    assert kernel_cache.compiled(twice)(21) == 42
    assert index.stat().st_size > 0, "and stored"
    assert kernel_cache.not_stored == []


def test_where_nothing_can_be_written_nothing_is_stored(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache.tempfile, "TemporaryFile", has_no_room)
    monkeypatch.setattr(kernel_cache.tempfile, "mkdtemp", has_no_room)
    assert kernel_cache.cache_folder() is None

    @kernel_cache.compiled
    def thrice(number: int) -> int:
        return 3 * number

    assert thrice(14) == 42
    assert not [*folder.rglob("*.nb?")]


def test_kernels_that_are_not_stored_are_not_marked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(warm.PARTS, "count", lambda: kernel_cache.not_stored.append(FULL))  # type: ignore[misc]
    warm.warm(["count"])
    assert not [*folder.rglob("warm-*")]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 128 KB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(disk)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("a disk cannot be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("filled", [False, True], ids=["soon full", "full"])
def test_a_real_disk_without_room(tiny_disk: Path, filled: bool) -> None:
    if filled:
        with pytest.raises(OSError, match="No space"):
            (tiny_disk / "filling").write_bytes(bytes(1 << 20))
    code = (
        "from bpe_core import train\n"
        "from bpe_core.warm import is_warm, warm\n"
        "print(len(train('low lower ' * 9, vocab_size=260, trainer='compiled').merges))\n"
        "warm(['train'])\n"
        "print(is_warm(['train']))\n"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tiny_disk), "NUMBA_CACHE_DIR": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("4\nFalse\n", "")
