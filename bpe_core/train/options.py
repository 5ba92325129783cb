"""The options of a trainer, checked once, where they come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.errors import InputError, OptionError, UnknownNameError
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.arguments import as_integer
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """How far to train and which of two equal counts wins.

    ``vocab_size`` counts bytes, special tokens and merges; ``num_merges`` merges alone; give
    one of them, or none to go on until no pair is left. Training also ends before a merge
    whose count is below ``min_count``. A vocabulary whose tokens would have more than
    ``most_token_bytes`` together is an ``InputError("tokens_too_long")``; None for any.

    ``tie_break`` among pairs of the highest count: ``greatest`` takes the greatest
    (left bytes, right bytes) (Stanford CS336), ``first_seen`` the one whose earliest live
    occurrence comes first (minbpe, BBPE), ``lowest_ids`` the smallest (left id, right id)
    (rustbpe), ``lowest_gpt2_ids`` the same with bytes numbered as in GPT-2's vocabulary, which
    gives the merges of Hugging Face tokenizers. subtle: special tokens in the corpus are text
    to their trainer. Here they are cut out, so its merges are those of no special tokens.

    >>> TrainOptions(vocab_size=300, special_tokens=["<|endoftext|>"]).merge_limit
    43
    """

    vocab_size: int | None = None
    num_merges: int | None = None
    special_tokens: Sequence[str] = ()
    tie_break: TieBreak = "greatest"
    min_count: int = 1
    most_token_bytes: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "special_tokens", check_special_tokens(self.special_tokens))
        if self.tie_break not in TIE_BREAKS:
            raise UnknownNameError.among("tie break", self.tie_break, TIE_BREAKS)
        for name in ("vocab_size", "num_merges", "min_count", "most_token_bytes"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, as_integer(name, value))
        if self.min_count < 1:
            raise OptionError(name="min_count", value=self.min_count, rule="at least 1")
        if self.vocab_size is not None and self.num_merges is not None:
            raise OptionError(
                name="num_merges", value=self.num_merges, rule="not beside vocab_size"
            )
        if self.num_merges is not None and self.num_merges < 0:
            raise OptionError(name="num_merges", value=self.num_merges, rule="at least 0")
        if self.vocab_size is not None and self.vocab_size < self.first_id:
            raise InputError(
                "vocabulary_too_small",
                vocab_size=self.vocab_size,
                minimum=self.first_id,
                special_tokens=len(self.special_tokens),
            )

    @property
    def first_id(self) -> int:
        """The id of merge 0."""
        return 256 + len(self.special_tokens)

    @property
    def merge_limit(self) -> int | None:
        """The most merges to make; None for as many as there are."""
        return self.num_merges if self.vocab_size is None else self.vocab_size - self.first_id

    def base_tokens(self) -> list[bytes]:
        """The tokens that exist before the first merge, by id."""
        specials = [token.encode() for token in self.special_tokens]
        return [bytes([value]) for value in range(256)] + specials


DEFAULT_OPTIONS = TrainOptions()
