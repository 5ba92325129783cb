"""BytePiece: how a text is segmented, how words are found, what pruning takes out, sampling."""

from pathlib import Path

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.bytepiece.bytepiece_inputs import Set, piece_inputs
from ui.bytepiece.longer_text import whole_text
from ui.bytepiece.model_download import saved
from ui.bytepiece.pruning_view import pruned
from ui.bytepiece.sampling_view import sampled
from ui.bytepiece.walks import walk_of
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.player.player import player
from ui.text import t

STYLE = Path(__file__).parents[1] / "ui" / "bytepiece" / "style.css"


def main() -> None:
    """Inputs, the walk in one of two views, then what stands below it."""
    st.html(STYLE)
    st.html(f'<h1 class="visually-hidden">{t("bytepiece.title")}</h1>')
    notices: list[Notice] = []
    given: Set | None = None
    try:
        given = piece_inputs(notices)
    except BPELabError as error:
        show(error)
    for notice in notices:
        show(notice)
    if given is None:
        return
    recording = walk_of(given)
    player(recording, key="bytepiece_player", texts=("bytepiece",), instead="bytepiece.instead")
    if not is_presenting():
        below(given)


def below(given: Set) -> None:
    """Pruning, sampling, a longer text, the file."""
    if given.lesson is not None:
        pruned(given.lesson)
    sampled(given.model, given.data)
    whole_text(given.model)
    saved(given.model)


main()
