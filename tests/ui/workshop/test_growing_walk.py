"""A vocabulary as it grew: what each step says is what so many merges give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import bpe_core
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.pages import PAGES
from bpe_lab.scenes.moments import moment_of, step_of
from bpe_lab.scenes.recording import Json, size_of
from bpe_lab.scenes.token_table import LENGTHS
from bpe_lab.scenes.workshop import EXCERPTS, ROWS, growing_walk, steps_of, word_board
from tests.ui.recordings import frames_of

SHOWN = {
    "story_en": "the ferryman said: one loaf",
    "story_zh": "摆渡人说要一个黑面包 or two",
    "special": "the <|x|> of it",
}


@cache
def learned(name: str) -> BPEModel:
    specials = ["<|x|>"] if name == "special" else []
    text = sample("story_en" if name == "special" else name).text
    return bpe_core.train(text, vocab_size=440, special_tokens=specials)


def ids_of(recording: Json, rows: Sequence[Json], place: int) -> list[int]:
    """The ids of the tokens in a column."""
    return [recording["tokens"][row["cells"][place]]["id"] for row in rows]


@pytest.mark.parametrize("name", SHOWN)
def test_every_step_shows_what_so_many_merges_give(name: str) -> None:
    model, shown = learned(name), SHOWN[name]
    recording = growing_walk(model, shown)
    total = len(model.merges)
    steps = steps_of(total)
    assert set(steps) <= {step["where"][1]["done"] for step in recording["steps"]}
    for step, states in zip(recording["steps"], frames_of(recording), strict=True):
        made = step["where"][1]["done"]
        smaller = replace(model, merges=model.merges[:made], ranks=None)
        drawn = sorted(states["text"]["slots"].items(), key=lambda slot: int(slot[0]))
        ids = [recording["tokens"][slot[0]]["id"] for _, slot in drawn]
        assert ids == bpe_core.encode(smaller, shown), made
        newest = [merge.new_id for merge in model.merges[max(0, made - ROWS) : made]]
        assert ids_of(recording, states["newest"]["rows"], 1) == newest[::-1]
        sizes = Counter(len(model.vocabulary[merge.new_id]) for merge in model.merges[:made])
        sizes[1] += 256
        counted = [
            sum(count for size, count in sizes.items() if first <= size <= last)
            for first, last in LENGTHS.values()
        ]
        assert [row["cells"][1] for row in states["lengths"]["rows"]] == counted


def test_the_longest_words_are_words_and_the_longest() -> None:
    model = learned("story_en")
    recording = growing_walk(model, "a")
    [*_, end] = frames_of(recording)
    tokens = [model.vocabulary[merge.new_id].decode() for merge in model.merges]
    words = [token for token in tokens if token.lstrip(" ").isalpha()]
    rows = end["longest"]["rows"]
    shown = [model.vocabulary[number].decode() for number in ids_of(recording, rows, 1)]
    assert shown == sorted(words, key=len, reverse=True)[:ROWS]


def test_a_large_vocabulary_is_sent_as_what_fits() -> None:
    large = built_in("bilingual")
    assert len(large.merges) > 7_000
    assert size_of(growing_walk(large, "the theme of the thesis, 吃葡萄")) < 200_000
    assert len(steps_of(100_000)) <= 61


@pytest.mark.parametrize("size", [256, 422, 428, 440])
def test_what_the_slides_show_is_compared_where_it_is_reached(size: int) -> None:
    model = bpe_core.train(sample("story_en").text, vocab_size=size)
    recording = growing_walk(model, "the")
    steps = zip(recording["steps"], frames_of(recording), strict=True)
    marked = [each for each in steps if "excerpt" in each[0].get("marks", [])]
    assert len(marked) == (size >= 428)
    for step, states in marked:
        lit = [row for row in states["newest"]["rows"] if row["look"] == "merged"]
        assert step["say"][0] == "workshop.growing.roots"
        assert ids_of(recording, lit[::-1], 1) == list(EXCERPTS[0].ids)
        assert list(EXCERPTS[0].ids) == [423, 424, 425, 426, 427]


def test_the_first_whole_character_is_marked() -> None:
    recording = growing_walk(learned("story_zh"), "说")
    [step] = [each for each in recording["steps"] if "character" in each.get("marks", [])]
    key, values = step["say"]
    assert key == "workshop.growing.whole"
    token = recording["tokens"][values["token"]["token"]]
    assert [kind for kind, *_ in token["parts"]] == ["glyph"]
    made = step["where"][1]["done"]
    before = [
        learned("story_zh").vocabulary[merge.new_id] for merge in learned("story_zh").merges
    ]
    for earlier in before[: made - 1]:
        with pytest.raises(UnicodeDecodeError):
            earlier.decode()


@pytest.mark.parametrize(
    ("word", "key", "more"),
    [
        ("he", "one", ["spaced"]),
        (" ferryman", "one", []),
        ("f", "byte", ["spaced"]),
        ("thesis", "many", ["spaced"]),
        ("面包", "many", []),
    ],
)
def test_a_word_looked_up_says_what_made_it(word: str, key: str, more: list[str]) -> None:
    model = learned("story_en")
    recording = word_board(model, word)
    states: dict[str, Any] = recording["first"]
    said = states["note"]["lines"]
    assert [name for name, _ in said] == [f"workshop.word.{each}" for each in (key, *more)]
    rows = states["parts"]["rows"]
    ids = ids_of(recording, rows, 1)
    assert ids == bpe_core.encode(model, word)
    for row, number in zip(rows, ids, strict=True):
        if number < 256:
            assert len(row["cells"]) == 2
            continue
        left, right = (recording["tokens"][token]["id"] for token in row["cells"][2])
        assert model.merges[row["cells"][3]] == (left, right, number)
    if more:
        spaced = [recording["tokens"][each]["id"] for each in said[1][1]["own"]["tokens"]]
        assert spaced == bpe_core.encode(model, f" {word}")


def test_another_line_is_met_at_the_same_step() -> None:
    """By its sentence, in which the player finds it."""
    first, second = (growing_walk(learned("story_en"), line) for line in ("one", "the loaf"))
    assert first["id"] != second["id"]
    assert first["about"] == second["about"]
    assert [step["say"] for step in first["steps"]] == [step["say"] for step in second["steps"]]
    assert growing_walk(learned("story_zh"), "one")["about"] != first["about"]


@pytest.mark.parametrize("name", SHOWN)
def test_a_group_ends_where_there_is_a_mark(name: str) -> None:
    steps = growing_walk(learned(name), "one")["steps"]
    for step, later in pairwise(steps):
        assert later["group"] == step["group"] + bool(step.get("marks"))


def test_every_step_is_a_moment_that_a_lesson_may_name() -> None:
    recording = growing_walk(learned("story_zh"), "one")
    page = PAGES["workshop"]
    for step in range(len(recording["steps"])):
        moment = moment_of(recording, step)
        assert step_of(recording, moment) == step
        assert moment.is_edge or (moment.unit in page.units and moment.kind in page.kinds)
