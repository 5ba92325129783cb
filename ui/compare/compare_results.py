"""A table of systems in figures: a row a system, the five ideals, how it was measured."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core.registry import SYSTEMS
from bpe_lab.compare.comparison import CompareEntry, ComparePlan, CompareStanding, CompareTask
from bpe_lab.compare.ideals import PROPERTIES, Ideals, ideals, other_source, same_source
from bpe_lab.scenes.compare import look_of
from bpe_lab.text import catalogue, language, t
from bpe_lab.text.messages import plain
from ui.charts.chart_style import Marks, Style, mark_html, marks_of
from ui.charts.numbers import (
    bytes_text,
    how_html,
    machine_sentence,
    repeat_html,
    time_text,
    whole_text,
)
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import LIBRARY, STORIES, UPLOADS, Comparing, libraries_of
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table
from ui.page.problems import clause_of, sentence_of

STAR = " *"  # at what a system has packed that does not give the text back


def system_title(system: str) -> str:
    """The system's name in the reader's language."""
    return t(f"system.{system}")


def mark_of(system: str) -> Html:
    """The mark of its lines in the charts."""
    return mark_html(look_of(system))


def named(system: str) -> Html:
    """Its mark and its name."""
    return mark_of(system) + system_title(system)


def system_marks(systems: Iterable[str], style: Style) -> Marks:
    """How the charts tell systems apart."""
    return marks_of("system", {system: look_of(system) for system in systems}, style)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a run; ``least`` says which end is best, None that there is no best."""

    name: str
    read: Callable[[CompareStanding, CompareTask], float | None]
    value_text: Callable[[float], str]
    least: bool | None


def _of_training(
    read: Callable[[CompareEntry], float],
) -> Callable[[CompareStanding, CompareTask], float | None]:
    def figure(standing: CompareStanding, task: CompareTask) -> float | None:
        entry = standing.entries[task]
        return read(entry) if entry.training else None

    return figure


def _speed(standing: CompareStanding, task: CompareTask) -> float | None:
    own = standing.entries[task].encoding(task.corpus)
    return own.bytes_per_second if own else None


def _round_trip(standing: CompareStanding, task: CompareTask) -> float | None:
    same = ideals(standing, task).unchanged
    return None if same is None else float(same)


def speed_text(bytes_per_second: float) -> str:
    """Megabytes a second, three digits that count."""
    rate = bytes_per_second / 1e6
    digits = 0 if rate >= 100 else 1 if rate >= 10 else 2
    return t("compare.speed", rate=f"{rate:,.{digits}f}")


COLUMNS = (
    Figure(
        "seconds",
        _of_training(lambda e: e.training.seconds if e.training else 0),
        time_text,
        True,
    ),
    Figure(
        "memory",
        _of_training(lambda e: float(e.training.own_bytes) if e.training else 0),
        lambda size: bytes_text(round(size)) if size else t("compare.unknown"),
        True,
    ),
    Figure("same", lambda s, task: same_source(s.entries[task], task), "{:.3f}".format, False),
    Figure(
        "other", lambda s, task: other_source(s.entries[task], task), "{:.3f}".format, False
    ),
    Figure("speed", _speed, speed_text, False),
    Figure("lossless", _round_trip, whole_text, None),
)


PACKED = ("same", "other")  # columns that losing text makes better


def is_lossy(standing: CompareStanding, task: CompareTask) -> bool:
    """Whether a held-out text did not come back."""
    return ideals(standing, task).lossy


def compare_table(standing: CompareStanding, corpus: str, size: int) -> None:
    """One corpus and one size; columns of which nothing can be known are left out."""
    tasks = [CompareTask(corpus, size, system) for system in standing.plan.systems]
    columns = [c for c in COLUMNS if c.name != "other" or len(standing.plan.corpora) > 1]
    best = {column.name: best_of(standing, tasks, column) for column in columns}
    heads = [Column(t(f"compare.column.{n}"), n) for n in ("system", *best)]
    rows = [_row(standing, task, columns, best) for task in tasks]
    st.html(table(heads, rows, name=t("compare.table"), kind="compare-results"))


def best_of(
    standing: CompareStanding, tasks: list[CompareTask], column: Figure
) -> float | None:
    """The best figure of a column; None where no two differ. 0 is what nobody knows.

    What a system loses takes no tokens, so its compression is no match for others'.
    """
    fair = [t for t in tasks if column.name not in PACKED or not is_lossy(standing, t)]
    figures = [f for task in fair if (f := column.read(standing, task))]
    if column.least is None or len(set(figures)) < 2:
        return None
    return min(figures) if column.least else max(figures)


def _row(
    standing: CompareStanding,
    task: CompareTask,
    columns: list[Figure],
    best: Mapping[str, float | None],
) -> TableRow:
    entry = standing.entries[task]
    if entry.training is None:
        cells = [Cell(state_text(standing, task), "why")]
    else:
        cells = [_cell(standing, task, each, best[each.name]) for each in columns]
    return TableRow(cells, Cell(named(task.system), "lane"), entry.state)


def _cell(
    standing: CompareStanding,
    task: CompareTask,
    column: Figure,
    best: float | None,
) -> Cell:
    figure = column.read(standing, task)
    is_packed = column.name in PACKED and is_lossy(standing, task)
    is_best = figure is not None and figure == best and not is_packed
    star = STAR if is_packed and figure is not None else ""
    return Cell(
        _cell_text(standing, task, column, figure) + star,
        f"{column.name} best" if is_best else column.name,
        hint=t("compare.best") if is_best else "",
    )


def _cell_text(
    standing: CompareStanding, task: CompareTask, column: Figure, figure: float | None
) -> str:
    """A cell; the last one says what a run does after learning, or why it ended."""
    if column.name == "lossless":
        done = standing.entries[task].state == "done"
        return lossless_text(standing, task) if done else state_text(standing, task)
    return "" if figure is None else column.value_text(figure)


def state_text(standing: CompareStanding, task: CompareTask) -> str:
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


def phase_text(standing: CompareStanding, task: CompareTask) -> str:
    """What a run is doing, and how far it is."""
    reached = standing.entries[task].reached
    phase = reached.phase if reached else "train"
    key = f"compare.phase.{phase}"
    name = t(key if key in catalogue(language()) else "compare.phase.train")
    if reached is None or not reached.total:
        return name
    return t("compare.live.share", phase=name, percent=f"{reached.done / reached.total:.0%}")


def lossless_text(standing: CompareStanding, task: CompareTask) -> Html:
    """Whether all texts came back."""
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
    return html_of("compare", "lossless", sign, words)


def _returned(figures: Ideals) -> str:
    if figures.unchanged is None or figures.texts is None:
        return ""
    return t("compare.ideal.kept", kept=figures.unchanged, texts=figures.texts)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _trained(figures: Ideals) -> str:
    if figures.training is None:
        return ""
    seconds = time_text(figures.training.seconds)
    memory = figures.training.own_bytes
    return f"{seconds} · {bytes_text(memory)}" if memory else seconds


def _packed(figures: Ideals) -> str:
    """Bytes per token; what loses text has a star here as in the table above."""
    ratio = _number(figures.same_source)
    return ratio + STAR if ratio and figures.lossy else ratio


FIGURES: Mapping[str, Callable[[Ideals], str]] = {
    "lossless": _returned,
    "compression": _packed,
    "independence": lambda figures: _number(figures.exchanged),
    "data_driven": lambda figures: _number(figures.follows),
    "trainable": _trained,
}


def ideals_table(standing: CompareStanding, corpus: str, size: int) -> None:
    """Properties downwards, systems across."""
    systems = standing.plan.systems
    figures = [ideals(standing, CompareTask(corpus, size, name)) for name in systems]
    columns = [Column(t("compare.ideal.property"), "lane")]
    columns += [Column(named(name), name, label=system_title(name)) for name in systems]
    rows = [
        TableRow(
            [Cell(FIGURES[name](each) or "–") for each in figures],
            Cell(html_of("compare", "ideal", name), "lane"),
        )
        for name in PROPERTIES
    ]
    whole = table(columns, rows, name=t("compare.ideal.title"))
    st.html(html_of("compare", "ideals", whole))


def footer(comparing: Comparing, corpus: str) -> None:
    """Under the table: sentences and the command."""
    spaces = any(SYSTEMS[name].spaces_are_free for name in comparing.setup.plan.systems)
    columns = [t("compare.foot.columns"), *([t("compare.foot.spaces")] if spaces else [])]
    named = {*LIBRARY, *STORIES}
    repeat = "repeat" if named.issuperset(comparing.setup.plan.corpora) else "repeat_files"
    command = command_of(comparing.setup.plan, comparing.setup.files)
    how = how_html([*columns, *footer_text(comparing, corpus)])
    st.html(how + repeat_html(t(f"compare.{repeat}"), command))


def footer_text(comparing: Comparing, corpus: str) -> list[str]:
    """What was measured, where and with which libraries."""
    standing, facts = comparing.standing(), comparing.facts
    sizes = standing.texts.get(corpus)
    sentences = []
    if sizes:
        name = named_file(comparing.setup.uploads, corpus)
        sentences.append(
            t("compare.foot.corpus", name=name, size=sizes.training, held_out=sizes.held_out)
        )
    sentences.append(machine_sentence(facts, libraries_of(standing.plan)))
    if standing.others is not None and standing.others > 0.25:
        sentences.append(t("compare.foot.others", cores=f"{standing.others:.1f}"))
    return sentences


def command_of(plan: ComparePlan, files: dict[str, str]) -> str:
    """``bpe-lab compare`` for this plan, quoted for a shell.

    >>> plan = ComparePlan(corpora=("library_1m", "help"), systems=("bpe",))
    >>> command_of(plan, {})
    'bpe-lab compare library_1m help.txt --vocab-size 8000 --system bpe --budget 300'
    """
    words = ["bpe-lab", "compare"]
    words += [_argument(name, files) for name in plan.corpora]
    for size in plan.vocab_sizes:
        words += ["--vocab-size", str(size)]
    for system in plan.systems:
        words += ["--system", system]
    return shlex.join([*words, "--budget", f"{plan.budget:g}"])


def _argument(name: str, files: dict[str, str]) -> str:
    """What the command calls a corpus: by a name that it knows, or by a file."""
    if name in LIBRARY:
        return name
    if name in STORIES:
        return f"sample:{name}"
    file = files.get(name, name) if name in UPLOADS else f"{name}.txt"
    return f"./{file}" if file.startswith("-") else file
