"""What a lane says of a counted run is held to what follows from it."""

from __future__ import annotations

import json

import pytest

from bpe_core.measure.endings import MessageError
from bpe_core.race.events import RunStarted, TallyDone
from bpe_core.race.lane_messages import protocol_of

TASK = RunStarted("linked", 9, 0, counted=True)


def tally(items: int, touched: int, *, cut: bool) -> bytes:
    said = {"items": [{"pops": 1}] * items, "touched": ["01"] * touched, "cells": 2}
    return json.dumps({"tally": said | {"laid_out": 9, "cut": cut, "result": None}}).encode()


@pytest.mark.parametrize(
    ("items", "touched", "cut"), [(2, 0, False), (3, 1, True), (7, 5, False), (0, 0, True)]
)
def test_a_tally_has_a_strip_for_every_part(items: int, touched: int, cut: bool) -> None:
    event, is_answer = protocol_of(TASK).message(tally(items, touched, cut=cut))
    assert is_answer
    assert isinstance(event, TallyDone)
    assert (len(event.tally.items), len(event.tally.touched)) == (items, touched)


@pytest.mark.parametrize(
    ("items", "touched", "cut"),
    [(0, 0, False), (1, 0, True), (3, 2, False), (4, 1, True), (0, 1, True)],
)
def test_a_tally_with_other_items_is_no_answer(items: int, touched: int, cut: bool) -> None:
    with pytest.raises(MessageError, match=f"^it counted {touched} parts in {items} items$"):
        protocol_of(TASK).message(tally(items, touched, cut=cut))
