"""The question that counted operations answer: who had least to do."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.exercises.questions import Answer, Question, Reason

MOST_CHOICES = 5


def least_work(work: Mapping[str, int]) -> Question | None:
    """Which lane did least, by its name; None where all did the same.

    Of many lanes those with least and those with most are offered.

    >>> least_work({"naive": 50, "linked": 3}).judge("naive").reason.values["least_count"]
    3
    """
    if len(set(work.values())) < 2:
        return None
    ranked = sorted(work, key=lambda lane: (work[lane], lane))
    offered = [*ranked[: MOST_CHOICES - 1], ranked[-1]][: len(ranked)]
    least = ranked[0]

    def reason(answer: Answer) -> Reason:
        lane = str(answer)
        values = {"lane": lane, "count": work.get(lane, 0), "least": least}
        return Reason("more_work", {**values, "least_count": work[least]})

    return Question(
        ask="least_work",
        kind="choice",
        right=frozenset(lane for lane in work if work[lane] == work[least]),
        wrong={lane: reason(lane) for lane in offered if work[lane] > work[least]},
        otherwise=reason,
        choices=tuple(lane for lane in work if lane in offered),  # in the order that is drawn
    )
