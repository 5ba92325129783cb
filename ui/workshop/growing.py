"""The vocabulary growing: a replay of the merges, made before the result is drawn; a word."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.text import beginning
from bpe_lab.pages import GROWING_WORD
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.workshop import growing_walk, word_board
from bpe_lab.text import t
from ui.page.fields import text_line
from ui.page.markup import html_of
from ui.page.problems import show
from ui.player.player import board, player
from ui.serving.store import Store, vocabulary_store

FEWEST = 8  # characters of a line that is followed
MOST = 24  # bytes of it, which stand in one row
LOOKED_AT = 20_000  # bytes in which one is looked for


def growth(model: BPEModel, held_out: bytes, name: str) -> None:
    """The replay, of the text ``name``, then the field for a word and what is known of it."""
    st.html(html_of("workshop", "growing_title"))
    replay = st.container(key="workshop_growing")  # above the field that changes it
    word = _word()
    with replay:
        player(
            replayed(
                vocabulary_store(), model, word or followed(held_out) or t("input.own_start")
            ),
            key="growing_player",
            texts=("workshop",),
            file=file_name("workshop", name),
            plays=True,
        )
    if word:
        board(
            word_board(model, word),
            key="word_board",
            texts=("workshop",),
            name=t("workshop.word.tree"),
        )


def replayed(store: Store, model: BPEModel, line: str) -> Json:
    """The recording, made once for all readers of a training."""
    return store.value_of(model, ("growing", line), lambda: growing_walk(model, line))


def followed(held_out: bytes) -> str:
    """A line of the held-out text, which no merge was learned from; empty where none is long.

    The first one may have lost its beginning.

    >>> followed(b"rn x\\n    return self._value  # as it was set\\n")
    'return self._value  #'
    """
    first, *others = held_out[:LOOKED_AT].decode(errors="ignore").splitlines() or [""]
    lines = map(str.strip, (*others, first))
    line = next((line for line in lines if len(line) >= FEWEST), "")
    short = beginning(line.encode(), MOST).decode()
    return short if short == line else short.rpartition(" ")[0] or short


def _word() -> str:
    """What is typed to be followed; part of the link."""
    notices: list[Notice] = []
    typed = text_line(
        GROWING_WORD,
        notices,
        label=t("workshop.word.label"),
        placeholder=t("workshop.word.start"),
    )
    for notice in notices:
        show(notice)
    return typed


def prepare_ahead(
    store: Store, model: BPEModel, held_out: bytes, pause: Callable[[], None]
) -> None:
    """Look through a vocabulary once, into ``store``; ``pause`` is called between the parts.

    The page would do it while it is drawn, some 40 ms for 32,000 tokens without a pause, and
    what other readers ask for in that time would take twice as long.
    """
    # Imported late: pages that only use a trained vocabulary show no charts.
    from ui.charts.inventory_charts import counted_lengths, counted_scripts, shared_inventory
    from ui.charts.merge_tables import first_merges

    pause()
    table = shared_inventory(store, model, pause)
    for make in (counted_lengths, counted_scripts):
        pause()
        make(store, table)
    pause()
    first_merges(store, model)
    pause()
    _ = model.longest_token  # kept by the model
    if line := followed(held_out):
        pause()
        replayed(store, model, line)
