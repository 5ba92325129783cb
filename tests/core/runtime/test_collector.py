"""Python's search for garbage, while a vocabulary is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bpe_core.runtime.machine import MANY_OBJECTS, collector_paused


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """Nothing frozen, as in a process that has not asked for it; afterwards as it was."""
    was_frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    yield
    if was_frozen:
        gc.freeze()


def test_it_is_off_within_and_on_behind() -> None:
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_was_made_counts_as_old() -> None:
    with collector_paused():
        created = [[] for _ in range(2 * MANY_OBJECTS)]
    old = {id(each) for each in gc.get_objects(generation=2)}
    assert {id(each) for each in created} <= old
    assert gc.get_freeze_count() == 0


def test_what_was_frozen_stays_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with collector_paused():
        created = [[] for _ in range(2 * MANY_OBJECTS)]
    assert len(created) == 2 * MANY_OBJECTS
    assert gc.get_freeze_count() == pytest.approx(frozen, abs=frozen // 100)


def test_frozen_objects_are_not_counted_for_a_few_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(gc, "get_freeze_count")
    with collector_paused():
        created = [[] for _ in range(10)]
    assert len(created) == 10
