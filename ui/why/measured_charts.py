"""Four charts, two per screen, and their numbers."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pyarrow as pa
import streamlit as st

from bpe_lab.text import t
from ui.charts.make_once import make_once
from ui.serving.store import shared_store
from ui.why.fixed_texts import corpus_curve, corpus_read, stories
from ui.why.why_charts import (
    Finding,
    draw_finding,
    growth_chart,
    held_out_chart,
    languages_chart,
    lengths_chart,
    number_list,
    number_table,
    numbers,
    numbers_csv,
)


def charts() -> None:
    """Drawn from what is measured; each is made once for all readers."""
    store = shared_store()
    reading, curve, languages = corpus_read(), corpus_curve(), stories()

    def chart(of: object, name: str, make: Callable[[], Finding]) -> None:
        draw_finding(make_once(store, of, name, make))

    with st.container(key="screen_first", gap=None):
        st.html(f'<h2 class="measured">{t("why.measured.title")}</h2>')
        left, right = st.columns(2, gap="large")
        with left:
            chart(curve, "lengths", lambda: lengths_chart(reading, curve))
        with right:
            chart(languages, "languages", lambda: languages_chart(languages))
    with st.container(key="screen_second", gap=None):
        left, right = st.columns(2, gap="large")
        with left:
            chart(reading, "growth", lambda: growth_chart(reading))
        with right:
            chart(reading, "held out", lambda: held_out_chart(reading))

    def frame() -> pd.DataFrame:
        return numbers(reading, curve, languages)

    def rows() -> pa.Table:
        return make_once(store, curve, "numbers", lambda: number_table(frame()))

    number_list(rows, lambda: numbers_csv(frame()))
