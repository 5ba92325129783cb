"""What pages make of something that is kept: made once for a language and a look.

Streamlit runs a page anew for every click. A chart or a table of the same walk or vocabulary
need not be made each time, nor for each reader.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ui.charts.chart_style import style
from ui.serving.store import Made, Store
from ui.text import language


def made_once(store: Store, of: object, name: Hashable, make: Callable[[], Made]) -> Made:
    """``make()``, kept in ``store`` for all readers with this language and look."""
    return store.made_of(of, (name, language(), style()), make)
