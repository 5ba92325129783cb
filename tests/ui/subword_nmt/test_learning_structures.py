"""Every frame shows the generator's own structures."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import CountChanged, Event, MergeDone
from bpe_core.state import TrainState
from bpe_core.systems.subword_nmt import Codes, learn, learning_events, write_codes
from bpe_lab.lab_errors import LabError
from tests.examples import examples
from tests.ui.recordings import frames_of, widget
from tests.ui.subword_nmt.learning_structures import (
    CASES,
    Words,
    names,
    real_structures,
    shown_structures,
    told_of,
    walk_of,
)
from ui.subword_nmt.learning_inputs import PRESETS


def check_every_frame(words: Words, merges: int = 50, least: int = 2) -> None:
    recording = walk_of(words, merges, least).recording
    frames = frames_of(recording)
    steps = recording["steps"]
    moments_told = 0
    for k, (moment, state) in enumerate(told_of(words, merges, least)):
        moments_told += 1
        assert shown_structures(recording, frames[k], state) == real_structures(state)
        assert steps[k]["goal"] == moment.first.goal
        check_set_aside(recording, frames[k], state)
        check_arcs(recording, frames[k], moment.first, state)
        assert frames[k]["file"]["shown"]["0"] == 1 + len(state.merges)
    assert moments_told == len(frames)


def check_set_aside(recording: Any, frame: Any, state: TrainState) -> None:
    """Beads told to be set aside are, unless another look goes before."""
    ids = names(recording, state)
    told = {
        tuple(ids[part] for part in key.split(","))
        for key, (_, look) in frame["beads"]["pairs"].items()
        if look == "aside"
    }
    lit = {
        tuple(ids[part] for part in key.split(","))
        for key, (_, look) in frame["beads"]["pairs"].items()
        if look in ("changed", "chosen")
    }
    assert told == set(state.set_aside) - lit


def check_arcs(recording: Any, frame: Any, event: Event, state: TrainState) -> None:
    """The lit arcs of a change add up to it, and all arcs stand over pairs that stand there."""
    words = frame["words"]
    if not isinstance(event, CountChanged):
        return
    lit = [change for change in words["changes"] if change["look"] == "now"]
    assert sum(change["delta"] for change in lit) == event.delta
    ids = names(recording, state)
    rows = {"before": words["before"], "after": words["rows"][str(words["focus"])]}
    for change in words["changes"]:
        row = rows[change["row"]]
        cells = sorted(map(int, row))
        at = cells.index(change["at"])
        stands = [row[str(cells[at])][0], row[str(cells[at + 1])][0]]
        assert change["pair"] == stands
    assert {tuple(ids[str(k)] for k in change["pair"]) for change in lit} == {event.pair}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("least", [1, 2])
def test_every_frame_shows_the_generator_s_structures(name: str, least: int) -> None:
    check_every_frame(CASES[name], least=least)


WORDS = st.text(st.sampled_from("ab</w>你é"), min_size=1, max_size=8)


@settings(deadline=None, max_examples=examples(80))
@given(st.dictionaries(WORDS, st.integers(1, 60), min_size=1, max_size=8), st.integers(1, 2))
def test_every_frame_of_any_words(words: Words, least: int) -> None:
    try:
        check_every_frame(words, least=least)
    except LabError as error:
        if error.rule != "nothing_to_merge":
            raise
        assert not learn(words, min_frequency=least).merges


@pytest.mark.parametrize("name", PRESETS)
def test_the_file_that_grows_is_the_file_of_codes(name: str) -> None:
    words = dict(PRESETS[name])
    recording = walk_of(words).recording
    lines = [line["code"] for line in widget(recording, "file")["tabs"][0]["lines"]]
    assert "\n".join(lines) + "\n" == write_codes(learn(words, num_merges=50))


def test_the_paper_s_words_merge_as_subword_nmt_merges_them() -> None:
    """The lines that the package itself writes for this dictionary."""
    codes = learn(dict(PRESETS["paper"]), num_merges=5)
    assert codes == Codes(
        (("s", "t</w>"), ("e", "st</w>"), ("l", "o"), ("w", "est</w>"), ("n", "e"))
    )


def test_the_walk_ends_with_the_learner() -> None:
    recording = walk_of(dict(PRESETS["paper"])).recording
    events = list(learning_events(dict(PRESETS["paper"]), detail=True))
    done = sum(isinstance(event, MergeDone) for event in events)
    assert recording["groups"] == done + 1 == 14
    assert recording["steps"][-1]["say"][0] == "subword_nmt.end.no_pair_left"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_walk_opens_with_its_most_frequent_word_and_the_pairs_of_it(preset: str) -> None:
    """Not with three question marks, which come when a pair is to be chosen."""
    recording = walk_of(dict(PRESETS[preset]), 1, 2).recording
    opened = frames_of(recording)[recording["start"]]["words"]
    assert "sum" not in opened
    rows = widget(recording, "words")["words"]
    assert rows[opened["focus"]]["times"] == max(row["times"] for row in rows)
    pairs = len(opened["rows"][str(opened["focus"])]) - 1
    assert len(opened["changes"]) == pairs > 0
