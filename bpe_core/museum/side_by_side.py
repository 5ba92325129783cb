"""A wrong trainer and the right one on the same text, merge by merge, until they part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from bpe_core.museum.parts import count_pairs, merged, words_of
from bpe_core.train.compare_merges import BytePair


@dataclass(frozen=True, slots=True)
class MergeBeside:
    """The pairs that both merge at ``number``, from 0, with their counts at that moment.

    A pair is None where that trainer has stopped; its count is 0 then.
    """

    number: int
    wrong: BytePair | None
    right: BytePair | None
    wrong_count: int
    right_count: int

    @property
    def parts(self) -> bool:
        """Whether the two part here."""
        return self.wrong != self.right


def side_by_side(
    text: str, wrong: Iterable[BytePair], right: Iterable[BytePair]
) -> Iterator[MergeBeside]:
    """All merges that are the same, and the first that is not.

    >>> ours, theirs = [(b"a", b"b"), (b"a", b"ab")], [(b"a", b"b"), (b"a", b"a")]
    >>> for merge in side_by_side("aab", theirs, ours):
    ...     print(merge.wrong, merge.wrong_count, merge.right, merge.right_count)
    (b'a', b'b') 1 (b'a', b'b') 1
    (b'a', b'a') 0 (b'a', b'ab') 1
    """
    words = words_of(text)
    for number, (theirs, ours) in enumerate(zip_longest(wrong, right)):
        counts = count_pairs(words)
        merge = MergeBeside(
            number, theirs, ours, counts[theirs] if theirs else 0, counts[ours] if ours else 0
        )
        yield merge
        if merge.parts:
            return
        words = [merged(word, ours) for word in words]
