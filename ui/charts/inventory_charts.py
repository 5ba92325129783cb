"""A vocabulary in charts: the lengths and scripts of its tokens; the table that they are of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import altair as alt

from bpe_core.model import BPEModel
from bpe_lab.scenes.token_table import (
    LONGEST_BAR,
    Inventory,
    OfLength,
    OfScript,
    by_length,
    by_script,
    inventory,
)
from bpe_lab.text import t
from ui.charts.chart_style import make_once
from ui.charts.merge_tables import INK
from ui.charts.plots import Plot, captioned
from ui.charts.specification import plot_of
from ui.serving.belongings import belongings
from ui.serving.store import Store, vocabulary_store

PALE = "#A9B4C2"  # parts of characters, beside INK
HEIGHT = 300
ROW = 18  # of a chart whose rows have names


def lengths(inventory: Inventory) -> None:
    """How long the tokens are."""
    captioned(make_once(vocabulary_store(), inventory, "lengths", lambda: _lengths(inventory)))


def counted_lengths(store: Store, inventory: Inventory) -> list[OfLength]:
    """Its figures, computed once for all readers, whatever their language."""
    return store.value_of(inventory, "by length", lambda: by_length(inventory))


def _lengths(inventory: Inventory) -> Plot:
    counts = counted_lengths(vocabulary_store(), inventory)
    whole = sum(row.tokens for row in counts if row.whole)
    total = sum(row.tokens for row in counts)
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


def _commonest(counts: Sequence[OfLength]) -> int:
    """The most frequent length."""
    sums: Counter[int] = Counter()
    for row in counts:
        sums[row.size] += row.tokens
    return max(sums, key=sums.__getitem__, default=0)


def length_chart(counts: Sequence[OfLength]) -> alt.Chart:
    """Bars, whole characters below and parts of characters above."""
    names = {True: t("vocabulary.whole"), False: t("vocabulary.parts")}
    bar = {size: str(size) for size in range(LONGEST_BAR)} | {LONGEST_BAR: f"{LONGEST_BAR}+"}
    rows = [
        {**row._asdict(), "of": names[row.whole], "length": bar[row.size]} for row in counts
    ]
    order = list(dict.fromkeys(bar[row.size] for row in counts))
    size, number = t("vocabulary.column.bytes"), t("vocabulary.tokens")
    chart = alt.Chart(alt.InlineData(rows), title=t("vocabulary.lengths"), height=HEIGHT)
    bars: alt.Chart = chart.mark_bar()
    return bars.encode(
        x=alt.X("length", type="nominal", sort=order, title=size, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("tokens", type="quantitative", title=number),
        color=alt.Color(
            "of",
            type="nominal",
            scale=alt.Scale(domain=list(names.values()), range=[INK, PALE]),
            legend=alt.Legend(title=None, orient="top-right"),
        ),
        order=alt.Order("whole", type="nominal", sort="descending"),
        tooltip=[
            alt.Tooltip("length", type="nominal", title=size),
            alt.Tooltip("of", type="nominal", title=" "),
            alt.Tooltip("tokens", type="quantitative", title=number, format=","),
        ],
    )


def scripts(inventory: Inventory) -> None:
    """The scripts of the tokens."""
    captioned(make_once(vocabulary_store(), inventory, "scripts", lambda: _scripts(inventory)))


def counted_scripts(store: Store, inventory: Inventory) -> list[OfScript]:
    """Its figures, computed once, like `counted_lengths`."""
    return store.value_of(inventory, "by script", lambda: by_script(inventory))


def _scripts(inventory: Inventory) -> Plot:
    counts = counted_scripts(vocabulary_store(), inventory)
    names = [_named(row) for row in counts]
    described = t("vocabulary.scripts_alt", list=", ".join(names))
    footer = t("vocabulary.scripts_footer", total=len(inventory.tokens))
    return Plot(plot_of(script_chart(counts, names)), described, footer)


def _named(row: OfScript) -> str:
    """A script and its number, as a bar's name."""
    name = t(f"vocabulary.script.{row.script}")
    return t("vocabulary.script_count", name=name, count=row.tokens)


def script_chart(counts: Sequence[OfScript], names: Sequence[str]) -> alt.Chart:
    """Bars with their numbers before them, since most are too short to be compared."""
    number, share = t("vocabulary.tokens"), t("vocabulary.share")
    height = max(HEIGHT, ROW * len(names))
    rows = [{**row._asdict(), "name": name} for row, name in zip(counts, names, strict=True)]
    chart = alt.Chart(alt.InlineData(rows), title=t("vocabulary.scripts"), height=height)
    labels = alt.Axis(labelLimit=220, labelOverlap=False)  # no row without its name
    bars: alt.Chart = chart.mark_bar(color=INK)
    return bars.encode(
        x=alt.X("share", type="quantitative", title=share, axis=alt.Axis(format="%")),
        y=alt.Y("name", type="nominal", sort=names, title=None, axis=labels),
        tooltip=[
            alt.Tooltip("name", type="nominal", title=" "),
            alt.Tooltip("tokens", type="quantitative", title=number, format=","),
            alt.Tooltip("share", type="quantitative", title=share, format=".2%"),
        ],
    )


def inventory_of(model: BPEModel) -> Inventory:
    """The table of a vocabulary, computed once for all readers who use the same one.

    The session holds on to the one that it shows, whatever others do.
    """
    table: Inventory | None = belongings().held.get("table")
    if table is None or table.model is not model:
        table = shared_inventory(vocabulary_store(), model)
        belongings().held["table"] = table
    return table


def shared_inventory(
    store: Store, model: BPEModel, pause: Callable[[], None] = lambda: None
) -> Inventory:
    """The table of a vocabulary, for all readers; ``pause`` as in `inventory`."""
    return store.value_of(model, "table", lambda: inventory(model, pause))
