"""Races of the lanes themselves: all make the same, and none outlives its race."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Event

import pytest

from bpe_core.encode.whole_text import encode
from bpe_core.library import standard_library
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train
from bpe_lab.measure.frame import Ended
from bpe_lab.race.plan import LANES, lanes_of
from bpe_lab.race.run import race
from bpe_lab.race.standing import (
    LaneFailed,
    RaceEvent,
    Reached,
    RunDone,
    Standing,
    TallyDone,
    agreement,
    apply,
)
from tests.core.running import merges_and_counts
from tests.lab.race.running import comes_true, naming, plan, runs
from tests.paths import ROOT

pytestmark = pytest.mark.usefixtures("place")

OURS = [name for name in lanes_of("train") if not LANES[name].library]
SHARING = [name for name in lanes_of("train") if "lowest_ids" in LANES[name].tie_breaks]
TWENTY_KB = 20_000


def results(events: Iterable[RaceEvent], size: int) -> tuple[set[object], set[str]]:
    """The different results and digests of a heat in which nobody failed."""
    made, digests = set(), set()
    for event in events:
        assert not isinstance(event, LaneFailed), event.reason
        if isinstance(event, RunDone) and event.run.size == size:
            assert not event.run.cut
            digests.add(event.digest)
            made.add(event.result)
        if isinstance(event, TallyDone) and event.tally.size == size:
            assert not event.tally.cut
            made.add(event.result)
    return made - {()}, digests


@pytest.mark.usefixtures("in_process")
def test_all_trainers_make_the_same_merges_of_intj() -> None:
    """Counted, too. The other rules for equal counts: see `test_timed.py`."""
    corpus = sample("intj")
    options = TrainOptions(num_merges=12, special_tokens=corpus.special_tokens)
    contest = plan(*OURS, options=options, counting=True)
    events = list(race(contest, corpus.text))
    made, digests = results(events, corpus.size)
    assert len(digests) == 1
    ((*merges,),) = made
    counts = count_pre_tokens(corpus.text, special_tokens=corpus.special_tokens)
    expected = merges_and_counts(lay_out(counts), options, trainer="naive")
    assert merges == [(left, right) for left, right, _ in expected]
    assert len(runs(events)) == 3 * len([lane for lane in OURS if LANES[lane].is_installed])


@pytest.mark.usefixtures("in_process")
def test_all_trainers_make_the_same_merges_of_real_text() -> None:
    corpus, sizes = standard_library(8000), (2000, 8000)
    options = TrainOptions(vocab_size=400, tie_break="lowest_ids")
    contest = plan(*SHARING, options=options, repeats=1, warm_ups=0, budget=600, sizes=sizes)
    events = list(race(contest, corpus.text))
    assert len(runs(events)) == 2 * len([lane for lane in SHARING if LANES[lane].is_installed])
    for size in sizes:
        made, digests = results(events, size)
        assert (len(made), len(digests)) == (1, 1)


@pytest.mark.usefixtures("in_process")
def test_hugging_face_makes_the_same_merges_under_its_rule() -> None:
    corpus = standard_library(TWENTY_KB)
    options = TrainOptions(vocab_size=1500, tie_break="lowest_gpt2_ids")
    lanes = ("linked", "compiled", "huggingface", "gigatoken")
    contest = plan(*lanes, options=options, repeats=1, warm_ups=0, budget=60)
    standing = Standing.before(contest, (corpus.size,))
    for event in race(contest, corpus.text):
        apply(standing, event)
    held = agreement(standing, corpus.size)
    assert {lane.lane: lane.differs_at for lane in held.compared} == dict.fromkeys(lanes)
    assert held.parts > 1000


@pytest.mark.usefixtures("in_process")
def test_all_encoders_make_the_same_ids() -> None:
    text = standard_library(5000).text
    contest = plan(*lanes_of("encode"), work="encode", repeats=1, budget=60)
    events = list(race(contest, text, model=train(text, vocab_size=400)))
    made, digests = results(events, len(text.encode()))
    assert (made, len(digests)) == (set(), 1)
    lanes = [lane for lane in lanes_of("encode") if LANES[lane].is_installed]
    assert {run.lane for run in runs(events)} == set(lanes)


@pytest.mark.usefixtures("in_process")
def test_a_model_that_only_ranks_is_raced_as_it_is() -> None:
    tokens = Vocabulary.of_bytes([b"ab", b"bc", b"abc"])
    merges = (Merge(97, 98, 256), Merge(98, 99, 257), Merge(256, 99, 258), Merge(97, 257, 258))
    model = BPEModel(tokens, merges, ranks=(256, 257, 258, 258), pattern="whitespace")
    contest = plan("cached", "rank_order_scan", work="encode", repeats=1)
    events = list(race(contest, "abc bc abcabc", model=model))
    _, digests = results(events, 13)
    assert len(digests) == 1
    assert encode(model, "abc") == [258]


@pytest.mark.usefixtures("in_process")
def test_lanes_over_their_budget_are_cut() -> None:
    contest = plan("naive_every", "linked", repeats=2, warm_ups=0, budget=1e-6)
    events = list(race(contest, standard_library(TWENTY_KB).text))
    assert not any(isinstance(event, LaneFailed) for event in events)
    told = [(run.lane, run.number, run.cut, run.done) for run in runs(events)]
    assert told == [("naive_every", 0, True, ()), ("linked", 0, True, ())]


def test_lanes_in_processes_of_their_own_make_the_same_merges() -> None:
    """Ours and a library's; all others run in this process above."""
    contest = plan(
        "linked", "rustbpe", options=TrainOptions(vocab_size=270, tie_break="lowest_ids")
    )
    events = list(race(contest, standard_library(5000).text))
    made, digests = results(events, 5000)
    assert (len(made), len(digests)) == (1, 1)


def test_later_runs_tell_as_much_memory_as_the_first() -> None:
    """A process keeps what it has freed, and begins a second run with it."""
    contest = plan("linked", options=TrainOptions(vocab_size=300), repeats=3)
    warm_up, *others = runs(race(contest, standard_library(200_000).text))
    assert warm_up.peak_bytes > 2_000_000
    assert min(run.peak_bytes for run in others) > warm_up.peak_bytes / 2


def test_stopping_in_the_middle_of_a_run_leaves_nothing(place: Path) -> None:
    stop = Event()
    endless = plan("naive_every", "linked", options=TrainOptions(), budget=600, warm_ups=0)
    standing = Standing.before(endless, (200_000,))
    for event in race(endless, standard_library(200_000).text, stop=stop):
        apply(standing, event)
        if isinstance(event, Reached):
            stop.set()
    assert event == Ended(cancelled=True)
    assert standing.cancelled
    assert standing.lanes["naive_every"].state == "done"
    assert not naming(str(place))


def test_a_parent_that_is_killed_takes_its_lanes_along(tmp_path: Path) -> None:
    """Lanes that hold the interpreter's lock for a whole run, too: see `test_child.py`."""
    text = tmp_path / "text"
    text.write_bytes(standard_library(200_000).text.encode())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-m", "tests.lab.race.doomed_parent", "naive_every", str(text)],
        env=os.environ | {"TMPDIR": str(elsewhere)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        assert b"Reached\n" in parent.stdout  # reads until it is there
        lanes = naming(str(elsewhere))
        assert len(lanes) == 2
        parent.send_signal(signal.SIGKILL)
        last_words = parent.stdout.read()
    assert b"RunDone" not in last_words
    assert comes_true(lambda: not naming(str(elsewhere)))
