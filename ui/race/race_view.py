"""The race page below its inputs: which view, the way to start, what is run, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import streamlit as st

from bpe_lab.pages import RACE_VIEW
from bpe_lab.text import t
from ui.page.fields import view_switch
from ui.page.presenting import key_to_start
from ui.page.problems import clause_of, sentence_of, show_failure
from ui.page.session import redrawn, run_again
from ui.page.visit import scene_here
from ui.race.growth_view import growth_view
from ui.race.lockstep_view import lockstep_view
from ui.race.race_inputs import Setup
from ui.race.race_job import Contest, Racing, session_race
from ui.race.race_live import live_view
from ui.race.race_plan import plan_view
from ui.race.timing_view import timing_view
from ui.serving.jobs import Job

View: TypeAlias = Literal["lockstep", "timing", "growth"]
OUTCOMES: Mapping[View, Callable[[Racing], None]] = {
    "lockstep": lockstep_view,
    "timing": timing_view,
    "growth": growth_view,
}
BY_ITSELF = 20_000  # bytes: a race over so little text starts without being asked
MOST_BY_ITSELF = 10.0  # seconds of a run's budget
STOPPED = "race stopped"  # the contest that the reader stopped last


def race_view(setup: Setup) -> None:
    """Controls and one of the views."""
    with st.container(key="race_controls", horizontal=True, vertical_alignment="center"):
        view = view_switch("race", RACE_VIEW)
        contest = _contest(setup, view)
        racing = _current(contest, view)
        job = session_race().job_of(racing)
        _buttons(contest, racing, job)
    _elsewhere(racing)
    if racing is None:
        plan_view(contest)
    elif job is not None and job.is_open:
        live_view(racing, job, view)
    else:
        _outcome(racing, job, view)


def _contest(setup: Setup, view: View) -> Contest:
    """What the view needs; the clock does without counts.

    Of a long text they take longer than the race, and whoever waits for its times would wait
    for them. A race that has them, or is short, serves both views.
    """
    if view == "growth":
        return setup.growth
    counted = setup.contest
    if view == "lockstep" or _is_small(counted) or _race_of(counted) is not None:
        return counted
    return counted.uncounted


def _current(contest: Contest, view: View) -> Racing | None:
    """The race of this contest, which may start by itself."""
    racing = _race_of(contest)
    if racing is None and view != "growth" and _may_start() and _starts_by_itself(contest):
        start(contest)
        return session_race().mine()
    return racing


def _race_of(contest: Contest) -> Racing | None:
    """The race of this contest that was run, by whomever.

    A scene that asks what a long race will show has the reader's own alone: what others ran
    would tell.
    """
    race = session_race()
    if scene_here() is None or _is_small(contest):
        return race.current(contest.key)
    mine = race.mine()
    return mine if mine is not None and mine.key == contest.key else None


def _starts_by_itself(contest: Contest) -> bool:
    """A short race that the reader has not stopped; a link must not start a long one."""
    return _is_small(contest) and st.session_state.get(STOPPED) != contest.key


def _is_small(contest: Contest) -> bool:
    """Whether its text and its time are so little that nobody needs to ask for it."""
    return contest.corpus.size <= BY_ITSELF and contest.plan.budget <= MOST_BY_ITSELF


def _may_start() -> bool:
    """Whether a race that starts by itself takes nothing away: none, or one of its kind."""
    job = session_race().open_job()
    return job is None or job.is_short


def start(contest: Contest) -> None:
    """Put a race in the machine's line; the session's one before it is told to end."""
    is_short = contest.corpus.size <= BY_ITSELF and not contest.plan.sizes
    session_race().begin(Racing.of(contest), is_short=is_short)


def _buttons(contest: Contest, racing: Racing | None, job: Job | None) -> None:
    if job is not None and job.is_open:
        _cancel_button("race_cancel")
        return
    label = t("race.start" if racing is None else "race.again")
    kind: Literal["primary", "secondary"] = "primary" if racing is None else "secondary"
    st.button(
        label,
        key="race_start",
        type=kind,
        shortcut=key_to_start() if racing is None else None,
        on_click=start,
        args=[contest],
    )


def _cancel_button(key: str) -> None:
    """It answers when the lanes have ended."""
    st.button(t("race.cancel"), key=key, on_click=_cancel)


def _cancel() -> None:
    """The reader has had enough."""
    race = session_race()
    if (racing := race.mine()) is not None:
        st.session_state[STOPPED] = racing.key
    race.cancel()


def _elsewhere(racing: Racing | None) -> None:
    """Say that the session's race is about other settings than the page's, until it is over."""
    race = session_race()
    other, job = race.mine(), race.open_job()
    if other is None or other is racing or job is None:
        return

    def draw() -> None:
        if session_race().open_job() is None:  # cancelled, though others watch it
            run_again()
        done = other.standing().runs_done
        with st.container(key="race_elsewhere", horizontal=True, vertical_alignment="center"):
            st.caption(t("race.elsewhere", done=done, planned=other.planned))
            _cancel_button("race_cancel_other")

    redrawn(draw, job)


def _outcome(racing: Racing, job: Job | None, view: View) -> None:
    standing = racing.standing()
    if job is not None and job.error is not None:
        show_failure(job.error, t("race.broken"))
        return
    if not racing.is_whole and not standing.runs_done:
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
            st.info(t("race.absent", lane=title, library=str(lane.reason)))
        elif lane.state == "failed":
            reason = sentence_of(lane.reason) or clause_of(lane.reason)
            st.warning(t("race.failed", lane=title, reason=reason))
    OUTCOMES[view](racing)
