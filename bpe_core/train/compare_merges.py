"""Where two lists of merges part, and what decided there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Literal, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.model import ALL_BYTES, BPEModel
from bpe_core.pretokenize.patterns import check_name
from bpe_core.pretokenize.pre_tokens import check_special_tokens, count_pre_tokens
from bpe_core.runtime.arguments import as_tuple
from bpe_core.runtime.text import as_text
from bpe_core.train.naive import replace_pair

BytePair: TypeAlias = tuple[bytes, bytes]
Merges: TypeAlias = BPEModel | Sequence[BytePair]

ANY_BYTES = (bytes, bytearray, memoryview)


@dataclass(frozen=True, slots=True)
class MergeDifference:
    """The first merge that differs, ``number`` from 0; None: that list has ended before.

    ``counts`` says how often each of the two pairs stands in the text at that moment; None
    where no text is at hand. A pair of a token that is not there stands nowhere.
    """

    number: int
    first: BytePair | None
    second: BytePair | None
    counts: tuple[int, int] | None = None

    @property
    def decided(self) -> Literal["end", "count", "tie"] | None:
        """Whether a list's end, the counts, or only the tie rule set them apart.

        None where no text is at hand to count in.
        """
        if self.first is None or self.second is None:
            return "end"
        if self.counts is None:
            return None
        return "tie" if self.counts[0] == self.counts[1] else "count"


def compare_merges(
    first: Merges,
    second: Merges,
    text: str | bytes | None = None,
    *,
    pattern: str = "gpt2",
    special_tokens: Iterable[str] = (),
) -> MergeDifference | None:
    """The first merge in which two models, or lists of merges, differ; None: there is none.

    On ``text``, cut as training cuts it, both pairs are counted after the merges that are the
    same.

    >>> ours, theirs = [(b"a", b"b")], [(b"a", b"a")]
    >>> compare_merges(ours, theirs, "aab").decided
    'tie'
    >>> compare_merges(ours, theirs, "aabab").counts
    (2, 1)
    """
    firsts, seconds = _listed("first", first), _listed("second", second)
    check_name(pattern)
    special_tokens = check_special_tokens(special_tokens)
    text = None if text is None else as_text(text)
    for number, (one, other) in enumerate(zip_longest(firsts, seconds)):
        if one != other:
            counts = None
            if text is not None:
                cut = count_pre_tokens(text, pattern=pattern, special_tokens=special_tokens)
                counts = _counts(cut, firsts[:number], (one, other))
            return MergeDifference(number, one, other, counts)
    return None


def _listed(name: str, merges: Merges) -> Sequence[BytePair]:
    """Raises ``OptionError`` for what is no merge."""
    if isinstance(merges, BPEModel):
        return merges.merges_as_bytes()
    rule = "a model, or a list of merges: two tokens each, as bytes"
    listed: list[BytePair] = []
    for number, merge in enumerate(as_tuple(name, merges, rule)):
        where = f"{name}[{number}]"
        pair = as_tuple(where, merge, rule)
        if len(pair) != 2 or not all(isinstance(token, ANY_BYTES) for token in pair):
            raise OptionError(name=where, value=merge, rule=rule)
        listed.append((bytes(pair[0]), bytes(pair[1])))
    return listed


def _counts(
    pre_tokens: dict[bytes, int],
    merges: Sequence[BytePair],
    wanted: tuple[BytePair | None, BytePair | None],
) -> tuple[int, int]:
    """How often each of two pairs stands in the text after ``merges``."""
    ids = {token: token_id for token_id, token in enumerate(ALL_BYTES)}
    sequences = [(list(data), weight) for data, weight in pre_tokens.items()]
    for left, right in merges:
        if left in ids and right in ids:
            new_id = ids.setdefault(left + right, len(ids))
            for tokens, _ in sequences:
                replace_pair(tokens, (ids[left], ids[right]), new_id)
    one, other = (pair and tuple(map(ids.get, pair)) for pair in wanted)
    counts = [0, 0]
    for tokens, weight in sequences:
        for pair in pairwise(tokens):
            counts[0] += weight * (pair == one)
            counts[1] += weight * (pair == other)
    return counts[0], counts[1]
