"""A comparison under way: its place in the line, which run works, and at what."""

from __future__ import annotations

from html import escape

import streamlit as st

from bpe_lab.compare.plan import Task
from bpe_lab.compare.standing import CompareStanding
from bpe_lab.text import catalogue, language, t
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Comparing
from ui.page.job_page import JobPage
from ui.page.stages import bar_html


def progress(page: JobPage[Comparing], comparing: Comparing) -> None:
    """A sentence, a bar, and what the present run is doing."""
    standing = comparing.standing()
    done, planned = standing.runs_done, comparing.planned
    if (ahead := page.ahead) is not None:
        sentence = t("compare.live.ahead", ahead=ahead)
        aside = t("compare.live.ahead_why")
    else:
        sentence, aside = _sentences(comparing, standing)
    bar = bar_html(sentence, min(1.0, (done + _share(standing)) / max(1, planned)))
    st.html(
        f'<section class="compare-live" lang="{language()}"><p>'
        f"<strong>{escape(sentence)}</strong> <span>{escape(aside)}</span></p>{bar}</section>"
    )


def _sentences(comparing: Comparing, standing: CompareStanding) -> tuple[str, str]:
    """What is run, and how far it is."""
    task = standing.running
    if task is None:
        return t("compare.live.prepare"), t("compare.live.prepare_why")
    done = t("compare.live.done", **comparing.reached())
    phase = phase_text(standing, task)
    return running_text(comparing, task), " · ".join(filter(None, (phase, done)))


def running_text(comparing: Comparing, task: Task) -> str:
    """What is run: the system, the corpus, the tokens."""
    return t(
        "compare.live.running",
        system=t(f"system.{task.system}"),
        corpus=named_file(comparing.setup.uploads, task.corpus),
        tokens=task.vocab_size,
    )


def phase_text(standing: CompareStanding, task: Task) -> str:
    """What a run is doing, and how far it is."""
    reached = standing.entries[task].reached
    phase = reached.phase if reached else "train"
    key = f"compare.phase.{phase}"
    name = t(key if key in catalogue(language()) else "compare.phase.train")
    if reached is None or not reached.total:
        return name
    return t("compare.live.share", phase=name, percent=f"{reached.done / reached.total:.0%}")


def _share(standing: CompareStanding) -> float:
    """Of the run under way, about: most of it is learning."""
    task = standing.running
    reached = standing.entries[task].reached if task else None
    if reached is None or not reached.total:
        return 0.1 if task else 0.0
    return min(0.9, 0.8 * reached.done / reached.total)
