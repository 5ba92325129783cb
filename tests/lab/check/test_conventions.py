"""The texts by which conventions are told apart; those of the ladder hold for every one."""

from __future__ import annotations

from itertools import product

import pytest

from bpe_core import train
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.check.climb import TELLING, TELLING_MERGES
from bpe_lab.check.ladder import RANKED
from bpe_lab.check.reference import Convention, right_merges
from tests.for_each import for_each


def merges_of(convention: Convention) -> tuple[tuple[tuple[bytes, bytes], ...], ...]:
    return tuple(tuple(right_merges(text, TELLING_MERGES, convention)) for text in TELLING)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_convention_gives_other_merges(pattern: str) -> None:
    conventions = [
        Convention(pattern, tie, overlaps)
        for tie, overlaps in product(TIE_BREAKS, (True, False))
    ]
    merges = {convention: merges_of(convention) for convention in conventions}
    assert len(set(merges.values())) == len(conventions)
    for lists in merges.values():
        assert [len(each) for each in lists] == [TELLING_MERGES] * len(TELLING), (
            "it may stop too early"
        )


def test_cuts_that_differ_in_kind_give_other_merges() -> None:
    kinds = ("gpt2", "cl100k", "o200k", "qwen2", "whitespace", "none")
    assert len({merges_of(Convention(pattern)) for pattern in kinds}) == len(kinds)


@for_each("pattern", ["gpt2", "cl100k", "o200k", "none"])
@for_each("tie_break", TIE_BREAKS)
def test_the_rank_order_of_a_lesson_hangs_on_no_tie(tie_break: TieBreak, pattern: str) -> None:
    model = train(RANKED, vocab_size=258, pattern=pattern, tie_break=tie_break)
    assert model.merges_as_bytes() == [(b"b", b"c"), (b"a", b"b")]
