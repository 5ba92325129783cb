"""The lessons that can be chosen, a reader's own, and the lecturer's window beside one."""

import streamlit as st

from bpe_lab.pages import LESSONS_VIEW
from ui.drafting.drafts import keep_draft
from ui.lecture.running import LESSON, is_notes_window, lessons_here, running
from ui.lessons.cards import MINE, homework, lecturer_view, lesson_cards, own_file
from ui.lessons.editor import editor
from ui.page.fields import view_switch
from ui.page.look import room_style
from ui.page.markup import html_of
from ui.page.presenting import is_presenting
from ui.progress.panel import again_panel

LECTURE = "lecture"


def main() -> None:
    """Where one stopped, then all lessons; or the notes of one, for its lecturer alone."""
    room_style("lessons")
    if is_notes_window("lessons"):
        room_style("lessons", "notes")
        lecturer_view(st.query_params.get(LESSON, ""))
        return
    if is_presenting():
        homework()
        return
    keep_draft()
    st.html(html_of("lessons", "lead", LECTURE))
    if view_switch("lessons", LESSONS_VIEW) == MINE:
        editor()
        return
    with st.container(key="lessons_again"):
        again_panel(is_led=running() is not None)
    lesson_cards(lessons_here())
    own_file()


main()
