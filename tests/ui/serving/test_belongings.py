"""What a session holds outlives its connection for a while, its work too, and then is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any
from unittest import mock
from weakref import ref

import pytest
import streamlit as st

import bpe_core
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer
from tests.raising import raises
from tests.ui import asynchronous
from tests.ui.serving.test_jobs import SOON, Task
from ui.serving import belongings as module
from ui.serving.belongings import AFTER, Belongings, belongings, end_who_left_first
from ui.serving.jobs import session_trainings
from ui.serving.memory import Loaded, Room

A_MOMENT = 0.02  # seconds that a connection may be lost


@pytest.fixture(autouse=True)
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test's readers."""
    monkeypatch.setattr(module, "_all", type(module._all)())
    monkeypatch.setattr(module, "AFTER", 0.0)
    monkeypatch.setattr(st, "get_option", lambda name: A_MOMENT)
    monkeypatch.setattr(st, "session_state", {})


def run(scene: Coroutine[Any, Any, None]) -> None:
    asynchronous.run(scene)


async def gone(mine: Belongings) -> None:
    """Until nothing is left of them."""
    async with asyncio.timeout(SOON):
        while mine.held:  # no event tells of it
            await asyncio.sleep(0.005)


def test_work_goes_on_while_its_reader_may_come_back_and_ends_then() -> None:
    async def scene() -> None:
        task, trainings, mine = Task(), session_trainings(), belongings()
        job = trainings.start("training", task)
        assert await asyncio.to_thread(task.began.wait, SOON)
        mine.leave()
        mine.left_at = None  # back, as the shell notes in the next run
        await asyncio.sleep(3 * A_MOMENT)
        assert not job.stop.is_set()
        assert session_trainings() is trainings
        mine.leave()
        assert not job.stop.is_set()
        await gone(mine)
        await asyncio.to_thread(trainings.line.wait, job, SOON)
        assert task.was_stopped
        assert session_trainings() is not trainings

    run(scene())


def test_who_leaves_twice_has_the_whole_time_again() -> None:
    async def scene() -> None:
        mine, never = belongings(), 3600.0
        mine.held["loaded"] = "a model"
        with mock.patch.object(module, "AFTER", never):
            mine.leave()
            first = mine.left_at
            mine.left_at = None
            mine.leave()
        assert first is not None
        mine._end_if_away(first - 1)
        assert mine.held, "that was the first time"
        assert mine.left_at is not None
        mine._end_if_away(mine.left_at)
        assert not mine.held

    run(scene())


def test_memory_and_files_go_along_though_nobody_comes() -> None:
    async def scene() -> None:
        mine = belongings()
        mine.session = "a"
        mine.held["loaded"] = loaded = Task()
        still_loaded = ref(loaded)
        del loaded
        stored = {"a": {"7": 3}, "b": {"8": 4}}
        with (
            mock.patch.object(module, "stored_files", return_value=stored),
            mock.patch.object(module, "drop_file") as drop,
        ):
            mine.leave()
            await gone(mine)
        assert still_loaded() is None, "without a search for cycles"
        drop.assert_called_once_with("a", "7")

    run(scene())


def test_who_has_left_makes_room_for_who_is_here() -> None:
    async def scene() -> None:
        st.session_state.clear()
        readers = []
        for text in ("low lower", "wide wider"):
            st.session_state.clear()
            readers.append(belongings())
            model = bpe_core.train(text, vocab_size=260)
            readers[-1].held["loaded"] = Loaded(ByteLevelTokenizer(model), (), text)
        newest = ByteLevelTokenizer(bpe_core.train("new newest", vocab_size=260))
        here = Loaded(newest, (), "here")
        sizes = [sum(each.held["loaded"].parts.values()) for each in readers]
        room = Room(limit=sum(sizes) + 10, give_back=end_who_left_first)
        for each in readers:
            room.admit(each.held["loaded"])
        with raises("AppError.no_room"):
            room.admit(here)  # both may be at work with theirs
        second, first = readers
        first.leave()
        second.leave()
        assert room.admit(here) is here
        assert (bool(first.held), bool(second.held)) == (False, True), "one is enough"

    run(scene())


def test_outside_a_server_s_loop_all_is_over_at_once() -> None:
    mine = belongings()
    mine.held["loaded"] = "a model"
    mine.leave()
    assert mine.held == {}


def test_a_reader_has_a_minute_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert st.get_option("server.disconnectedSessionTTL") == 60, "as docs/hosting.md says"
    assert AFTER < 10
