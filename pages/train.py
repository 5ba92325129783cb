"""Naive training, merge by merge, on the reader's text."""

from functools import partial

from ui.page.progress_bar import Progress
from ui.page.text_inputs import Training
from ui.player.walk_page import walk_page
from ui.scenes.recorded_walk import Walk
from ui.scenes.train.training_walk import training_walk
from ui.serving.store import shared_store
from ui.text import t


def walk_of(training: Training) -> Walk:
    """Every merge of one run, computed once for all readers, with its progress."""
    limit, size = training.options.merge_limit, training.corpus.size
    progress = Progress(
        lambda merge: t("train.progress", merge=merge, merges=limit, size=size),
        total=limit or 1,
    )
    arguments = (training.corpus, training.options)
    make = partial(
        training_walk, *arguments, pattern=training.pattern, on_merge=progress.reached
    )
    walk: Walk = shared_store().get(("naive walk", *arguments, training.pattern), make)
    progress.done()
    return walk


walk_page("train", walk_of, texts=("train", "tie_rule", "tie_name"))
