"""Races that wait for nobody."""

from __future__ import annotations

import pytest

from bpe_lab.measure import process


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> float:
    """A short budget, of which lanes that hang take all, with a short grace.

    Lanes that work say all that they have to say at once, however slow the machine.
    """
    monkeypatch.setattr(process, "GRACE", 0.05)
    return 0.1
