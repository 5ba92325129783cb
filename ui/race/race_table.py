"""The results of a heat as a table, a lane a row: figures, sameness, what a rung leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import streamlit as st

from bpe_lab.race.ladder import LANES
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.race.summary import (
    did_nothing,
    parts_of,
    peak,
    reached,
    times_as_long,
    total,
    unit_of,
)
from bpe_lab.race.verdict import Agreement, agreement
from bpe_lab.text import t
from ui.charts.chart_style import lane_title, look, mark_html
from ui.charts.numbers import budget_text, bytes_text, time_text, times_text, whole_text
from ui.charts.result_table import cell_html, escaped, results_html, row_html
from ui.race.timing_findings import quartiles_text

Row = dict[str, str]


def results_table(standing: Standing, size: int) -> None:
    """Every lane of the plan, slowest rung first, whatever has become of it."""
    unit = unit_of(standing, size)
    titles = {name: t(f"results.{name}") for name in ("lane", "median", "quartiles")}
    titles["ratio"] = f"{lane_title(unit)} = 1" if unit else t("results.ratio")
    titles |= {name: t(f"results.{name}") for name in ("peak", "same", "rung")}
    verdict = agreement(standing, size)
    rows = {lane: row_of(standing, size, lane, unit, verdict) for lane in standing.lanes}
    body = "".join(_row(lane, cells, titles) for lane, cells in rows.items())
    st.html(results_html(t("results.title"), escaped(titles), body))


def row_of(standing: Standing, size: int, name: str, unit: str, verdict: Agreement) -> Row:
    """The cells of a lane by column, plain text; ``unit`` is the lane that ratios refer to."""
    band = total(standing, name, size)
    times = times_as_long(standing, name, unit, size) if band and unit else None
    memory, spread = peak(standing, name, size), quartiles_text(standing, size, name)
    return {
        "lane": lane_title(name),
        "median": time_text(band.middle) if band else _state(standing, size, name),
        "quartiles": f"{spread['low']} – {spread['high']}" if spread else "",
        "ratio": times_text(times) if times else "",
        "peak": bytes_text(memory) if memory else "",
        "same": _same(name, verdict, standing.plan.work),
        "rung": t(f"lane.{name}.rung"),
    }


def _state(standing: Standing, size: int, name: str) -> str:
    """Why a lane has no figure."""
    lane: LaneStanding = standing.lanes[name]
    if lane.state in ("absent", "failed"):
        return t(f"results.{lane.state}")
    if size in lane.left_out:
        return t("results.not_run")
    if did_nothing(standing, name, size):
        return t("results.nothing")
    came = reached(standing, name, size)
    if came is None:
        return t("results.waiting")
    budget, parts = budget_text(standing.plan.budget), parts_of(standing, size)
    done = whole_text(came[0]) + (f" / {whole_text(parts)}" if parts else "")
    return t("results.cut", seconds=budget, done=done)


def _same(name: str, verdict: Agreement, work: str) -> str:
    """Whether the lane gives what the others give, as far as both came."""
    if why := verdict.left_out.get(name):
        return _rule_of(name) if why == "own_rule" else "–"
    lane = next((each for each in verdict.compared if each.lane == name), None)
    if lane is None or len(verdict.compared) < 2:
        return "–"
    if lane.differs_at is not None:
        return t("results.differs", part=lane.differs_at + 1)
    if not lane.same:
        return t("results.other")
    return t(f"results.same_{work}", parts=lane.parts)


def _rule_of(name: str) -> str:
    """What keeps a lane of another rule from being compared."""
    lane = LANES[name]
    if lane.own_splits:
        return t("results.own_splits")
    if lane.tie_breaks:
        names = (t(f"tie_name.{rule}") for rule in lane.tie_breaks)
        return t("results.other_rule", rules=" / ".join(names))
    return t("results.own_rule")


def _row(lane: str, cells: Mapping[str, str], titles: Mapping[str, str]) -> str:
    first, *others = cells.items()
    rest = (cell_html(column, titles[column], escape(cell)) for column, cell in others)
    return row_html(mark_html(look(lane)) + escape(first[1]), "".join(rest))
