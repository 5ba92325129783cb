"""What a reader can be asked before a training's figures: what many times the tokens save."""

from __future__ import annotations

from dataclasses import replace

from bpe_lab.exercises.figure_questions import in_range
from bpe_lab.exercises.questions import Question
from ui.workshop.engine import encoded
from ui.workshop.training_job import Trained

TIMES = (8, 4, 2)  # as many tokens, the most that leave the smaller vocabulary its merges
LEAST = 32  # merges of the smaller vocabulary


def workshop_questions(trained: Trained) -> list[Question | None]:
    """Bytes per token of the whole vocabulary, from those of its first part."""
    model, size = trained.model, len(trained.model.vocabulary)
    unmerged = size - len(model.merges)
    times = next((each for each in TIMES if size // each - unmerged >= LEAST), None)
    if times is None or not trained.held_out_ids:
        return [None]
    first = replace(model, merges=model.merges[: size // times - unmerged], ranks=None)
    ids = encoded(first, trained.held_out, lambda _progress: None)
    held_out = len(trained.held_out)
    question = in_range("bytes_per_token", held_out / len(ids), held_out / trained.held_out_ids)
    values = {**question.values, "small": size // times, "large": size, "times": times}
    return [replace(question, values=values)]


def workshop_word(name: str, value: object) -> object:
    """Figures as the page writes them; a range by its ends."""
    if name in ("choice", "answer") and isinstance(value, str):
        return value.replace("-", " – ")
    return f"{value:.2f}" if isinstance(value, float) else value
