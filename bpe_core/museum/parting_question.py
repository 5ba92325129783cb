"""The question at which merge a wrong trainer and the right one part."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_core.exercises.questions import Answer, Question, Reason
from bpe_core.museum.side_by_side import MergeBeside


def where_they_part(merges: Iterable[MergeBeside]) -> Question | None:
    """At which merge, from 1; None where they never part.

    >>> from bpe_core.museum.side_by_side import side_by_side
    >>> ours, theirs = [(b"a", b"b"), (b"a", b"ab")], [(b"a", b"b"), (b"a", b"a")]
    >>> question = where_they_part(side_by_side("aab", theirs, ours))
    >>> question.judge(2).is_right, question.judge(1).reason.key, question.judge(3).reason.key
    (True, 'still_together', 'parted_before')
    """
    merges = list(merges)
    if not merges or not merges[-1].parts:
        return None
    last = merges[-1].number + 1

    def reason(answer: Answer) -> Reason:
        if isinstance(answer, int) and 0 < answer < last:
            values = {"answer": answer, "pair": merges[answer - 1].right}
            return Reason("still_together", values)
        return Reason("parted_before", {"answer": answer})

    return Question(
        ask="where_they_part", kind="number", right=frozenset([last]), otherwise=reason
    )
