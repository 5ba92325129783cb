"""What a recording says of the exercise that it is the trace of."""

from __future__ import annotations

from bpe_core.exercises.draw import Exercise
from bpe_core.exercises.traces import mend_of
from ui.scenes.recording import Json, text


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
