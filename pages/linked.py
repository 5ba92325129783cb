"""Inside the linked trainer: every event on a short text, with all its structures."""

from functools import partial

from ui.page.text_inputs import Training
from ui.player.walk_page import walk_page
from ui.scenes.linked.linked_walk import linked_walk
from ui.scenes.recorded_walk import Walk
from ui.serving.store import shared_store


def walk_of(training: Training) -> Walk:
    """Every event of one run, computed once for all readers."""
    arguments = (training.corpus, training.options)
    make = partial(linked_walk, *arguments, pattern=training.pattern)
    walk: Walk = shared_store().get(("linked walk", *arguments, training.pattern), make)
    return walk


walk_page("linked", walk_of, texts=("linked", "train", "question", "tie_rule", "tie_name"))
