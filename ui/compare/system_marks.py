"""How a system is named and marked in tables and charts."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_lab.scenes.compare import look_of
from bpe_lab.text import t
from ui.charts.chart_style import Marks, Style, mark_html, marks_of

STAR = " *"  # at what a system has packed that does not give the text back


def system_title(system: str) -> str:
    """The system's name in the reader's language."""
    return t(f"system.{system}")


def mark_of(system: str) -> str:
    """The mark of its lines in the charts, as HTML."""
    return mark_html(look_of(system))


def system_marks(systems: Iterable[str], style: Style) -> Marks:
    """How the charts tell systems apart."""
    return marks_of("system", {system: look_of(system) for system in systems}, style)
