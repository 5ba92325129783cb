"""The work of every child is guarded: it ends with its parent, whatever a library does."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from bpe_lab.measure import child
from bpe_lab.measure.frame import PLAN
from bpe_lab.measure.guards import Say, pickled
from bpe_lab.race.plan import RacePlan

GUARD: list[str] = []


class Guard:
    """Notes whether it is entered."""

    def __enter__(self) -> None:
        GUARD.append("entered")

    def __exit__(self, *_: object) -> None:
        GUARD.clear()


def work(say: Say, folder: Path, plan: RacePlan, *arguments: str) -> None:
    say({"done": (list(GUARD), plan.lanes, arguments)})


def test_a_work_gets_its_plan_and_is_guarded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: list[object] = []
    monkeypatch.setattr(child, "HangUp", Guard)
    monkeypatch.setattr(child, "answering", lambda _: nullcontext(said.append))
    (tmp_path / PLAN).write_bytes(pickled(RacePlan(lanes=("linked",))))
    child.main(f"{__name__}:work", tmp_path, "a", "b")
    assert said == [{"done": (["entered"], ("linked",), ("a", "b"))}]
