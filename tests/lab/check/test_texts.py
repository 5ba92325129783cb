"""The texts of the ladder hold their traps for every convention."""

from __future__ import annotations

from bpe_core import train
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.check.ladder import RANKED
from tests.for_each import for_each


@for_each("pattern", ["gpt2", "cl100k", "o200k", "none"])
@for_each("tie_break", TIE_BREAKS)
def test_the_rank_order_of_a_lesson_hangs_on_no_tie(tie_break: TieBreak, pattern: str) -> None:
    model = train(RANKED, vocab_size=258, pattern=pattern, tie_break=tie_break)
    assert model.merges_as_bytes() == [(b"b", b"c"), (b"a", b"b")]
