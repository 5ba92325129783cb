"""What is told of the machine: the versions that run, and how many cores are really there."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from bpe_lab.measure import machine as facts_of
from bpe_lab.measure.machine import (
    ProcessorTime,
    machine,
    processor_time,
    shared,
    taken_by_others,
    usable_cores,
)


def test_facts_are_texts_and_none_is_empty() -> None:
    facts = machine(["numba", "tiktoken"])
    assert all(isinstance(fact, str) and fact for fact in facts.values())
    assert facts["regex"] == version("regex")
    assert {"cores", "processor", "system", "python", "numba", "tiktoken"} <= facts.keys()


def test_only_the_libraries_asked_for_are_told() -> None:
    facts = machine(["regex", "never-written"])
    assert facts["never-written"] == "absent"
    assert "tiktoken" not in facts


def test_a_quota_bounds_the_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quota = tmp_path / "cpu.max"
    monkeypatch.setattr(facts_of, "CPU_QUOTA", quota)
    monkeypatch.setattr(facts_of.os, "cpu_count", lambda: 8)
    monkeypatch.setattr(facts_of.os, "sched_getaffinity", lambda _: range(8), raising=False)
    quota.write_text("150000 100000\n")
    assert usable_cores() == 1.5
    assert shared() == "1.5 of 8"
    quota.write_text("max 100000\n")
    assert usable_cores() == 8


@pytest.mark.parametrize(
    ("flags", "told"), [("fpu vme", ""), ("fpu hypervisor vme", "virtual"), (None, "")]
)
def test_a_virtual_machine_says_so(
    flags: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "cpuinfo"
    if flags is not None:
        info.write_text(f"processor\t: 0\nmodel name\t: Some Core\nflags\t\t: {flags}\n")
    monkeypatch.setattr(facts_of, "CPU_INFO", info)
    monkeypatch.setattr(facts_of, "usable_cores", lambda: float(facts_of.os.cpu_count() or 1))
    assert shared() == told
    assert (facts_of.processor() == "Some Core") == (flags is not None)


def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_line: str) -> ProcessorTime:
    """What is read from a file that begins so."""
    times = tmp_path / "stat"
    times.write_text(f"{first_line}\ncpu0 1 2 3 4 5 6 7 8 0 0\n")
    monkeypatch.setattr(facts_of, "CPU_TIMES", times)
    found = processor_time()
    assert found is not None
    return found


def test_idle_and_waiting_time_is_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts_of.os, "sysconf", {"SC_CLK_TCK": 100}.__getitem__)
    idle = told(tmp_path, monkeypatch, "cpu  100 0 0 5000 700 0 0 0 9 9")
    assert idle.everyone == 1.0
    stolen = told(tmp_path, monkeypatch, "cpu  100 10 20 5000 700 30 40 300 9 9")
    assert stolen.everyone == 5.0


def test_our_own_children_are_not_others() -> None:
    before = processor_time()
    if before is None:
        pytest.skip("this system does not tell the processor's time")
    spin = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", spin], check=True)
    now = processor_time()
    assert now is not None
    assert now.ours - before.ours > 0.2  # the system rounds


@pytest.mark.parametrize("line", ["", "cpu 1 2 3", "cpu a b c d e f g h"])
def test_a_system_that_tells_no_processor_time_tells_nothing_of_others(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = tmp_path / "stat"
    monkeypatch.setattr(facts_of, "CPU_TIMES", times)
    assert processor_time() is None
    times.write_text(line)
    assert processor_time() is None
    some = ProcessorTime(0.0, 0.0, 0.0)
    assert taken_by_others(None, some) is taken_by_others(some, None) is None


@pytest.mark.parametrize(
    ("now", "cores"),
    [
        ((30.0, 10.0, 10.0), 2.0),
        ((9.9, 10.0, 10.0), 0.0),
        ((0.0, 10.0, 10.0), None),
        ((1.0, 0.0, 0.05), None),
    ],
    ids=["others", "ours, rounded", "never counted", "too short"],
)
def test_what_is_not_ours_is_others(
    now: tuple[float, float, float], cores: float | None
) -> None:
    assert taken_by_others(ProcessorTime(0.0, 0.0, 0.0), ProcessorTime(*now)) == cores


def test_a_system_that_tells_no_load_leaves_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(facts_of.os, "getloadavg", raising=False)
    assert facts_of.load() is None
    assert "load" not in machine([])


@pytest.mark.parametrize(
    ("load", "times"), [(None, 1.0), (1.5, 1.0), (7.0, 3.5)], ids=["unknown", "free", "crowded"]
)
def test_a_crowded_machine_is_as_much_slower_as_programs_share_a_core(
    monkeypatch: pytest.MonkeyPatch, load: float | None, times: float
) -> None:
    monkeypatch.setattr(facts_of, "load", lambda: load)
    monkeypatch.setattr(facts_of, "usable_cores", lambda: 2.0)
    assert facts_of.crowding() == times
