"""What takes long the first time, done once before a reader asks for it."""

from __future__ import annotations


def rehearse() -> None:
    """Import pandas and altair and draw a chart, with which both load the other half.

    And read the languages' plural rules.
    Some 2 s, in which the server answers; later it would be a reader's page that waits.
    """
    import altair as alt
    import pandas as pd

    from bpe_lab.text import LANGUAGES, plurals
    from ui.charts.specification import plot_of

    for language in LANGUAGES.values():
        plurals.rule(language.tag)
    data = pd.DataFrame({"name": ["a"], "count": [1]})
    plot_of(alt.Chart(data).mark_bar().encode(x="count:Q", y="name:N"))
