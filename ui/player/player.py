"""Mount the player: a recording in the reader's language, position kept across reruns."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.links import integer, keep
from ui.presenting import is_presenting, leave
from ui.scenes.recording import Json
from ui.text import language, section

_FOLDER = Path(__file__).parent
# One module in this order: the fragments share a scope and only the last one exports.
SCRIPTS = (
    *("dom", "icons", "fold", "speech", "chips", "bytes", "cells", "slot", "ribbon"),
    *("stripplan", "strip", "lensplan", "lenschip", "lensnotes", "lensrow", "lens"),
    *("table", "panels", "note", "remembered", "tabs", "ledger"),
    *("heap", "heapnodes", "heaptree", "heapcells", "code"),
    *("board", "walk", "marks", "timeline", "head", "layers", "tools", "transport", "help"),
    *("link", "swipe", "view", "keys", "address", "theme"),
    *("picture", "offline", "share", "player"),
)
STYLES = ("tokens", "player", "menus", "widgets", "glass", "lens")


def joined(names: tuple[str, ...], ending: str) -> str:
    """The files of one kind as the browser gets them."""
    paths = [_FOLDER / f"{name}.{ending}" for name in names]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


_mount = st.components.v2.component(
    "bpe_lab.player",
    css=joined(STYLES, "css"),
    js=joined(SCRIPTS, "js"),
)


def player(recording: Json, *, key: str, texts: tuple[str, ...]) -> None:
    """Draw ``recording``, whose sentences stand in the catalogue's sections ``texts``."""
    _mount(
        key=key,
        data={
            "recording": recording,
            "text": section(language(), "player", "goal", "mark", *texts),
            "lang": language(),
            "present": is_presenting(),
            "step": _linked_step(recording["id"]),
        },
        on_leave_change=leave,
        height="content",
    )


def _linked_step(recording_id: str) -> int | None:
    """The step that the address named when the session began, for the recording shown then.

    Later the player alone keeps the position, so that its data stay equal from run to run;
    a step in the address that belongs to an earlier recording is removed.
    """
    read = integer(0, 10**6)
    step = read(st.query_params.get("step", ""))
    first_id, first_step = st.session_state.setdefault("linked_step", (recording_id, step))
    if st.session_state.setdefault("shown_recording", recording_id) != recording_id:
        st.session_state["shown_recording"] = recording_id
        keep("step", None)
    return first_step if first_id == recording_id else None
