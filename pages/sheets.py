"""Exercises on paper: chosen, looked at, and taken along with their keys."""

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.lab_errors import LabError
from bpe_lab.pages import SHEET_VIEW
from bpe_lab.sheets.sheet import make_sheet, make_sheets, sheets_page
from bpe_lab.text import language, t
from ui.page.fields import drawing_switch
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.serving.store import shared_store
from ui.sheets.wanted import Wanted, wanted

HEIGHT = 900  # pixels of the preview: most of a page
IN_A_HALL = 1.9  # times as large as on paper, so that its text has 24 pixels


def main() -> None:
    """The fields, what can be taken along, and the first sheet."""
    room_style("sheets")
    page_title("sheets.title")
    notices: list[Notice] = []
    chosen = None
    with st.container(key="inputs"):
        try:
            chosen = wanted(notices)
        except LabError as error:
            show(error)
    for notice in notices:
        show(notice)
    if chosen:
        preview(chosen, take_along(chosen))


def take_along(chosen: Wanted) -> str:
    """Both files, made once they are asked for; which of them is looked at."""
    with st.container(key="sheets_row", horizontal=True, vertical_alignment="center"):
        view = drawing_switch("sheets", SHEET_VIEW)
        for name in SHEET_VIEW.options:
            st.download_button(
                t(f"sheets.download.{name}", copies=chosen.copies),
                lambda is_key=name == "key": page(chosen, is_key=is_key),
                f"{chosen.kind}-{chosen.level}-{chosen.seed}-{name}.html",
                "text/html",
                key=f"download {name}",
                on_click="ignore",
            )
    st.caption(t("sheets.advice"))
    return view


def page(chosen: Wanted, *, is_key: bool) -> str:
    """All that is wanted, as a file."""
    kind, level, script, seed, copies = chosen
    return sheets_page(make_sheets(kind, level, seed, copies, script), language(), key=is_key)


def preview(chosen: Wanted, view: str) -> None:
    """The first sheet or its key, as it will be printed; made once for all readers."""
    kind, level, script, seed, _ = chosen
    zoom = IN_A_HALL if is_presenting() else 1

    def make() -> str:
        sheet = make_sheet(kind, level, seed, script)
        return sheets_page([sheet], language(), key=view == "key", zoom=zoom)

    first = ("first sheet", kind, level, script, str(seed), language(), view, zoom)
    st.iframe(
        shared_store().get(first, make),
        height=HEIGHT,
        tab_index=0,
        alt=t("sheets.preview"),
    )


main()
