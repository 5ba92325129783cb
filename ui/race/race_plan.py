"""Before a race: who will run, what each rung stops doing, how long it may take."""

from __future__ import annotations

from html import escape

import streamlit as st

from bpe_core.race.ladder import LANES
from bpe_core.race.run import planned_runs
from ui.race.race_job import Contest
from ui.text import t


def plan_view(contest: Contest) -> None:
    """The ladder in words."""
    plan = contest.plan
    runs = planned_runs(plan, contest.corpus.text)
    minutes = -(-int(runs * plan.budget) // 60)
    rows = "".join(_rung(name) for name in plan.lanes)
    st.html(
        f'<section class="race-plan"><h2>{escape(t("race.plan.title"))}</h2>'
        f"<p>{escape(t('race.plan.runs', runs=runs, size=contest.corpus.size))} "
        f"{escape(t('race.plan.most', minutes=minutes, budget=f'{plan.budget:g}'))}</p>"
        f"<ol>{rows}</ol></section>"
    )


def _rung(name: str) -> str:
    title, rung = t(f"lane.{name}.title"), t(f"lane.{name}.rung")
    missing = "" if LANES[name].is_installed else f" ({t('race.plan.missing')})"
    return f"<li><strong>{escape(title + missing)}</strong> <span>{escape(rung)}</span></li>"
