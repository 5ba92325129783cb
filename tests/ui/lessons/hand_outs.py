"""A short lesson with a scene of each sort, and its hand-out, whose pages are opened once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from unittest import mock

from bpe_lab.lessons.lesson import Lesson
from bpe_lab.lessons.reading import read_lesson
from bpe_lab.text import LANGUAGES
from ui.lessons.hand_out import Luggage, file_of, take_along
from ui.lessons.opened_pages import Request, open_page

APP = "https://lab.example/bpe"
HOSTILE = "</script><img src=x onerror=window.hit=1>"
NOTE = "for the lecturer alone"
FILE = f"""
version = 1
level = 2
minutes = 5
title = {{en = "Ties {HOSTILE}", zh = "平局"}}
outcome = [{{en = "Say what leads.", zh = "说出哪一个领先。"}}]

[[step]]
link = "/train?text=low&merges=6"
at = "merge 1, choose"
until = "merge 2, count"
mode = "predict"
text = {{en = "Look. {HOSTILE}", zh = "看。"}}
note = {{en = "{NOTE}", zh = "{NOTE}"}}
ask = {{en = "Which leads?", zh = "哪一个领先？"}}
answer = {{en = "w + e", zh = "w + e"}}

[[step]]
link = "/train?text=low&merges=6"
at = "end"
title = {{en = "The end", zh = "结尾"}}

[[step]]
exercise = "trace.naive"
level = 1
seed = "1K01"
mode = "do"

[[step]]
link = "/pretokenize?passage=hello&split=gpt2"

[[step]]
link = "/race?race_text=intj"
"""


@cache
def lesson() -> Lesson:
    result, problems = read_lesson(FILE.encode())
    assert result, problems
    return result


def in_this_process(requests: Sequence[Request]) -> Iterator[Any]:
    yield from map(open_page, requests)


@cache
def luggage() -> Luggage:
    with mock.patch("ui.lessons.hand_out.opened", in_this_process):
        return take_along(lesson(), tuple(LANGUAGES), on_page=lambda number: None)


@cache
def page() -> str:
    return file_of(lesson(), luggage(), app=APP)


def view_of(scene: int) -> Any:
    """What a scene shows, counted from 1."""
    [view] = luggage().scenes[scene - 1].views["en"]
    return view


def recording_of(scene: int) -> Any:
    """Its walk."""
    return luggage().recordings[view_of(scene)["recording"]]


def questions_of(scene: int) -> int:
    """How many its walk has."""
    return sum(len(step.get("questions", ())) for step in recording_of(scene)["steps"])
