"""A race under way: how far it is, who is running, and its points as they come."""

from __future__ import annotations

import streamlit as st

from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.text import t
from ui.page.job_page import EVERY, JobPage
from ui.page.stages import step_html
from ui.race.growth_frame import frame_html
from ui.race.race_job import Racing
from ui.race.timing_view import timing_chart

WAITING = 2.5  # seconds between two drawings before it runs


def live_view(page: JobPage[Racing], view: str, racing: Racing) -> None:
    """The bar, the lanes, and the chart where the view has one."""

    def draw() -> None:
        standing = racing.standing()
        _progress(page, racing, standing)
        if view == "timing":
            timing_chart(racing, standing, live=True)
        elif view == "growth":  # its lines are fitted at the end: a hall keeps the question
            st.html(frame_html(standing.sizes))

    page.live(draw, every=WAITING if page.ahead else EVERY)


def _progress(page: JobPage[Racing], racing: Racing, standing: Standing) -> None:
    if ahead := page.ahead:
        st.info(t("race.live.ahead", ahead=ahead))
        return
    planned = racing.planned
    done = standing.runs_done + _under_way(standing)
    share = min(1.0, done / planned) if planned else 0.0
    st.progress(share, t("race.live.progress", done=standing.runs_done, planned=planned))
    rows = "".join(_row(lane, standing) for lane in standing.lanes.values())
    st.html(f'<ul class="race-lanes">{rows}</ul>')


def _under_way(standing: Standing) -> float:
    """The share of the run at work that is done, where it is known how much there is."""
    limit = standing.plan.options.merge_limit if standing.plan.work == "train" else None
    reached = (lane.reached[-1].done for lane in standing.lanes.values() if lane.reached)
    return next(reached, 0) / limit if limit else 0.0


def _row(lane: LaneStanding, standing: Standing) -> str:
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
