"""Real contenders in processes of their own, on a tiny text."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core.bench.checks import all_same, check
from bpe_core.bench.contenders import CONTENDERS
from bpe_core.bench.runs import bench, installed
from bpe_core.bench.standing import BenchStanding, apply
from bpe_core.bench.works import BenchPlan, Work
from bpe_core.lab import train
from bpe_core.texts.corpus import sample

TEXT = sample("story_en").text.encode()
WORKS = (
    Work("train", "story", 300),
    Work("encode", "story"),
    Work("decode", "story"),
    Work("first"),
    Work("ready"),
)
EQUAL = {
    "train": {"bpe-lab", "bpe-lab linked", "gigatoken", "rustbpe"},
    "encode": set(CONTENDERS["encode"]) - {"rs-bpe"},
    "decode": set(CONTENDERS["decode"]),
    "first": set(CONTENDERS["first"]),
    "ready": set[str](),
}


@pytest.mark.usefixtures("place")
def test_all_that_are_installed_run_and_make_the_same() -> None:
    plan = BenchPlan(works=WORKS, repeats=1, budget=60.0, threads=2)
    standing = BenchStanding.before(plan)
    model = train(TEXT, vocab_size=300)
    for event in bench(plan, {"story": TEXT}, model=model):
        apply(standing, event)
    for work in WORKS:
        for name in installed(work):
            entry = standing.entries[work][name]
            assert entry.state == "done", f"{work.name}, {name}: {entry.reason}"
            assert all(seconds > 0 for seconds in entry.runs[0].seconds)
            assert entry.peak_bytes > 0 or not Path("/proc/self/status").exists()
            if name in EQUAL[work.kind]:
                assert check(standing, work, name).verdict == "equal", f"{work.name}, {name}"
    assert all_same(standing)
    encode = standing.entries[WORKS[1]]["bpe-lab"].runs[0]
    assert len(encode.seconds) == 2, "a first pass and a warm one"
    assert (
        encode.made["ids"].parts
        == standing.entries[WORKS[1]]["tiktoken"].runs[0].made["ids"].parts
    )
