"""What the train page draws is what the trainer did."""

import json
from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.events import MergeDone, StopReason
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out, pre_tokenize
from bpe_core.runtime.text import parts_of, width_of
from bpe_core.texts.corpus import SAMPLES, Corpus, sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.exercises.draw import draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.lab_errors import LabError
from bpe_lab.scenes.recording import Walk, merge_patch, patched, record, size_of
from bpe_lab.scenes.train.training_walk import TEXT_CAP, training_walk
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import DATA
from tests.raising import raises
from tests.ui.recordings import frames_of, widget

GOLDEN = DATA / "lecture.json"

values = st.recursive(
    st.integers() | st.text(max_size=3) | st.lists(st.integers(0, 2), max_size=9),
    lambda inner: st.dictionaries(st.text("abc", max_size=2), inner, max_size=4),
)
objects = st.dictionaries(st.text("abc", max_size=2), values, max_size=4)


def walk_of(name: str, **options: Any) -> Walk:
    corpus = sample(name)
    return training_walk(corpus, TrainOptions(special_tokens=corpus.special_tokens, **options))


def counts_of(recording: Any) -> list[int]:
    """The steps at which all is counted, from the one that the address calls 0."""
    steps = recording["steps"]
    return [k for k in range(recording["prelude"], len(steps)) if steps[k]["goal"] == "count"]


@given(objects, objects)
def test_a_patch_turns_before_into_after(before: Any, after: Any) -> None:
    assert patched(before, merge_patch(before, after)) == after


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_the_walk_makes_the_merges_of_the_fast_trainer(name: str, tie_break: Any) -> None:
    corpus = sample(name)
    options = TrainOptions(
        num_merges=30, special_tokens=corpus.special_tokens, tie_break=tie_break
    )
    counts = count_pre_tokens(corpus.text, special_tokens=corpus.special_tokens)
    done = [e for e in train_linked(lay_out(counts), options) if isinstance(e, MergeDone)]
    rows = training_walk(corpus, options).merges
    assert [(row.rank, row.token_id, row.count) for row in rows] == [
        (event.number, event.new_id, event.count) for event in done
    ]


def test_slots_after_each_merge_are_the_lecture_s_tokens() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))["positions_corpus"]
    recording = walk_of("intj").recording
    frames = frames_of(recording)
    merges = [k for k, step in enumerate(recording["steps"]) if step["goal"] == "merge"]
    assert len(merges) == len(golden["states_after_merge"])
    for k, state in zip(merges, golden["states_after_merge"], strict=True):
        slots = frames[k]["text"]["slots"]
        drawn = {p: recording["tokens"][slot[0]]["id"] for p, slot in slots.items()}
        live = {p: token for p, token in state["token_at"].items() if token is not None}
        assert drawn == live, f"merge {state['merge']}"


def test_the_table_counts_what_the_lecture_counts() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))["positions_corpus"]
    recording = walk_of("intj").recording
    frames = frames_of(recording)
    counts = counts_of(recording)
    for k, state in zip(counts[1:], golden["states_after_merge"], strict=True):
        drawn = sorted((row["cells"][1] for row in frames[k]["pairs"]["rows"]), reverse=True)
        counted = sorted((count for *_, count in state["pair_counts"]), reverse=True)
        assert drawn == counted[: len(drawn)], f"after merge {state['merge']}"
        assert len(drawn) == min(5, len(counted))


@given(
    st.text(st.sampled_from("ab 你'é"), min_size=2, max_size=60), st.sampled_from(TIE_BREAKS)
)
def test_slots_always_cover_the_text_and_the_winner_leads_the_table(
    text: str, tie_break: Any
) -> None:
    corpus = Corpus(text)
    try:
        recording = training_walk(corpus, TrainOptions(tie_break=tie_break)).recording
    except LabError as error:
        if error.rule != "nothing_to_merge":
            raise
        return
    chosen: Any = None
    for step, frame in zip(recording["steps"], frames_of(recording), strict=True):
        end = 0
        for position, (_, size, _look) in sorted(
            (int(p), slot) for p, slot in frame["text"]["slots"].items()
        ):
            assert position == end, "slots stand side by side"
            end = position + size
        assert end == corpus.size
        if step["goal"] == "choose":
            chosen = step["say"][1]["pair"]["pair"]
            assert frame["pairs"]["rows"][0]["cells"][0] == chosen
            assert frame["why"]["row"][0]["pair"] == chosen


def test_forming_tokens_become_the_merged_one() -> None:
    recording = walk_of("run").recording
    frames = frames_of(recording)
    for k, step in enumerate(recording["steps"]):
        if step["goal"] == "merge":
            forming = {p for p, s in frames[k - 1]["text"]["slots"].items() if s[2]}
            merged = {p for p, s in frames[k]["text"]["slots"].items() if s[2] == "merged"}
            assert merged, "a merge lights what it made"
            assert merged <= forming
            assert len(forming) == 2 * len(merged)


def test_overlapping_pairs_are_told() -> None:
    recording = walk_of("run").recording
    merge = recording["steps"][recording["prelude"] + 2]
    assert merge["marks"] == ["overlap"]
    values = merge["say"][1]
    assert (values["count"], values["places"]) == (12, 6)


def test_a_character_that_becomes_whole_is_marked() -> None:
    recording = walk_of("haha").recording
    marked = [step for step in recording["steps"] if "character" in step.get("marks", ())]
    assert marked, "哈 is three bytes; one merge completes it"
    token = recording["tokens"][marked[0]["say"][1]["token"]["token"]]
    assert token["parts"] == [["glyph", "哈"]]


def test_a_long_text_is_trained_on_whole_and_drawn_in_part() -> None:
    corpus = Corpus("你好 world " * 300)
    walk = training_walk(corpus, TrainOptions(num_merges=12))
    notice = next(n for n in walk.notices if n.rule == "recording_cap")
    assert notice.values["size"] == corpus.size
    assert TEXT_CAP - 3 < int(str(notice.values["shown"])) <= TEXT_CAP
    assert walk.merges[0].count == 300, "counted in the whole text, not in the part drawn"
    last = frames_of(walk.recording)[-1]["text"]["slots"]
    assert max(int(p) + slot[1] for p, slot in last.items()) <= TEXT_CAP


def test_one_long_pre_token_is_drawn_in_part() -> None:
    walk = training_walk(Corpus("ab" * 2000), TrainOptions(num_merges=3), pattern="none")
    slots = frames_of(walk.recording)[-1]["text"]["slots"]
    assert slots
    assert max(int(p) + slot[1] for p, slot in slots.items()) <= TEXT_CAP


def test_a_recording_ends_at_its_size_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = walk_of("story_en", num_merges=60)
    assert not whole.notices
    monkeypatch.setattr(
        "bpe_lab.scenes.train.training_walk.record", partial(record, size_cap=60_000)
    )
    cut = walk_of("story_en", num_merges=60)
    assert 50_000 < size_of(cut.recording) <= 60_000, "tokens and widgets are counted too"
    assert cut.merges == whole.merges, "all merges are listed"
    steps = cut.recording["steps"]
    assert steps[:-1] == whole.recording["steps"][: len(steps) - 1]
    assert steps[-2]["goal"] == "merge", "no merge is left half told"
    key, values = steps[-1]["say"]
    assert (key, values["merges"]) == ("train.end.cap", len(whole.merges))
    assert 3 < len(steps) < len(whole.recording["steps"])
    assert cut.notices[0].values["recorded"] == values["recorded"]
    assert values["recorded"] == (len(steps) - cut.recording["prelude"]) // 3


def test_nothing_to_merge_says_why() -> None:
    with raises("LabError.nothing_to_merge") as one_letter:
        training_walk(Corpus("a"), TrainOptions())
    assert one_letter.value.values["reason"] is StopReason.NO_PAIR_LEFT
    with raises("LabError.nothing_to_merge") as rare:
        training_walk(Corpus("abc"), TrainOptions(min_count=9))
    assert rare.value.values["reason"] is StopReason.BELOW_MIN_COUNT


def test_nul_bytes_are_told_and_trained_on() -> None:
    walk = training_walk(Corpus("a\x00\x00b"), TrainOptions())
    assert [n.name for n in walk.notices] == ["Notice.nul_byte"]
    assert walk.merges[0].token == b"\x00\x00"


def test_every_sentence_of_every_sample_can_be_said() -> None:
    for name in SAMPLES:
        recording = walk_of(name, num_merges=40).recording
        for language in LANGUAGES:
            texts = catalogue(language)
            for step in recording["steps"]:
                key, values = step["say"]
                assert key in texts
                for value in values.values():
                    if isinstance(value, dict) and "text" in value:
                        assert value["text"][0] in texts


def test_equal_runs_have_equal_ids_and_others_differ() -> None:
    assert walk_of("low").recording["id"] == walk_of("low").recording["id"]
    assert walk_of("low").recording["id"] != walk_of("low", num_merges=3).recording["id"]


@given(st.binary(max_size=12))
def test_parts_show_every_byte_and_nothing_active(token: bytes) -> None:
    parts = parts_of(token)
    assert width_of(parts) >= 0
    glyphs = "".join(part[1] for part in parts if part[0] == "glyph")
    assert not any(c in glyphs for c in "\u202e\u200f\u2066\x00\n")
    assert bool(parts) == bool(token)


def test_the_code_of_each_sub_goal_is_lit() -> None:
    """The rescan counts, one line chooses, all is rewritten; no report is in sight."""
    recording = walk_of("intj").recording
    source = widget(recording, "code")["tabs"][1]["lines"]
    assert not any("if detail" in line["code"] or "yield" in line["code"] for line in source)
    executed = {
        "count": "pair_counter[pair] = pair_counter.get(pair, 0) + weight",
        "choose": "token_bytes.append(token_bytes[best[0]] + token_bytes[best[1]])",
        "merge": "replaced = replace_pair(tokens, best, new_id)",
    }
    for step, frame in list(zip(recording["steps"], frames_of(recording), strict=True))[:-1]:
        lit = [source[k]["code"].strip() for k in frame["code"]["lit"]["1"]]
        assert [goal for goal, line in executed.items() if line in lit] == [step["goal"]]
    last = [source[k]["code"].strip() for k in frames_of(recording)[-1]["code"]["lit"]["1"]]
    assert "if not pair_counter:" in last


@pytest.mark.parametrize(
    ("text", "pattern"), [("low lower 你好 low", "gpt2"), ("ab" * 900, "none")]
)
def test_the_first_count_goes_through_the_text_and_tallies(text: str, pattern: str) -> None:
    """Each step's counts are those of the pairs up to there, in the order of the run."""
    recording = training_walk(
        Corpus(text), TrainOptions(num_merges=3), pattern=pattern
    ).recording
    words = [p.data for p in pre_tokenize(text, pattern=pattern)]
    words = words if len(text.encode()) <= TEXT_CAP else list(dict.fromkeys(words))
    pairs = [pair for word in words for pair in pairwise(word)]
    steps, frames = recording["steps"], frames_of(recording)
    begin, *scans = range(recording["prelude"])
    assert recording["start"] == begin, "the walk opens before anything is counted"
    assert (steps[begin]["say"][1]["pairs"], frames[begin]["pairs"]["rows"]) == (len(pairs), [])
    for k in scans:
        done = steps[k]["say"][1]["done"]
        counted = Counter(pairs[:done])
        for row in frames[k]["pairs"]["rows"]:
            left, right = (recording["tokens"][each]["id"] for each in row["cells"][0])
            assert row["cells"][1] == counted[left, right]
    assert done == len(pairs)
    assert len(scans) <= 16, "a long text has no more steps than a short one"


def test_of_a_text_whose_pre_tokens_repeat_each_is_scanned_once_and_said_to_count() -> None:
    corpus = Corpus("hello world " * 180)
    recording = training_walk(corpus, TrainOptions(num_merges=1)).recording
    first, *scans = recording["steps"][: recording["prelude"]]
    key, said = first["say"]
    assert key == "train.say.scan_first_weighted"
    distinct = {"hello", " world", " hello", " "}
    assert (said["words"], said["distinct"]) == (361, len(distinct))
    places = sum(len(word) - 1 for word in distinct)
    assert said["pairs"] == scans[-1]["say"][1]["done"] == places


def test_the_window_lies_over_the_pairs_that_are_counted_and_over_no_border() -> None:
    recording = walk_of("hello").recording
    frames = frames_of(recording)
    starts = {group["start"] for group in widget(recording, "text")["groups"]}
    windows = [frame["text"].get("window") for frame in frames]
    scans = windows[1 : recording["prelude"]]
    places = [(at, size) for window in scans for at, size in window]
    assert places == [(at, 2) for at in range(14) if at + 1 not in starts]
    assert windows[0] is None
    assert not any(windows[recording["prelude"] :])


def test_every_later_count_says_how_much_it_looked_at_and_what_has_changed() -> None:
    """The story before merge 2: 761 tokens in 188 pre-tokens, and 5 counts are others."""
    recording = walk_of("story_en").recording
    later = counts_of(recording)[1]
    values, frame = recording["steps"][later]["say"][1], frames_of(recording)[later]
    assert (values["looks"], values["changed"]) == (761 - 188, 5)
    lit = [slot for slot in frame["text"]["slots"].values() if slot[2] == "changed"]
    assert len(lit) == 34
    rows = frame["pairs"]["rows"]
    assert all((row["look"] == "changed") == bool(row["cells"][2]) for row in rows)


def test_an_exercise_counts_at_once() -> None:
    exercise = draw("trace.naive", 1, Seed.read("1K01"))
    corpus = Corpus(exercise.text)
    assert "prelude" not in training_walk(corpus, exercise.options, exercise=exercise).recording
