"""A text cut into pre-tokens, at special tokens and then by a pattern; two ways compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from typing import NamedTuple

from bpe_core.pretokenize.patterns import Alternative, alternatives
from bpe_core.pretokenize.pre_tokens import (
    check_special_tokens,
    pre_tokenize_by_alternative,
    split_special,
)
from bpe_core.texts.corpus import Corpus

DRAWN = 4_000  # bytes of a text; all of it is counted
SPECIAL = -2  # instead of an alternative's number


class NumberedPreToken(NamedTuple):
    """A pre-token, or a special token: where it starts, its bytes, what took it."""

    start: int
    data: bytes
    number: int

    @property
    def end(self) -> int:
        """The offset behind the last byte."""
        return self.start + len(self.data)


class Distinct(NamedTuple):
    """A pre-token, how often it occurs, the numbers of the alternatives that took it.

    The same bytes may be taken by several: what follows decides.
    """

    data: bytes
    times: int
    numbers: tuple[int, ...]


class Parting(NamedTuple):
    """The first stretch that two patterns cut differently, up to where they meet again."""

    start: int
    left: tuple[bytes, ...]
    right: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A whole text under one pattern; ``pre_tokens`` are those that are drawn.

    ``matches`` counts the pre-tokens by the number of their alternative.
    """

    pattern: str
    alternatives: tuple[Alternative, ...]
    pre_tokens: tuple[NumberedPreToken, ...]
    distinct: tuple[Distinct, ...]
    matches: dict[int, int]
    total: int


def numbered_pre_tokens(corpus: Corpus, pattern: str) -> Iterator[NumberedPreToken]:
    """All pre-tokens and special tokens of a text in order.

    Raises the classes below ``PatternError`` for a custom pattern that does not cut it.
    """
    specials = corpus.special_tokens
    cut = pre_tokenize_by_alternative(corpus.text, pattern=pattern, special_tokens=specials)
    ordinary = (NumberedPreToken(p.start, p.data, number) for p, number in cut)
    between = (
        NumberedPreToken(start, data, SPECIAL)
        for start, data, is_special in chunks(corpus)
        if is_special
    )
    return merge(ordinary, between)  # no two start at the same byte


def chunks(corpus: Corpus) -> Iterator[tuple[int, bytes, bool]]:
    """What special tokens cut a text into: where each starts, its bytes, whether it is one."""
    start = 0
    specials = check_special_tokens(corpus.special_tokens)
    for part, is_special in split_special(corpus.text, specials):
        yield start, (data := part.encode()), is_special
        start += len(data)


def split_of(pre_tokens: Sequence[NumberedPreToken], pattern: str) -> Split:
    """What is known of all the pre-tokens, and the first of them."""
    counts: Counter[bytes] = Counter()
    matches: Counter[int] = Counter()
    taken: dict[bytes, set[int]] = {}
    for pre_token in pre_tokens:
        if pre_token.number != SPECIAL:
            counts[pre_token.data] += 1
            matches[pre_token.number] += 1
            taken.setdefault(pre_token.data, set()).add(pre_token.number)
    return Split(
        pattern,
        alternatives(pattern),
        tuple(pre_token for pre_token in pre_tokens if pre_token.start < DRAWN),
        tuple(
            Distinct(data, times, tuple(sorted(taken[data])))
            for data, times in counts.most_common()
        ),
        dict(matches),
        counts.total(),
    )


def first_parting(
    left: Sequence[NumberedPreToken], right: Sequence[NumberedPreToken]
) -> Parting | None:
    """Where two ways to cut the same text first differ; None: nowhere.

    >>> letter, digit = NumberedPreToken(0, b"a", 0), NumberedPreToken(1, b"1", 1)
    >>> one = [letter, digit, NumberedPreToken(2, b"2", 1)]
    >>> first_parting(one, [letter, NumberedPreToken(1, b"12", 1)])
    Parting(start=1, left=(b'1', b'2'), right=(b'12',))
    """
    for k, (one, other) in enumerate(zip(left, right, strict=False)):
        if one.data != other.data:
            meeting = min({p.end for p in left[k:]} & {p.end for p in right[k:]})
            return Parting(one.start, _until(left[k:], meeting), _until(right[k:], meeting))
    return None


def _until(pre_tokens: Sequence[NumberedPreToken], end: int) -> tuple[bytes, ...]:
    return tuple(pre_token.data for pre_token in pre_tokens if pre_token.end <= end)
