"""Every frame shows the trainer's own structures."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import (
    CountChanged,
    Event,
    HeapPopped,
    PositionVisited,
    Relinked,
    Stopped,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.lab_errors import LabError
from tests.examples import examples
from tests.paths import DATA
from tests.ui.linked.linked_structures import (
    CASES,
    events_of,
    recording_of,
    state_as_shown,
    structures,
)
from tests.ui.recordings import frames_of

GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))["positions_corpus"]


def check_every_frame(corpus: Corpus, **options: Any) -> None:
    recording = recording_of(corpus, **options)
    state = TrainState()
    run = zip(events_of(corpus, **options), frames_of(recording), strict=True)
    for number, (event, frame) in enumerate(run):
        apply(state, event)
        assert structures(recording, frame) == state_as_shown(state), f"step {number}: {event}"
        check_what_is_stale(recording, frame, state)
        check_what_merges(frame, event)


def check_what_is_stale(recording: Any, frame: Any, state: TrainState) -> None:
    """Struck entries and positions are those that the trainer would drop or skip."""
    counter = state.pair_counter
    order = zip(frame["heap"]["order"], state.heap, strict=True)
    stale = {str(k): counter[e[2]] for k, e in order if counter[e[2]] != -e[0]}
    assert frame["heap"]["stale"] == stale
    ids = [token["id"] for token in recording["tokens"]]
    struck = {
        tuple(ids[int(index)] for index in key.split(",")): positions
        for key, positions in frame["ledger"]["stale"].items()
    }
    for pair, positions in state.pair_positions.items():
        gone = [p for p in positions if not really_stands(state, pair, p)]
        assert struck.get(pair, []) == gone


def really_stands(state: TrainState, pair: Pair, position: int) -> bool:
    """By walking the pre-token's live tokens, not by the links."""
    start = max(s for s in state.starts if s <= position)
    tokens = state.tokens_of(start)
    return any(
        at == position and (left, right) == pair for (at, left), (_, right) in pairwise(tokens)
    )


def check_what_merges(frame: Any, event: Event) -> None:
    """Pointers, arrows and signed counts belong to the event."""
    lens = frame["lens"]
    match event:
        case PositionVisited(position=position):
            assert lens["pointers"]["i"] == lens["focus"] == position
            assert not lens["deltas"]
        case TokenMerged(position=position, absorbed=absorbed):
            assert (lens["pointers"]["i"], lens["pointers"]["j"]) == (position, absorbed)
        case Relinked(position=position, following=following):
            assert lens["links"][0] == [position, -1 if following is None else following]
        case CountChanged(delta=delta):
            assert lens["deltas"][-1]["delta"] == delta
        case HeapPopped():
            assert not lens["pointers"]
            tokens = {p: slot[:2] for p, slot in lens["slots"].items() if slot[1]}
            assert lens["before"] == tokens, "a merge begins with nothing done"


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_frame_shows_the_trainer_s_structures(name: str, tie_break: Any) -> None:
    check_every_frame(sample(name), tie_break=tie_break)


@settings(deadline=None, max_examples=examples(60))
@given(
    st.text(st.sampled_from("ab 你'é"), min_size=2, max_size=40), st.sampled_from(TIE_BREAKS)
)
def test_every_frame_of_any_text(text: str, tie_break: Any) -> None:
    try:
        check_every_frame(Corpus(text), tie_break=tie_break)
    except LabError as error:
        if error.rule != "nothing_to_merge":
            raise
        return


def test_the_ends_of_merges_are_the_lecture_s() -> None:
    corpus = sample("intj")
    recording = recording_of(corpus)
    frames = frames_of(recording)
    keys = [step["say"][0] for step in recording["steps"]]
    ends = [k for k, key in enumerate(keys) if key.startswith("linked.say.done")]
    assert len(ends) == len(GOLDEN["states_after_merge"]) == 23
    for k, state in zip(ends, GOLDEN["states_after_merge"], strict=True):
        shown = structures(recording, frames[k])
        assert {str(p): token for p, token in shown["token_at"].items()} == state["token_at"]
        assert {str(p): to for p, to in shown["next"].items()} == state["next"]
        assert {str(p): to for p, to in shown["prev"].items()} == state["prev"]
        counts = sorted(count for count in shown["pair_counter"].values() if count)
        assert counts == sorted(count for *_, count in state["pair_counts"])


def test_the_set_up_lists_the_lecture_s_positions() -> None:
    recording = recording_of(sample("intj"))
    shown = structures(recording, frames_of(recording)[recording["start"]])
    assert list(shown["pair_positions"].values()) == [p for *_, p in GOLDEN["pair_positions"]]
    assert recording["steps"][recording["start"]]["say"][0] == "linked.say.ordered"


def test_the_walk_ends_with_the_trainer() -> None:
    corpus = sample("intj")
    assert isinstance(events_of(corpus)[-1], Stopped)
    recording = recording_of(corpus)
    assert len(recording["steps"]) == len(events_of(corpus)) == 500
    assert recording["groups"] == 24, "the set-up and 23 merges"


def test_the_work_at_each_place_begins_at_a_step_of_its_own() -> None:
    recording, events = recording_of(sample("intj")), events_of(sample("intj"))
    begun = [number for number, step in enumerate(recording["steps"]) if step.get("place")]
    visited = [n for n, event in enumerate(events) if isinstance(event, PositionVisited)]
    assert begun == visited
    assert [recording["steps"][n]["group"] for n in begun[:6]] == [1, 1, 1, 1, 1, 2]
