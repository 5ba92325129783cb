"""The article's table: a row a system, the best of each column marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

import streamlit as st

from bpe_lab.compare.ideals import ideals, other_source, same_source
from bpe_lab.compare.plan import Task
from bpe_lab.compare.standing import CompareStanding, Entry
from bpe_lab.text import t
from bpe_lab.text.messages import plain
from ui.charts.numbers import bytes_text, time_text, whole_text
from ui.charts.result_table import cell_html, escaped, results_html, row_html
from ui.compare.compare_live import phase_text
from ui.compare.system_marks import STAR, mark_of, system_title
from ui.page.problems import clause_of, sentence_of


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a run; ``least`` says which end is best, None that there is no best."""

    name: str
    figure: Callable[[CompareStanding, Task], float | None]
    value_text: Callable[[float], str]
    least: bool | None


def _of_training(
    read: Callable[[Entry], float],
) -> Callable[[CompareStanding, Task], float | None]:
    def figure(standing: CompareStanding, task: Task) -> float | None:
        entry = standing.entries[task]
        return read(entry) if entry.training else None

    return figure


def _speed(standing: CompareStanding, task: Task) -> float | None:
    own = standing.entries[task].encoding(task.corpus)
    return own.bytes_per_second if own else None


def _round_trip(standing: CompareStanding, task: Task) -> float | None:
    same = ideals(standing, task).unchanged
    return None if same is None else float(same)


def speed_text(bytes_per_second: float) -> str:
    """Megabytes a second, three digits that count."""
    rate = bytes_per_second / 1e6
    digits = 0 if rate >= 100 else 1 if rate >= 10 else 2
    return t("compare.speed", rate=f"{rate:,.{digits}f}")


COLUMNS = (
    Column(
        "seconds",
        _of_training(lambda e: e.training.seconds if e.training else 0),
        time_text,
        True,
    ),
    Column(
        "memory",
        _of_training(lambda e: float(e.training.own_bytes) if e.training else 0),
        lambda size: bytes_text(round(size)) if size else t("compare.unknown"),
        True,
    ),
    Column("same", lambda s, task: same_source(s.entries[task], task), "{:.3f}".format, False),
    Column(
        "other", lambda s, task: other_source(s.entries[task], task), "{:.3f}".format, False
    ),
    Column("speed", _speed, speed_text, False),
    Column("lossless", _round_trip, whole_text, None),
)


PACKED = ("same", "other")  # columns that losing text makes better


def is_lossy(standing: CompareStanding, task: Task) -> bool:
    """Whether a held-out text did not come back."""
    return ideals(standing, task).lossy


def compare_table(standing: CompareStanding, corpus: str, size: int) -> None:
    """One corpus and one size; columns of which nothing can be known are left out."""
    tasks = [Task(corpus, size, system) for system in standing.plan.systems]
    columns = [c for c in COLUMNS if c.name != "other" or len(standing.plan.corpora) > 1]
    best = {column.name: best_of(standing, tasks, column) for column in columns}
    titles = {"system": t("compare.column.system")}
    titles |= {column.name: t(f"compare.column.{column.name}") for column in columns}
    body = "".join(_row(standing, task, columns, best, titles) for task in tasks)
    st.html(results_html(t("compare.table"), escaped(titles), body, kind="compare-results"))


def best_of(standing: CompareStanding, tasks: list[Task], column: Column) -> float | None:
    """The best figure of a column; None where no two differ. 0 is what nobody knows.

    What a system loses takes no tokens, so its compression is no match for others'.
    """
    fair = [t for t in tasks if column.name not in PACKED or not is_lossy(standing, t)]
    figures = [f for task in fair if (f := column.figure(standing, task))]
    if column.least is None or len(set(figures)) < 2:
        return None
    return min(figures) if column.least else max(figures)


def _row(
    standing: CompareStanding,
    task: Task,
    columns: list[Column],
    best: Mapping[str, float | None],
    titles: Mapping[str, str],
) -> str:
    entry = standing.entries[task]
    if entry.training is None:
        why = escape(state_text(standing, task))
        cells = f'<td role="cell" class="why" colspan="{len(columns)}">{why}</td>'
    else:
        cells = "".join(
            _cell(standing, task, each, best[each.name], titles) for each in columns
        )
    head = mark_of(task.system) + escape(system_title(task.system))
    return row_html(head, cells, kind=entry.state)


def _cell(
    standing: CompareStanding,
    task: Task,
    column: Column,
    best: float | None,
    titles: Mapping[str, str],
) -> str:
    figure = column.figure(standing, task)
    is_packed = column.name in PACKED and is_lossy(standing, task)
    is_best = figure is not None and figure == best and not is_packed
    star = STAR if is_packed and figure is not None else ""
    return cell_html(
        f"{column.name} best" if is_best else column.name,
        titles[column.name],
        _cell_text(standing, task, column, figure) + star,
        hint=t("compare.best") if is_best else "",
    )


def _cell_text(
    standing: CompareStanding, task: Task, column: Column, figure: float | None
) -> str:
    """A cell as HTML; the last one says what a run does after learning, or why it ended."""
    if column.name == "lossless":
        done = standing.entries[task].state == "done"
        return lossless_text(standing, task) if done else escape(state_text(standing, task))
    return "" if figure is None else escape(column.value_text(figure))


def state_text(standing: CompareStanding, task: Task) -> str:
    """Why a run has no figures."""
    entry = standing.entries[task]
    if entry.state == "running":
        return phase_text(standing, task)
    if entry.state == "failed":
        reason = entry.reason
        return plain(sentence_of(reason) or t("compare.failed", reason=clause_of(reason)))
    if entry.state == "cut":
        return t("compare.state.cut", seconds=whole_text(entry.cut_at))
    if entry.state == "waiting" and standing.ended:
        return t("compare.state.left_out")
    return t(f"compare.state.{entry.state}")


def lossless_text(standing: CompareStanding, task: Task) -> str:
    """Whether all texts came back, as HTML."""
    ideal = ideals(standing, task)
    if ideal.is_lossless:
        sign, key = "same", "compare.lossless"
    elif ideal.composed and ideal.unchanged is not None and ideal.texts is not None:
        whole = ideal.unchanged + ideal.composed == ideal.texts
        sign, key = ("nfc", "compare.lossless_nfc") if whole else ("other", "compare.lossy")
    else:
        sign, key = "other", "compare.lossy"
    words = t(
        key, kept=ideal.unchanged or 0, texts=ideal.texts or 0, composed=ideal.composed or 0
    )
    return f'<span class="{sign}">{escape(words)}</span>'
