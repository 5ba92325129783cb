"""The texts by which conventions are recognised tell them apart."""

from __future__ import annotations

from itertools import product

import pytest

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.check.climb import TELLING, TELLING_MERGES
from bpe_lab.check.reference import Convention, right_merges


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
