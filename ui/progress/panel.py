"""The reader's own progress, which the browser alone keeps: its panel, and answers for it."""

from __future__ import annotations

import json
from functools import cache

import streamlit as st

from bpe_lab.exercises.draw import ASKS, MATERIAL
from bpe_lab.exercises.seed import DIGITS, GENERATOR, LENGTH
from bpe_lab.lessons.shelf import course
from bpe_lab.text import LANGUAGES, language, section, spacing, t
from ui.page.asking import answer_rows
from ui.serving.static_files import window_part

# The pages that ask questions, in the order of the lecture, and the kind of exercise of each
# that has one.
EXERCISE_OF = {
    "why": "",
    "train": "trace.naive",
    "linked": "trace.linked",
    "encode": "trace.encode",
    "pretokenize": "",
    "race": "",
    "vocabulary": "",
    "workshop": "",
    "subword_nmt": "",
    "bytepiece": "",
    "compare": "",
    "museum": "",
}
# What a page's address needs besides, so that it asks: its walk, or before its figures.
BY_WALK, ASKED_FIRST = {"ask": "answer"}, {"ask": "1"}
VIEW_OF = {
    **dict.fromkeys(EXERCISE_OF, BY_WALK),
    "pretokenize": {"cut_view": "stretches", **BY_WALK},
    "vocabulary": {"view": "apart", **BY_WALK},
    **dict.fromkeys(("why", "workshop", "compare", "museum"), ASKED_FIRST),
}
# Questions before figures on a page whose walk asks as well. Without dropout nothing drops.
VIEW_OF_KIND = {
    "race": {"factor": {"view": "growth", **ASKED_FIRST}},
    "subword_nmt": {"dropout_pieces": {"dropout": "30", **ASKED_FIRST}},
    "bytepiece": {"is_pruned": ASKED_FIRST},
}


def progress_panel() -> None:
    """What was met and missed, what is due again, and the reader's way to take it along."""
    window_part("progress")(key="progress", data=_data(language()), height="content")


def again_panel(*, is_led: bool) -> None:
    """Where whoever comes back goes on; ``is_led``: a lesson runs, whose bar leads there."""
    window_part("again")(key="again", data=_again(language(), is_led), height="content")


@cache
def _again(language: str, is_led: bool) -> bytes:
    titles = {name: lesson.title.text(language) for name, lesson in course().items()}
    return _written(language, lessons=titles, led=is_led)


@cache
def _data(language: str) -> bytes:
    return _written(language)


def _written(language: str, **beside: object) -> bytes:
    """All that the browser needs to word its rows and to make links of them."""
    text = {**section(language, "progress", "question", "again"), **spacing(language)}
    named = ("progress.", "question.name_", "player.spacing.", "again.")
    data = {
        "lang": LANGUAGES[language].tag,
        "language": language,
        "text": {key: words for key, words in text.items() if key.startswith(named)},
        "pages": [
            {
                "page": page,
                "title": t(f"page.{page}"),
                "exercise": kind,
                "levels": levels(kind),
                "view": VIEW_OF[page],
                "views": VIEW_OF_KIND.get(page, {}),
            }
            for page, kind in EXERCISE_OF.items()
        ],
        **beside,
        "scripts": list(MATERIAL),
        "seed": {"digits": DIGITS, "first": DIGITS[GENERATOR], "length": LENGTH},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def levels(kind: str) -> dict[str, int]:
    """The first level of an exercise that asks each question.

    >>> levels("trace.naive")["next_pair"], levels("")
    (3, {})
    """
    by_level = enumerate(ASKS.get(kind, ()), 1)
    return {ask: level for level, asks in by_level for ask in asks}


def hand_over_answers() -> None:
    """Mount what notes them, once there are any; it draws nothing."""
    noted = answer_rows()
    if noted:
        with st.container(key="answers"):
            window_part("answers")(
                key="noted_answers", data=json.dumps(noted).encode(), height="content"
            )
