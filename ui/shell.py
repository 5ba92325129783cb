"""The frame around every page: navigation, language, presenting. The main script of the app."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bpe_lab.text import DEFAULT, LANGUAGES, ask_where_unsettled, language, preferred, speak, t
from ui.drafting.adding import add_scene_button, hand_over_scene, take_opening
from ui.lecture.bar import lesson_bar
from ui.lecture.running import is_notes_window, query_of, settle_lesson, take_move
from ui.page.arrival import arrive
from ui.page.fields import link
from ui.page.leading import PAGE_FILES, end_of_run, lead_again, lead_to, settle_address
from ui.page.look import page_style
from ui.page.orientation import orientation
from ui.page.presenting import is_presenting, keep_mode, leave, present, settle_mode
from ui.page.problems import show_notices
from ui.page.rerun import begin_run
from ui.page.session import held, hold
from ui.page.tab_title import tab_title
from ui.progress.marks_mount import hand_over_marks
from ui.serving.courtesy import DRAWING
from ui.serving.uploads import Uploads, release_files

# The lecture's path stands open in the navigation, the rest in menus of these names.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "": ("home", "why", "pretokenize", "train", "linked", "encode", "race"),
    "vocabularies": ("vocabulary", "workshop"),
    "systems": ("subword_nmt", "bytepiece", "compare"),
    "study": ("lessons", "museum", "sheets", "glossary"),
}
PAGES = tuple(name for names in SECTIONS.values() for name in names)


def main() -> None:
    """Settle language and mode, then run the page that the address names."""
    ask_where_unsettled(_language_of_session)
    hold()
    begin_run()
    settle_mode()
    if "lang" not in st.session_state:
        asked = st.query_params.get("lang")
        st.session_state["lang"] = preferred(asked, st.context.locale)
    speak(st.session_state["lang"])
    presenting = is_presenting()
    sections = _pages()
    page = st.navigation(sections, position="hidden" if presenting else "top")
    name = page.url_path
    is_old = settle_address(name)
    notices = settle_lesson(name, is_old=is_old)
    _open_scene()
    if is_old:
        lead_again()
    arrive(name)
    title = tab_title(page.title)
    st.set_page_config(page_title=title, layout="wide")
    # A page switch drops what the address held, so it is written back; now, in one answer with
    # the way to the page (`ui/serving/front_page.js`).
    link("lang", language())
    keep_mode()
    page_style(presenting=presenting, language=language())
    with st.container(key="corner", horizontal=True):
        add_scene_button(name)
        if presenting:
            st.button(
                "✕", key="leave", on_click=leave, type="tertiary", help=t("app.leave_present")
            )
        else:
            _corner(can_present=bool(name))
    show_notices(notices, key="notice_of_lesson")
    is_led = is_notes_window(name) or lesson_bar()
    if not (is_led or presenting):
        in_order = [each for pages in sections.values() for each in pages]
        orientation(page, in_order, name or "home")
    page.run()
    hand_over_marks()
    hand_over_scene(name)
    if tab_title(page.title) != title:
        st.set_page_config(page_title=tab_title(page.title))
    release_files(held(Uploads))
    end_of_run()


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


class PagesByLanguage(dict[str, "dict[str, list[st.Page]]"]):
    """The session's pages by section, by language."""


def _pages() -> dict[str, list[st.Page]]:
    """All pages by section, with their names in the reader's language, cached in the session.

    To make them anew asks the disk a hundred times, and each time lets go of the interpreter:
    while somebody else's script computes, that is one of its turns each. Each run has copies:
    Streamlit marks the page that it has run, and two runs of a session can overlap.
    """
    by_language = held(PagesByLanguage)
    if language() not in by_language:
        by_language[language()] = {
            t(f"section.{section}") if section else "": [_page(name) for name in names]
            for section, names in SECTIONS.items()
        }
    sections = by_language[language()]
    return {title: [_copy(page) for page in pages] for title, pages in sections.items()}


def _copy(page: st.Page) -> st.Page:
    """As `copy.copy` makes it, in a third of the calls."""
    twin = object.__new__(st.Page)
    vars(twin).update(vars(page))
    return twin


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
