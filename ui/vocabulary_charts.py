"""A vocabulary in charts: lengths, scripts, and when characters became whole."""

from __future__ import annotations

import altair as alt
import pandas as pd
import streamlit as st

from ui.merge_list import INK
from ui.scenes.vocabulary import Inventory
from ui.scenes.vocabulary_characters import became_whole, looked_up, whole_characters
from ui.scenes.vocabulary_figures import LONGEST_BAR, by_length, by_script
from ui.text import t

PALE = "#A9B4C2"  # parts of characters, beside INK
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4])
HEIGHT = 300
ROW = 18  # of a chart whose rows have names
MOST_CHARACTERS = 2000  # listed


def lengths(inventory: Inventory) -> None:
    """How long the tokens are."""
    counts = by_length(inventory)
    whole = int(counts[counts["whole"]]["count"].sum())
    total = int(counts["count"].sum())
    described = t("vocabulary.lengths_alt", most=_commonest(counts), whole=whole, total=total)
    st.altair_chart(length_chart(counts), alt=described)
    longest = inventory.model.longest_token
    parts = total - whole
    st.caption(
        t("vocabulary.lengths_footer", total=total, whole=whole, parts=parts, longest=longest)
    )


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
    counts = by_script(inventory)
    names = [
        t("vocabulary.script_count", name=t(f"vocabulary.script.{name}"), count=count)
        for name, count in zip(counts["script"], counts["count"], strict=True)
    ]
    st.altair_chart(
        script_chart(counts, names), alt=t("vocabulary.scripts_alt", list=", ".join(names))
    )
    st.caption(t("vocabulary.scripts_footer", total=len(inventory.tokens)))


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


def characters(inventory: Inventory, *, widths: tuple[int, int]) -> None:
    """Which characters of several bytes are one token, and since which merge."""
    st.html(f'<h2 class="section">{t("vocabulary.characters")}</h2>')
    st.caption(t("vocabulary.characters_why"))
    table, curve = st.columns(widths, gap="large")
    whole = whole_characters(inventory)
    with table:
        _look_up(inventory)
        all_shown = len(whole) <= MOST_CHARACTERS
        key = "vocabulary.characters_all" if all_shown else "vocabulary.characters_first"
        with st.expander(t(key, count=len(whole), shown=MOST_CHARACTERS)):
            _frame(whole.head(MOST_CHARACTERS), ("text", "code", "hex", "id", "rank"), 320)
    with curve:
        lines = became_whole(inventory)
        if len(lines):
            ends = lines.groupby("script", sort=False).tail(1)
            said = ", ".join(
                f"{t(f'vocabulary.script.{script}')} {count:,}"
                for script, count in zip(ends["script"], ends["count"], strict=True)
            )
            alt_text = t("vocabulary.curve_alt", list=said)
            st.altair_chart(whole_chart(lines), alt=alt_text)
            st.caption(t("vocabulary.curve_footer", count=len(whole)))


def _look_up(inventory: Inventory) -> None:
    """Characters that the reader asks for."""
    typed = st.text_input(
        t("input.characters"),
        t("vocabulary.characters_start"),
        key="characters",
        max_chars=200,
        help=t("input.characters_help"),
        persist_state="session",
    )
    rows = looked_up(inventory, typed)
    if not len(rows):
        st.info(t("vocabulary.characters_none"))
        return
    _frame(rows, ("text", "hex", "id", "rank", "parts", "within"), 260)


def _frame(rows: pd.DataFrame, columns: tuple[str, ...], height: int) -> None:
    config = {name: st.column_config.Column(t(f"vocabulary.column.{name}")) for name in columns}
    st.dataframe(
        rows,
        hide_index=True,
        placeholder="",
        height=height,
        column_config=config,
        column_order=list(columns),
    )


def whole_chart(lines: pd.DataFrame) -> alt.Chart:
    """One step curve a script, told apart by dashes, named at its end."""
    groups = list(dict.fromkeys(lines["script"]))
    names = [t(f"vocabulary.script.{name}") for name in groups]
    data = lines.assign(name=lines["script"].map(dict(zip(groups, names, strict=True))))
    rank, number = t("vocabulary.curve_rank"), t("vocabulary.curve_count")
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in DASHES[: len(names)]])
    base = alt.Chart(data, title=t("vocabulary.curve"), height=HEIGHT).encode(
        x=alt.X("rank", type="quantitative", title=rank),
        y=alt.Y("count", type="quantitative", title=number),
        tooltip=[
            alt.Tooltip("name", title=" "),
            alt.Tooltip("rank", title=rank, format=","),
            alt.Tooltip("count", title=number, format=","),
        ],
    )
    line: alt.Chart = base.mark_line(interpolate="step-after", strokeWidth=2, color=INK)
    return line.encode(
        strokeDash=alt.StrokeDash(
            "name",
            type="nominal",
            scale=dashes,
            sort=names,
            legend=alt.Legend(title=None, orient="top-left", symbolStrokeColor=INK),
        )
    )
