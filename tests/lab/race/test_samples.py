"""What is kept of a race holds every time that was taken, and opens anywhere."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from dataclasses import replace
from hashlib import sha256
from io import StringIO

import pandas as pd
import pytest

from bpe_lab.race.samples import record_of, samples_csv
from bpe_lab.race.standing import LaneReady, Run, Standing, apply
from tests.lab.race.standings import SIZE, absent, before, clock, left_out, run, tally

NOT_MEASURED = ("seconds", "pre_tokenized_seconds", "peak_bytes")
FACTS = {"cores": "2", "python": "3.11.7 CPython"}


def raced() -> Standing:
    standing = before("naive_every", "naive", "linked", "rustbpe")
    merges = ((b"a", b"\xff"), (b"x", b"y"))
    run(standing, "naive_every", [], cut=True)
    for noise in (1.0, 1.5):
        run(standing, "naive", clock(lambda k, n=noise: n * k, 3), cut=True)
        seconds = clock(lambda k, n=noise: n / 7, 5)
        run(standing, "linked", seconds, result=merges, digest="d", peak_bytes=5)
    tally(standing, "linked", [{"pops": 1}, {"pops": 2}, {}])
    absent(standing, "rustbpe")
    apply(standing, LaneReady("linked", {"regex": "2025.1"}))
    return standing


def runs_in(text: str) -> list[Run]:
    """The runs that a CSV of samples tells."""
    told: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for row in csv.DictReader(StringIO(text)):
        key = (row["lane"], row["size"], row["run"], row["cut"])
        told[key].append((int(row["part"]), int(row["nanoseconds"])))
    return [
        Run(lane, int(size), int(number), *zip(*parts, strict=True), cut=cut == "1")
        for (lane, size, number, cut), parts in told.items()
    ]


def test_the_runs_come_back_from_their_samples() -> None:
    standing = raced()
    made = [
        replace(run, peak_bytes=0)
        for lane in standing.lanes.values()
        for run in lane.runs
        if run.done
    ]
    assert runs_in(samples_csv(standing)) == made


def test_pandas_opens_the_samples_without_being_told_how() -> None:
    table = pd.read_csv(StringIO(samples_csv(raced())))
    assert list(table.columns) == ["lane", "size", "run", "part", "nanoseconds", "cut"]
    assert all(kind == "int64" for kind in table.dtypes.iloc[1:])
    assert len(table) == 2 * 3 + 2 * 5
    linked = table[table["lane"] == "linked"]
    assert linked.groupby("run")["nanoseconds"].max().tolist() == [
        run.at[-1] for run in raced().lanes["linked"].runs
    ]


def test_nothing_run_is_a_head_line() -> None:
    assert samples_csv(before("linked")) == "lane,size,run,part,nanoseconds,cut\n"


def test_runs_that_were_not_made_are_no_samples() -> None:
    standing = before("naive")
    left_out(standing, "naive", beaten_at=4)
    assert samples_csv(standing) == samples_csv(before("naive"))
    lane = record_of(standing, FACTS, "a text")["lanes"]["naive"]
    assert (lane["runs"], lane["seconds"]) == ([], {str(SIZE): None})
    assert lane["not_run"] == {str(SIZE): {"beaten_at": 4}}


def test_a_record_is_json_and_says_what_ran_where() -> None:
    record = record_of(raced(), FACTS, "a text", text="héllo", command="bpe-lab race")
    again = json.loads(json.dumps(record))
    assert again["command"] == "bpe-lab race"
    assert again["machine"] == FACTS
    digest = sha256("héllo".encode()).hexdigest()
    assert again["corpus"] == {"name": "a text", "bytes": 6, "sha256": digest}
    assert again["plan"]["lanes"] == ["naive_every", "naive", "linked", "rustbpe"]
    assert again["plan"]["options"]["num_merges"] == 4
    assert again["lanes"]["linked"]["versions"] == {"regex": "2025.1"}
    assert again["lanes"]["linked"]["operations"] == {str(SIZE): {"pops": 3, "cut": False}}
    assert again["lanes"]["rustbpe"]["reason"] == "no_such_library"
    assert again["agreement"][str(SIZE)]["left_out"]["rustbpe"] == "absent"
    assert {growth["measure"] for growth in again["growth"]} >= {"total", "cumulative"}


def test_a_record_says_where_a_quartile_is_only_a_bound() -> None:
    standing = before("linked")
    for cut in (False, False, True):
        run(standing, "linked", [1.0], cut=cut)
    seconds = record_of(standing, FACTS, "a text")["lanes"]["linked"]["seconds"]
    assert seconds[str(SIZE)]["upper_is_bound"] is True


def test_a_record_keeps_what_was_measured_apart_from_what_was_not() -> None:
    lanes = record_of(raced(), FACTS, "a text")["lanes"]
    middle = lanes["linked"]["seconds"][str(SIZE)]["middle"]
    assert middle == pytest.approx(1.25 * 5 / 7)
    assert lanes["linked"]["seconds"][str(SIZE)]["upper_is_bound"] is False
    assert lanes["naive"]["seconds"][str(SIZE)] == {
        "cut_at_parts": 3,
        "cut_at_seconds": 6.0,
        "extrapolated": {"parts": 5, "seconds": pytest.approx(7.5 + 2 * 3.125)},
    }
    every = lanes["naive_every"]["seconds"][str(SIZE)]
    assert every == {"cut_at_parts": 0, "cut_at_seconds": None, "extrapolated": None}
    (nothing,) = lanes["naive_every"]["runs"]
    assert (nothing["parts"], nothing["cut"]) == (0, True)
    assert [nothing[name] for name in NOT_MEASURED] == [None] * 3
    assert all(
        None not in (one["seconds"], one["peak_bytes"]) for one in lanes["linked"]["runs"]
    )
    assert lanes["rustbpe"]["seconds"][str(SIZE)] is None
