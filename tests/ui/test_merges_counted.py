"""People count merges from 1; a rank is one less and is named so beside it."""

from typing import Any

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.race.lockstep_panels import Badge
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.scenes.train.training_walk import training_walk
from tests.ui.recordings import frames_of

TEXT = Corpus("low lower newest widest")
OPTIONS = TrainOptions(num_merges=3)


def values(step: dict[str, Any], text: str) -> dict[str, Any]:
    result: dict[str, Any] = step[text][1]
    return result


def test_the_inside_page_ends_at_its_last_merge() -> None:
    steps = linked_walk(TEXT, OPTIONS).recording["steps"]
    places = [values(step, "where") for step in steps if "merge" in step.get("where", "  ")[0]]
    assert places[0]["merge"] == 1
    assert places[0]["merges"]["text"][1] == {"merges": 3, "rank": 0}
    assert places[-1]["merge"] == 3
    done = [step["say"][1]["merge"] for step in steps if step["say"][0] == "linked.say.done"]
    assert done == [1, 2, 3]


def test_the_subword_nmt_page_ends_at_its_last_merge() -> None:
    steps = learn_walk({"low": 5, "lower": 2, "lot": 9}, num_merges=3).recording["steps"]
    done = [
        step["say"][1]["merge"] for step in steps if step["say"][0] == "subword_nmt.say.done"
    ]
    assert done == [1, 2, 3]


def test_the_change_of_a_merge_is_numbered_from_one() -> None:
    reached: list[int] = []
    recording = training_walk(TEXT, OPTIONS, on_merge=reached.append).recording
    assert reached == [1, 2, 3]
    asides = [frame["changes"].get("aside") for frame in frames_of(recording)]
    assert {aside[1]["merge"] for aside in asides if aside} == {1, 2, 3}


def test_a_race_counts_merges_from_one() -> None:
    badge = Badge("train", 2, 2, {"naive": 2})
    assert badge.state(2)["say"] == ["race.badge.train_same", {"last": 2}]
    assert badge.state(3)["say"] == ["race.badge.train_differs", {"number": 3}]
