"""Which of the two views of the compare page is shown; part of the link."""

from __future__ import annotations

import streamlit as st

from ui.page.fields import relabel
from ui.page.links import keep, one_of, remember, seed
from ui.page.problems import show
from ui.text import t


def chosen_view(views: tuple[str, ...]) -> str:
    """The first one unless the reader or the link says otherwise."""
    label = t("compare.view")
    for notice in seed("compare_view", views[0], param="view", label=label, read=one_of(views)):
        show(notice)
    relabel("compare_view")
    shown = {view: t(f"compare.views.{view}") for view in views}
    chosen = st.segmented_control(
        label,
        views,
        format_func=shown.__getitem__,
        key="compare_view",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    view = chosen or views[0]
    keep("view", view if view != views[0] else None)
    remember("compare_view", view)
    return str(view)
