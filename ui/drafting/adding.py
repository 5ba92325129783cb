"""Any page's present link and moment as a scene of the lesson that the reader writes.

The browser keeps what was added (`window/store.js`), so that a page needs nothing of the draft.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from bpe_lab.lessons.draft import Scene
from bpe_lab.lessons.here import is_self_contained, step_here
from bpe_lab.lessons.keeping_drafts import scene_value
from bpe_lab.lessons.reading import MOST_LINK, MOST_STEPS
from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, joined, language, section, spacing, t
from ui.drafting.scene_words import scene_line
from ui.drafting.writing import new_id
from ui.page.present_moment import ask_for_moment, is_asked, take_moment
from ui.page.session import held
from ui.serving.window_module import loader

WITHOUT = ("home", "lessons", "glossary")  # pages whose links are worth no scene
LONG_WALK = 60  # steps, from which on a scene may want a last moment
MOST_SENT = 8  # scenes; presses can be faster than answers
VIEW = {"view": "mine"}

_mount = st.components.v2.component("bpe_lab.added_scene", js=loader("addedScene"))


@dataclass(slots=True)
class AddedScenes:
    """Scenes on their way to the browser; ``opens``: the lesson being written is to be seen."""

    rows: list[dict[str, object]] = field(default_factory=list)
    opens: bool = False


def add_scene_button(page: str) -> None:
    """The act, in the corner of every page that can be a scene."""
    if page in PAGES and page not in WITHOUT:
        st.button(
            t("draft.add"),
            key="add_scene",
            type="tertiary",
            help=t("draft.add_help"),
            on_click=ask_for_moment,
        )


def hand_over_scene(page: str) -> None:
    """After the page has run: what was asked for goes to the browser, which says so."""
    added = held(AddedScenes)
    if is_asked():
        (at, steps_left), query = take_moment(), st.query_params.to_dict()
        step = step_here(page, query, at)
        note = note_of(query, steps_left)
        if len(step.link) > MOST_LINK:
            added.rows.append({"id": new_id(), "refused": t("draft.long_link")})
        else:
            scene = scene_value(Scene(new_id(), step))
            line = scene_line(step)
            added.rows.append({"id": scene["id"], "scene": scene, "line": line, "note": note})
        del added.rows[:-MOST_SENT]
    if added.rows:
        with st.container(key="added_scene"):
            _mount(key="added", data=_data(added.rows), on_open_change=_open, height="content")


def take_opening() -> dict[str, str] | None:
    """What the address of the lessons' page says, if it is to be opened in this run."""
    added = held(AddedScenes)
    opens, added.opens = added.opens, False
    return VIEW if opens else None


def note_of(query: Mapping[str, str], steps_left: int) -> str:
    """What its lecturer should know of a scene."""
    notes = []
    if not is_self_contained(query):
        notes.append(t("draft.not_in_link"))
    if steps_left >= LONG_WALK:
        notes.append(t("draft.long_walk", steps=steps_left))
    return joined(notes)


def _open() -> None:
    held(AddedScenes).opens = True


def _data(added: list[dict[str, object]]) -> bytes:
    text = {**section(language(), "draft"), **spacing(language())}
    named = ("draft.announced.", "player.spacing.")
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in text.items() if key.startswith(named)},
        "added": added,
        "most": MOST_STEPS,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
