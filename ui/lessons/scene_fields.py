"""The fields of one scene of a draft."""

from __future__ import annotations

import streamlit as st

from bpe_core.lessons.draft import Scene
from bpe_core.lessons.flaws import Flaw
from bpe_core.lessons.lesson import MODES
from bpe_lab.text import t
from bpe_lab.text.messages import plain
from ui.drafting.writing import Writing
from ui.lessons.draft_fields import flaw_words, words_field
from ui.lessons.ways_out import play
from ui.page.fields import relabel

# The texts of a scene, and how many lines their fields have.
LINES = (("title", 1), ("text", 3), ("note", 3), ("ask", 2), ("answer", 2))


def scene_fields(session: Writing, scene: Scene, wrong: list[Flaw], *, is_whole: bool) -> None:
    """Mode and texts; what is wrong with its link stands above them."""
    for flaw in wrong:
        if flaw.name not in dict(LINES):
            st.text(f"⚠ {plain(flaw_words(flaw))}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _mode(session, scene)
        st.button(
            t("draft.play_here"),
            key=f"draft_play_{scene.id}",
            disabled=not is_whole,
            on_click=play,
            args=(session.draft.lesson, session.draft.index(scene.id)),
        )
    for name, lines in LINES:
        words_field(session, name, flaws=wrong, scene_id=scene.id, lines=lines)


def _mode(session: Writing, scene: Scene) -> None:
    key = f"draft_mode_{scene.id}"

    def changed() -> None:
        session.change(session.draft.changed(scene.id, mode=st.session_state[key]))

    st.session_state[key] = scene.step.mode
    relabel(key)
    st.segmented_control(
        t("draft.mode"),
        MODES,
        format_func=lambda mode: t(f"draft.modes.{mode}"),
        key=key,
        required=True,
        on_change=changed,
    )
