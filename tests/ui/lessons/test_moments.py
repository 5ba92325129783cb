"""Moments of all walks: each step has a name, and the name leads back to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import islice

import pytest

from bpe_core.texts.corpus import SAMPLES, Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGES
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.moments import KINDS, kind_of, moment_of, step_of
from bpe_lab.scenes.pretokenize.cutting_walk import cutting_walk
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue
from tests.raising import raises
from tests.ui.test_questions import WALKS, learned, walks


def cut() -> Iterator[Json]:
    return (cutting_walk(sample(name), "gpt2") for name in SAMPLES)


# Of each page the walks of its samples; of the long ones some are enough.
OF_PAGES: dict[str, Callable[[], Iterable[Json]]] = {
    **{name: partial(walks, name) for name in WALKS},
    "linked": lambda: walks("linked")[:5],
    "subword_nmt": lambda: islice(learned(), 5),
    "pretokenize": cut,
}
PAGE_OF = {"states": "bytepiece"}


@cache
def of_page(name: str) -> tuple[Json, ...]:
    """Made once for all tests."""
    return tuple(OF_PAGES[name]())


@pytest.mark.parametrize("name", OF_PAGES)
def test_every_step_has_a_moment_that_leads_back_to_it_and_lessons_may_say(name: str) -> None:
    page = PAGES[PAGE_OF.get(name, name)]
    for recording in of_page(name):
        assert recording["unit"][0] in page.units
        for step in range(len(recording["steps"])):
            moment = moment_of(recording, step)
            assert step_of(recording, moment) == step
            assert Moment.read(str(moment)) == moment
            assert moment.is_edge or moment.kind in page.kinds
        for step in recording["steps"]:
            names = {kind_of(step["say"][0]), step["goal"], *step.get("marks", ())}
            assert names <= {*page.kinds, "end"}


def test_every_sentence_of_a_step_has_its_kind() -> None:
    sections = ("train.say", "train.end", "linked.say", "encode.say", "race.say")
    sections += ("subword_nmt.say", "bytepiece.say")
    told = {key for key in catalogue("en") if key.startswith(tuple(f"{s}." for s in sections))}
    assert told - KINDS.keys() == {"subword_nmt.say.some"}
    assert catalogue("en").keys() >= KINDS.keys()


def test_a_kind_goes_before_the_sub_goal_of_the_same_name() -> None:
    """To choose is one step; popping before it has the sub-goal Choose as well."""
    recording = linked_walk(sample("low"), TrainOptions(num_merges=6)).recording
    chosen = step_of(recording, Moment.read("merge 2, choose"))
    assert recording["steps"][chosen]["say"][0].startswith("linked.say.chosen")
    assert recording["steps"][chosen]["group"] == 2, "the first is what comes before merge 1"
    assert step_of(recording, Moment.read("merge 2, pop")) < chosen
    repaired = step_of(recording, Moment.read("merge 2, repair"))
    assert recording["steps"][repaired]["goal"] == "repair"
    assert recording["steps"][repaired - 1]["goal"] != "repair"


NUMBERS = ("merge", "step", "stretch", "byte", "number")  # in the line that says where one is


@pytest.mark.parametrize("name", OF_PAGES)
def test_the_number_of_a_moment_is_the_one_that_the_page_shows(name: str) -> None:
    for recording in of_page(name):
        for k, step in enumerate(recording["steps"][:-1]):
            shown = [v for n, v in step.get("where", ["", {}])[1].items() if n in NUMBERS]
            if k and shown:
                assert moment_of(recording, k).number == shown[0]


def test_a_moment_outlives_a_longer_walk() -> None:
    short, long = (
        training_walk(Corpus(text), TrainOptions(num_merges=4)).recording
        for text in ("low lower", "low lower newest widest " * 3)
    )
    for recording in (short, long):
        step = recording["steps"][step_of(recording, Moment.read("merge 2, choose"))]
        assert (step["group"], step["goal"]) == (1, "choose")


@pytest.mark.parametrize(
    "moment", ["merge 0", "merge 99", "merge 2, push", "merge 2, choose 2", "byte 1"]
)
def test_a_moment_that_is_not_there_is_named(moment: str) -> None:
    recording = training_walk(sample("low"), TrainOptions(num_merges=4)).recording
    with raises("LabError.no_such_moment", match=moment):
        step_of(recording, Moment.read(moment))
