"""The fields of one scene of a draft."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import MomentError
from bpe_lab.lessons.draft import Scene
from bpe_lab.lessons.flaws import Flaw
from bpe_lab.lessons.lesson import MODES, Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import MOST_MOMENT
from bpe_lab.pages import PAGES, Page
from bpe_lab.text import t
from bpe_lab.text.messages import plain
from ui.drafting.moments import kind_words, moment_words, read_moment
from ui.drafting.writing import Writing
from ui.lessons.draft_fields import flaw_words, marked, words_field
from ui.lessons.ways_out import play
from ui.page.fields import relabel
from ui.page.problems import show
from ui.page.session import held

# The texts of a scene, and how many lines their fields have.
LINES = (("title", 1), ("text", 3), ("note", 3), ("ask", 2), ("answer", 2))
WALKS = ("train", "linked", "encode", "subword_nmt", "bytepiece")  # pages that always have one


def scene_fields(session: Writing, scene: Scene, wrong: list[Flaw], *, is_whole: bool) -> None:
    """Mode, end and texts; what is wrong with its link stands above them."""
    for flaw in wrong:
        if flaw.name not in (*dict(LINES), "until"):
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
    if scene.step.at or scene.step.until or _is_walk(scene.step):
        _until(session, scene, [flaw for flaw in wrong if flaw.name == "until"])
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


class RefusedMoments(dict[str, tuple[str, MomentError]]):
    """What was typed as a scene's last moment and is none, by the field's key."""


def _is_walk(step: Step) -> bool:
    return step.page in WALKS and not step.exercise


def _until(session: Writing, scene: Scene, its: list[Flaw]) -> None:
    """The last moment of its walk; what is none stays in the field."""
    key, refused = f"draft_until_{scene.id}", held(RefusedMoments)
    page = PAGES.get(scene.step.page, PAGES["home"])  # which has no moments either

    def changed() -> None:
        typed = st.session_state[key].strip()
        refused.pop(key, None)
        try:
            moment = read_moment(typed, page) if typed else None
        except MomentError as error:
            refused[key] = (typed, error)
            return
        session.change(session.draft.changed(scene.id, until=moment))

    until = scene.step.until
    typed, error = refused.get(key) or (moment_words(until) if until else "", None)
    st.session_state[key] = typed
    current = its if error is None else []  # others are of what stood there before
    label = " · ".join((t("draft.until"), *(flaw_words(flaw) for flaw in current)))
    st.text_input(
        marked(label, [*current, *([error] if error else [])]),
        key=key,
        max_chars=MOST_MOMENT,
        placeholder=t("draft.until_hint", moment=moment_words(scene.step.at or Moment("end"))),
        help=_how_to_say(page),
        on_change=changed,
    )
    if error is not None:
        show(error)


def _how_to_say(page: Page) -> str:
    """What a moment of this page's walks is written with."""
    return t(
        "draft.until_help",
        units=" / ".join(moment_words(Moment(unit, 2)) for unit in page.units),
        kinds=" / ".join(dict.fromkeys(map(kind_words, page.kinds))),
    )
