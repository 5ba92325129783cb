"""What pages derive from a cached object: computed once per language and look.

Streamlit runs a page anew for every click. A chart or a table of the same walk or vocabulary
need not be made each time, nor for each reader.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bpe_lab.text import language
from ui.charts.chart_style import style
from ui.serving.store import Store, Value


def make_once(store: Store, of: object, name: Hashable, make: Callable[[], Value]) -> Value:
    """``make()``, cached in ``store`` for all readers with this language and look."""
    return store.value_of(of, (name, language(), style()), make)
