"""What is told of the machine: the versions that run, and how many cores are really there."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from bpe_core.race import machine as facts_of
from bpe_core.race.machine import is_busy, machine, shared, usable_cores


def test_facts_are_texts_and_none_is_empty() -> None:
    facts = machine()
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


@pytest.mark.parametrize(("load", "busy"), [(0.0, False), (1.9, False), (2.0, True)])
def test_half_of_the_cores_wanted_is_busy(
    load: float, busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts_of, "usable_cores", lambda: 4.0)
    monkeypatch.setattr(facts_of, "load", lambda: load)
    assert is_busy() is busy


def test_a_system_that_tells_no_load_is_not_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(facts_of.os, "getloadavg", raising=False)
    assert facts_of.load() is None
    assert not is_busy()
    assert "load" not in machine([])
