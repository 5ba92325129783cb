"""What a reader takes away from a table: charts as pictures, the rows, the whole record."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bpe_lab.compare.record import record_of, table_csv
from bpe_lab.compare.standing import CompareStanding
from bpe_lab.text import t
from ui.charts.captioned import Drawn
from ui.charts.chart_files import chart_files
from ui.charts.file_buttons import data_files
from ui.compare.compare_job import Comparing

NAMES = ("bpe-lab-compare.csv", "bpe-lab-compare.json")


def compare_files(
    charts: Sequence[Drawn], comparing: Comparing, standing: CompareStanding
) -> None:
    """Buttons in a row; each file is made when its button is pressed."""
    with st.container(key="compare_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("compare.files"), width="content")
        data_files(
            "compare",
            "compare",
            lambda: table_csv(standing).encode("utf-8-sig"),
            lambda: record_of(standing, comparing.facts),
            names=NAMES,
        )
        for drawn in charts:
            st.caption(t(f"compare.picture_{drawn.name.partition('-')[2]}"), width="content")
            chart_files(drawn)
