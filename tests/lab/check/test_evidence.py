"""Every exhibit of the museum is found by the check, and named as what its code is like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bpe_core import compare_merges
from bpe_lab.check.candidate import Submission, open_candidate
from bpe_lab.check.climb import climb, with_convention
from bpe_lab.check.faults import Alike, Fault, exhibits_like
from bpe_lab.check.ladder import RUNGS
from bpe_lab.check.reference import Convention
from bpe_lab.check.report import LAB, Report
from bpe_lab.cli.check import runs_table, sections
from bpe_lab.museum import EXHIBITS, Exhibit, WrongEncoder
from tests.lab.check.in_process import LocalSubject

# They are right by all merges that a training gives, so they are named and hold.
ON_ODD_MERGES = {"last_rank_wins", "whole_rounds"}
NO_BUGS = ON_ODD_MERGES | {"overlaps_uncounted"}

LONGEST = 14  # characters; that of a special token stays whole

CODE = """
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.museum import EXHIBITS
from bpe_lab.museum.right import right_decode, right_encode

exhibit = EXHIBITS[{name!r}]
pattern = getattr(exhibit, "pattern", "gpt2")
train_of = getattr(exhibit, "train", None)
encode_of = getattr(exhibit, "encode", None)
decode_of = getattr(exhibit, "decode", right_decode)


def run_train_bpe(input_path, vocab_size, special_tokens):
    text = input_path.read_bytes().decode()
    size = vocab_size - 256 - len(special_tokens)
    if train_of and special_tokens[0] not in text:
        merges = train_of(text, size)
    else:
        merges = right_merges(text, size, Convention(pattern), special_tokens)
    tokens = [bytes([b]) for b in range(256)] + [s.encode() for s in special_tokens]
    return dict(enumerate(tokens + [a + b for a, b in merges])), merges


class Tokenizer:
    def __init__(self, vocab, merges, special_tokens):
        self.merges, self.specials = merges, special_tokens or ()
        tokens = dict.fromkeys([*vocab.values(), *(s.encode() for s in self.specials)])
        self.vocab = dict(enumerate(tokens))
        self.ids = {{token: number for number, token in self.vocab.items()}}

    def encode(self, text):
        if encode_of:
            tokens = encode_of(text, self.merges, self.specials)
        else:
            tokens = right_encode(text, self.merges, self.specials, pattern=pattern)
        return [self.ids.get(token, 10**6) for token in tokens]

    def decode(self, ids):
        return decode_of([self.vocab.get(number, b"") for number in ids])
"""


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Report]:
    """The report on an exhibit's own code in a student's shape."""
    monkeypatch.setattr("bpe_lab.check.climb.EXAMPLES", 40)
    monkeypatch.chdir(tmp_path)

    def check(name: str) -> Report:
        code = tmp_path / f"code_of_{name}.py"
        code.write_text(CODE.format(name=name), "utf-8")
        exhibit, wanted = EXHIBITS[name], Submission((str(code),))
        pattern = exhibit.pattern if isinstance(exhibit, WrongEncoder) else "gpt2"
        candidate = open_candidate(LocalSubject(wanted))  # type: ignore[arg-type]  # answers alike
        candidate = with_convention(candidate, tie_break="greatest", pattern=pattern)
        *_, report = climb(candidate, wanted)
        assert isinstance(report, Report)
        return report

    return check


def assert_named(exhibit: Exhibit, report: Report) -> None:
    """Its number and its name stand in what is printed."""
    assert report.fault
    assert Alike(exhibit.number, exhibit.name) in report.alike
    words = f"{exhibit.number} ({exhibit.name.replace('_', ' ')})"
    assert any(words in str(part) for part in sections(report, LAB))
    assert len(report.fault.text) <= max(len(exhibit.text), LONGEST)


@pytest.mark.parametrize("name", [name for name in EXHIBITS if name not in NO_BUGS])
def test_code_of_an_exhibit_is_named_as_that(name, checked) -> None:
    assert_named(EXHIBITS[name], checked(name))


@pytest.mark.parametrize("name", sorted(ON_ODD_MERGES))
def test_an_encoder_that_odd_merges_alone_show_is_named_and_holds(
    name, checked, monkeypatch
) -> None:
    monkeypatch.setattr("bpe_lab.check.climb.RUNGS", {"encoding": RUNGS["encoding"]})
    report = checked(name)
    (rung,) = report.rungs
    assert (rung.state, report.fault) == ("holds", None)
    words = f"the museum's exhibit {EXHIBITS[name].number} ({name.replace('_', ' ')})"
    assert [note.endswith(words) for note in rung.notes] == [True]


def test_overlaps_uncounted_are_recognized_as_a_convention(checked, monkeypatch) -> None:
    monkeypatch.setattr("bpe_lab.check.climb.RUNGS", {"overlaps": RUNGS["overlaps"]})
    report = checked("overlaps_uncounted")
    assert report.fault is None
    assert not report.convention.overlaps


def test_all_exhibits_that_are_conventions_are_tried_as_such() -> None:
    assert {name for name, exhibit in EXHIBITS.items() if exhibit.convention} <= NO_BUGS


def test_both_runs_are_told_up_to_the_merge_that_differs() -> None:
    merges = ((b"a", b"b"), (b"a", b"a"))
    difference = compare_merges([(b"a", b"b"), (b" ", b"ab")], merges, "ab ab aa")
    assert difference
    assert runs_table(difference, merges).rows == [
        ["1", "a + b", "a + b", ""],
        ["2", "a + a", "␣ + ab", "yours 1, right 1"],
    ]


def test_a_trainer_is_held_against_code_of_its_own_convention_alone() -> None:
    merges = ((b"a", b"a"), (b"aa", b"b"))
    fault = Fault("merges", "aab", "", output=merges, asked=2)
    assert Alike(5, "dictionary_order") in exhibits_like(fault, Convention())
    assert exhibits_like(fault, Convention("none")) == ()
    assert exhibits_like(replace(fault, specials=("<x>",)), Convention()) == ()


@pytest.mark.parametrize(("text", "alike"), [("<x><x>", True), ("12345<x><x>", False)])
def test_an_encoder_is_held_against_code_that_cuts_the_text_as_it_does(text, alike) -> None:
    shorter, specials = b"<x>", ("<x>", "<x><x>")
    digits = [bytes([byte]) for byte in text.encode() if bytes([byte]).isdigit()]
    fault = Fault("ids", text, "", output=(*digits, shorter, shorter), specials=specials)
    names = [each.name for each in exhibits_like(fault, Convention("cl100k"))]
    assert ("shorter_special" in names) is alike
