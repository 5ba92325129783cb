"""The step that the address asks for where a page opens."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from ui.page.arrival import VISIT
from ui.page.links import UnknownChoiceNotice, integer, keep
from ui.page.one_entry import in_one_entry
from ui.scenes.recording import Json
from ui.text import t

POSITION = "position"


class StepNotice(Notice):
    """A link asks for a step beyond the end."""

    message = "step {asked} is beyond the last one, {last}"


class Position(NamedTuple):
    """What a link asks for in one recording, and what is to be said about it."""

    recording_id: str
    step: int | None
    notice: Notice | None


def linked_position(recording: Json) -> Position:
    """The step that the address named when the page opened, for the recording shown then.

    Later the player alone keeps the position, so that its data stay equal from run to run;
    a step in the address that belongs to an earlier recording is removed.
    """
    recording_id = recording["id"]
    visit = in_one_entry(VISIT)
    if POSITION not in visit:
        visit[POSITION] = _asked(recording)
    if visit.setdefault("recording", recording_id) != recording_id:
        visit["recording"] = recording_id
        keep("step", None)
    position: Position = visit[POSITION]
    if position.recording_id != recording_id:
        return Position(recording_id, None, None)
    return position


def _asked(recording: Json) -> Position:
    recording_id, last = recording["id"], len(recording["steps"]) - 1
    asked = st.query_params.get("step")
    if asked is None:
        return Position(recording_id, None, None)
    step = integer(0, 10**9)(asked)
    if step is None:
        notice: Notice = UnknownChoiceNotice(name=t("input.step"), value=asked)
        return Position(recording_id, None, notice)
    if step > last:
        return Position(recording_id, last, StepNotice(asked=step, last=last))
    return Position(recording_id, step, None)
