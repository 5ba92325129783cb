"""The walk through subword-nmt's learning: every frame shows the generator's own structures."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import NothingToMergeError, StepsCapNotice
from bpe_core.events import CountChanged, Event, MergeDone
from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt import Codes, learn, learning_events, write_codes
from tests.ui.recordings import frames_of, widget
from tests.ui.test_catalogues import placeholders
from ui.scenes.subword_nmt.moments import moments
from ui.scenes.subword_nmt.walk import (
    LENGTH_CAP,
    WORD_CAP,
    LearnWalk,
    LongWordNotice,
    WordsCutNotice,
    learn_walk,
)
from ui.subword_inputs import PRESETS
from ui.text import LANGUAGES, catalogue

Words = dict[str, int]
MARKED = {"w</w>x": 3, "w": 2, "aw": 4, "a</w>": 2}  # the end mark in the text itself
CASES: dict[str, Words] = {
    **{name: dict(words) for name, words in PRESETS.items()},
    "marked": MARKED,
    "hostile": {"<b>": 3, "\u202eab": 2, "哈哈哈": 4, "é\u0301é": 3, "a\tb": 2},
}


def walk_of(words: Words, merges: int = 50, least: int = 2) -> LearnWalk:
    return learn_walk(words, num_merges=merges, min_frequency=least)


def told_of(words: Words, merges: int = 50, least: int = 2) -> Any:
    """The moments with the generator's structures after each, folded from its events."""
    state = TrainState()
    run: Any = learning_events(words, num_merges=merges, min_frequency=least, detail=True)
    for moment in moments(run):
        for event in moment.events:
            apply(state, event)
        yield moment, state


def symbol_of(recording: Any, index: int) -> str:
    """What a drawn token is, from its parts alone."""
    shown = "".join(
        part[1] if len(part) > 1 else " " for part in recording["tokens"][index]["parts"]
    )
    return str(shown)


def names(recording: Any, state: TrainState) -> dict[str, int]:
    """Token ids of the generator by how the recording names them."""
    return {
        str(index): token["id"]
        for index, token in enumerate(recording["tokens"])
        if token["id"] in state.token_bytes
    }


def shown_structures(recording: Any, frame: Any, state: TrainState) -> dict[str, Any]:
    """The structures that a frame shows, in the generator's terms."""
    ids = names(recording, state)
    ledger = frame["ledger"]

    def pair(key: str) -> tuple[int, int]:
        left, right = key.split(",")
        return ids[left], ids[right]

    counts = {pair(k): row[0] for k, row in ledger["pairs"].items() if row[0]}
    beads = frame["beads"]["pairs"]
    return {
        "rows": {
            int(word): [ids[str(slot[0])] for _, slot in sorted(slots.items(), key=by_cell)]
            for word, slots in frame["words"]["rows"].items()
        },
        "counts": counts,
        "index": {
            pair(key): {word: ledger["times"].get(key, {}).get(str(word), 1) for word in words}
            for key, words in ledger["positions"].items()
        },
        "beads": {pair(key): count for key, (count, _) in beads.items()},
        "threshold": frame["beads"].get("line", 0),
    }


def by_cell(item: tuple[str, Any]) -> int:
    return int(item[0])


def real_structures(state: TrainState) -> dict[str, Any]:
    number = {start: k for k, start in enumerate(state.starts)}
    cut = [s for s in state.starts if all(t >= 256 for _, t in state.tokens_of(s))]
    counts = state.pair_counter | state.set_aside
    return {
        "rows": {number[s]: [token for _, token in state.tokens_of(s)] for s in cut},
        "counts": counts,
        "index": {
            pair: {number[start]: n for start, n in places.items()}
            for pair, places in state.index.items()
        },
        "beads": counts,
        "threshold": state.threshold,
    }


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


@settings(deadline=None, max_examples=80)
@given(st.dictionaries(WORDS, st.integers(1, 60), min_size=1, max_size=8), st.integers(1, 2))
def test_every_frame_of_any_words(words: Words, least: int) -> None:
    try:
        check_every_frame(words, least=least)
    except NothingToMergeError:
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


def test_the_lit_source_is_what_reports_the_events() -> None:
    recording = walk_of(dict(PRESETS["refill"])).recording
    source = widget(recording, "code")["tabs"][1]["lines"]
    told = told_of(dict(PRESETS["refill"]))
    for (moment, _), frame in zip(told, frames_of(recording), strict=True):
        shown = " ".join(source[k]["code"].strip() for k in frame["code"]["lit"]["1"])
        for event in moment.events:
            assert f"yield {type(event).__name__}(" in shown


def test_many_words_are_cut_to_the_most_frequent_and_told() -> None:
    words = {f"w{k}": 100 - k for k in range(60)}
    walk = walk_of(words, merges=3)
    notice = next(n for n in walk.notices if isinstance(n, WordsCutNotice))
    assert notice.values == {"kept": WORD_CAP, "words": 60}
    assert [word["times"] for word in widget(walk.recording, "words")["words"]][:2] == [100, 99]


def test_of_a_very_long_word_the_beginning_is_walked_through_and_told() -> None:
    walk = walk_of({"ab" * 5000: 2}, merges=1)
    (notice,) = walk.notices
    assert isinstance(notice, LongWordNotice)
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
        if isinstance(notice, StepsCapNotice):
            done = said(walk.recording, "done")
            assert notice.values["recorded"] == len(done)


def test_nothing_to_merge_says_why() -> None:
    with pytest.raises(NothingToMergeError):
        walk_of({"a": 5, "b": 3})
    with pytest.raises(NothingToMergeError):
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


def test_the_walk_ends_with_the_learner() -> None:
    recording = walk_of(dict(PRESETS["paper"])).recording
    events = list(learning_events(dict(PRESETS["paper"]), detail=True))
    done = sum(isinstance(event, MergeDone) for event in events)
    assert recording["groups"] == done + 1 == 14
    assert recording["steps"][-1]["say"][0] == "subword_nmt.end.no_pair_left"
