"""What each system did with the text, in words and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st

from bpe_core.registry import SYSTEMS
from bpe_core.runtime.glyphs import visible
from bpe_lab.scenes.compare import Change, Row, own_cuts, shared_cuts
from bpe_lab.text import joined, language, t
from bpe_lab.text.messages import message, plain
from ui.charts.numbers import whole_text
from ui.charts.result_table import cell_html, escaped, results_html, row_html
from ui.compare.system_marks import mark_of, system_title
from ui.compare.text_trial import Tried
from ui.serving.store import shared_store

COLUMNS = ("system", "tokens", "bytes_per_token", "back", "changed")
MOST_EXAMPLES = 3  # of a rule
NOTHING = "∅"


def finding(systems: Sequence[Tried], text: str) -> None:
    """Where the systems agree, and who needs fewest tokens."""
    st.html(_once("finding", systems, lambda: _finding(systems, text)))


def _once(name: str, systems: Sequence[Tried], make: Callable[[], str]) -> str:
    """``make()`` once for all readers of a language, where every system took the text.

    What one system made of a text is one object for all readers (`text_trial.tried`). The entry
    holds them all, so that their ids cannot belong to others meanwhile.
    """
    if any(each.row is None for each in systems):
        return make()
    key = (name, language(), tuple(map(id, systems)))
    words: str
    words, _ = shared_store().get(key, lambda: (make(), systems))
    return words


def _finding(systems: Sequence[Tried], text: str) -> str:
    rows = tuple(each.row for each in systems if each.row is not None)
    shared, alone = numbers_of_cuts(rows)
    fewest = fewest_of(systems)
    names = [
        system_title(each.system) for each in systems if each.tokens == fewest and fair(each)
    ]
    if len(rows) < 2:
        sentence = t(
            "compare.text.alone", system=system_title(rows[0].name), tokens=len(rows[0].parts)
        )
    elif cuts := shared + alone:
        sentence = t("compare.text.finding", systems=len(rows), shared=shared, cuts=cuts)
    else:
        sentence = t("compare.text.whole", systems=len(rows))
    values = {"tokens": fewest, "size": len(text.encode())}
    leaders = t("compare.and").join(names)
    aside = [t("compare.text.fewest", list=leaders, **values)] if names else []
    if any(SYSTEMS[each.system].spaces_are_free and each.tokens == fewest for each in systems):
        aside.append(t("compare.foot.spaces"))
    aside.append(t("compare.text.key"))
    return (
        f'<div class="seen compare-seen" lang="{language()}"><h2>{escape(sentence)}</h2>'
        f"<p>{escape(joined(aside))}</p></div>"
    )


def numbers_of_cuts(rows: Sequence[Row]) -> tuple[int, int]:
    """How many cuts all systems share, and at how many other places some cut."""
    return len(shared_cuts(rows)), len({cut.left for cut in own_cuts(rows)})


def fair(tried: Tried) -> bool:
    """Whether it gives the text back, by tokens: what is lost takes none."""
    return tried.row is not None and tried.tokens > 0 and tried.verdict in ("same", "nfc")


def fewest_of(systems: Sequence[Tried]) -> int:
    """The fewest tokens of those that give the text back; 0 where none does."""
    return min((each.tokens for each in systems if fair(each)), default=0)


def text_table(systems: Sequence[Tried], text: str, *, under_way: bool) -> None:
    """A row a system, in the order of the board."""
    st.html(_once("table", systems, lambda: _table(systems, text, under_way)))


def _table(systems: Sequence[Tried], text: str, under_way: bool) -> str:
    least = fewest_of(systems)
    titles = {name: t(f"compare.column.{name}") for name in COLUMNS}
    body = "".join(_row(each, text, least, titles, under_way) for each in systems)
    return results_html(t("compare.text.table"), escaped(titles), body, kind="compare-tried")


def _row(tried: Tried, text: str, least: int, titles: dict[str, str], under_way: bool) -> str:
    cells = {"tokens": "", "bytes_per_token": "", "back": "", "changed": ""}
    if tried.row is not None:
        each = len(text.encode()) / max(1, tried.tokens)
        cells["tokens"] = whole_text(tried.tokens)
        cells["bytes_per_token"] = f"{each:.2f}"
        cells["back"] = t(f"compare.back.{tried.verdict}")
        cells["changed"] = changes_text(tried.changes)
    else:
        cells["changed"] = _why(tried, under_way)
    row = "".join(
        cell_html(name + _extra(name, tried, least), titles[name], escape(cell))
        for name, cell in cells.items()
    )
    return row_html(mark_of(tried.system) + escape(system_title(tried.system)), row)


def _extra(column: str, tried: Tried, least: int) -> str:
    if column == "tokens" and fair(tried) and tried.tokens == least:
        return " best"
    if column == "back" and tried.row is not None:
        return f" {tried.verdict}"
    return ""


def _why(tried: Tried, under_way: bool) -> str:
    """Why a system has cut nothing."""
    if tried.problem is not None:
        return plain(message(tried.problem))
    state = tried.state
    if state in ("waiting", "running") and not under_way:
        state = "left_out"
    return t(f"compare.state.{state}")


def changes_text(changes: Sequence[Change]) -> str:
    """The changes by rule, each with its first examples."""
    by_rule: dict[str, list[str]] = {}
    for change in changes:
        rules = t("compare.and").join(t(f"compare.rule.{rule}") for rule in change.rules)
        before, after = visible(change.before.encode()), visible(change.after.encode())
        example = t("compare.change", before=before or NOTHING, after=after or NOTHING)
        if example not in (examples := by_rule.setdefault(rules, [])):
            examples.append(example)
    return t("compare.comma").join(
        t("compare.changes", rule=rule, list=t("compare.and").join(examples[:MOST_EXAMPLES]))
        for rule, examples in by_rule.items()
    )
