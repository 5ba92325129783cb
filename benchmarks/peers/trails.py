"""What a run has made, as digests: whether two made the same, and where they first differ."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from bpe_lab.measure.peers import Pair

DIGITS = 16


class Trail(NamedTuple):
    """Digests of the first part, the first two, and so on; or the last one alone.

    ``parts`` merges, ids or bytes were made. Two that made the same end in the same digest.
    """

    parts: int
    digests: tuple[str, ...]


def of_merges(merges: Iterable[Pair]) -> Trail:
    """A digest behind each merge.

    >>> one, two = of_merges([(b"a", b"b")]), of_merges([(b"a", b"b"), (b"ab", b"c")])
    >>> one.digests[0] == two.digests[0], two.parts
    (True, 2)
    """
    digest, digests = sha256(), []
    for pair in merges:
        for token in pair:
            digest.update(len(token).to_bytes(8, "little"))
            digest.update(token)
        digests.append(digest.hexdigest()[:DIGITS])
    return Trail(len(digests), tuple(digests))


def of_ids(ids: Any) -> Trail:
    """One digest of an array or a list of ids.

    >>> of_ids([1, 2]) == of_ids(np.array([1, 2], np.uint16))
    True
    """
    array = np.ascontiguousarray(ids, "<u4")
    return Trail(len(array), (sha256(array.tobytes()).hexdigest()[:DIGITS],))


def of_bytes(data: bytes) -> Trail:
    """One digest of decoded bytes."""
    return Trail(len(data), (sha256(data).hexdigest()[:DIGITS],))


def last_only(trail: Trail) -> Trail:
    """The end of a trail: it says whether two runs are the same, not where they differ."""
    return Trail(trail.parts, trail.digests[-1:])


def differs_at(one: Trail, other: Trail) -> int | None:
    """The first part that differs; None where all that both made is the same.

    Trails of one digest cannot say where they differ; the answer is then 0.

    >>> short, long = of_merges([(b"a", b"b")]), of_merges([(b"a", b"b"), (b"ab", b"c")])
    >>> differs_at(short, long), differs_at(of_merges([(b"x", b"y")]), long)
    (None, 0)
    """
    if not _is_whole(one) or not _is_whole(other):
        same = (one.parts, one.digests[-1:]) == (other.parts, other.digests[-1:])
        return None if same else 0
    both = list(zip(one.digests, other.digests, strict=False))
    return next((index for index, (a, b) in enumerate(both) if a != b), None)


def _is_whole(trail: Trail) -> bool:
    return len(trail.digests) == trail.parts
