"""The frame around every page: navigation, language, presenting. The main script of the app."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui.look import page_style
from ui.text import LANGUAGES, NAMES, language, preferred, t

PAGES = ("home", "train")
FOLDER = Path(__file__).parents[1] / "pages"


def main() -> None:
    """Settle language and mode, then run the page that the address names."""
    _settle()
    presenting = st.session_state["mode"] == "present"
    st.set_page_config(page_title=t("app.name"), layout="wide")
    page = st.navigation(
        [_page(name) for name in PAGES], position="hidden" if presenting else "top"
    )
    page_style(presenting=presenting)
    with st.container(key="corner", horizontal=True):
        _corner(presenting=presenting, can_present=bool(page.url_path))
    # A page switch drops what the address held, so language and mode are written back.
    st.query_params["lang"] = language()
    if presenting:
        st.query_params["mode"] = "present"
    page.run()


def _settle() -> None:
    """Take language and mode from the address once a session, then from the session."""
    asked = st.query_params
    if "lang" not in st.session_state:
        st.session_state["lang"] = preferred(asked.get("lang"), st.context.locale)
    if "mode" not in st.session_state:
        st.session_state["mode"] = "present" if asked.get("mode") == "present" else "browse"


def _corner(*, presenting: bool, can_present: bool) -> None:
    """What stands at the upper right: presenting and the language, or the way back."""
    if presenting:
        st.button(
            "✕", key="leave", on_click=_leave, type="tertiary", help=t("app.leave_present")
        )
        return
    if can_present:
        st.button(t("app.present"), key="present", on_click=_present, type="tertiary")
    # subtle: a page switch forgets widgets, so the choice lives beside the widget.
    st.session_state["language"] = language()
    st.segmented_control(
        t("app.language"),
        LANGUAGES,
        format_func=NAMES.__getitem__,
        key="language",
        required=True,
        on_change=_switch_language,
        label_visibility="collapsed",
    )


def _page(name: str) -> st.Page:
    path = FOLDER / f"{name}.py"
    if name == "home":
        return st.Page(path, title=t("page.home"), default=True)
    return st.Page(path, title=t(f"page.{name}"), url_path=name)


def _switch_language() -> None:
    st.session_state["lang"] = st.session_state["language"]


def _present() -> None:
    st.session_state["mode"] = "present"


def _leave() -> None:
    st.session_state["mode"] = "browse"
    st.query_params.pop("mode", None)


if __name__ == "__main__":
    main()
