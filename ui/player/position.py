"""The step that the address asks for where a page opens, by its number or as a moment."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.moment import Moment
from bpe_lab.scenes.moments import linked_step, moment_of, step_of
from bpe_lab.scenes.recording import Json
from bpe_lab.text import t
from ui.page.asking import ASK
from ui.page.fields import link
from ui.page.problems import show_notices
from ui.page.session import held
from ui.page.visit import Scene, here, say_moment

MOMENT, ANSWER, PANEL = "at", "answer", "panel"  # in the address


class Position(NamedTuple):
    """What a link asks for in one recording, and what is to be said about it.

    ``opening`` numbers the moments that links asked for, 0 of none: the player goes to each
    once, wherever the reader stood before. Where it ``asks``, it goes on to the next question
    from there, to be answered.
    """

    recording_id: str
    step: int | None
    notice: Notice | None
    opening: int = 0
    asks: bool = False


@dataclass(slots=True)
class ShownWalk:
    """What a visit knows of its walk: where the address led, and what is shown since."""

    position: Position | None = None
    recording: str = ""


@dataclass(slots=True)
class Openings:
    """How many moments this session's links have asked for."""

    count: int = 0


def linked_position(recording: Json) -> Position:
    """The step that the address named when the page opened, for the recording shown then.

    Later the player alone keeps the position, so that its data stay equal from run to run;
    a step in the address that belongs to an earlier recording is removed. Only a moment is
    followed whenever the address names one.
    """
    recording_id = recording["id"]
    walk = here(ShownWalk)
    if walk.position is None or MOMENT in st.query_params or _is_to_ask():
        walk.position = _asked(recording)
    if walk.recording not in ("", recording_id):
        link("step", None)
    walk.recording, position = recording_id, walk.position
    if position.recording_id != recording_id:
        return Position(recording_id, None, None)
    return position


def linked_panel(recording: Json) -> str | None:
    """The panel that the address wants in sight; one that is not there is said and left out."""
    asked, layout = st.query_params.get(PANEL), recording["layout"]
    panels = (layout.get("stage", ()), layout.get("beside", ()), *layout.get("columns", ()))
    if asked is None or asked in chain(*panels):
        return asked
    link(PANEL, None)
    notice = Notice("unknown_choice", name=t("input.panel"), value=asked)
    show_notices([notice], key="notice_of_panel")
    return None


def _is_to_ask() -> bool:
    return st.query_params.get(ASK) == ANSWER


def scene_of(recording: Json, scene: Scene) -> Json:
    """A lesson's scene as the player has it: its moments as steps, where there are such."""
    steps = {
        "begins": _step(recording, scene.begins, 0),
        "ends": _step(recording, scene.until, 0, _step(recording, scene.before, -1)),
    }
    named = {name: step for name, step in steps.items() if step is not None}
    return {"name": scene.name, "mode": scene.mode, **named}


def _step(
    recording: Json, moment: Moment | None, offset: int, default: int | None = None
) -> int | None:
    """The step of ``moment``, and ``offset`` steps on; ``default`` without one."""
    if moment is None:
        return default
    try:
        return step_of(recording, moment) + offset
    except LabError:  # another walk: the reader has changed its inputs
        return None


def say_moment_of(recording: Json, step: object) -> None:
    """Say the moment of ``step``, which the player names; where walks begin links name none."""
    steps_left = len(recording["steps"]) - 1
    if type(step) is not int or not 0 <= step <= steps_left:
        return
    has_begun = step != recording.get("start", 0)
    say_moment(moment_of(recording, step) if has_begun else None, steps_left - step)


def _asked(recording: Json) -> Position:
    """What the address says, questions included, which are asked of whoever opens the link."""
    if not _is_to_ask():
        return _asked_position(recording)
    link(ASK, None)
    position = _asked_position(recording)
    return position._replace(opening=position.opening or _next_opening(), asks=True)


def _asked_position(recording: Json) -> Position:
    """A step, else a moment, which is taken out of the address.

    From there on the player writes where the reader is as the step.
    """
    moment, asked = st.query_params.get(MOMENT), st.query_params.get("step")
    link(MOMENT, None)
    step, notice = linked_step(recording, asked, moment, t("input.step"))
    opens = asked is None and step is not None
    return Position(recording["id"], step, notice, _next_opening() if opens else 0)


def _next_opening() -> int:
    openings = held(Openings)
    openings.count += 1
    return openings.count
