"""The phases of work: a bar and a sentence under way, a bar and a table afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter

import streamlit as st

from bpe_lab.text import t
from ui.charts.numbers import bytes_text, time_text, whole_text
from ui.page.elements import bar_html
from ui.page.job_page import JobPage
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table
from ui.serving import kernels
from ui.workshop.engine import Now, Span
from ui.workshop.training_job import LEARNING, PHASES, Work

COLUMNS = ("phase", "what", "time", "rate", "memory")
MARKS = {"done": "✓", "now": "▶", "later": ""}
LEAST_NAMED = 0.12  # share of the bar that a name fits into
TIMED = 10_000  # bytes: a shorter text has a time and no rate
SETTING_UP = ("ready", "merge")  # phases that begin with something else
EVERY = 0.3  # seconds between two drawings


def phase_table(
    spans: Sequence[Span], now: Now | None = None, *, was_read: bool = True
) -> Html:
    """A row a phase; ``now`` is the moment of a training that is under way.

    A text that was not read, but is still in memory, says so and has no time.
    """
    known = {span.phase: span for span in spans}
    columns = [Column(t(f"workshop.column.{name}"), name) for name in COLUMNS]
    rows = [_row(phase, known, now, is_done=was_read or phase != "read") for phase in PHASES]
    return table(columns, rows, kind="phases")


def _row(phase: str, known: Mapping[str, Span], now: Now | None, *, is_done: bool) -> TableRow:
    span = known.get(phase)
    state = "done" if span else "now" if now and now.phase == phase else "later"
    took = "" if not span else time_text(span.seconds) if is_done else t("workshop.in_memory")
    what = phase if is_done else "in_memory"
    rate = _span_rate(span) if span else ""
    memory = f"+{bytes_text(span.memory)}" if span else ""
    texts = (t(f"workshop.what.{what}"), took, rate, memory)
    head = html_of("workshop", "phase", phase, MARKS[state] if now else None)
    return TableRow([*map(Cell, texts, COLUMNS[1:])], Cell(head), state)


def _span_rate(span: Span) -> str:
    if span.done < (1 if span.phase == "merge" else TIMED):
        return ""
    return rate_text(span.phase, span.done / max(span.seconds, 1e-9))


def size_text(size: int) -> str:
    """A text's size.

    >>> size_text(1), size_text(2_520), size_text(20_600_000)
    ('1 B', '2.5 KB', '20.6 MB')
    """
    if size >= 100_000:
        return bytes_text(size)
    return f"{size / 1000:.1f} KB" if size >= 1000 else f"{size} B"


def rate_text(phase: str, rate: float) -> str:
    """Units of a phase a second: merges, or bytes of text."""
    if phase == "merge":
        return t("workshop.merges_a_second", rate=whole_text(float(f"{rate:.3g}")))
    return t("workshop.megabytes_a_second", rate=_digits(rate / 1e6))


def _digits(value: float) -> str:
    return f"{value:.{0 if value >= 100 else 1 if value >= 1 else 2}f}"


def figures_html(values: Mapping[str, str]) -> Html:
    """Figures under their names."""
    return html_of("page", "figures", "workshop.figure", values)


def time_bar(spans: Sequence[Span]) -> Html:
    """The phases' shares of the time side by side; the table says the same in numbers."""
    spans = [span for span in spans if span.phase in PHASES]
    whole = sum(span.seconds for span in spans) or 1.0
    shares = [(span.phase, span.seconds / whole) for span in spans]
    phases = [(phase, f"{share:.4f}", share >= LEAST_NAMED) for phase, share in shares]
    return html_of("workshop", "time_bar", phases)


def live_view(page: JobPage[Work], work: Work) -> None:
    """A training, with what each phase took so far."""

    def draw() -> None:
        now = work.meter.now
        spans = (*now.spans, now.span(perf_counter())) if now.phase in LEARNING else ()
        st.html(
            stage(page.ahead, now)
            + time_bar(spans)
            + phase_table(now.spans, now, was_read=work.was_read)
        )

    page.live(draw, every=EVERY)


def stage(ahead: int | None, now: Now) -> Html:
    """Sentence, bar, and what is known of the pace; ``ahead`` are others in the line."""
    if ahead is None:
        sentence, pace = _sentence(now), _pace(now)
    else:
        sentence, pace = t("workshop.ahead", ahead=ahead), t("workshop.ahead_why")
    return html_of("workshop", "stage", sentence, bar_html(sentence, now.share), pace)


def _sentence(now: Now) -> str:
    if now.phase == "merge":
        return t("workshop.now.merge", done=now.done, total=now.total or 0)
    return t(f"workshop.now.{now.phase or 'read'}")


def _pace(now: Now) -> str:
    """The rate and the time left of this phase; while code is compiled, that."""
    if now.phase == "ready" and kernels.compiling():
        return t("workshop.compiling")
    clock = perf_counter()
    if now.phase in SETTING_UP and not now.done:
        return t(f"workshop.setting_up.{now.phase}")
    if not now.done:
        return ""
    notes = [rate_text(now.phase, now.pace)]
    left = now.left(clock)
    if left is not None:
        notes.append(t("workshop.soon") if left < 1 else t("workshop.left", time=_whole(left)))
    return " · ".join(notes)


def _whole(seconds: float) -> str:
    return t("race.unit.seconds", value=whole_text(seconds))
