"""A lesson as the file that reads back as the same lesson."""

from __future__ import annotations

from typing import Any

import tomli_w

from bpe_lab.lessons.lesson import VERSION, Lesson, Step, Wording


def write_lesson(lesson: Lesson) -> str:
    """The lesson's file; its ``id`` is the file's name and not in it."""
    return tomli_w.dumps(
        {
            "version": VERSION,
            "title": _wording(lesson.title),
            "level": lesson.level,
            "minutes": lesson.minutes,
            "outcome": [_wording(outcome) for outcome in lesson.outcomes],
            "step": [_step(step) for step in lesson.steps],
        },
        multiline_strings=True,
    )


def _step(step: Step) -> dict[str, Any]:
    values: dict[str, Any]
    if step.exercise:
        values = {"exercise": step.exercise, "level": step.level, "seed": step.seed}
        values["script"] = step.script
    else:
        values = {"link": step.link}
        moments = {"at": step.at, "until": step.until}
        values |= {key: str(moment) for key, moment in moments.items() if moment}
    values["mode"] = step.mode
    words = {
        "title": step.title,
        "text": step.text,
        "note": step.note,
        "ask": step.ask,
        "answer": step.answer,
    }
    return values | {key: _wording(wording) for key, wording in words.items() if wording}


def _wording(wording: Wording) -> dict[str, str]:
    return {name: wording.text(name) for name in wording.languages}
