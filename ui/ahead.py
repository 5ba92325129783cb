"""What pages show first is computed before somebody asks: once, when the server has time.

It knows the rooms of those pages, as `ui.tokenizer_inputs` does, so that none knows another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from bpe_core.errors import BPELabError
from bpe_core.tokenizers.names import TOKENIZERS
from ui.serving import kernels
from ui.serving.courtesy import give_way

EVERY = 50  # merges, a few milliseconds


def compute_ahead() -> None:
    """Wait for the server's first readers, then compute one thing after the other."""
    kernels.get_ready_early()
    for compute in results():
        if kernels.is_over():
            return
        give_way()
        with suppress(BPELabError):  # its page says so, as there is no library
            compute()


def results() -> Iterator[Callable[[], object]]:
    """Whatever takes a page long at the first visit to a server, the shortest first."""
    # Imported late: the server is to be ready at once.
    from ui.bytepiece.bytepiece_inputs import PART, lesson_in_store
    from ui.counting.models import first_models
    from ui.tokenizer_inputs import of_model
    from ui.why.measured import corpus_curve, corpus_read, corpus_words, stories

    yield corpus_words
    yield corpus_read
    yield stories
    yield lambda: corpus_curve(_politely)
    yield lesson_in_store
    for name in first_models():
        if name in TOKENIZERS:
            yield partial(of_model, name)
    if not kernels.seems_compiled(PART):  # for a longer text, and for the table of systems
        yield lambda: kernels.have(PART)


def _politely(merge: int) -> None:
    if merge % EVERY == 0:
        give_way()


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
