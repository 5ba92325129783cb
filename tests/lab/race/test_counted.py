"""Counted runs: the lecture's operation counts, and which cells a merge had to touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

import bpe_core
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import TRAINERS
from bpe_core.texts.corpus import END_OF_TEXT, Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.race import counted
from bpe_lab.race.counted import (
    CHANGED,
    LOOKED_AT,
    Counted,
    Strip,
    count_encoder,
    count_trainer,
)
from bpe_lab.race.plan import LANES, Lane, RacePlan, lanes_of
from tests.core.running import count_operations

FINE = [name for name in lanes_of("train") if LANES[name].fine]
ENCODING = [name for name in lanes_of("encode") if LANES[name].fine]


def unheard(_: Mapping[str, Any]) -> None:
    """Nobody listens."""


def run(lane: str | Lane, corpus: Corpus, budget: float = 60.0, **options: Any) -> Counted:
    told = TrainOptions(special_tokens=corpus.special_tokens, **options)
    plan = RacePlan(lanes=("linked",), options=told, budget=budget)
    found = LANES[lane] if isinstance(lane, str) else lane
    return count_trainer(found, corpus.text, plan, unheard)


def total(found: Counted) -> Counter[str]:
    return sum((Counter(item) for item in found.items), Counter[str]())


def test_linked_counts_what_the_lecture_counts(lecture: dict[str, Any]) -> None:
    golden = lecture["positions_corpus"]["operations_to_exhaustion"]
    found = total(run(Lane(algorithm="linked", view="every"), sample("intj")))
    names = [name for name in golden if name != "rule"]
    assert {name: found[name] for name in names} == {name: golden[name] for name in names}


def test_distinct_pre_tokens_leave_the_heap_as_it_was(lecture: dict[str, Any]) -> None:
    golden = lecture["positions_corpus"]["operations_to_exhaustion"]
    found = total(run("linked", sample("intj")))
    for name in ("initial_entries", "later_pushes", "pops", "stale_pops"):
        assert found[name] == golden[name], name
    # intj, _intj, _tech, Hello, _how, _are, _u: each merge of a word once, not five times.
    words = ["intj", " intj", " tech", "Héllò", " hôw", " are", " ü"]
    assert found["positions_visited"] == sum(len(word.encode()) - 1 for word in words)
    assert found["positions_visited"] < golden["positions_visited"]


def test_naive_scans_every_pair_before_every_merge(lecture: dict[str, Any]) -> None:
    golden = lecture["positions_corpus"]
    links = [golden["next"], *(state["next"] for state in golden["states_after_merge"])]
    pairs = [sum(after is not None for after in state.values()) for state in links]
    found = run("naive_every", sample("intj"))
    scanned = [item.get("pairs_scanned", 0) for item in found.items]
    assert scanned == [0, *pairs]


@pytest.mark.parametrize("name", FINE)
def test_items_are_set_up_merges_and_rest(name: str) -> None:
    corpus = sample("story_en")
    found = run(name, corpus, num_merges=30)
    assert len(found.items) == 30 + 2
    assert len(found.touched) == 30
    assert len(found.merges) == 30
    lane = LANES[name]
    pre_tokens = (
        pre_tokenize(corpus.text)
        if lane.view == "every"
        else lay_out(count_pre_tokens(corpus.text))
    )
    options = TrainOptions(num_merges=30)
    whole = count_operations(TRAINERS[lane.algorithm](pre_tokens, options, detail=True))
    summed = total(found)
    peaks = [item.get("peak_entries", 0) for item in found.items]
    assert max(peaks) == whole.pop("peak_entries", 0)
    del summed["peak_entries"]
    assert summed == whole


def test_linked_touches_what_it_merges_and_naive_looks_at_all() -> None:
    corpus = Corpus("ab ab ab xab yy")  # distinct: "ab", " ab" twice, " xab", " yy"
    linked = run("linked", corpus, num_merges=2)
    assert linked.touched == ("22" + "022" + "0022" + "000", "00" + "220" + "0000" + "000")
    naive = run("naive", corpus, num_merges=2)
    assert naive.touched == ("22" + "222" + "2222" + "111", "11" + "222" + "1111" + "111")
    indexed = run("indexed", corpus, num_merges=2)
    assert list(indexed.touched) == [
        "22" + "222" + "2222" + "000",
        "00" + "222" + "0000" + "000",
    ]
    for found in (linked, naive, indexed):
        assert found.merges == ((b"a", b"b"), (b" ", b"ab"))
        assert (found.cells, found.laid_out) == (12, 12)


def test_a_stale_position_is_looked_at() -> None:
    # "xa", " xa", " xaa", " Aaa" end to end. (a, a) is listed at 7 and 11; by the time it is
    # merged, (x, a) and (space, xa) have taken the first a at 7.
    found = run("linked", Corpus("xa xa xa xaa Aaa Aaa"), num_merges=3)
    assert found.merges == ((b"x", b"a"), (b" ", b"xa"), (b"a", b"a"))
    assert found.touched[2] == "00" + "000" + "0010" + "0022"
    # A position that goes stale within its own merge was changed by it before.
    assert list(run("linked", Corpus("aaa"), num_merges=1).touched) == ["220"]


def test_every_occurrence_is_laid_out_with_the_gaps_of_special_tokens() -> None:
    found = run("naive_every", Corpus("ab<|x|>ab", ("<|x|>",)), num_merges=1)
    assert list(found.touched) == ["22" + "00000" + "22"]
    assert found.laid_out == 9


def test_a_long_text_is_told_on_240_cells_and_a_shorter_layout_on_fewer() -> None:
    corpus = Corpus("the lecture " * 100)
    every, distinct = run("naive_every", corpus), run("linked", corpus)
    assert (every.cells, every.laid_out) == (240, 1200)
    assert distinct.laid_out == len("the lecture the ")
    assert distinct.cells == 8
    assert all(len(strip) == 8 for strip in distinct.touched)


def test_a_strip_marks_every_cell_that_holds_a_byte_of_what_is_touched() -> None:
    coarse = Strip(size=480, laid_out=480)  # two bytes a cell
    coarse.mark(1, 2, CHANGED)
    assert coarse.taken() == "22" + "0" * 238
    fine = Strip(size=480, laid_out=4)  # two cells a byte
    assert fine.cells == 8
    fine.mark(3, 1, LOOKED_AT)
    assert fine.taken() == "00000011"


def test_a_text_without_pairs_has_no_parts() -> None:
    found = run("linked", Corpus("<|x|>", ("<|x|>",)))
    assert (found.cells, found.laid_out, found.touched) == (0, 0, ())
    assert len(found.items) == 2
    assert not found.cut


@pytest.mark.parametrize("name", FINE)
def test_a_counted_run_is_cut_by_its_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "LOOK_EVERY", 1)
    found = run(name, sample("story_en"), budget=1e-6)
    assert found.cut
    assert len(found.items) == 2
    assert list(found.touched) == []
    assert found.merges == ()


def test_work_within_a_merge_that_is_cut_is_in_the_last_item(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = run("linked", sample("story_en"), num_merges=3)
    seconds = iter(range(10_000))
    monkeypatch.setattr(counted, "LOOK_EVERY", 1)
    monkeypatch.setattr(counted, "monotonic", lambda: float(next(seconds)))
    first = count_operations_of("story_en", merges=1)
    found = run("linked", sample("story_en"), budget=first + 40, num_merges=3)
    assert found.cut
    assert len(found.merges) == len(found.touched) == 1
    assert found.items[:2] == whole.items[:2]
    rest = Counter(found.items[2])
    assert 0 < rest["count_updates"] <= whole.items[2]["count_updates"]


def count_operations_of(name: str, merges: int) -> int:
    """How many events a run of ``linked`` has up to so many merges."""
    pre_tokens = lay_out(count_pre_tokens(sample(name).text))
    events = TRAINERS["linked"](pre_tokens, TrainOptions(num_merges=merges), detail=True)
    return sum(1 for _ in events)


def test_what_is_not_told_one_by_one_is_in_the_last_item(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = run("linked", sample("story_en"), num_merges=30)
    monkeypatch.setattr(counted, "MOST_PARTS", 10)
    found = run("linked", sample("story_en"), num_merges=30)
    assert len(found.items) == 12
    assert len(found.touched) == 10
    assert found.items[:11] == whole.items[:11]
    for name in ("pops", "count_updates", "tokens_merged"):
        assert total(found)[name] == total(whole)[name]
    assert found.merges == whole.merges


@pytest.fixture(scope="module")
def tech() -> BPEModel:
    """Merges of the lecture's " tech": ch, then ech."""
    merges = (Merge(99, 104, 256), Merge(101, 256, 257))
    return BPEModel(Vocabulary.of_bytes([b"ch", b"ech"]), merges)


def test_an_encoder_counts_its_look_ups_by_pre_token(tech: BPEModel) -> None:
    text = "tech x tech tech"
    # t e c h: 3 pairs, then t e ch: 2, then t ech: 1, in which nothing is found.
    scan = count_encoder(LANES["rank_order_scan"], text, tech, 60.0, unheard)
    word, spaced = {"look_ups": 6, "merges": 2}, {"look_ups": 9, "merges": 2}
    assert list(scan.items) == [{}, word, {"look_ups": 1}, spaced, spaced, {}]
    zeros = ["0" * n for n in range(17)]
    assert list(scan.touched) == [
        "2222" + zeros[12],
        zeros[4] + "11" + zeros[10],
        zeros[6] + "22222" + zeros[5],
        zeros[11] + "22222",
    ]
    listed = count_encoder(LANES["merge_list"], text, tech, 60.0, unheard)
    # Two merges: at each, all the pairs that there are while going along.
    assert listed.items[1]["merges"] == 2
    assert listed.items[2] == {"look_ups": 2, "tries": 2}


def test_a_cache_encodes_no_pre_token_twice(tech: BPEModel) -> None:
    found = count_encoder(LANES["cached"], "tech x tech tech", tech, 60.0, unheard)
    assert [item.get("cache_look_ups") for item in found.items] == [None, 1, 1, 1, 1, None]
    assert [item.get("merges", 0) for item in found.items] == [0, 2, 0, 2, 0, 0]
    assert found.items[4] == {"cache_look_ups": 1}, "known from before"
    assert found.laid_out == len("tech x tech")
    assert list(found.touched) == ["22220000000", "00001100000", "00000022222", "00000011111"]


@pytest.mark.parametrize("name", ENCODING)
def test_encoders_merge_alike(name: str) -> None:
    text = sample("story_en").text[:2000] + END_OF_TEXT
    model = bpe_core.train(text, vocab_size=300)
    found = count_encoder(LANES[name], text, model, 60.0, unheard)
    view = LANES[name].view
    words = [p.data for p in pre_tokenize(text)]
    encoded = set(words) if view == "distinct" else words
    merged = sum(len(word) - len(bpe_core.encode(model, word.decode())) for word in encoded)
    assert total(found)["merges"] == (0 if name == "linear" else merged), (
        "it takes tokens whole"
    )
    assert len(found.items) == len(words) + 2
    assert not found.cut


def test_a_counted_encoder_is_cut_by_its_budget(
    tech: BPEModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counted, "LOOK_EVERY", 1)
    found = count_encoder(LANES["rank_order_scan"], "tech tech", tech, 1e-6, unheard)
    assert found.cut
    assert list(found.items) == [{}, {"look_ups": 1}]
    assert list(found.touched) == []


def test_a_pre_token_that_is_taken_whole_is_looked_at_only(tech: BPEModel) -> None:
    whole = BPEModel(tech.vocabulary, tech.merges, whole_first=True)
    found = count_encoder(LANES["rank_order_scan"], "ech", whole, 60.0, unheard)
    assert list(found.items) == [{}, {}, {}]
    assert list(found.touched) == ["111"]
