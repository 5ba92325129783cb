"""What is printed is what the standing says, cut lanes apart from measured ones."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from bpe_lab.cli.race import beyond, by_size, counts, results, sections, sentence, slopes
from bpe_lab.cli.report import Table, draw
from bpe_lab.race.standing import Standing, agreement
from tests.lab.race.standings import SIZE, absent, before, clock, failed, left_out, run, tally

MERGES = ((b"a", b"b"), (b"c", b"d"), (b"e", b"f"))


def raced() -> Standing:
    """Naive is cut after two of three merges, linked is not, huggingface tells no merges."""
    standing = before("naive", "linked", "huggingface", budget=4.0)
    for _ in range(3):
        run(standing, "naive", [1.5, 3.5], cut=True, result=MERGES[:2])
        run(standing, "linked", [1.0, 1.5, 2.0], result=MERGES, peak_bytes=3_000_000)
        run(standing, "huggingface", [0.5], done=[3])
    return standing


def rows(table: Table) -> dict[object, list[object]]:
    return {row[0]: list(row[1:]) for row in table.rows}


def test_a_row_has_ratio_median_quartiles_memory_and_what_is_identical() -> None:
    table = results(raced(), SIZE)
    assert table.headers[1] == "time, linked = 1"
    own = "own rule"
    assert rows(table) == {
        "naive": [None, "cut", "2 in 3.5 s", None, "2 of 3"],
        "linked": [1, 2.0, "2–2", 3.0, "3 of 3"],
        "huggingface": ["0.25 (0.25–0.25)", 0.5, "0.5–0.5", None, own],
    }


def test_what_was_not_measured_says_that_it_is_extrapolated() -> None:
    standing = before("naive", "linked", budget=4.0)
    run(standing, "naive", clock(lambda k: 1.0, 3), cut=True)
    run(standing, "linked", clock(lambda k: 0.1, 10))
    assert rows(results(standing, SIZE))["naive"][:3] == [None, "cut", "3 in 3 s"]
    assert beyond(standing, SIZE) == {"naive": (10, 10.0)}
    text = printed(standing, terminal=False)
    assert "Extrapolated from their last third, not measured: naive 10 s for 10 merges." in text


def test_without_linked_the_fastest_lane_is_the_unit() -> None:
    standing = before("naive_every", "naive", "indexed", "linked")
    run(standing, "naive_every", [], cut=True)
    run(standing, "naive", [4.0])
    run(standing, "indexed", [1.0])
    failed(standing, "linked")
    assert results(standing, SIZE).headers[1] == "time, indexed = 1"
    assert rows(results(standing, SIZE))["naive"][0] == "4"
    row = rows(results(standing, SIZE))["linked"]
    assert row == [None, "failed", "out of room", None, "failed"]


def test_absent_lanes_have_no_row() -> None:
    standing = before("linked", "rustbpe")
    absent(standing, "rustbpe")
    assert set(rows(results(standing, SIZE))) == {"linked"}
    assert set(rows(by_size(standing))) == {"linked"}


def test_where_no_repeat_is_shared_there_is_no_ratio() -> None:
    standing = before("naive", "linked")
    for cut in (True, False, False):
        run(standing, "linked", [1.0], cut=cut)
    run(standing, "naive", [2.0])
    table = rows(results(standing, SIZE))
    assert table["linked"][:3] == [1, 1.0, "1–≥1"]
    assert table["naive"][:3] == [None, 2.0, None]


def test_a_partly_cut_lane_has_a_bound_and_a_ratio_without_quartiles() -> None:
    standing = before("naive", "linked")
    for k in range(4):
        run(standing, "naive", [2.0 + k], cut=k == 3)
        run(standing, "linked", [1.0])
    assert rows(results(standing, SIZE))["naive"][:3] == ["3.5", 3.5, "2.75–≥4"]


def test_every_lane_without_a_time_says_why() -> None:
    sizes = (1000, 2000)
    standing = before("naive_every", "naive", "indexed", "linked", "compiled", sizes=sizes)
    run(standing, "naive_every", [], cut=True, size=1000)
    left_out(standing, "naive_every", size=2000, beaten_at=1000)
    run(standing, "naive", [1.0], size=1000)
    failed(standing, "naive")
    run(standing, "indexed", [], size=1000)
    run(standing, "linked", [1.0], size=1000)
    assert rows(by_size(standing)) == {
        "naive_every": ["cut", "not run"],
        "naive": [1.0, "failed"],
        "indexed": ["nothing to do", None],
        "linked": [1.0, None],
        "compiled": [None, None],
    }
    assert rows(results(standing, 2000))["naive_every"][:3] == [
        *(None, "not run", "beaten at 1000 bytes")
    ]
    assert rows(results(standing, 2000))["naive"][:3] == [None, "failed", "out of room"]


def test_counts_stand_in_columns_and_cut_ones_say_so() -> None:
    standing = before("naive", "linked")
    tally(standing, "naive", [{}, {"pairs_scanned": 5}, {}], cut=True)
    tally(standing, "linked", [{"first_count": 4}, {"pops": 2}, {"pops": 1}])
    table = counts(standing, SIZE)
    assert list(table.headers) == ["operation", "naive (cut)", "linked"]
    assert rows(table) == {
        "pairs_scanned": [5, None],
        "first_count": [None, 4],
        "pops": [None, 3],
    }


def test_growth_is_told_by_size_and_as_slopes() -> None:
    sizes = (1000, 2000, 4000)
    standing = before("naive_every", sizes=sizes)
    for size in sizes:
        run(standing, "naive_every", clock(lambda k, s=size: s / 1000, 10), size=size)
    assert rows(by_size(standing)) == {"naive_every": [10.0, 20.0, 40.0]}
    assert rows(slopes(standing))["naive_every"] == [
        *("1.00 ± 0.00", "1.00 ± 0.00", None, "1.00 ± 0.00"),
        "0.00 ± 0.00",
    ]


SENTENCES = {
    "identical": (
        {"naive": MERGES, "linked": MERGES},
        "Identical merges in all 2 lanes compared: 3.",
    ),
    "cut": (
        {"naive": MERGES[:2], "linked": MERGES},
        "Identical merges in all 2 lanes compared: 3; naive as far as it came, 2.",
    ),
    "different": (
        {"naive": MERGES, "linked": (*MERGES[:2], (b"q", b"q"))},
        "linked differs from naive at merge 3.",
    ),
    "alone": ({"linked": MERGES}, "Only one lane could be compared."),
    "none": ({}, "Nothing was compared."),
}


@pytest.mark.parametrize("what", SENTENCES)
def test_the_verdict_is_a_sentence(what: str) -> None:
    made, said = SENTENCES[what]
    standing = before("naive", "linked")
    for lane, merges in made.items():
        run(
            standing,
            lane,
            clock(lambda k: 1.0, len(merges)),
            cut=len(merges) < 3,
            result=merges,
        )
    assert sentence(agreement(standing, SIZE), "merges") == said


def test_a_lane_that_changes_from_run_to_run_is_named() -> None:
    standing = before("naive", "linked")
    run(standing, "naive", [1.0], done=[3], result=MERGES, digest="a")
    run(standing, "linked", [1.0], done=[3], result=MERGES, digest="a")
    run(standing, "linked", [1.0], done=[3], digest="b")
    said = sentence(agreement(standing, SIZE), "merges")
    assert said == "linked differs from run to run."


def printed(standing: Standing, *, terminal: bool) -> str:
    file = StringIO()
    console = Console(file=file, force_terminal=terminal, width=140, color_system=None)
    draw(console, sections(standing, {"cores": "2"}, "[red]a.txt", show_counts=True))
    return file.getvalue()


@pytest.mark.parametrize("terminal", [False, True])
def test_a_report_holds_it_all(terminal: bool) -> None:
    standing = raced()
    tally(standing, "linked", [{"pops": 12345}, {}, {}, {}, {}])
    text = printed(standing, terminal=terminal)
    for part in (
        *("[red]a.txt, 1000 bytes", "2 in 3.5 s", "own rule", "12345"),
        "Identical merges in all 2 lanes compared: 3; naive as far as it came, 2.",
        "Note: naive was cut by its budget of 4 seconds in 3 of 3 runs.",
        "Note: few repeats (3): a median",
        "Machine: cores 2",
    ):
        assert part in text
    assert ("| lane |" in text) == (not terminal)


def test_a_narrow_terminal_cuts_no_name_and_no_number() -> None:
    file = StringIO()
    console = Console(file=file, force_terminal=True, width=40, color_system=None)
    results(raced(), SIZE).draw(console)
    assert "\nhuggingface " in file.getvalue()
    assert " 0.25 (0.25–0.25)" in file.getvalue()
