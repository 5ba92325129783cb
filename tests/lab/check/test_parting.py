"""Where two encodings part, and why: the museum's wrong encoders against the right ones."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from bpe_lab.check.faults import Fault, Kind
from bpe_lab.check.fences import SENTENCES, sentence
from bpe_lab.check.pages import Parting, Why, fault_page, parting_of, words
from bpe_lab.check.reference import Convention
from bpe_lab.check.report import LAB, Report
from bpe_lab.html_pages import LANGUAGES
from bpe_lab.museum import EXHIBITS, WrongDecoder, WrongEncoder
from tests.for_each import for_each
from tests.lab.check.in_process import report_of


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
    for language in LANGUAGES:
        assert spoken(page, "why", language)
        assert spoken(page, "verdict", language)


def page_of(fault: Fault) -> str:
    page = fault_page(Report(("mine.py",), "", Convention(), (), fault), LAB)
    assert page
    return page


def spoken(page: str, place: str, language: str) -> str:
    (part,) = re.findall(f'class="{place}".*?</p>', page)
    (line,) = re.findall(f'<span lang="{language}">(.*?)</span>', part)
    return unescape(line)


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
    for language in LANGUAGES:
        assert spoken(page, "verdict", language) == words(language)[f"kind_{key}"].format(
            **values
        )


def test_an_error_keeps_its_own_words() -> None:
    page = page_of(Fault("broken", "ab", "KeyError: <b> (mine.py, line 5)"))
    assert spoken(page, "verdict", "zh").endswith("出错退出：KeyError: <b> (mine.py, line 5)")
