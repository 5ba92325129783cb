"""What a lane's memory is measured against, and how much of it there may be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from sys import getsizeof

import pytest

from bpe_lab.measure import memory
from bpe_lab.measure.memory import allowance, free_memory
from bpe_lab.race import lane
from bpe_lab.race.lane import Stamps

MB, GB = 2**20, 2**30


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A system with 8 GB free."""
    free = 8 * GB // 1024
    write(tmp_path / "proc/meminfo", f"MemTotal: 9999999 kB\nMemAvailable: {free} kB\n")
    return tmp_path


def test_the_text_of_a_run_is_no_memory_of_the_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is, and whichever heat came first."""
    monkeypatch.setattr(lane, "at_rest", lambda: 50 * MB)
    for text in ("a" * 10, "a" * MB, "é" * MB, "a" * 20):
        in_memory = 50 * MB + getsizeof(text)
        monkeypatch.setattr(lane, "high_water", lambda most=in_memory + 7: most)
        clock = Stamps(text, 1.0, lambda _: None)
        clock.stop()
        assert clock.peak_bytes == 7


def test_what_is_free_is_told_by_the_machine(machine: Path) -> None:
    assert free_memory(machine) == 8 * GB


def test_a_system_that_tells_nothing_has_no_figure(tmp_path: Path) -> None:
    assert free_memory(tmp_path) is None


def test_a_group_of_version_2_leaves_less_and_so_does_one_around_it(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/outer/inner\n")
    inner = machine / "sys/fs/cgroup/outer/inner"
    write(inner / "memory.max", f"{3 * GB}\n")
    write(inner / "memory.current", f"{2 * GB}\n")
    assert free_memory(machine) == GB
    write(inner / "memory.stat", f"anon 5\ninactive_file {GB // 2}\n")
    assert free_memory(machine) == GB + GB // 2
    write(inner / "memory.max", "max\n")
    assert free_memory(machine) == 8 * GB
    write(inner.parent / "memory.max", f"{2 * GB}\n")
    write(inner.parent / "memory.current", f"{3 * GB}\n")
    assert free_memory(machine) == 0


def test_a_group_of_version_1_leaves_less(machine: Path) -> None:
    groups = "9:name=systemd:/\n4:cpu,memory:/mine\n3:cpuset:/other\n0::/\n"
    write(machine / "proc/self/cgroup", groups)
    mine = machine / "sys/fs/cgroup/memory/mine"
    write(mine / "memory.limit_in_bytes", f"{2 * GB}\n")
    write(mine / "memory.usage_in_bytes", f"{GB}\n")
    write(mine / "memory.stat", "total_inactive_file 4096\n")
    assert free_memory(machine) == GB + 4096


def test_a_group_seen_from_inside_has_its_files_at_the_top(machine: Path) -> None:
    write(machine / "proc/self/cgroup", "0::/as/seen/from/outside\n")
    write(machine / "sys/fs/cgroup/memory.max", f"{2 * GB}\n")
    write(machine / "sys/fs/cgroup/memory.current", f"{GB}\n")
    assert free_memory(machine) == GB


def test_a_lane_may_take_a_part_of_what_is_free() -> None:
    assert allowance(3 * GB) * 2 == 3 * GB
    assert allowance(0) == memory.LEAST_BYTES
    assert allowance(10**15) == memory.MOST_BYTES


def test_more_memory_than_the_bound_is_an_error() -> None:
    """Also a bound that is lower, or higher, than the one before."""
    pytest.importorskip("resource")
    source = (
        "from bpe_lab.measure import memory\n"
        "memory.bound(2**30)\n"
        "try:\n    bytearray(2**31)\n    raise SystemExit(1)\n"
        "except MemoryError:\n    pass\n"
        "bytearray(2**29)\n"
        "memory.free_memory = lambda: 2**29\n"
        "memory.bound()\n"
        "try:\n    bytearray(2**29)\n    raise SystemExit(2)\n"
        "except MemoryError:\n    pass\n"
        "memory.bound(2**30)\n"
        "bytearray(2**29)\n"
        "raise SystemExit(7)\n"
    )
    assert subprocess.run([sys.executable, "-c", source], check=False).returncode == 7
