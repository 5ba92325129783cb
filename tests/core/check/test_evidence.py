"""Every exhibit of the museum is found by the check, and named as what its code is like."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bpe_core import compare_merges
from bpe_core.check.candidate import open_candidate
from bpe_core.check.climb import climb
from bpe_core.check.conventions import recognised
from bpe_core.check.evidence import Alike, exhibits_like
from bpe_core.check.faults import Fault
from bpe_core.check.reference import Convention
from bpe_core.check.report import Report
from bpe_core.check.source import Source
from bpe_core.cli.check_report import alike_words, runs_table
from bpe_core.museum import EXHIBITS, WrongEncoder
from tests.core.check.in_process import LocalSubject

# Their merges come from no right training: one is listed twice, or ranks before its part.
NEVER_LEARNED = {"last_rank_wins", "whole_rounds"}

LONGEST = 14  # characters; that of a special token stays whole

CODE = """
from bpe_core.check.reference import Convention, right_merges
from bpe_core.museum import EXHIBITS
from bpe_core.museum.right import right_decode, right_encode

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
        self.vocab, self.merges, self.specials = vocab, merges, special_tokens
        self.ids = {{token: number for number, token in vocab.items()}}

    def encode(self, text):
        if encode_of:
            tokens = encode_of(text, self.merges, self.specials)
        else:
            tokens = right_encode(text, self.merges, self.specials, pattern=pattern)
        return [self.ids.get(token, 10**6) for token in tokens]

    def decode(self, ids):
        return decode_of([self.vocab.get(number, b"") for number in ids])
"""


@pytest.mark.parametrize("name", [name for name in EXHIBITS if name not in NEVER_LEARNED])
def test_code_of_an_exhibit_is_named_as_that(name, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("bpe_core.check.shrink.EXAMPLES", 100)
    monkeypatch.chdir(tmp_path)
    code = tmp_path / f"code_of_{name}.py"
    code.write_text(CODE.format(name=name), "utf-8")
    exhibit, wanted = EXHIBITS[name], Source((str(code),))
    pattern = exhibit.pattern if isinstance(exhibit, WrongEncoder) else "gpt2"
    candidate = open_candidate(LocalSubject(wanted))  # type: ignore[arg-type]  # answers alike
    candidate = recognised(candidate, tie_break="greatest", pattern=pattern)
    if exhibit.convention:
        assert not candidate.convention.overlaps
        return
    *_, report = climb(candidate, wanted)
    assert isinstance(report, Report)
    assert Alike(exhibit.number, name) in report.alike
    assert f"{exhibit.number} ({name.replace('_', ' ')})" in alike_words(report)
    assert report.fault
    assert len(report.fault.text) <= max(len(exhibit.text), LONGEST)


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
