"""The race page below its inputs: which view, the way to start, what is run, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, TypeAlias

import streamlit as st

from bpe_lab.pages import RACE_VIEW
from bpe_lab.text import t
from ui.page.arrival import scene_here
from ui.page.fields import view_switch
from ui.page.job_page import JobPage
from ui.page.reasons import clause_of, sentence_of
from ui.race.growth_view import growth_view
from ui.race.lockstep_view import lockstep_view
from ui.race.race_inputs import Setup
from ui.race.race_job import Contest, Racing, session_race
from ui.race.race_live import live_view
from ui.race.race_plan import plan_view
from ui.race.timing_view import timing_view

View: TypeAlias = Literal["lockstep", "timing", "growth"]
OUTCOMES: Mapping[View, Callable[[Racing], None]] = {
    "lockstep": lockstep_view,
    "timing": timing_view,
    "growth": growth_view,
}
BY_ITSELF = 20_000  # bytes: a race over so little text starts without being asked
MOST_BY_ITSELF = 10.0  # seconds of a run's budget


def race_view(setup: Setup) -> None:
    """Controls and one of the views."""
    with st.container(key="race_controls", horizontal=True, vertical_alignment="center"):
        view = view_switch("race", RACE_VIEW)
        contest = _contest(setup, view)
        racing = _current(contest, view)
        page = JobPage(name="race", texts="race", own=session_race(), work=racing)
        is_new = racing is None
        label = t("race.start" if is_new else "race.again")
        page.button(label, partial(start, contest), is_primary=is_new, by_clicker=is_new)
    page.elsewhere()
    page.body(
        before=partial(plan_view, contest),
        live=partial(live_view, page, view),
        after=partial(_outcome, view),
    )


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
    return _is_small(contest) and not session_race().was_cancelled(contest.key)


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


def _outcome(view: View, racing: Racing) -> None:
    for name, lane in racing.standing().lanes.items():
        title = t(f"lane.{name}.title")
        if lane.state == "absent":
            st.info(t("race.absent", lane=title, library=str(lane.reason)))
        elif lane.state == "failed":
            reason = sentence_of(lane.reason) or clause_of(lane.reason)
            st.warning(t("race.failed", lane=title, reason=reason))
    OUTCOMES[view](racing)
