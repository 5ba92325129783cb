"""A vocabulary in charts: how long its tokens are, and what they are written in."""

from __future__ import annotations

import altair as alt
import pandas as pd

from ui.made_once import made_once
from ui.merge_list import INK
from ui.plots import Plot, captioned, plot_of
from ui.scenes.vocabulary import Inventory
from ui.scenes.vocabulary_figures import LONGEST_BAR, by_length, by_script
from ui.store import vocabulary_store
from ui.text import t

PALE = "#A9B4C2"  # parts of characters, beside INK
HEIGHT = 300
ROW = 18  # of a chart whose rows have names


def lengths(inventory: Inventory) -> None:
    """How long the tokens are."""
    captioned(made_once(vocabulary_store(), inventory, "lengths", lambda: _lengths(inventory)))


def _lengths(inventory: Inventory) -> Plot:
    counts = by_length(inventory)
    whole = int(counts[counts["whole"]]["count"].sum())
    total = int(counts["count"].sum())
    described = t("vocabulary.lengths_alt", most=_commonest(counts), whole=whole, total=total)
    longest = inventory.model.longest_token
    footer = t(
        "vocabulary.lengths_footer",
        total=total,
        whole=whole,
        parts=total - whole,
        longest=longest,
    )
    return Plot(plot_of(length_chart(counts)), described, footer)


def _commonest(counts: pd.DataFrame) -> int:
    """The most frequent length."""
    sums: dict[int, int] = {}
    for size, number in zip(counts["bytes"], counts["count"], strict=True):
        sums[size] = sums.get(size, 0) + number
    return max(sums, key=sums.__getitem__, default=0)


def length_chart(counts: pd.DataFrame) -> alt.Chart:
    """Bars, whole characters below and parts of characters above."""
    names = {True: t("vocabulary.whole"), False: t("vocabulary.parts")}
    data = counts.assign(
        of=counts["whole"].map(names),
        length=[f"{size}+" if size == LONGEST_BAR else str(size) for size in counts["bytes"]],
    )
    size, number = t("vocabulary.column.bytes"), t("vocabulary.tokens")
    order = list(dict.fromkeys(data.sort_values("bytes")["length"]))
    chart = alt.Chart(data, title=t("vocabulary.lengths"), height=HEIGHT)
    bars: alt.Chart = chart.mark_bar()
    return bars.encode(
        x=alt.X("length", type="nominal", sort=order, title=size, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("count", type="quantitative", title=number),
        color=alt.Color(
            "of",
            type="nominal",
            scale=alt.Scale(domain=list(names.values()), range=[INK, PALE]),
            legend=alt.Legend(title=None, orient="top-right"),
        ),
        order=alt.Order("whole", type="nominal", sort="descending"),
        tooltip=[
            alt.Tooltip("length", title=size),
            alt.Tooltip("of", title=" "),
            alt.Tooltip("count", title=number, format=","),
        ],
    )


def scripts(inventory: Inventory) -> None:
    """What the tokens are written in."""
    captioned(made_once(vocabulary_store(), inventory, "scripts", lambda: _scripts(inventory)))


def _scripts(inventory: Inventory) -> Plot:
    counts = by_script(inventory)
    names = [
        t("vocabulary.script_count", name=t(f"vocabulary.script.{name}"), count=count)
        for name, count in zip(counts["script"], counts["count"], strict=True)
    ]
    described = t("vocabulary.scripts_alt", list=", ".join(names))
    footer = t("vocabulary.scripts_footer", total=len(inventory.tokens))
    return Plot(plot_of(script_chart(counts, names)), described, footer)


def script_chart(counts: pd.DataFrame, names: list[str]) -> alt.Chart:
    """Bars with their numbers before them, since most are too short to be compared."""
    number, share = t("vocabulary.tokens"), t("vocabulary.share")
    height = max(HEIGHT, ROW * len(names))
    chart = alt.Chart(counts.assign(name=names), title=t("vocabulary.scripts"), height=height)
    labels = alt.Axis(labelLimit=220, labelOverlap=False)  # no row without its name
    bars: alt.Chart = chart.mark_bar(color=INK)
    return bars.encode(
        x=alt.X("share", type="quantitative", title=share, axis=alt.Axis(format="%")),
        y=alt.Y("name", type="nominal", sort=names, title=None, axis=labels),
        tooltip=[
            alt.Tooltip("name", title=" "),
            alt.Tooltip("count", title=number, format=","),
            alt.Tooltip("share", title=share, format=".2%"),
        ],
    )
