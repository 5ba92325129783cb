"""Every suite by its name: a row each."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.strangers import (
    cs336,
    minbpe,
    public_tokenizers,
    subword_nmt_tests,
    tiktoken_tests,
    with_rustbpe,
    with_sentencepiece,
    with_subword_nmt,
    with_tiktoken,
    with_tokenizers,
)
from benchmarks.strangers.outcome import Suite

SUITES: Mapping[str, Suite] = {
    "beside subword-nmt": with_subword_nmt.SUITE,
    "beside tiktoken": with_tiktoken.SUITE,
    "beside tokenizers": with_tokenizers.SUITE,
    "beside rustbpe": with_rustbpe.SUITE,
    "beside SentencePiece": with_sentencepiece.SUITE,
    **{f"public: {name}": row for name, row in public_tokenizers.ROWS.items()},
    "CS336, assignment 1": cs336.SUITE,
    "minbpe's tests": minbpe.SUITE,
    "tiktoken's tests": tiktoken_tests.SUITE,
    "subword-nmt's tests": subword_nmt_tests.SUITE,
}
