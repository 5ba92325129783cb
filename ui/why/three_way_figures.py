"""The figures of three ways to write a text, aligned so that the trade-off is seen at once."""

from __future__ import annotations

import streamlit as st

from bpe_lab.scenes.why import WAYS, Figures, ThreeWays
from bpe_lab.text import language, t
from ui.charts.make_once import make_once
from ui.serving.store import shared_store


def figures(ways: ThreeWays) -> None:
    """A column a way; bars compare lengths with lengths and vocabularies with vocabularies."""
    st.html(make_once(shared_store(), ways, "figures", lambda: _columns(ways)))


def _columns(ways: ThreeWays) -> str:
    longest = max(way.length for way in ways.figures)
    largest = max(way.vocabulary for way in ways.figures)
    columns = "".join(
        _column(name, way, way.length / longest, way.vocabulary / largest)
        for name, way in zip(WAYS, ways.figures, strict=True)
    )
    return f'<div class="ways" lang="{language()}">{columns}</div>'


def _column(name: str, way: Figures, length: float, vocabulary: float) -> str:
    """Numbers and texts of the catalogue alone, so nothing of the reader's is in the markup."""
    some = t("why.unknown_some", unknown=way.unknown, n=way.length)
    rows = (
        ("sequence", t(f"why.{name}.length", n=way.length), length, ""),
        ("vocabulary", t("why.entries", n=way.vocabulary), vocabulary, ""),
        (
            "unknown",
            some if way.unknown else t("why.unknown_none"),
            None,
            "lost" if way.unknown else "",
        ),
    )
    markup = "".join(_row(*row) for row in rows)
    heading = f"<h2>{t(f'why.{name}.name')}</h2><p>{t(f'why.{name}.idea')}</p>"
    return f"<section>{heading}<dl>{markup}</dl></section>"


def _row(name: str, value: str, share: float | None, kind: str) -> str:
    bar = "" if share is None else f'<i class="bar" style="--share:{share:.4f}"></i>'
    return f'<div class="{name} {kind}"><dt>{t(f"why.{name}")}</dt><dd>{value}{bar}</dd></div>'
