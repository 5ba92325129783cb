"""A comparison under way: its place in the line, which run works, and at what."""

from __future__ import annotations

from html import escape

import streamlit as st

from bpe_core.compare.plan import Task
from bpe_core.compare.standing import CompareStanding
from bpe_core.registry import SYSTEMS
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Comparing
from ui.compare.compare_session import ahead_of, is_timed
from ui.serving.jobs import Job
from ui.text import catalogue, language, t

EVERY = 1.0  # seconds between two drawings


def progress(comparing: Comparing, job: Job) -> None:
    """A sentence, a bar, and what the present run is doing."""
    standing = comparing.standing()
    done, planned = standing.runs_done, planned_runs(standing)
    said, aside = _said(comparing, standing, job)
    percent = round(100 * min(1.0, (done + _share(standing)) / max(1, planned)))
    st.html(
        f'<section class="compare-live" lang="{language()}"><p><strong>{escape(said)}</strong> '
        f"<span>{escape(aside)}</span></p>"
        f'<div class="bar" role="progressbar" aria-label="{escape(said)}" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{percent}"><i style="width: {percent}%"></i></div>'
        "</section>"
    )


def text_progress(comparing: Comparing, job: Job) -> None:
    """The same over a reader's text, while systems are trained for it."""
    progress(comparing, job)


def planned_runs(standing: CompareStanding) -> int:
    """How many runs there will be: none of systems that are not installed."""
    return sum(SYSTEMS[task.system].is_installed for task in standing.entries)


def _said(comparing: Comparing, standing: CompareStanding, job: Job) -> tuple[str, str]:
    if job.state == "waiting":
        line = "compare.live" if is_timed(job) else "workshop"
        return t(f"{line}.ahead", ahead=ahead_of(job)), t(f"{line}.ahead_why")
    task = standing.running
    if task is None:
        return t("compare.live.prepare"), t("compare.live.prepare_why")
    done = t("compare.live.done", done=standing.runs_done, planned=planned_runs(standing))
    return running_text(comparing, task), joined_with_dot(phase_text(standing, task), done)


def running_text(comparing: Comparing, task: Task) -> str:
    """What is run: the system, the corpus, the tokens."""
    return t(
        "compare.live.running",
        system=t(f"system.{task.system}"),
        corpus=named_file(comparing.setup.given, task.corpus),
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


def joined_with_dot(*parts: str) -> str:
    """Short notes in a row."""
    return " · ".join(part for part in parts if part)


def _share(standing: CompareStanding) -> float:
    """Of the run under way, about: most of it is learning."""
    task = standing.running
    reached = standing.entries[task].reached if task else None
    if reached is None or not reached.total:
        return 0.1 if task else 0.0
    return min(0.9, 0.8 * reached.done / reached.total)
