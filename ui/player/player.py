"""Mount the player: a recording in the reader's language, position kept across reruns."""

from __future__ import annotations

import streamlit as st

from ui.player.parts import SCRIPTS, STYLES, joined
from ui.player.position import linked_position
from ui.presenting import is_presenting, leave
from ui.problems import show
from ui.scenes.recording import Json
from ui.text import language, section

_mount = st.components.v2.component(
    "bpe_lab.player",
    css=joined(STYLES, "css"),
    js=joined(SCRIPTS, "js"),
)


def player(recording: Json, *, key: str, texts: tuple[str, ...]) -> None:
    """Draw ``recording``, whose sentences stand in the catalogue's sections ``texts``."""
    position = linked_position(recording)
    if position.notice:
        show(position.notice)
    _mount(
        key=key,
        data={
            "recording": recording,
            "text": section(language(), "player", "goal", "mark", *texts),
            "lang": language(),
            "present": is_presenting(),
            "step": position.step,
        },
        on_leave_change=leave,
        height="content",
    )
