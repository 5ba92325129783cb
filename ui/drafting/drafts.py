"""The draft that a session writes, and its way to the browser, which keeps it, and back."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from bpe_lab.lessons.draft import (
    STORED_LIMIT,
    Draft,
    DraftScene,
    draft_text,
    read_draft,
    read_scenes,
)
from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.reading import MOST_STEPS
from bpe_lab.text import language
from ui.page.session import held
from ui.serving.static_files import window_part

MOST_UNDONE = 20


@dataclass(frozen=True, slots=True)
class Removed:
    """A scene that was taken out, and where it stood."""

    scene: DraftScene
    index: int


@dataclass(slots=True)
class Writing:
    """``stamp`` says when the draft was last changed, in milliseconds; 0 before it ever was.

    ``taken`` are the scenes that the browser has handed over, ``undo`` what the last acts took
    away: a scene, or a whole draft that another one has replaced.
    """

    draft: Draft = field(default_factory=lambda: blank())
    stamp: int = 0
    taken: list[str] = field(default_factory=list)
    undo: list[Removed | Draft] = field(default_factory=list)
    open_scene: str = ""

    def change(self, draft: Draft) -> None:
        """Go on with ``draft``."""
        if draft != self.draft:
            self.draft = draft
            self.stamp = max(self.stamp + 1, time.time_ns() // 1_000_000)

    def remove(self, scene_id: str) -> None:
        """Take a scene out, so that it can be put back."""
        index = self.draft.index(scene_id)
        if index is not None:
            self._note(Removed(self.draft.scenes[index], index))
            self.change(self.draft.removed(scene_id))

    def replace(self, draft: Draft) -> None:
        """Another draft instead, so that this one can be brought back."""
        if not is_blank(self.draft):
            self._note(self.draft)
        self.change(draft)
        self.open_scene = ""

    def take_back(self) -> None:
        """Undo the last act that took something away."""
        last = self.undo.pop() if self.undo else None
        if isinstance(last, Removed):
            self.change(self.draft.added(last.scene, last.index))
        elif last is not None:
            self.replace(last)

    def take_over(self, draft: Draft, stamp: int) -> None:
        """A draft that the browser kept: the newer one goes on; the other, too, is there."""
        if is_blank(self.draft) or stamp > self.stamp:
            self.replace(draft)
            self.stamp = stamp
        elif draft != self.draft and not is_blank(draft):
            self._note(draft)

    def collect(self, scenes: list[DraftScene]) -> None:
        """Scenes that were added on other pages, each once."""
        for scene in scenes:
            if scene.id not in self.taken:
                self.taken = [*self.taken, scene.id][-2 * MOST_STEPS :]
                self.change(self.draft.added(scene))

    def _note(self, act: Removed | Draft) -> None:
        self.undo = [*self.undo, act][-MOST_UNDONE:]


def writing() -> Writing:
    """This session's; a new one begins in the reader's language."""
    return held(Writing)


def blank() -> Draft:
    """A draft of nothing."""
    return Draft(languages=("zh",) if language() == "zh" else ("en",))


def is_blank(draft: Draft) -> bool:
    """Whether nothing would be lost with it."""
    return not (draft.scenes or draft.title or draft.goals)


def copy_of(lesson: Lesson) -> Draft:
    """``lesson`` as a draft, its scenes under names of their own."""
    return Draft.of(lesson, [new_id() for _ in lesson.steps])


def new_id() -> str:
    """A name that no other scene has."""
    return secrets.token_hex(6)


def keep_draft() -> None:
    """Hand the draft over, and take what the browser has that is not here yet."""
    session = writing()
    with st.container(key="kept_draft"):
        answer = window_part("draft")(
            key="draft", data=_data(session), on_handed_change=_nothing, height="content"
        )
    if answer.handed and take_over(session, str(answer.handed)):
        st.rerun()


def take_over(session: Writing, handed: str) -> bool:
    """Take a kept draft and the scenes added since, and say whether anything was taken."""
    value = _parsed(handed)
    before = (session.draft, session.stamp, len(session.undo), len(session.taken))
    stamp, text = value.get("stamp"), value.get("draft")
    if type(stamp) is int and 0 < stamp < 2**53 and isinstance(text, str):
        draft = read_draft(text, blank().languages[0])
        if draft is not None and stamp != session.stamp:
            session.take_over(draft, stamp)
    session.collect(read_scenes(value.get("scenes")))
    return before != (session.draft, session.stamp, len(session.undo), len(session.taken))


def _parsed(handed: str) -> dict[str, Any]:
    try:
        value = json.loads(handed) if len(handed) <= 2 * STORED_LIMIT else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _data(session: Writing) -> bytes:
    data = {
        "stamp": session.stamp,
        "draft": draft_text(session.draft) if session.stamp else "",
        "scenes": len(session.draft.scenes),
        "taken": session.taken,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _nothing() -> None:
    """What is handed over is read from the answer."""
