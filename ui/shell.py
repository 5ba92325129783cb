"""The frame around every page: navigation, language, presenting. The main script of the app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.text import DEFAULT, LANGUAGES, ask_where_unsettled, language, preferred, speak, t
from ui.drafting.adding import add_scene_button, hand_over_scene, take_opening
from ui.lecture.bar import lesson_bar
from ui.lecture.running import is_notes_window, query_of, settle_lesson, take_move
from ui.page.elements import orientation
from ui.page.fields import link
from ui.page.leading import PAGE_FILES, end_of_run, lead_again, lead_to, settle_address
from ui.page.look import page_style
from ui.page.presenting import is_presenting, keep_mode, leave, present, settle_mode
from ui.page.problems import show_notices
from ui.page.session import IdlePages, Sections, begin_run, held, hold
from ui.page.visit import arrive, tab_title
from ui.progress.panel import hand_over_answers
from ui.serving.belongings import note_presence, stay_in_touch
from ui.serving.courtesy import DRAWING
from ui.serving.uploads import release_files

# The lecture's path stands open in the navigation, the rest in menus of these names.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "": ("home", "why", "pretokenize", "train", "linked", "encode", "tokens", "race"),
    "vocabularies": ("vocabulary", "workshop"),
    "systems": ("subword_nmt", "bytepiece", "compare"),
    "study": ("lessons", "museum", "sheets", "glossary"),
}


class Opened(NamedTuple):
    """The page that the address names, all pages in the order of the course, what to say."""

    page: st.Page
    name: str  # empty for the first page
    sections: Sections
    notices: list[Notice]


def main() -> None:
    """Settle the address, draw the frame, run the page."""
    ask_where_unsettled(_language_of_session)
    opened = settle()
    title = draw_frame(opened)
    run(opened, title)


def settle() -> Opened:
    """What the address asks for, in whose language; or lead to where it should."""
    note_presence()
    hold()  # all that follows looks into what the session holds
    begin_run()
    settle_mode()
    if "lang" not in st.session_state:
        asked = st.query_params.get("lang")
        st.session_state["lang"] = preferred(asked, st.context.locale)
    speak(st.session_state["lang"])  # before there are pages, whose names are in it
    sections = take_pages()
    page = st.navigation(sections, position="hidden" if is_presenting() else "top")
    name = page.url_path
    is_old = settle_address(name)  # before anything below writes into the address
    notices = settle_lesson(name, is_old=is_old)
    _open_scene()  # comes before what else would lead on
    if is_old:
        lead_again()
    arrive(name)  # only here it is sure that this page is shown
    # A page switch drops what the address held, so it is written back; now, in one answer with
    # the way to the page (`ui/serving/front_page.js`).
    link("lang", language())
    keep_mode()
    return Opened(page, name, sections, notices)


def draw_frame(opened: Opened) -> str:
    """All that stands around the page: styles, corner, notices, bar. Returns the title."""
    title = tab_title(opened.page.title)
    st.set_page_config(page_title=title, layout="wide")
    page_style(presenting=is_presenting(), language=language())
    with st.container(key="corner", horizontal=True):
        add_scene_button(opened.name)
        if is_presenting():
            st.button(
                "✕", key="leave", on_click=leave, type="tertiary", help=t("app.leave_present")
            )
        else:
            _corner(can_present=bool(opened.name))
    show_notices(opened.notices, key="notice_of_lesson")
    is_led = is_notes_window(opened.name) or lesson_bar()
    if not (is_led or is_presenting()):
        pages = [each for section in opened.sections.values() for each in section]
        orientation(opened.page, pages, opened.name or "home")
    return title


def run(opened: Opened, title: str) -> None:
    """The page itself, and what can be told only when it is drawn."""
    opened.page.run()
    hand_over_answers()
    hand_over_scene(opened.name)
    if tab_title(opened.page.title) != title:  # the page has named the text that it shows
        st.set_page_config(page_title=tab_title(opened.page.title))
    held(IdlePages)[language()] = opened.sections
    release_files()
    stay_in_touch()
    end_of_run()  # last: from now on the browser hears of it


def _open_scene() -> None:
    """Where a lesson moves, go on with its scene's page; or with the lesson being written."""
    if query := take_opening():
        lead_to("lessons", query)
    if lesson := take_move():
        lead_to(lesson.step.page, query_of(lesson))


def _corner(*, can_present: bool) -> None:
    """The upper right: presenting and the language."""
    if can_present:
        st.button(t("app.present"), key="present", on_click=present, type="tertiary")
    # subtle: a page switch forgets widgets, so the choice lives beside the widget.
    st.session_state["language"] = language()
    st.segmented_control(
        t("app.language"),
        list(LANGUAGES),
        format_func=lambda each: LANGUAGES[each].name,
        key="language",
        required=True,
        on_change=_switch_language,
        label_visibility="collapsed",
    )


def take_pages() -> Sections:
    """All pages by section, with their names in the reader's language; `run` gives them back.

    Made anew they would be a fifth of what a rerun takes.

    subtle: Streamlit marks a page that has run, and two runs of a session can overlap, so while
    one has them another makes its own.
    """
    return held(IdlePages).pop(language(), None) or {
        t(f"section.{section}") if section else "": [_page(name) for name in names]
        for section, names in SECTIONS.items()
    }


def _page(name: str) -> st.Page:
    path = PAGE_FILES / f"{name}.py"
    if name == "home":
        return st.Page(path, title=t("page.home"), default=True)
    return st.Page(path, title=t(f"page.{name}"), url_path=name)


def _language_of_session() -> str:
    """For callbacks, which run before the script."""
    chosen: str = st.session_state.get("lang", DEFAULT)
    return chosen


def _switch_language() -> None:
    st.session_state["lang"] = st.session_state["language"]


if __name__ == "__main__":
    with DRAWING.page():
        main()
