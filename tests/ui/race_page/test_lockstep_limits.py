"""What a walk through a race leaves out is said once, below it."""

from types import SimpleNamespace
from typing import Any

import pytest

from bpe_lab.scenes.race.lockstep_walk import Lockstep
from bpe_lab.text import t
from ui.race import lockstep_view


def test_lanes_left_out_are_named_together_below_the_walk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Above it, a note per lane pushed the foot of the charts behind the transport."""
    walk = Lockstep({}, 9, 9, ("naive", "naive_every"))
    store = SimpleNamespace(get=lambda *_: (walk, None))
    drawn: list[str] = []
    monkeypatch.setattr(lockstep_view, "shared_store", lambda: store)
    monkeypatch.setattr(lockstep_view, "player", lambda *_, **__: drawn.append("player"))
    monkeypatch.setattr(lockstep_view.st, "info", drawn.append)
    racing: Any = SimpleNamespace(contest=SimpleNamespace(name="intj"))
    lockstep_view.lockstep_view(racing)
    first, note = drawn
    assert first == "player"
    assert t("lane.naive.title") in note
    assert t("lane.naive_every.title") in note
