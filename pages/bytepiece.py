"""BytePiece: how a text is segmented, how words are found, what pruning removes, sampling."""

from bpe_core.errors import BPELabError, Notice
from bpe_lab.player.parts import file_name
from ui.bytepiece.bytepiece_inputs import PieceInputs, piece_inputs, walk_of
from ui.bytepiece.piece_sections import pruned, sampled, saved, whole_text
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.player.player import player


def main() -> None:
    """Inputs, the walk in one of two views, then what is below it."""
    room_style("bytepiece")
    page_title("bytepiece.title")
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
