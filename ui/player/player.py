"""Mount the player: a recording in the reader's language, position kept across reruns."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.player.position import linked_position
from ui.presenting import is_presenting, leave
from ui.problems import show
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
