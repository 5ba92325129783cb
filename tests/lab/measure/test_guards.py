"""The work of every child is guarded: it ends with its parent, whatever a library does."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import benchmarks.peers.child
import bpe_lab.compare.child
import bpe_lab.race.child
from benchmarks.peers.works import Task as BenchTask
from benchmarks.peers.works import Work
from bpe_lab.compare.plan import ComparePlan, Task, plan_to_json

HERE = Path()


class Guard:
    """Notes whether it is entered."""

    entered = 0

    def __enter__(self) -> None:
        Guard.entered += 1

    def __exit__(self, *_: object) -> None:
        Guard.entered -= 1


def guarded(result: Any) -> Callable[..., Any]:
    def work(*_: object) -> Any:
        assert Guard.entered == 1, "work without a guard"
        return result

    return work


def said_by(module: Any, patch: pytest.MonkeyPatch, *arguments: object) -> list[Any]:
    """All that a child says whose prologue is left out."""
    messages: list[Any] = []
    patch.setattr(module, "HangUp", Guard)
    patch.setattr(module, "answering", lambda: nullcontext(messages.append))
    module.main(*arguments)
    return messages


def test_a_contender_is_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    module = benchmarks.peers.child
    monkeypatch.setattr(module, "done", guarded(7))
    task = BenchTask(Work("encode", "low"), "bpe-lab", 0, 1)
    assert said_by(module, monkeypatch, HERE, task) == [{"done": 7}]


def test_a_system_is_guarded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = bpe_lab.compare.child
    plan = ComparePlan(corpora=("low",), systems=("bpe",), threads=1)
    (tmp_path / "plan.json").write_text(plan_to_json(plan), "utf-8")
    monkeypatch.setattr(module, "ready", guarded(None))
    monkeypatch.setattr(module, "measure", guarded(7))
    messages = said_by(module, monkeypatch, tmp_path, Task("low", 300, "bpe"), None)
    assert messages == [{"clock": "started"}, {"clock": "stopped"}, {"done": 7}]


def test_a_run_of_a_lane_is_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    module = bpe_lab.race.child
    lane = SimpleNamespace(versions=dict, answer=guarded({"run": 7}))
    monkeypatch.setattr(module, "LaneWork", lambda *_: lane)
    monkeypatch.setattr(module, "bound", lambda: None)
    monkeypatch.setattr("sys.stdin", StringIO(json.dumps({"do": "time"}) + "\n"))
    messages = said_by(module, monkeypatch, HERE, "linked")
    assert messages == [{"ready": {}}, {"run": 7}]
