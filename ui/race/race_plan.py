"""Before a race: who will run, what each rung stops doing, how long it may take."""

from __future__ import annotations

from math import ceil

import streamlit as st

from bpe_lab.race.heats import heats, longest, planned_runs
from bpe_lab.race.ladder import LANES
from bpe_lab.text import joined, t
from ui.charts.chart_style import look, mark_html
from ui.page.elements import plan_html, step_html
from ui.race.growth_frame import frame_html
from ui.race.race_job import Contest


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


def _rung(name: str) -> str:
    missing = "" if LANES[name].is_installed else f" ({t('race.plan.missing')})"
    return step_html(
        t(f"lane.{name}.title") + missing, t(f"lane.{name}.rung"), mark=mark_html(look(name))
    )
