"""The recording that the BytePiece page plays, computed once for all readers of a model."""

from __future__ import annotations

from functools import partial

from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.states_walk import states_walk
from bpe_lab.scenes.recording import Json
from ui.bytepiece.bytepiece_inputs import PieceInputs
from ui.serving.store import shared_store


def walk_of(inputs: PieceInputs) -> Json:
    """The search through the lattice or through the states."""
    lesson, model, data = inputs.lesson, inputs.model, inputs.data
    if inputs.view == "states" and lesson is not None:
        make = partial(states_walk, model, lesson.values, data, robust=inputs.robust)
    else:
        make = partial(lattice_walk, model, data)
    # The entry holds the model, so that its id cannot belong to another one meanwhile.
    key = ("bytepiece walk", inputs.view, id(model), data, inputs.robust)
    recording, _ = shared_store().get(key, lambda: (make(), model))
    return recording
