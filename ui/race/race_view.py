"""The race page below its inputs: which view, the way to start, what is run, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import streamlit as st

from bpe_core.errors import BPELabError
from ui.page.links import keep, one_of, remember, seed
from ui.page.problems import show
from ui.page.reasons import clause_of, sentence_of
from ui.page.rerun import run_again
from ui.race.growth_view import growth_view
from ui.race.lockstep_view import lockstep_view
from ui.race.race_inputs import Setup
from ui.race.race_job import Contest, Racing, kept_races
from ui.race.race_live import EVERY, live_view
from ui.race.race_plan import plan_view
from ui.race.timing_view import timing_view
from ui.serving.jobs import Job, session_races, timing_line
from ui.text import t

View: TypeAlias = Literal["lockstep", "timing", "growth"]
VIEWS: tuple[View, ...] = ("lockstep", "timing", "growth")
OUTCOMES: Mapping[View, Callable[[Racing], None]] = {
    "lockstep": lockstep_view,
    "timing": timing_view,
    "growth": growth_view,
}
BY_ITSELF = 20_000  # bytes: a race over so little text starts without being asked
MOST_BY_ITSELF = 10.0  # seconds of a run's budget
STOPPED = "race stopped"  # the contest that the reader stopped last
JOB = "race"


def race_view(setup: Setup) -> None:
    """Controls and one of the views."""
    with st.container(key="race_controls", horizontal=True, vertical_alignment="center"):
        view = _chosen_view()
        contest = setup.growth if view == "growth" else setup.contest
        racing, job = _current(contest, view)
        _buttons(contest, racing, job)
    _elsewhere(racing)
    if racing is None:
        plan_view(contest)
    elif job is not None and job.is_open:
        live_view(racing, job, view)
    else:
        _outcome(racing, job, view)


def _chosen_view() -> View:
    label = t("race.view")
    for notice in seed("race_view", VIEWS[0], param="view", label=label, read=one_of(VIEWS)):
        show(notice)
    chosen = st.segmented_control(
        label,
        VIEWS,
        format_func=lambda name: t(f"race.views.{name}"),
        key="race_view",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    view = chosen or VIEWS[0]
    keep("view", view if view != VIEWS[0] else None)
    remember("race_view", view)
    return view


def _current(contest: Contest, view: View) -> tuple[Racing | None, Job | None]:
    """The race of this contest: the session's, else one that any reader has run."""
    mine: Racing | None = st.session_state.get("racing")
    kept = kept_races().get(contest)
    if mine is not None and mine.contest.key == contest.key:
        if not (kept and mine.was_stopped and not _is_racing()):
            return mine, session_races().get(JOB)
        st.session_state.pop("racing")  # a race again that was cancelled: the one before stays
    if kept is not None:
        return kept, None
    if view != "growth" and _may_start() and _starts_by_itself(contest):
        start(contest)
        return st.session_state["racing"], session_races().get(JOB)
    return None, None


def _starts_by_itself(contest: Contest) -> bool:
    """A short race that the reader has not stopped; a link must not start a long one."""
    if contest.corpus.size > BY_ITSELF or contest.plan.budget > MOST_BY_ITSELF:
        return False
    return st.session_state.get(STOPPED) != contest.key


def _may_start() -> bool:
    """Whether a race that starts by itself takes nothing away: none, or one of its kind."""
    job = session_races().get(JOB)
    return not _is_racing() or bool(job and job.is_short)


def _is_racing() -> bool:
    """Whether the session has a race under way, watched with others or alone."""
    job = session_races().get(JOB)
    return job is not None and job.is_open and "racing" in st.session_state


def start(contest: Contest) -> None:
    """Put a race in the machine's line; the session's one before it is told to end."""
    racing = Racing.of(contest, kept_races(), timing_line().others_wait)
    is_short = contest.corpus.size <= BY_ITSELF and not contest.plan.sizes
    job = session_races().start(
        JOB, racing.run, same=contest.key, about=racing, is_short=is_short
    )
    st.session_state["racing"] = job.about  # another reader's, where it is the same contest


def _buttons(contest: Contest, racing: Racing | None, job: Job | None) -> None:
    if job is not None and job.is_open:
        st.button(t("race.cancel"), key="race_cancel", on_click=job_stopped, args=[job])
        return
    label = t("race.start" if racing is None else "race.again")
    kind: Literal["primary", "secondary"] = "primary" if racing is None else "secondary"
    st.button(label, key="race_start", type=kind, on_click=start, args=[contest])


def job_stopped(job: Job) -> None:
    """The reader has had enough; the button answers when the lanes have ended.

    Where others watch the same race, it goes on for them.
    """
    st.session_state[STOPPED] = job.key
    session_races().stop(JOB)
    if job.readers > 0:
        st.session_state.pop("racing", None)
    else:
        timing_line().wait(job, 2)


def _elsewhere(racing: Racing | None) -> None:
    """Say that the session's race is about other settings than the page's, until it is over."""
    mine: Racing | None = st.session_state.get("racing")
    if mine is None or mine is racing or not _is_racing():
        return
    other = mine

    @st.fragment(run_every=EVERY)
    def told() -> None:
        job = session_races().get(JOB)
        if job is None or not job.is_open:
            run_again()
        done = other.standing().runs_done
        with st.container(key="race_elsewhere", horizontal=True, vertical_alignment="center"):
            st.caption(t("race.elsewhere", done=done, planned=other.planned))
            label = t("race.cancel")
            st.button(label, key="race_cancel_other", on_click=job_stopped, args=[job])

    told()


def _outcome(racing: Racing, job: Job | None, view: View) -> None:
    standing = racing.standing()
    if job is not None and isinstance(job.error, BPELabError):
        show(job.error)
        return
    if job is not None and job.error is not None:
        st.error(t("race.broken"))
        return
    if racing.was_stopped and not standing.runs_done:
        st.info(t("race.cancelled_at_once"))
        plan_view(racing.contest)
        return
    if racing.gave_way:
        st.info(t("race.gave_way", done=standing.runs_done, planned=racing.planned))
    elif standing.cancelled:
        st.info(t("race.cancelled", done=standing.runs_done, planned=racing.planned))
    for name, lane in standing.lanes.items():
        title = t(f"lane.{name}.title")
        if lane.state == "absent":
            st.info(t("race.absent", lane=title, library=lane.reason))
        elif lane.state == "failed":
            reason = sentence_of(lane.reason) or clause_of(lane.reason)
            st.warning(t("race.failed", lane=title, reason=reason))
    OUTCOMES[view](racing)
