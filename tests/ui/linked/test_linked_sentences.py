"""What is told beside the picture: the lit source, why this pair, questions, limits."""

import inspect
import json
import linecache
import re
import sys
from typing import Any

import pytest

from bpe_core.events import MergeDone
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import END_OF_TEXT, Corpus, sample
from bpe_core.train import linked
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_events import PSEUDO
from bpe_lab.scenes.linked.linked_walk import TEXT_CAP, linked_walk
from bpe_lab.scenes.recording import SIZE_CAP
from bpe_lab.text import LANGUAGES, catalogue
from tests.raising import raises
from tests.ui.linked.linked_structures import CASES, events_of, recording_of
from tests.ui.recordings import frames_of, widget
from tests.ui.test_catalogues import placeholders


def test_the_source_is_the_module_s_own_without_its_reports() -> None:
    pseudo, source = widget(recording_of(sample("abc_abd")), "code")["tabs"]
    module = inspect.getsourcefile(linked)
    assert module is not None
    number, folded = source["first"], ""
    for line in source["lines"]:
        assert linecache.getline(module, number).strip() == line["code"].strip()
        gone = range(number + 1, number + 1 + line.get("folded", 0))
        folded += "".join(linecache.getline(module, k) for k in gone)
        number = gone.stop
    shown = " ".join(line["code"] for line in source["lines"])
    assert "if detail" not in shown
    assert "yield" not in shown
    rest = re.sub(r"if detail:|yield \w+\(.*\)", "", folded)
    assert rest.strip() == "", "nothing else is folded away"
    assert len(pseudo["lines"]) == len(PSEUDO)


# What runs between two reports, word for word; where a loop goes round again, its head too.
EXECUTED = {
    "linked.say.relinked": ["next_[i] = after", "if after is not None:", "prev[after] = i"],
    "linked.say.merged": [
        "if stale or j is None:",
        "before, after, weight = prev[i], next_[j], weight_at[i]",
        "token_at[i], token_at[j] = new_id, None",
    ],
    "linked.say.count_left_down": [
        "for changed, delta in changes:",
        "pair_counter[changed] = pair_counter.get(changed, 0) + delta",
        "touched[changed] = None",
    ],
    "linked.say.popped_stale": [
        "while heap:",
        "entry = heappop(heap)",
        "pair, pair_count = entry[2], -entry[0]",
        "stale = pair_counter[pair] != pair_count",
        "for number in count():",
        "if number == options.merge_limit:",
    ],
    "linked.say.pushed": [
        "for changed in touched:",
        "if pair_counter[changed] > 0:",
        "entry = (-pair_counter[changed], tie_key(changed), changed)",
        "heappush(heap, entry)",
    ],
}


def test_the_lines_that_a_step_executes_are_lit_and_no_others() -> None:
    recording = recording_of(sample("abc_abd"))
    lines = widget(recording, "code")["tabs"][1]["lines"]
    seen = set()
    for step, frame in zip(recording["steps"], frames_of(recording), strict=True):
        key = step["say"][0]
        lit = [lines[k]["code"].strip() for k in frame["code"]["lit"]["1"]]
        assert lit, "a step lights something"
        if key == "linked.say.popped_stale" and "for number in count():" not in lit:
            assert sorted(lit) == sorted([*EXECUTED[key][:4], "if not stale:"])
        elif key in EXECUTED and "for i in pair_positions[pair]:" not in lit:
            assert sorted(lit) == sorted(EXECUTED[key]), key
            seen.add(key)
    assert seen == EXECUTED.keys()


def test_whoever_traces_goes_on_tracing() -> None:
    calls: list[str] = []

    def tracer(frame: Any, event: str, argument: object) -> None:
        calls.append(frame.f_code.co_name)

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        recording_of(sample("aaaa"))
        still = sys.gettrace()
    finally:
        sys.settrace(before)
    assert still is tracer
    assert "record" in calls


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
        seen.add(name)
    assert seen >= CHANGES.keys()


def test_pseudo_code_has_the_names_of_the_source() -> None:
    words = catalogue("zh")
    pseudo = " ".join(code or words[f"linked.code.{name}_line"] for name, _, code, _ in PSEUDO)
    own = set(re.findall(r"[a-z]+_[a-z]+", pseudo)) | {"heap", "heappop", "prev"}
    source = inspect.getsource(linked.train_linked)
    assert {"pair_positions", "pair_counter"} <= own
    assert all(re.search(rf"\b{name}\b", source) for name in own)


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
            rule = view["name"][0].removeprefix("tie_name.short.")
            assert view["full"] == [f"tie_name.{rule}", {}]
            assert "title" not in view
            theirs = merges(rule)
            differ = [n for n, (a, b) in enumerate(zip(own, theirs, strict=False)) if a != b]
            key, values = view["lines"][1]
            if not differ and len(own) == len(theirs):
                assert key == "train.why.never_part"
            else:
                assert values["merge"] == (differ or [min(len(own), len(theirs))])[0] + 1
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
    notice = next(n for n in walk.notices if n.rule == "text_cut")
    assert notice.values["kept"] == 192, "the special token would not fit whole"
    assert max(int(p) for p in walk.recording["first"]["lens"]["slots"]) <= TEXT_CAP
    whole = linked_walk(Corpus("é" * 100), TrainOptions(num_merges=2))
    assert not any(n.rule == "text_cut" for n in whole.notices)


@pytest.mark.parametrize("name", ["story_en", "story_zh", "code"])
def test_a_recording_that_is_full_says_how_many_merges_it_holds(name: str) -> None:
    walk = linked_walk(sample(name), TrainOptions())
    size = len(json.dumps(walk.recording, separators=(",", ":")))
    assert 480_000 < size <= SIZE_CAP, "the whole of it"
    full = next(n for n in walk.notices if n.rule == "steps_cap")
    done = [s for s in walk.recording["steps"] if s["say"][0].startswith("linked.say.done")]
    assert full.values["recorded"] == len(done) > 10
    assert full.values["merges"] == len(walk.merges)
    last, end = walk.recording["steps"][-2:]
    assert last["say"][0].startswith("linked.say.done"), "no merge is left half told"
    assert end["say"] == ["train.end.cap", {"recorded": len(done), "merges": len(walk.merges)}]


def test_nothing_to_merge_says_why() -> None:
    with raises("LabError.nothing_to_merge"):
        linked_walk(Corpus("a b"), TrainOptions(), pattern="whitespace")


# (b, c) is merged first; the list of (a, b) still names the place where it was beside one.
OTHER_NEIGHBOR = "bc,bc,bc,bc,ab,ab,abc"
# Here (a, bc) is merged before (a, b), whose list still names the places of abc.
OTHER_TOKEN = "abc,abc,abc,bc,bc,bc,ab,ab"


def test_every_sentence_is_said_and_can_be_said() -> None:
    recordings = [recording_of(sample(name)) for name in (*CASES, "haha", "code", "run")]
    recordings += [recording_of(Corpus(each)) for each in (OTHER_NEIGHBOR, OTHER_TOKEN)]
    said_keys = set()
    for recording in recordings:
        for step in recording["steps"]:
            for key, values in (step[k] for k in ("say", "where", "ask") if k in step):
                said_keys.add(key)
                for language in LANGUAGES:
                    assert placeholders(catalogue(language)[key]) <= values.keys()
    sentences = {key for key in catalogue("en") if key.startswith("linked.say.")}
    assert sentences <= said_keys


def test_a_text_of_one_long_special_token_keeps_its_beginning() -> None:
    special = "<" + "|" * 300 + ">"
    walk = linked_walk(Corpus(special + "aaaa"), TrainOptions(special_tokens=(special,)))
    assert walk.notices[0].values["kept"] == TEXT_CAP
