"""What a reader takes away from a race: the chart, the raw samples, the whole race."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bpe_lab.race.samples import record_of, samples_csv
from bpe_lab.race.standing import Standing
from bpe_lab.text import t
from ui.charts.captioned import Drawn
from ui.charts.chart_files import chart_files
from ui.charts.file_buttons import data_files
from ui.charts.measured_how import repeat_html
from ui.race.race_footer import repeating
from ui.race.race_job import Racing

NAMES = ("bpe-lab-samples.csv", "bpe-lab-race.json")


def files_and_command(drawn: Drawn, racing: Racing, standing: Standing) -> None:
    """The files, and below them the command that repeats the race in a terminal."""
    contest, command = racing.contest, repeating(racing.contest)
    race_files(
        drawn,
        standing,
        racing.facts,
        contest.name,
        text=contest.corpus.text,
        command=command,
    )
    st.html(repeat_html(t("footer.repeat"), command))


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
    with st.container(key="race_files", horizontal=True, vertical_alignment="center"):
        st.caption(t("timing.files"), width="content")
        chart_files(drawn)
        data_files(
            "timing",
            drawn.name,
            lambda: samples_csv(standing).encode(),
            lambda: record_of(standing, facts, corpus_name, text=text, command=command),
            names=NAMES,
        )
