"""What the glass box draws is what the linked trainer holds, after every event."""

import inspect
import json
import linecache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import events as event_types
from bpe_core.corpus import END_OF_TEXT, Corpus, sample
from bpe_core.errors import NothingToMergeError, StepsCapNotice, TextCutNotice
from bpe_core.events import (
    CountChanged,
    Event,
    HeapPopped,
    MergeDone,
    PositionVisited,
    Relinked,
    Stopped,
    TokenMerged,
)
from bpe_core.model import Pair
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


CHANGES = {
    "PreTokenPlaced": "weight_at += ",
    "PreTokenLinked": "next_ += ",
    "PairSeen": "pair_counter[pair] = ",
    "HeapEntryPlaced": "heap.append(",
    "HeapOrdered": "heapify(heap)",
    "HeapPopped": "entry = heappop(heap)",
    "PairChosen": "new_id = len(token_bytes)",
    "PositionVisited": "j = next_[i]",
    "TokenMerged": "token_at[i], token_at[j] = new_id, None",
    "Relinked": "next_[i] = after",
    "CountChanged": "pair_counter[changed] = ",
    "PositionAppended": "pair_positions.setdefault(newborn, []).append(position)",
    "HeapPushed": "heappush(heap, entry)",
}


def test_the_statement_that_changes_is_lit() -> None:
    corpus = sample("intj")
    recording = recording_of(corpus)
    lines = widget(recording, "code")["tabs"][1]["lines"]
    seen = set()
    for event, frame in zip(events_of(corpus), frames_of(recording), strict=True):
        shown = "\n".join(lines[k]["code"] for k in frame["code"]["lit"]["1"])
        name = type(event).__name__
        assert CHANGES.get(name, "") in shown, name
        assert len(frame["code"]["lit"]["1"]) <= 8
        seen.add(name)
    assert seen >= CHANGES.keys()


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
    assert {recording["steps"][k]["say"][0] for k in asked} == {"linked.say.popped"}
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
    assert full.values["recorded"] == len(done) > 10
    assert full.values["merges"] == len(walk.merges)
    last, end = walk.recording["steps"][-2:]
    assert last["say"][0].startswith("linked.say.done"), "no merge is left half told"
    assert end["say"] == ["train.end.cap", {"recorded": len(done), "merges": len(walk.merges)}]


def test_nothing_to_merge_says_why() -> None:
    with pytest.raises(NothingToMergeError):
        linked_walk(Corpus("a b"), TrainOptions(), pattern="whitespace")


# (b, c) is merged first; the list of (a, b) still names the place where it was beside one.
OTHER_NEIGHBOUR = "bc,bc,bc,bc,ab,ab,abc"


def test_every_sentence_is_said_and_can_be_said() -> None:
    recordings = [recording_of(sample(name)) for name in (*CASES, "haha", "code", "run")]
    recordings.append(recording_of(Corpus(OTHER_NEIGHBOUR)))
    said_keys = set()
    for recording in recordings:
        for step in recording["steps"]:
            for key, values in (step[k] for k in ("say", "where", "ask") if k in step):
                said_keys.add(key)
                for language in LANGUAGES:
                    assert placeholders(catalogue(language)[key]) <= values.keys()
    sentences = {key for key in catalogue("en") if key.startswith("linked.say.")}
    assert sentences <= said_keys


def test_a_pair_below_the_smallest_count_is_popped_but_not_taken() -> None:
    recording = recording_of(sample("intj"), min_count=2)
    frames = frames_of(recording)
    assert recording["steps"][-1]["say"][0] == "train.end.below_min_count"
    assert frames[-2]["heap"]["out"]["look"] == ""
    assert "row" not in frames[-2]["why"] or frames[-2]["why"] == frames[-3]["why"]
    assert "ask" not in recording["steps"][-2]
    tops = [frames[-2]["ledger"]["pairs"][key][2] for key in frames[-2]["ledger"]["top"]]
    assert "chosen" not in tops


def test_a_text_of_one_long_special_token_keeps_its_beginning() -> None:
    special = "<" + "|" * 300 + ">"
    walk = linked_walk(Corpus(special + "aaaa"), TrainOptions(special_tokens=(special,)))
    assert walk.notices[0].values["kept"] == TEXT_CAP


def test_the_walk_ends_with_the_trainer() -> None:
    corpus = sample("intj")
    assert isinstance(events_of(corpus)[-1], Stopped)
    recording = recording_of(corpus)
    assert len(recording["steps"]) == len(events_of(corpus)) == 500
    assert recording["groups"] == 24, "the set-up and 23 merges"
