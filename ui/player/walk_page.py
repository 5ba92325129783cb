"""A page with a walk: inputs, the player, the list of all merges."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.runtime.text import pack
from bpe_lab.pages import ALLOW, ENCODED, OWN, UPLOAD, Training, training_of
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.recording import Walk
from bpe_lab.text import t
from ui.charts.merge_tables import merge_list
from ui.page.exercise_inputs import exercise_inputs, offer_exercise
from ui.page.leading import PAGE_FILES
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.page.text_inputs import training_in_link, training_inputs
from ui.player.player import player

ENCODE_PAGE = PAGE_FILES / "encode.py"


def walk_page(
    name: str,
    make: Callable[[Training], Walk],
    *,
    texts: tuple[str, ...],
    exercise: str = "",
    below: Callable[[], None] | None = None,
) -> None:
    """The page ``name``; ``texts`` are the catalogue's sections that its walk speaks with.

    ``exercise`` is the kind of exercise that readers can do here, if there is one; ``below``
    draws what stands below the inputs.
    """
    page_title(f"{name}.title")
    notices: list[Notice] = []
    try:
        training = _inputs(exercise, notices, below)
        walk = make(training) if training else None
    except BPELabError as error:
        walk = None
        show(error)
    show_notices((*notices, *(walk.notices if walk else ())))
    if walk is None:
        return
    assert training is not None, "it was walked through"
    file = file_name(name, training.name)
    player(walk.recording, key=f"{name}_player", texts=texts, file=file, exercise=exercise)
    if training.exercise is None:
        if not is_presenting():
            _on_to_encode(training)
        merge_list(walk)


def _on_to_encode(training: Training) -> None:
    """To Encode with these very merges and this text; a link carries no file.

    Special tokens of the training count there as well, so that it makes as many tokens.
    """
    if training.name == UPLOAD:
        return
    words, is_whole = as_words(training.name, training.corpus.text)
    allowed = ALLOW.write(bool(training.options.special_tokens))
    counted = {ALLOW.param: allowed} if allowed else {}
    st.page_link(
        ENCODE_PAGE,
        label=t("train.encode" if is_whole else "train.encode_beginning"),
        icon=":material/arrow_forward:",
        icon_position="right",
        query_params={**training_in_link(), **words, **counted, "tokenizer": "trained"},
    )


def as_words(name: str, text: str) -> tuple[dict[str, str], bool]:
    """What has Encode open on a text, and whether on all of it: a link has bounded room."""
    if name in ENCODED:
        return {"words": name}, True
    part = text
    while (packed := pack(part)) is None:
        part = part[: len(part) // 2]
    return {"words": OWN, "own_words": packed}, part == text


def _inputs(
    kind: str, notices: list[Notice], below: Callable[[], None] | None
) -> Training | None:
    """The row of an exercise of ``kind`` where the reader does one, else the text's."""
    if not kind:
        return training_inputs(notices, below=below)
    exercise = exercise_inputs(kind, notices)
    if exercise is not None:
        return training_of(exercise)
    return training_inputs(notices, beside=partial(offer_exercise, kind), below=below)
