"""The options of BytePiece's training, checked once, where they come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.errors import OptionError, VocabularyTooSmallError
from bpe_core.runtime.arguments import as_integer, as_tuple, check_flag
from bpe_core.systems.bytepiece.bytepiece_file import MAX_PIECE_BYTES
from bpe_core.systems.bytepiece.ngram_counting import LONGEST_ORDER
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES

SMALLEST = FIRST_ID + len(SINGLE_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class BytePieceOptions:
    """The defaults are those of the package, except for ``robust``, which it does not have.

    ``order``: bytes of the longest n-grams, 1 to 7. ``min_count``: rarer n-grams and
    pieces are dropped. ``max_piece_length``: bytes of a piece. ``isolate_digits``: no piece
    holds a digit and anything beside it. ``ensure_unicode``: no word begins within a character.
    ``robust``: where a character is too rare for its n-grams, it alone is cut into bytes, not
    the rest of its line as well.
    """

    order: int = 6
    min_count: int = 2
    max_piece_length: int = 36
    isolate_digits: bool = False
    ensure_unicode: bool = True
    robust: bool = False

    def __post_init__(self) -> None:
        for name in ("order", "min_count", "max_piece_length"):
            object.__setattr__(self, name, as_integer(name, getattr(self, name), least=1))
        for name in ("isolate_digits", "ensure_unicode", "robust"):
            check_flag(name, getattr(self, name))
        if self.order > LONGEST_ORDER:
            raise OptionError(name="order", value=self.order, rule=f"at most {LONGEST_ORDER}")
        if self.max_piece_length > MAX_PIECE_BYTES:  # the most that files may hold
            rule = f"at most {MAX_PIECE_BYTES}"
            raise OptionError(name="max_piece_length", value=self.max_piece_length, rule=rule)


def checked_sizes(max_vocab_size: int | Sequence[int]) -> tuple[int, ...]:
    """One vocabulary size or several.

    >>> checked_sizes(300), checked_sizes([400, 300])
    ((300,), (400, 300))
    """
    rule = "an integer, or several"
    if not isinstance(max_vocab_size, Sequence):
        max_vocab_size = (as_integer("max_vocab_size", max_vocab_size),)
    values = as_tuple("max_vocab_size", max_vocab_size, rule)
    sizes = tuple(as_integer("max_vocab_size", size) for size in values)
    if not sizes:
        raise OptionError(name="max_vocab_size", value=max_vocab_size, rule=rule)
    if min(sizes) < SMALLEST:
        raise VocabularyTooSmallError(
            vocab_size=min(sizes), minimum=SMALLEST, special_tokens=FIRST_ID
        )
    return sizes


DEFAULTS = BytePieceOptions()
