"""What the glass box draws is what the linked trainer holds, after every event."""

import inspect
import json
import linecache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import events as event_types
from bpe_core.corpus import END_OF_TEXT, Corpus, sample
from bpe_core.errors import NothingToMergeError, StepsCapNotice, TextCutNotice
from bpe_core.events import Event, MergeDone, Stopped
from bpe_core.pretokenize import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.train import linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from tests.ui.recordings import frames_of, widget
from tests.ui.test_catalogues import placeholders
from ui.scenes.glassbox.code import PSEUDO
from ui.scenes.glassbox.walk import TEXT_CAP, linked_walk
from ui.text import LANGUAGES, catalogue

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "data" / "lecture.json").read_text(encoding="utf-8")
)["positions_corpus"]
CASES = ("intj", "aaaa", "aaaaa", "abab", "abc_abd")


def recording_of(corpus: Corpus, **options: Any) -> Any:
    options = {"special_tokens": corpus.special_tokens, **options}
    return linked_walk(corpus, TrainOptions(**options)).recording


def events_of(corpus: Corpus, **options: Any) -> list[Event]:
    pre_tokens = pre_tokenize(corpus.text, special_tokens=corpus.special_tokens)
    options = {"special_tokens": corpus.special_tokens, **options}
    return list(linked.train_linked(pre_tokens, TrainOptions(**options), detail=True))


def structures(recording: Any, frame: Any) -> dict[str, Any]:
    """The trainer's structures as a frame shows them, in the trainer's own terms."""
    ids = [token["id"] for token in recording["tokens"]]

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[int(index)] for index in key.split(","))

    slots = {int(p): slot for p, slot in frame["lens"]["slots"].items()}
    live = {p: slot for p, slot in slots.items() if slot[1]}
    entries = widget(recording, "heap")["entries"]
    return {
        "token_at": {p: ids[slot[0]] if slot[1] else None for p, slot in slots.items()},
        "prev": {p: None if slot[2] < 0 else slot[2] for p, slot in live.items()},
        "next": {p: None if slot[3] < 0 else slot[3] for p, slot in live.items()},
        "pair_counter": {pair(k): row[0] for k, row in frame["ledger"]["pairs"].items()},
        "pair_positions": {pair(k): ps for k, ps in frame["ledger"]["positions"].items()},
        "heap": [
            (ids[entries[k][0]], ids[entries[k][1]], entries[k][2])
            for k in frame["heap"]["order"]
        ],
    }


def state_as_shown(state: TrainState) -> dict[str, Any]:
    """The same of a folded run; absorbed positions have no links that anyone may follow."""
    live = [p for p, token in state.token_at.items() if token is not None]
    return {
        "token_at": dict(state.token_at),
        "prev": {p: state.prev.get(p) for p in live},
        "next": {p: state.next.get(p) for p in live},
        "pair_counter": dict(state.pair_counter),
        "pair_positions": {pair: list(ps) for pair, ps in state.pair_positions.items()},
        "heap": [(*pair, -count) for count, _, pair in state.heap],
    }


def check_every_frame(corpus: Corpus, **options: Any) -> None:
    recording = recording_of(corpus, **options)
    state = TrainState()
    run = zip(events_of(corpus, **options), frames_of(recording), strict=True)
    for number, (event, frame) in enumerate(run):
        apply(state, event)
        assert structures(recording, frame) == state_as_shown(state), f"step {number}: {event}"
        counter = state.pair_counter
        entries = widget(recording, "heap")["entries"]
        stale = {
            k
            for k, entry in zip(frame["heap"]["order"], state.heap, strict=True)
            if counter[entry[2]] != -entry[0]
        }
        assert {int(k) for k in frame["heap"]["stale"]} == stale
        assert len(entries) >= len(frame["heap"]["order"])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_frame_shows_the_trainer_s_structures(name: str, tie_break: Any) -> None:
    check_every_frame(sample(name), tie_break=tie_break)


@settings(deadline=None, max_examples=60)
@given(
    st.text(st.sampled_from("ab 你'é"), min_size=2, max_size=40), st.sampled_from(TIE_BREAKS)
)
def test_every_frame_of_any_text(text: str, tie_break: Any) -> None:
    try:
        check_every_frame(Corpus(text), tie_break=tie_break)
    except NothingToMergeError:
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


def said(recording: Any, key: str) -> list[dict[str, Any]]:
    return [s["say"][1] for s in recording["steps"] if s["say"][0] == f"linked.say.{key}"]


def marked(recording: Any, mark: str) -> int:
    return sum(mark in step.get("marks", ()) for step in recording["steps"])


@pytest.mark.parametrize(("name", "merged", "counted"), [("aaaa", 2, 3), ("aaaaa", 2, 4)])
def test_overlapping_pairs_skip_what_was_absorbed(name: str, merged: int, counted: int) -> None:
    recording = recording_of(sample(name), num_merges=1)
    assert said(recording, "visited_absorbed")[0]["i"] == 1
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


def test_the_lit_source_is_the_module_s_own_and_reports_the_event() -> None:
    corpus = sample("abc_abd")
    recording = recording_of(corpus)
    pseudo, source = widget(recording, "code")["tabs"]
    module = inspect.getsourcefile(linked)
    assert module is not None
    for number, line in enumerate(source["lines"], source["first"]):
        assert linecache.getline(module, number).strip() == line["code"].strip()
    assert len(pseudo["lines"]) == len(PSEUDO)
    run = zip(events_of(corpus), recording["steps"], frames_of(recording), strict=True)
    for event, step, frame in run:
        lit = frame["code"]["lit"]
        shown = " ".join(source["lines"][k]["code"].strip() for k in lit["1"])
        assert f"yield {type(event).__name__}(" in shown
        goals = {source["lines"][k]["goal"] for k in lit["1"]}
        assert goals == {step["goal"]}
        assert len(lit["0"]) == 1


def test_every_event_of_the_trainer_has_a_line() -> None:
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


@pytest.mark.parametrize("name", ["intj", "low", "abab"])
def test_the_why_card_knows_where_the_rules_part(name: str) -> None:
    corpus = sample(name)
    pre_tokens = list(pre_tokenize(corpus.text, special_tokens=corpus.special_tokens))

    def merges(tie_break: Any) -> list[tuple[bytes, bytes]]:
        state, found = TrainState(), []
        options = TrainOptions(tie_break=tie_break, special_tokens=corpus.special_tokens)
        for event in train_naive(pre_tokens, options):
            apply(state, event)
            if isinstance(event, MergeDone):
                found.append(
                    (state.token_bytes[event.pair[0]], state.token_bytes[event.pair[1]])
                )
        return found

    recording = recording_of(corpus)
    own = merges("greatest")
    frames = frames_of(recording)
    chosen = [
        k
        for k, s in enumerate(recording["steps"])
        if s["say"][0] in ("linked.say.chosen", "linked.say.chosen_tie")
    ]
    for number, k in enumerate(chosen):
        for view in frames[k]["why"]["views"]:
            rule = view["name"][0].removeprefix("tie_name.")
            theirs = merges(rule)
            differ = [n for n, (a, b) in enumerate(zip(own, theirs, strict=False)) if a != b]
            key, values = view["lines"][1]
            if not differ and len(own) == len(theirs):
                assert key == "train.why.never_part"
            else:
                assert values["merge"] == (differ or [min(len(own), len(theirs))])[0]
            if number == 0:
                first = [recording["tokens"][t]["id"] for t in view["row"][0]["pair"]]
                assert tuple(bytes([b]) for b in first) == theirs[0]


def test_questions_come_before_answers() -> None:
    recording = recording_of(sample("intj"))
    frames = frames_of(recording)
    asked = [k for k, step in enumerate(recording["steps"]) if "ask" in step]
    assert len(asked) == 23
    for k in asked:
        assert "row" not in frames[k - 1]["why"], "the step before does not tell"


def test_a_long_text_is_cut_to_whole_characters_and_special_tokens() -> None:
    text = "é" * 95 + " a" + END_OF_TEXT + "bb" * 50
    walk = linked_walk(Corpus(text), TrainOptions(special_tokens=(END_OF_TEXT,), num_merges=2))
    notice = next(n for n in walk.notices if isinstance(n, TextCutNotice))
    assert notice.values["kept"] == 192, "the special token would not fit whole"
    assert max(int(p) for p in walk.recording["first"]["lens"]["slots"]) <= TEXT_CAP
    whole = linked_walk(Corpus("é" * 100), TrainOptions(num_merges=2))
    assert not any(isinstance(n, TextCutNotice) for n in whole.notices)


def test_a_recording_that_is_full_says_how_many_merges_it_holds() -> None:
    walk = linked_walk(sample("story_zh"), TrainOptions())
    size = len(json.dumps(walk.recording["steps"], separators=(",", ":")))
    assert size < 510_000
    full = next(n for n in walk.notices if isinstance(n, StepsCapNotice))
    done = [s for s in walk.recording["steps"] if s["say"][0].startswith("linked.say.done")]
    assert full.values["recorded"] <= len(done) <= full.values["recorded"] + 1
    assert full.values["merges"] == len(walk.merges)


def test_nothing_to_merge_says_why() -> None:
    with pytest.raises(NothingToMergeError):
        linked_walk(Corpus("a b"), TrainOptions(), pattern="whitespace")


@pytest.mark.parametrize("name", ["intj", "aaaaa", "abc_abd", "haha", "code"])
def test_every_sentence_can_be_said(name: str) -> None:
    recording = recording_of(sample(name))
    for language in LANGUAGES:
        texts = catalogue(language)
        for step in recording["steps"]:
            for key, values in (step[k] for k in ("say", "where", "ask") if k in step):
                assert placeholders(texts[key]) <= values.keys()


def test_the_walk_ends_with_the_trainer() -> None:
    corpus = sample("intj")
    assert isinstance(events_of(corpus)[-1], Stopped)
    recording = recording_of(corpus)
    assert len(recording["steps"]) == len(events_of(corpus)) == 500
    assert recording["groups"] == 24, "the set-up and 23 merges"
