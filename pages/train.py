"""Naive training, merge by merge, on the reader's text."""

from dataclasses import replace
from functools import partial

from bpe_core.errors import Notice
from bpe_core.train.pipeline import COMPILED
from bpe_lab.pages import TRAINER, Training, scanning_trainers
from bpe_lab.player.parts import SECTIONS
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.scenes.why_this_pair import LISTS_BY
from bpe_lab.text import t
from ui.page.elements import ProgressBar
from ui.page.fields import select_box
from ui.page.problems import show_notices
from ui.player.walk_page import walk_page
from ui.serving.kernels import are_loaded
from ui.serving.store import shared_store


def trainer_of() -> str:
    """Which of the trainers that scan all for every merge; no choice while there is one."""
    asked = replace(TRAINER, options=scanning_trainers())
    if len(asked.options) == 1:
        return asked.default
    notices: list[Notice] = []
    chosen = select_box(asked, notices, named=lambda name: t(f"lane.{name}.title"))
    show_notices(notices)
    return chosen


def walk_of(training: Training) -> Walk:
    """Every merge of one run, computed once for all readers, with its progress."""
    trainer = trainer_of()
    limit, size = training.options.merge_limit, training.corpus.size
    progress = ProgressBar(
        lambda merge: t("train.progress", merge=merge, merges=limit, size=size),
        total=limit or 1,
    )
    make = partial(
        training.walked,
        training_walk,
        trainer=trainer,
        lists_by=COMPILED if are_loaded() else LISTS_BY,  # all trainers give the same
        on_merge=progress.reached,
    )
    key = (f"{trainer} walk", training)
    walk: Walk = shared_store().get(key, make)
    progress.done()
    return walk


walk_page(
    "train",
    walk_of,
    texts=SECTIONS["train"],
    exercise="trace.naive",
)
