"""Real contenders on a tiny text: all in this process, and some in processes of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.peers.runs import bench, installed
from benchmarks.peers.standing import BenchStanding, all_same, apply, check
from benchmarks.peers.works import CONTENDERS, BenchPlan, Work
from bpe_core.texts.corpus import sample
from bpe_core.train.pipeline import train

TEXT = sample("story_en").text.encode()
CALLS = (Work("train", "story", 300), Work("encode", "story"), Work("decode", "story"))
STARTS = (Work("first"), Work("ready"))
EQUAL = {
    "train": {"bpe-lab", "bpe-lab linked", "gigatoken", "rustbpe"},
    "encode": set(CONTENDERS["encode"]) - {"rs-bpe"},
    "decode": set(CONTENDERS["decode"]),
    "first": set(CONTENDERS["first"]),
    "ready": set[str](),
}


def benched(*works: Work) -> BenchStanding:
    """All that are installed, once."""
    plan = BenchPlan(works=works, repeats=1, budget=60.0, threads=2)
    standing = BenchStanding.before(plan)
    model = train(TEXT, vocab_size=300)
    for event in bench(plan, {"story": TEXT}, model=model):
        apply(standing, event)
    return standing


@pytest.mark.usefixtures("place")
def test_starts_and_calls_in_processes_of_their_own(only: Callable[..., None]) -> None:
    """Prepared in one, too."""
    only("train", "bpe-lab")
    only("encode", "bpe-lab", "tiktoken")
    only("first", "bpe-lab", "tiktoken")
    works = (*CALLS[:2], *STARTS)
    standing = benched(*works)
    for work in works:
        for name in installed(work):
            entry = standing.entries[work][name]
            assert entry.state == "done", f"{work.name}, {name}: {entry.reason}"
            assert all(seconds > 0 for seconds in entry.runs[0].seconds)
            assert entry.peak_bytes > 0 or not Path("/proc/self/status").exists()
    assert len(standing.entries[CALLS[1]]["bpe-lab"].runs[0].seconds) == 2
    assert all_same(standing)


@pytest.mark.usefixtures("place", "in_process")
def test_all_that_are_installed_run_and_make_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.warm.warm", lambda *_: None)  # each loads what it needs
    standing = benched(*CALLS)
    for work in CALLS:
        for name in installed(work):
            entry = standing.entries[work][name]
            assert entry.state == "done", f"{work.name}, {name}: {entry.reason}"
            assert all(seconds > 0 for seconds in entry.runs[0].seconds)
            assert entry.peak_bytes > 0 or not Path("/proc/self/status").exists()
            if name in EQUAL[work.kind]:
                assert check(standing, work, name).verdict == "equal", f"{work.name}, {name}"
    assert all_same(standing)
    encode = standing.entries[CALLS[1]]["bpe-lab"].runs[0]
    assert len(encode.seconds) == 2, "a first pass and a warm one"
    assert (
        encode.trails["ids"].parts
        == standing.entries[CALLS[1]]["tiktoken"].runs[0].trails["ids"].parts
    )
