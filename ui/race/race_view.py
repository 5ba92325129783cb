"""The race page below its inputs: what will run, what runs, one of three outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil, log2
from typing import Literal, TypeAlias

import streamlit as st

from bpe_lab.pages import RACE_VIEW
from bpe_lab.race.plan import LANES, heats, longest, planned_runs
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.text import joined, number_text, t
from ui.charts.chart_style import look, mark_html
from ui.page.elements import plan_html, step_html
from ui.page.fields import view_switch
from ui.page.job_page import EVERY, JobPage
from ui.page.markup import Html, html_of
from ui.page.problems import clause_of, sentence_of
from ui.page.visit import scene_here
from ui.race.growth_chart import growth_view
from ui.race.lockstep_view import lockstep_view
from ui.race.race_inputs import Setup
from ui.race.race_job import Contest, Racing, session_race
from ui.race.timing_chart import timing_chart, timing_view

LABELS = 5  # sizes that are named, or they touch
WAITING = 2.5  # seconds between two drawings before it runs
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


def plan_view(contest: Contest) -> None:
    """The ladder in words, and for a race by size the chart that is to come."""
    plan = contest.plan
    runs = planned_runs(plan, contest.corpus.text)
    minutes = ceil(longest(plan, contest.corpus.text) / 60)
    aside = joined(
        [
            t("race.plan.runs", runs=runs, size=contest.corpus.size),
            t("race.plan.most", minutes=minutes, budget=f"{plan.budget:g}"),
        ]
    )
    rungs = map(_rung, plan.lanes)
    who = plan_html("race", t("race.plan.title"), aside, rungs, tag="ol")
    if not plan.sizes:
        st.html(who)
        return
    left, right = st.columns(2, gap="large")
    left.html(who)
    right.html(frame_html(heats(plan, contest.corpus.text)))


def _rung(name: str) -> Html:
    missing = "" if LANES[name].is_installed else f" ({t('race.plan.missing')})"
    return step_html(
        t(f"lane.{name}.title") + missing, t(f"lane.{name}.rung"), mark=mark_html(look(name))
    )


def frame_html(sizes: Sequence[int]) -> Html:
    """An empty chart whose marks are the ``sizes`` in bytes that will be run."""
    named = set(sizes[:: max(1, len(sizes) // LABELS)])
    marks = [
        (f"{share:.1%}", number_text(size) if size in named else "")
        for size, share in zip(sizes, shares(sizes), strict=True)
    ]
    return html_of("race", "growth_frame", marks)


def shares(sizes: Sequence[int]) -> list[float]:
    """Where sizes stand on a logarithmic axis, from 0 to 1.

    >>> shares([1024, 2048, 4096])
    [0.0, 0.5, 1.0]
    """
    low, high = log2(min(sizes)), log2(max(sizes))
    return [(log2(size) - low) / ((high - low) or 1.0) for size in sizes]


def live_view(page: JobPage[Racing], view: str, racing: Racing) -> None:
    """The bar, the lanes, and the chart where the view has one."""

    def draw() -> None:
        standing = racing.standing()
        _live_lanes(page, racing, standing)
        if view == "timing":
            timing_chart(racing, standing, live=True)
        elif view == "growth":  # its lines are fitted at the end: a hall keeps the question
            st.html(frame_html(standing.sizes))

    page.live(draw, every=WAITING if page.ahead else EVERY)


def _live_lanes(page: JobPage[Racing], racing: Racing, standing: Standing) -> None:
    if ahead := page.ahead:
        st.info(t("race.live.ahead", ahead=ahead))
        return
    planned = racing.planned
    done = standing.runs_done + _under_way(standing)
    share = min(1.0, done / planned) if planned else 0.0
    st.progress(share, t("race.live.progress", done=standing.runs_done, planned=planned))
    rows = [_lane(lane, standing) for lane in standing.lanes.values()]
    st.html(html_of("race", "lanes", rows))


def _under_way(standing: Standing) -> float:
    """The share of the run at work that is done, where it is known how much there is."""
    limit = standing.plan.options.merge_limit if standing.plan.work == "train" else None
    reached = (lane.reached[-1].done for lane in standing.lanes.values() if lane.reached)
    return next(reached, 0) / limit if limit else 0.0


def _lane(lane: LaneStanding, standing: Standing) -> Html:
    """A lane's name, its state in words, and what its present run has reached."""
    state = t(f"race.live.{lane.state}")
    if lane.started is not None:
        now = lane.started
        kind = "counting" if now.counted else "warming" if now.number < 0 else "timing"
        state = t(f"race.live.{kind}", number=now.number + 1, repeats=standing.plan.repeats)
        if lane.reached:
            last = lane.reached[-1]
            state += " · " + t(
                f"race.live.{standing.plan.work}_reached",
                n=last.done,
                seconds=f"{last.at / 1e9:.1f}",
            )
    elif lane.runs:
        state = t("race.live.runs", n=len(lane.runs))
    return step_html(t(f"lane.{lane.name}.title"), state, is_now=lane.started is not None)
