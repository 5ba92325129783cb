"""BytePiece: how a text is segmented, how words are found, what pruning removes, sampling."""

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.player.file_names import file_name
from bpe_lab.text import t
from ui.bytepiece.bytepiece_inputs import PieceInputs, piece_inputs
from ui.bytepiece.longer_text import whole_text
from ui.bytepiece.model_download import saved
from ui.bytepiece.pruning_view import pruned
from ui.bytepiece.sampling_view import sampled
from ui.bytepiece.walks import walk_of
from ui.page.look import room_style
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.player.player import player


def main() -> None:
    """Inputs, the walk in one of two views, then what is below it."""
    room_style("bytepiece")
    st.html(f'<h1 class="visually-hidden">{t("bytepiece.title")}</h1>')
    notices: list[Notice] = []
    inputs: PieceInputs | None = None
    try:
        inputs = piece_inputs(notices)
    except BPELabError as error:
        show(error)
    show_notices(notices)
    if inputs is None:
        return
    recording = walk_of(inputs)
    player(
        recording,
        key="bytepiece_player",
        texts=("bytepiece", "question"),
        instead="bytepiece.instead",
        file=file_name("bytepiece", inputs.data.decode(errors="replace")),
    )
    if not is_presenting():
        below(inputs)


def below(inputs: PieceInputs) -> None:
    """Pruning, sampling, a longer text, the file."""
    if inputs.lesson is not None:
        pruned(inputs.lesson)
    sampled(inputs.model, inputs.data)
    whole_text(inputs.model)
    saved(inputs.model)


main()
