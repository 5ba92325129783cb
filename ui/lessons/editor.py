"""The reader's own lesson: what it is, its scenes in their order, and the ways out of here."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bpe_lab.html_pages import LANGUAGES
from bpe_lab.lessons.draft import Scene
from bpe_lab.lessons.flaws import Flaw, flaws
from bpe_lab.lessons.lesson import MOST_LEVEL, MOST_MINUTES
from bpe_lab.text import LANGUAGES as OF_THE_APP
from bpe_lab.text import language, t
from bpe_lab.text.messages import escaped
from ui.drafting.scene_words import scene_line
from ui.drafting.writing import Removed, Writing, blank, writing
from ui.lessons.draft_fields import flaw_line, marked, words_field
from ui.lessons.scene_fields import scene_fields
from ui.lessons.ways_out import files, ways_out
from ui.page.markup import html_of


def editor() -> None:
    """All of it; every change is in the draft at once."""
    session = writing()
    wrong = flaws(session.draft)
    with st.container(key="draft_ways", horizontal=True, vertical_alignment="center"):
        ways_out(session.draft, is_whole=not wrong)
        _undo(session)
        st.button(
            t("draft.clear"),
            key="draft_clear",
            type="tertiary",
            help=t("draft.clear_help"),
            on_click=lambda: session.replace(blank()),
        )
    if not wrong:
        files(session.draft)
    st.html(html_of("lessons", "draft_state", flaw_line(session.draft, wrong)))
    with st.container(key="draft_about"):
        _about(session, wrong)
    with st.container(key="draft_scenes"):
        st.html(html_of("lessons", "draft_scenes"))
        if not session.draft.scenes:
            st.html(html_of("lessons", "draft_empty"))
        for index, scene in enumerate(session.draft.scenes):
            _scene(session, scene, index, wrong)


def _about(session: Writing, wrong: tuple[Flaw, ...]) -> None:
    """Title, level, minutes, languages, goals."""
    of_lesson = [flaw for flaw in wrong if flaw.index is None]
    words_field(session, "title", flaws=of_lesson)
    with st.container(key="draft_numbers", horizontal=True, vertical_alignment="bottom"):
        _level(session)
        _minutes(session)
        _languages(session)
    goals = [replace(flaw, name="goals") for flaw in of_lesson if flaw.name == "outcome"]
    words_field(session, "goals", flaws=goals, lines=3)


def _level(session: Writing) -> None:
    st.session_state["draft_level"] = session.draft.level
    st.segmented_control(
        t("draft.level"),
        range(1, MOST_LEVEL + 1),
        key="draft_level",
        required=True,
        on_change=lambda: session.change(
            replace(session.draft, level=st.session_state["draft_level"])
        ),
    )


def _minutes(session: Writing) -> None:
    def changed() -> None:
        minutes = st.session_state["draft_minutes"]
        session.change(replace(session.draft, minutes=minutes or session.draft.minutes))

    st.session_state["draft_minutes"] = session.draft.minutes
    st.number_input(
        t("draft.minutes"),
        1,
        MOST_MINUTES,
        step=1,
        key="draft_minutes",
        on_change=changed,
        width=144,
    )


def _languages(session: Writing) -> None:
    """At least one; what was written in another stays."""

    def changed() -> None:
        chosen = st.session_state["draft_languages"]
        languages = tuple(each for each in LANGUAGES if each in chosen)
        if languages:
            session.change(replace(session.draft, languages=languages))

    st.session_state["draft_languages"] = list(session.draft.languages)
    st.segmented_control(
        t("draft.languages"),
        list(LANGUAGES),
        selection_mode="multi",
        format_func=lambda each: OF_THE_APP[each].name,
        key="draft_languages",
        on_change=changed,
    )


def _undo(session: Writing) -> None:
    last = session.undo[-1] if session.undo else None
    if isinstance(last, Removed):
        about = t("draft.undo_removed", scene=escaped(scene_line(last.scene.step)))
    elif last is not None:
        title = last.title.text(language()) or t("draft.untitled")
        about = t("draft.undo_replaced", title=escaped(title))
    else:
        about = t("draft.undo_nothing")
    st.button(
        t("draft.undo"),
        key="draft_undo",
        type="tertiary",
        disabled=last is None,
        help=about,
        on_click=session.take_back,
    )


def _scene(session: Writing, scene: Scene, index: int, all_wrong: tuple[Flaw, ...]) -> None:
    """One row: what it is, which opens its fields, and what can be done with it."""
    number, is_open = index + 1, session.open_scene == scene.id
    wrong = [flaw for flaw in all_wrong if flaw.index == index]
    title = scene.step.title.text(language())
    line = " — ".join(filter(None, (title, scene_line(scene.step))))
    label = f"{'▾' if is_open else '▸'} {number}. {escaped(line)}"
    with st.container(key=f"draft_scene_{scene.id}", horizontal=True, gap="small"):
        st.button(
            marked(label, wrong),
            key=f"draft_open_{scene.id}",
            type="tertiary",
            on_click=_toggle,
            args=(session, scene.id),
        )
        for way, sign, by in (("up", "↑", -1), ("down", "↓", 1)):
            is_end = index == 0 if by < 0 else number == len(session.draft.scenes)
            st.button(
                sign,
                key=f"draft_{way}_{scene.id}",
                type="tertiary",
                disabled=is_end,
                help=t(f"draft.{way}", number=number),
                on_click=_move,
                args=(session, scene.id, by),
            )
        st.button(
            "✕",
            key=f"draft_remove_{scene.id}",
            type="tertiary",
            help=t("draft.remove", number=number),
            on_click=session.remove,
            args=(scene.id,),
        )
    if is_open:
        with st.container(key=f"draft_fields_{scene.id}"):
            scene_fields(session, scene, wrong, is_whole=not all_wrong)


def _toggle(session: Writing, scene_id: str) -> None:
    session.open_scene = "" if session.open_scene == scene_id else scene_id


def _move(session: Writing, scene_id: str, by: int) -> None:
    session.change(session.draft.moved(scene_id, by))
