"""Axes of charts of measurements: their ends, their labels, positions on them in pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import altair as alt

from bpe_lab.text import t
from ui.charts.chart_style import Style

Scale: TypeAlias = Literal["log", "linear"]

NARROW = "containerSize()[0] < 560"  # then the labels are above the lines
WHOLE = "format(datum.value, ',d')"  # as `text.fill` has it


def decades(values: Sequence[float]) -> tuple[float, float]:
    """Whole decades around positive ``values``, at least one of them.

    >>> decades([0.02, 4.5]), decades([1.0]), decades([])
    ((0.01, 10.0), (1.0, 10.0), (0.01, 1.0))
    """
    known = [value for value in values if value > 0]
    if not known:
        return 0.01, 1.0
    low = math.floor(math.log10(min(known)) + 1e-9)
    high = max(math.ceil(math.log10(max(known)) - 1e-9), low + 1)
    return 10.0**low, 10.0**high


def rounded_up(value: float) -> float:
    """The next of 1, 2, 5, 10, … above ``value``: a linear axis that seldom moves.

    >>> rounded_up(0.0132), rounded_up(4.58), rounded_up(5.0)
    (0.02, 5.0, 5.0)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(
        step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= value * 0.999999
    )


def spread(heights: Mapping[str, float], gap: float, height: float) -> dict[str, float]:
    """Pixel heights moved apart to at least ``gap``, each as near to its own as it can be.

    Within 0 to ``height`` where they all fit. Groups that touch move together, so that none is
    pushed further than its neighbors.

    >>> spread({"a": 10.0, "b": 12.0, "c": 80.0}, 20.0, 100.0)
    {'a': 1.0, 'b': 21.0, 'c': 80.0}
    """
    order = sorted(heights, key=lambda name: heights[name])
    groups: list[tuple[float, list[str]]] = []  # top of the group, its names downwards

    def settled(names: list[str]) -> float:
        wanted = [heights[each] - gap * k for k, each in enumerate(names)]
        top = sum(wanted) / len(wanted)
        return min(max(top, 0.0), max(height - gap * (len(names) - 1), 0.0))

    for name in order:
        names = [name]
        while groups and groups[-1][0] + gap * len(groups[-1][1]) > settled(names):
            names = groups.pop()[1] + names
        groups.append((settled(names), names))
    moved = {name: top + gap * k for top, names in groups for k, name in enumerate(names)}
    return {name: moved[name] for name in heights}


def seconds_axis(domain: tuple[float, float], scale: Scale, style: Style) -> alt.Axis:
    """Units that people read instead of zeros."""
    low, high = (round(math.log10(max(value, 1e-9))) for value in domain)
    whole = [10.0**power for power in range(low, high + 1)]
    values: dict[str, Any] = {"values": whole} if scale == "log" else {"tickCount": 5}
    return alt.Axis(labelExpr=seconds_expr(), **on_top(style), **values)


def on_top(style: Style) -> dict[str, Any]:
    """Where an upright axis has its title: there is space."""
    return {
        "titleAngle": 0,
        "titleAlign": "left",
        "titleAnchor": "end",
        "titleX": 0,
        "titleY": -style.px(10),
        "titleBaseline": "bottom",
    }


def seconds_expr() -> str:
    """Vega's expression for an axis label of seconds."""
    units = (("seconds", 1.0, 1), ("milliseconds", 1e-3, 1e3), ("microseconds", 0.0, 1e6))
    expression = "''"
    for name, least, factor in reversed(units):
        unit = t(f"race.unit.{name}", value="")
        value = f"format(datum.value * {factor}, ',.3~r') + '{unit}'"
        expression = f"datum.value >= {least * 0.999} ? {value} : {expression}"
    return f"datum.value == 0 ? '0' : ({expression})"


def pixel_of(value: float, domain: tuple[float, float], height: int, scale: Scale) -> float:
    """Down from the top of the plot."""
    low, high = domain
    if scale == "log":
        low, high, value = math.log10(low), math.log10(high), math.log10(value)
    return height * (high - value) / (high - low)


def value_at(pixel: float, domain: tuple[float, float], height: int, scale: Scale) -> float:
    low, high = domain
    if scale == "linear":
        return high - (high - low) * pixel / height
    span = math.log10(high / low)
    return float(10 ** (math.log10(high) - span * pixel / height))
