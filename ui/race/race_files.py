"""What a reader keeps of a race: the chart, the raw samples, the whole race."""

from __future__ import annotations

import json
from collections.abc import Mapping

import streamlit as st

from bpe_core.race.samples import record_of, samples_csv
from bpe_core.race.standing import Standing
from ui.charts.captioned import Drawn
from ui.charts.chart_files import chart_files
from ui.text import t


def race_files(
    drawn: Drawn,
    standing: Standing,
    facts: Mapping[str, str],
    corpus_name: str,
    *,
    text: str | None = None,
    command: str | None = None,
) -> None:
    """Buttons in a row; each file is made when its button is pressed.

    ``corpus_name`` is the text's name in the address, ``command`` repeats the race in a
    terminal. Of ``text``, the corpus, the record holds only a digest.
    """

    def record() -> bytes:
        whole = record_of(standing, facts, corpus_name, text=text, command=command)
        return json.dumps(whole, ensure_ascii=False, indent=2, default=list).encode()

    with st.container(key="race_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("timing.files"), width="content")
        chart_files(drawn)
        st.download_button(
            t("timing.file_csv"),
            lambda: samples_csv(standing).encode(),
            "bpe-lab-samples.csv",
            "text/csv",
            key=f"{drawn.name}_csv",
            on_click="ignore",
        )
        st.download_button(
            t("timing.file_json"),
            record,
            "bpe-lab-race.json",
            "application/json",
            key=f"{drawn.name}_json",
            on_click="ignore",
        )
