"""The charts below the three ways, measured once a server, after its first reader has those."""

from __future__ import annotations

import streamlit as st

from bpe_lab.scenes.why import CORPUS_SIZE, MERGE_LIMIT
from bpe_lab.text import t
from ui.page.elements import Progress
from ui.why.fixed_texts import are_measured, corpus_curve, corpus_read, stories

SOON = 0.3  # seconds in which the browser draws what stands above


def measured() -> None:
    """Four charts; where nothing is measured yet, the page is drawn without them first."""
    if are_measured():
        # Imported late: to load charts and tables takes longer than the page.
        from ui.why.measured_charts import charts

        charts()
    else:
        _measured_later()


def _measured_later() -> None:
    """Measure when the page stands: at the second call, which the browser asks for."""
    calls: list[None] = []

    @st.fragment(run_every=SOON)
    def measuring() -> None:
        with st.container(key="screen_first", gap=None):
            st.html(f'<h2 class="measured">{t("why.measured.title")}</h2>')
            progress = Progress(_progress_label, total=MERGE_LIMIT)
        calls.append(None)
        if len(calls) > 1:
            corpus_read()
            corpus_curve(progress.reached)
            stories()
            st.rerun()

    measuring()


def _progress_label(merge: int) -> str:
    return t("why.measured.progress", merge=merge, size=CORPUS_SIZE)
