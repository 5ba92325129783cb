"""What a reader keeps of a table: charts as pictures, the rows, the whole record."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from bpe_core.compare.record import record_of, table_csv
from bpe_core.compare.standing import CompareStanding
from ui.charts.captioned import Drawn
from ui.charts.chart_files import chart_files
from ui.compare.compare_job import Comparing
from ui.text import t


def compare_files(
    charts: Sequence[Drawn], comparing: Comparing, standing: CompareStanding
) -> None:
    """Buttons in a row; each file is made when its button is pressed."""

    def record() -> bytes:
        whole = record_of(standing, comparing.facts)
        return json.dumps(whole, ensure_ascii=False, indent=2, default=list).encode()

    with st.container(key="compare_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("compare.files"), width="content")
        st.download_button(
            t("compare.file_csv"),
            lambda: table_csv(standing).encode("utf-8-sig"),
            "bpe-lab-compare.csv",
            "text/csv",
            key="compare_csv",
            on_click="ignore",
        )
        st.download_button(
            t("compare.file_json"),
            record,
            "bpe-lab-compare.json",
            "application/json",
            key="compare_json",
            on_click="ignore",
        )
        for drawn in charts:
            st.caption(t(f"compare.picture_{drawn.name.partition('-')[2]}"), width="content")
            chart_files(drawn)
