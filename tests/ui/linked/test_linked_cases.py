"""The cases that are worth a lecture: overlaps, both sides, stale entries."""

import inspect
from typing import Any

import pytest

from bpe_core import events as event_types
from bpe_core.texts.corpus import sample
from bpe_core.train import linked
from tests.ui.linked.linked_structures import CASES, events_of, recording_of, structures
from tests.ui.recordings import frames_of, widget


def said(recording: Any, key: str) -> list[dict[str, Any]]:
    return [s["say"][1] for s in recording["steps"] if s["say"][0] == f"linked.say.{key}"]


def marked(recording: Any, mark: str) -> int:
    return sum(mark in step.get("marks", ()) for step in recording["steps"])


@pytest.mark.parametrize(("name", "merged", "counted"), [("aaaa", 2, 3), ("aaaaa", 2, 4)])
def test_overlapping_pairs_skip_what_was_absorbed(name: str, merged: int, counted: int) -> None:
    recording = recording_of(sample(name), num_merges=1)
    assert said(recording, "visited_overlap")[0]["i"] == 1
    assert not said(recording, "visited_absorbed")
    assert len(said(recording, "count_own")) == merged, "one use a place"
    assert marked(recording, "overlap") >= 1
    done = said(recording, "done_overlap")[0]
    assert (done["places"], done["count"]) == (merged, counted)
    last = frames_of(recording)[-1]
    tokens = structures(recording, last)["token_at"]
    assert [p for p, token in tokens.items() if token == 256] == [0, 2]


def test_the_same_pair_on_both_sides_falls_and_rises() -> None:
    """abab: (b, a) stands between the places; (ab, a) is born at one, dies at the next."""
    recording = recording_of(sample("abab"), num_merges=1)
    steps, frames = recording["steps"], frames_of(recording)
    end = next(k for k, s in enumerate(steps) if s["say"][0] == "linked.say.done")
    counter = structures(recording, frames[end])["pair_counter"]
    assert counter == {(97, 98): 0, (98, 97): 0, (256, 97): 0, (256, 256): 1}


def test_every_stale_entry_of_the_lecture_belongs_to_a_pair_that_is_gone() -> None:
    recording = recording_of(sample("intj"))
    assert len(said(recording, "popped_gone")) == 23
    assert not said(recording, "popped_stale")
    assert marked(recording, "stale") == 23


def test_a_stale_entry_whose_pair_lives_on() -> None:
    recording = recording_of(sample("abc_abd"))
    assert not marked(recording, "overlap")
    first = said(recording, "popped_stale")[0]
    assert (first["count"], first["now"]) == (3, 1)
    key = ",".join(str(index) for index in first["pair"]["pair"])
    names = [recording["tokens"][int(i)]["parts"][0][1] for i in key.split(",")]
    assert names == ["b", "c"]
    step = next(
        k for k, s in enumerate(recording["steps"]) if s["say"][0] == "linked.say.popped_stale"
    )
    out = frames_of(recording)[step]["heap"]["out"]
    assert (out["look"], out["now"]) == ("stale", 1)
    assert widget(recording, "heap")["entries"][out["entry"]][2] == 3


def test_the_samples_show_every_event_of_the_trainer() -> None:
    source = inspect.getsource(linked)
    yielded = {
        name
        for name in dir(event_types)
        if isinstance(getattr(event_types, name), type) and f"yield {name}(" in source
    }
    shown: set[str] = set()
    for name in CASES:
        shown |= {type(event).__name__ for event in events_of(sample(name))}
    assert yielded == shown


def test_a_pair_below_the_smallest_count_is_popped_but_not_taken() -> None:
    recording = recording_of(sample("intj"), min_count=2)
    frames = frames_of(recording)
    assert recording["steps"][-1]["say"][0] == "train.end.below_min_count"
    assert frames[-2]["heap"]["out"]["look"] == ""
    assert "row" not in frames[-2]["why"] or frames[-2]["why"] == frames[-3]["why"]
    assert "ask" not in recording["steps"][-2]
    tops = [frames[-2]["ledger"]["pairs"][key][2] for key in frames[-2]["ledger"]["top"]]
    assert "chosen" not in tops
