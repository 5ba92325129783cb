"""What a recording says of the exercise that it is the trace of."""

from __future__ import annotations

from bpe_core.events import StopReason
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.traces import mend_of
from bpe_lab.scenes.recording import Json, Text, text


def exercise_json(exercise: Exercise | None) -> Json:
    """The value of the key ``exercise``; None of a walk that is none."""
    if exercise is None:
        return None
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "seed": str(exercise.seed),
        "generator": exercise.seed.generator,
        "script": exercise.script,
        "mend": mend_of(exercise.level),
        "task": text(f"exercise.task.{exercise.kind}_{exercise.level}"),
    }


def end_of_training(
    reason: StopReason, *, merges: int, tokens: int, is_exercise: bool = False
) -> Text:
    """How a training ended; the merges of an exercise are none that a reader asked for."""
    is_set = is_exercise and reason is StopReason.TARGET_REACHED
    return text(
        "train.end.exercise" if is_set else f"train.end.{reason}", merges=merges, tokens=tokens
    )
