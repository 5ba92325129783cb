"""The page on a fault: runs until and after they part, or where results part and why."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import get_args

import pytest

from bpe_core.train.compare_merges import BytePair, compare_merges
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.check.faults import Fault, Kind
from bpe_lab.check.fences import SENTENCES, sentence
from bpe_lab.check.pages import Parting, Why, fault_page, parting_of, words
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.check.report import LAB, Report
from bpe_lab.html_pages import LANGS
from bpe_lab.museum import EXHIBITS, WrongDecoder, WrongEncoder
from tests.for_each import for_each
from tests.lab.check.in_process import report_of

Merges = list[BytePair]


def report_on(text: str, theirs: Merges, most: int = 9) -> Report:
    """The report on a run that gave ``theirs``."""
    difference = compare_merges(right_merges(text, most, Convention()), theirs, text)
    fault = Fault("merges", text, "", difference, tuple(theirs))
    return Report(("<b>mine.py",), "functions", Convention(), (), fault)


def played(text: str, theirs: Merges, most: int = 9) -> str:
    page = fault_page(report_on(text, theirs, most), LAB)
    assert page is not None
    return page


def spoken(page: str, language: str, part: str = "verdict") -> str:
    (whole,) = re.findall(f'class="{part}".*?</p>', page)
    (sentence,) = re.findall(f'<span lang="{language}">(.*?)</span>', whole)
    return unescape(sentence)


def shown_first(page: str) -> int:
    (number,) = re.findall(r"let here = (\d+);", page)
    return int(number)


def rows(page: str) -> list[tuple[list[str], list[str]]]:
    """The tokens of both runs, moment by moment."""
    moments = re.findall(r"<section.*?</section>", page, re.DOTALL)
    lists = [re.findall(r"<ol>(.*?)</ol>", moment, re.DOTALL) for moment in moments]
    return [
        tuple(re.findall(r"<li[^>]*>(.*?)</li>", each) for each in both)  # type: ignore[misc]
        for both in lists
    ]


A, B = b"a", b"b"


def test_both_runs_are_played_from_before_the_merge_that_differs() -> None:
    page = played("ab ab aab", [(A, B), (b" ", b"ab")])
    moments = rows(page)
    assert shown_first(page) == 1, "after the merge that is the same"
    assert moments[0][0] == moments[0][1] == ["a", "b", "␣", "a", "b", "␣", "a", "a", "b"]
    assert moments[1][0] == moments[1][1] == ["ab", "␣", "ab", "␣", "a", "ab"]
    assert moments[2] == (["ab", "␣ab", "␣", "a", "ab"], ["ab", "␣", "ab", "␣", "aab"])


@pytest.mark.parametrize(
    ("text", "theirs", "en", "zh"),
    [
        (
            "aab",
            [(A, A)],
            "Both occur 1×, and of equals the greatest by its left bytes, then by its right",
            "两者都出现 1 次；次数相同时，先比左边的字节，再比右边的字节，取最大的。",
        ),
        (
            "ab ab aa",
            [(A, A)],
            "a + a, which occurs 1×; right is a + b",
            "应合并 a + b，出现 2 次",
        ),
        ("ab", [], "stops before merge 1: a + b", "停在第 1 次合并之前：a + b"),
        ("ab", [(A, B), (B, A)], "merge 2, b + a", "第 2 次合并 b + a"),
    ],
    ids=["tie", "count", "too few", "too many"],
)
def test_what_differs_is_said_in_both_languages(
    text: str, theirs: Merges, en: str, zh: str
) -> None:
    page = played(text, theirs)
    assert en in spoken(page, "en")
    assert zh in spoken(page, "zh")
    assert spoken(page, "zh") in page


def test_a_thick_edge_ends_a_pre_token() -> None:
    page = played("ab a", [(A, A)])
    first = re.findall(r"<section.*?</section>", page, re.DOTALL)[0]
    ends = re.findall(r'<li( class="ends")?>(.*?)</li>', first)[:4]
    assert [token for mark, token in ends if mark] == ["b", "a"]
    assert all(words(language)["cuts"] in page for language in LANGS)


def test_what_is_kept_from_text_to_text_is_named_and_no_tie_is_blamed_that_held() -> None:
    report = report_on("aab", [(A, A)])
    assert report.fault
    held = replace(report.fault, ties_hold=True, state=True)
    page = fault_page(replace(report, fault=held), LAB) or ""
    for language in LANGS:
        assert words(language)["state"] in page
        (beginning, *_) = words(language)["held_tie"].partition("{number}")
        assert spoken(page, language).startswith(beginning)
        assert words(language)["tie_greatest"] not in spoken(page, language)


def test_every_rule_for_ties_has_words() -> None:
    rules = {key.removeprefix("tie_") for key in words("en") if key.startswith("tie_")}
    assert rules == set(TIE_BREAKS)


def test_every_kind_of_fault_has_words() -> None:
    ended = {"merges", "broken", "cut"}  # that is said by the merge, or how the code ended
    for kind in {*get_args(Kind)} - ended:
        assert f"kind_{kind}" in words("en")


def test_an_empty_text_is_named() -> None:
    fault = Fault("broken", "", "IndexError: string index out of range (mine.py, line 3)")
    page = fault_page(Report(("mine.py",), "functions", Convention(), (), fault), LAB)
    assert page
    assert all(words(language)["empty"] in page for language in LANGS)


def test_what_a_student_wrote_stays_text() -> None:
    page = played("<script>alert(1)</script>", [(b"<", b"s")])
    assert "<b>mine" not in page
    assert page.count("<script>") == 1


def test_a_long_run_is_played_around_the_merge_that_differs() -> None:
    text = " ".join(f"w{k}x{k * 7 % 91}" for k in range(400))
    right = right_merges(text, 120, Convention())
    page = played(text, [*right[:100], (b"z", b"z")], 120)
    assert len(rows(page)) < 100
    assert len(page) < 1_000_000
    assert shown_first(page) == 50


def test_where_nothing_is_wrong_there_is_no_page() -> None:
    assert fault_page(Report((), "", Convention(), (), None), LAB) is None


def test_both_languages_have_all_words() -> None:
    assert words("en").keys() == words("zh").keys()
    assert set(LANGS) == {"en", "zh"}


def fault_of(name: str) -> Fault:
    """What the check would find wrong in an exhibit of the museum, on its smallest text."""
    exhibit = EXHIBITS[name]
    if isinstance(exhibit, WrongDecoder):
        return Fault("text", exhibit.text, "", None, str(exhibit.run(exhibit.text)[0]))
    assert isinstance(exhibit, WrongEncoder)
    tokens, right = exhibit.run(exhibit.text), exhibit.right(exhibit.text)
    return encoded(exhibit.text, tokens, right, exhibit.merges, exhibit.special_tokens)


def encoded(text, tokens, right, merges=(), specials=(), kind: Kind = "ids") -> Fault:
    """A fault of encoding; the ids are those of the places."""
    ids = tuple(range(len(tokens)))
    right_ids = tuple(range(len(right)))
    return Fault(
        *(kind, text, "", None, tuple(tokens), tuple(specials)),
        merges=tuple(merges),
        right=tuple(right),
        ids=ids,
        right_ids=right_ids,
    )


def parting(fault: Fault, pattern: str = "gpt2") -> Parting:
    parted = parting_of(fault, pattern)
    assert parted
    return parted


def marked(cells) -> list[str | None]:
    return [cell.token for cell in cells if cell.differs]


REASONS = {
    "left_to_right": ("gpt2", Why("order", {"word": "abc"})),
    "no_lookahead": ("gpt2", Why("crosses", {"token": "␣␣", "cut": "␣ | ␣b"})),
    "other_digits": ("cl100k", Why("crosses", {"token": "3333", "cut": "333 | 3"})),
    "special_at_piece_start": ("gpt2", Why("special", {"token": "<|e|>"})),
    "shorter_special": ("gpt2", Why("special", {"token": "<|e|><|e|>"})),
    "unescaped_special": ("gpt2", Why("special", {"token": "<|e|>"})),
    "cut_at_newline": ("cl100k", Why("unmerged", {"pair": "<0A> + ␣<0A>", "rank": 2})),
    "token_by_token": ("gpt2", Why("split_character")),
}


@for_each("name", REASONS)
def test_the_reason_is_that_of_the_exhibit(name: str) -> None:
    pattern, why = REASONS[name]
    assert parting(fault_of(name), pattern).why == why


def test_only_what_differs_is_marked_and_the_right_merges_are_told() -> None:
    merges = ((b"b", b"c"), (b"a", b"b"))
    fault = encoded("abcx", (b"ab", b"c", b"x"), (b"a", b"bc", b"x"), merges)
    parted = parting(fault)
    assert marked(parted.theirs) == ["ab", "c"]
    assert marked(parted.right) == ["a", "bc"]
    assert [(step.rank, step.merge, step.tokens) for step in parted.steps] == [
        (None, None, ["a", "b", "c", "x"]),
        (1, "b + c", ["a", "bc", "x"]),
    ]


@for_each(
    "fault, key",
    [
        (encoded("ab", (b"a", None), (b"a", b"b")), "no_token"),
        (encoded("ab", (b"a",), (b"a", b"b")), "other_bytes"),
        (encoded("é", ("é".encode(),), (b"\xc3", b"\xa9")), "single_bytes"),
        (encoded("a b", (b"a ", b"b"), (b"a", b" ", b"b"), [(b"x", b"y")]), "crosses"),
        (encoded("ab", (b"a", b"b"), (b"ab",), [(b"a", b"b")]), "unmerged"),
        (encoded("ab", (b"a", b"b"), (b"ab",), [(b"a", b"b")], (), "pieces"), "pieces"),
        (encoded("ab", (), (b"ab",), [(b"a", b"b")]), "nothing"),
        (Fault("text", "ab", "", None, "aB"), "other_text"),
    ],
)
def test_every_reason_is_given_and_worded_in_both_languages(fault: Fault, key: str) -> None:
    assert parting(fault).why.key == key
    page = page_of(fault)
    for language in LANGS:
        assert spoken(page, language, "why")
        assert spoken(page, language)


def page_of(fault: Fault) -> str:
    page = fault_page(Report(("mine.py",), "", Convention(), (), fault), LAB)
    assert page
    return page


def test_both_rows_stand_side_by_side_with_their_ids(monkeypatch, tmp_path: Path) -> None:
    left = ("min(pairs, key=self.ranks.get)", "pairs[0]")
    report = report_of(monkeypatch, tmp_path, "cs336_solution", *left)
    assert report.fault
    assert (report.fault.text, report.fault.ids) == ("abc", (257, 99))
    assert report.fault.right_ids == (97, 256)
    page = fault_page(report, LAB) or ""
    rows = re.findall(r'<ol class="cells">(.*?)</ol>', page)
    assert rows == [
        '<li class="apart">ab<small>257</small></li><li class="apart">c<small>99</small></li>',
        '<li class="apart">a<small>97</small></li><li class="apart">bc<small>256</small></li>',
    ]
    assert "museum&#39;s exhibit 7" in page
    assert "错例馆第 7 件展品" in page


@for_each("key", SENTENCES)
def test_how_code_ended_is_said_in_both_languages(key: str) -> None:
    values = {
        "seconds": 5,
        "code": 3,
        "megabytes": 300,
        "path": "/a b",
        "most": 64,
        "number": 1,
    }
    page = page_of(Fault("broken", "ab", sentence(key, **values)))
    for language in LANGS:
        assert spoken(page, language) == words(language)[f"kind_{key}"].format(**values)


def test_an_error_keeps_its_own_words() -> None:
    page = page_of(Fault("broken", "ab", "KeyError: <b> (mine.py, line 5)"))
    assert spoken(page, "zh").endswith("出错退出：KeyError: <b> (mine.py, line 5)")
