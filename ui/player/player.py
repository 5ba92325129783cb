"""Mount the player: a walk, its position kept across reruns, or a board."""

from __future__ import annotations

import json
from functools import partial

import streamlit as st

from ui.page.presenting import is_presenting, leave
from ui.page.problems import show
from ui.player.parts import bundle, styles
from ui.player.position import linked_position
from ui.scenes.recording import Json
from ui.serving.store import shared_store
from ui.text import LANGUAGES, language, section

_mount = st.components.v2.component(
    "bpe_lab.player",
    css=styles(),
    js=bundle(),
)


def player(recording: Json, *, key: str, texts: tuple[str, ...], instead: str = "") -> None:
    """Draw ``recording``, whose sentences stand in the catalogue's sections ``texts``.

    The section ``instead`` says some of what the player itself says in other words: what its
    groups and its sub-goals are, where they are no merges.
    """
    position = linked_position(recording)
    if position.notice:
        show(position.notice)
    _draw(_written(recording), texts, instead, key=key, step=position.step)


def board(
    recording: Json, *, key: str, texts: tuple[str, ...], name: str, leads: bool = False
) -> None:
    """Draw a recording of one step: its widgets alone, with nothing to play.

    ``name``, in the reader's language, says to a screen reader what the board shows. The step
    that the address may hold belongs to a walk on the same page. A board that ``leads`` its
    page, where no walk does, has the focus while presenting.
    """
    _draw(recording, texts, key=key, step=None, name=name, leads=leads)


def _written(recording: Json) -> str:
    """A walk as the browser gets it, written once for all readers.

    Left to Streamlit, it is written twice a run, 20 ms each for 400 KB.
    """
    write = partial(json.dumps, recording, ensure_ascii=False, separators=(",", ":"))
    text: str = shared_store().get(("written", recording["id"]), write)
    return text


def _draw(
    recording: Json | str, texts: tuple[str, ...], instead: str = "", *, key: str, **data: Json
) -> None:
    text = section(language(), "player", "goal", "mark", *texts)
    if instead:
        own = section(language(), instead)
        own_texts = {name.removeprefix(f"{instead}."): words for name, words in own.items()}
        text = {**text, **own_texts}
    _mount(
        key=key,
        data={
            "recording": recording,
            "text": text,
            "lang": LANGUAGES[language()].tag,
            "present": is_presenting(),
            **data,
        },
        on_leave_change=leave,
        height="content",
    )
