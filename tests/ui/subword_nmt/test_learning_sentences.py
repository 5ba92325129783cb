"""What is told beside the picture: the threshold, overlaps, questions, limits."""

import json
from typing import Any

from bpe_lab.scenes.subword_nmt.learning_walk import LENGTH_CAP, WORD_CAP
from bpe_lab.text import LANGUAGES, catalogue
from tests.raising import raises
from tests.ui.recordings import frames_of, widget
from tests.ui.subword_nmt.learning_structures import CASES, told_of, walk_of
from tests.ui.test_catalogues import placeholders
from ui.subword_nmt.learning_inputs import PRESETS


def said(recording: Any, key: str) -> list[dict[str, Any]]:
    return [s["say"][1] for s in recording["steps"] if s["say"][0] == f"subword_nmt.say.{key}"]


def test_the_threshold_is_missed_and_refilled() -> None:
    recording = walk_of(dict(PRESETS["refill"])).recording
    assert said(recording, "threshold")[0] == {"threshold": 10, "count": 93, "merges": 0}
    assert said(recording, "aside")[0]["pairs"] == 14
    missed, restored = said(recording, "missed")[0], said(recording, "restored")[0]
    assert (missed["count"], missed["threshold"]) == (3, 10)
    assert (restored["pairs"], restored["count"]) == (13, 9)
    assert said(recording, "threshold_anew")[0]["threshold"] == 1
    marked = [k for k, s in enumerate(recording["steps"]) if "refill" in s.get("marks", ())]
    assert len(marked) == 1
    frames = frames_of(recording)
    looks = [look for _, look in frames[marked[0]]["beads"]["pairs"].values()]
    assert "aside" not in looks, "all are candidates again"
    assert "aside" in [look for _, look in frames[marked[0] - 1]["beads"]["pairs"].values()]


def test_overlapping_pairs_are_counted_more_often_than_merged() -> None:
    """xxx holds (x, x) twice, and one merge of it."""
    recording = walk_of({"xxxy": 5}, merges=1).recording
    frames = frames_of(recording)
    first = next(
        k for k, s in enumerate(recording["steps"]) if s["say"][0] == "subword_nmt.say.own"
    )
    arcs = [change for change in frames[first]["words"]["changes"] if change["look"] == "now"]
    assert [(arc["row"], arc["at"], arc["delta"]) for arc in arcs] == [
        ("before", 0, -5),
        ("before", 1, -5),
    ]
    after = frames[first]["words"]["rows"]["0"]
    assert [slot[1] for slot in after.values()] == [2, 1, 1], "cells stay where they were"


def test_a_pair_between_two_matches_is_told_once() -> None:
    recording = walk_of(dict(PRESETS["banana"]), merges=1).recording
    assert said(recording, "both_down")
    assert said(recording, "both_up")


def test_questions_come_before_answers() -> None:
    recording = walk_of(dict(PRESETS["paper"])).recording
    frames = frames_of(recording)
    asked = [k for k, step in enumerate(recording["steps"]) if "ask" in step]
    assert len(asked) == 13
    for k in asked:
        assert "row" not in frames[k - 1]["why"], "the step before does not tell"
        kinds = [recording["tokens"][t]["kind"] for t in frames[k - 1]["words"]["sum"]]
        assert kinds == ["special"] * 3


def test_the_end_mark_is_drawn_as_a_mark_and_not_as_text() -> None:
    tokens = walk_of({"a</w>": 2, "ab": 3}).recording["tokens"]
    ends = [token["parts"] for token in tokens if ["name", "</w>"] in token["parts"]]
    assert ends, "words end in marked symbols"
    assert all(parts[-1] == ["name", "</w>"] for parts in ends)


CHANGES = {
    "PreTokenPlaced": "sequences[start] = (tokens, weight)",
    "PairsRestored": "pair_counter.update(set_aside)",
    "ThresholdSet": "threshold = new_threshold(highest, number)",
    "PreTokenRewritten": "changes = rewrite(tokens, best, new_id)",
    "CountChanged": "counts[pair] = counts.get(pair, 0) + change * weight",
}


def test_the_lit_source_is_what_changes_and_no_report() -> None:
    recording = walk_of(dict(PRESETS["refill"])).recording
    source = widget(recording, "code")["tabs"][1]["lines"]
    assert not any("if detail" in line["code"] or "yield" in line["code"] for line in source)
    told = told_of(dict(PRESETS["refill"]))
    seen = set()
    for (moment, _), frame in zip(told, frames_of(recording), strict=True):
        shown = " ".join(source[k]["code"].strip() for k in frame["code"]["lit"]["1"])
        name = type(moment.first).__name__
        seen.add(name)
        assert CHANGES.get(name, "") in shown, name
        changed = CHANGES["CountChanged"] in shown
        assert changed == (name == "CountChanged"), "and no line that was not run"
    assert seen >= CHANGES.keys()


def test_many_words_are_cut_to_the_most_frequent_and_told() -> None:
    words = {f"w{k}": 100 - k for k in range(60)}
    walk = walk_of(words, merges=3)
    notice = next(n for n in walk.notices if n.rule == "words_cut")
    assert notice.values == {"kept": WORD_CAP, "words": 60}
    assert [word["times"] for word in widget(walk.recording, "words")["words"]][:2] == [100, 99]


def test_of_a_very_long_word_the_beginning_is_walked_through_and_told() -> None:
    walk = walk_of({"ab" * 5000: 2}, merges=1)
    (notice,) = walk.notices
    assert notice.rule == "long_word"
    assert notice.values == {"kept": LENGTH_CAP, "size": 10_000}
    (word,) = widget(walk.recording, "words")["words"]
    assert len(word["cells"]) == LENGTH_CAP


def test_long_words_that_begin_alike_are_walked_through_as_one() -> None:
    words = {"ab" * 60 + tail: 2 for tail in "xyz"}
    (word,) = widget(walk_of(words, merges=1).recording, "words")["words"]
    assert word["times"] == 6


def test_a_recording_that_is_full_says_how_many_merges_it_holds() -> None:
    words = {"abcdefghij"[k:] + "klmnopq"[: k + 1] * 2: 3 for k in range(6)}
    many = {f"{word}{tail}": 2 for word in words for tail in "uvwxyz"}
    walk = walk_of(many, merges=400)
    size = len(json.dumps(walk.recording["steps"], separators=(",", ":")))
    assert size < 510_000
    for notice in walk.notices:
        if notice.rule == "steps_cap":
            done = said(walk.recording, "done")
            assert notice.values["recorded"] == len(done)


def test_nothing_to_merge_says_why() -> None:
    with raises("LabError.nothing_to_merge"):
        walk_of({"a": 5, "b": 3})
    with raises("LabError.nothing_to_merge"):
        walk_of({"ab": 1})


def test_every_sentence_is_said_and_can_be_said() -> None:
    runs = [
        *CASES.values(),
        {"the": 30, "theme": 2, "x": 1},
        {"abaxbaby": 3, "abcdefghijklmno": 1},
    ]
    keys: set[str] = set()
    for words in runs:
        for least in (1, 2):
            for step in walk_of(words, least=least).recording["steps"]:
                for key, values in (step[k] for k in ("say", "where", "ask") if k in step):
                    keys.add(key)
                    for language in LANGUAGES:
                        assert placeholders(catalogue(language)[key]) <= values.keys(), key
    wanted = {key for key in catalogue("en") if key.startswith("subword_nmt.say.")}
    assert wanted <= keys
