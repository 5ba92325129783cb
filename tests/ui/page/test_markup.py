"""HTML by templates: what it is given stays text, and tables say what their values are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from bpe_lab.text import speak
from ui.page.markup import Cell, Column, TableRow, html_of, table, text_html

HOSTILE = "<b>'\"&"
ESCAPED = "&lt;b&gt;&#39;&#34;&amp;"


def test_what_a_macro_is_given_stays_text() -> None:
    assert html_of("charts", "seen", HOSTILE, Markup("<br>")) == (
        f'<div class="seen" lang="en"><h2>{ESCAPED}</h2><p><br></p></div>'
    )


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        html_of("charts", "seen", "title")


def test_a_text_keeps_the_markup_among_its_values() -> None:
    speak("en")
    drawn = text_html("bytepiece.sample.lead", drawn="<i>", ways=Markup("<i>7</i>"), text=1_000)
    assert "&lt;i&gt;" in drawn
    assert "<i>7</i>" in drawn
    assert "1,000" in drawn


def drawn(**options: Any) -> str:
    columns = [Column("", "lane"), Column(HOSTILE, "size", label="size"), Column("time")]
    rows = [
        TableRow([Cell(HOSTILE, hint=HOSTILE), Cell("2", "best", is_stop=True)], Cell(HOSTILE)),
        TableRow([Cell("why")], Cell("b", "lane"), "failed"),
    ]
    return re.sub(r"\n", "", table(columns, rows, **options))


@pytest.mark.parametrize("are_cards", [True, False])
@pytest.mark.parametrize("name", [HOSTILE, ""])
def test_a_table_escapes_all_that_it_holds(name: str, *, are_cards: bool) -> None:
    made = drawn(name=name, caption=HOSTILE, are_cards=are_cards)
    assert "<b>" not in made
    assert made.count(ESCAPED) == 5 + 3 * bool(name)


def test_a_table_of_results_is_reached_by_keys_and_has_a_name() -> None:
    made = drawn(name="Race", kind="own")
    assert 'class="results own" role="region" tabindex="0" aria-label="Race"' in made
    assert '<table role="table" aria-label="Race">' in made


def test_rows_that_become_cards_say_what_their_values_are() -> None:
    made = drawn()
    assert made.startswith('<table role="table"><thead role="rowgroup">')
    assert '<td role="cell" tabindex="0" class="best" data-label="time">2</td>' in made
    assert 'data-label="size"' in made


def test_other_rows_leave_it_to_their_columns() -> None:
    made = drawn(kind="plain", are_cards=False)
    assert "role" not in made
    assert "data-label" not in made
    assert made.startswith('<div class="plain" lang="en"><table><thead><tr><td></td>')


def test_the_last_of_too_few_values_spans_the_rest() -> None:
    spanning = '<th scope="row" class="lane">b</th><td colspan="2">why</td></tr>'
    assert f'<tr class="failed">{spanning}' in drawn(are_cards=False)
