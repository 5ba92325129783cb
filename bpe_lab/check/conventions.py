"""Which convention a solution keeps to: recognised, named, and not failed.

Small texts are trained on whose merges depend on the rule for ties, on whether overlaps are
counted, or on how texts are cut. A convention other than the first is taken only where it
gives all merges of all of them, so that a bug is not taken for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.check.candidate import Candidate
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.check.shapes.solution import Ability
from bpe_lab.measure.reasons import RunError

TEXTS = (
    "aaaaab ab ab xyz",
    "baaab cab aab",
    "low lower newest widest",
    "z yes yet! x1 12 34 34 1234",
    "it's  it's DON'T DON'T\n\n a\n b",
    "!! !?.. ~a ~a",
)
MERGES = 5  # each text has so many under every convention


def recognised(
    candidate: Candidate, *, tie_break: TieBreak | None = None, pattern: str | None = None
) -> Candidate:
    """The candidate under its convention; what is given is not looked for."""
    answers = list(_answers(candidate))
    first, *others = _conventions(candidate, tie_break, pattern)
    for convention in (first, *others):
        if all(_agrees(candidate, convention, *answer) for answer in answers):
            return replace(candidate, convention=convention)
    return replace(candidate, convention=first)


def _conventions(
    candidate: Candidate, tie_break: TieBreak | None, pattern: str | None
) -> Iterator[Convention]:
    """All in question; the likeliest come first."""
    cuts = _patterns(candidate, pattern)
    ties = (tie_break,) if tie_break else TIE_BREAKS
    for cut, overlaps, tie in product(cuts, (True, False), ties):
        yield Convention(cut, tie, overlaps)


def _patterns(candidate: Candidate, pattern: str | None) -> tuple[str, ...]:
    if pattern:
        return (pattern,)
    own = candidate.convention.pattern
    return (own,) if candidate.tells_pattern else tuple(dict.fromkeys((own, *PATTERNS)))


def _answers(candidate: Candidate) -> Iterator[tuple[str, tuple[tuple[bytes, bytes], ...]]]:
    """Each text with its merges; none where the code fails, which the ladder will say."""
    for text in TEXTS if Ability.TRAINS in candidate.abilities else ():
        try:
            yield text, candidate.train(text, MERGES).merges
        except RunError:
            return


def _agrees(
    candidate: Candidate, convention: Convention, text: str, merges: tuple[object, ...]
) -> bool:
    right = right_merges(text, MERGES, convention, candidate.specials)
    return right == list(merges)
