"""The draft on its way to the browser, which keeps it, and back after a reload."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from bpe_lab.lessons.keeping_drafts import STORED_LIMIT, draft_text, read_draft, read_scenes
from ui.drafting.writing import Writing, blank, writing
from ui.serving.window_module import loader

_mount = st.components.v2.component("bpe_lab.draft", js=loader("draft"))


def keep_draft() -> None:
    """Hand the draft over, and take what the browser has that is not here yet."""
    session = writing()
    with st.container(key="kept_draft"):
        answer = _mount(
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
