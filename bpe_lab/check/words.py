"""What is wrong, in sentences for students."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining

from bpe_core.systems.system import readable
from bpe_core.train.compare_merges import BytePair, MergeDifference
from bpe_lab.check.evidence import Alike
from bpe_lab.check.reference import Convention

TIE_RULES = {
    "greatest": "the greatest by its left bytes, then by its right ones,",
    "first_seen": "the one that stands first",
    "lowest_ids": "the one of the lowest ids",
    "lowest_gpt2_ids": "the one of the lowest ids in GPT-2's alphabet",
}
# Where the rung of ties held, and a run parts from ours at one nevertheless.
TIES_HOLD = "its ties were right before: so it counts one of them, or cuts the text, otherwise"
STATE = (
    "In a fresh process this text does not fail: something is kept from one tokenizer, or one "
    "text, to the next (a cache of the class, a global), or left to chance."
)


def written(token: bytes) -> str:
    """A token as it is read: a space as a bracket, a mark upon a letter by its number.

    >>> written(b" a"), written(bytes([0xe4])), written("e\u0301".encode())
    ('␣a', '<E4>', 'e<U+0301>')
    """
    return "".join(map(_letter, readable(token).replace(" ", "␣")))


def quoted(token: bytes) -> str:
    """The same in a row between bars; bars themselves in quotation marks.

    >>> quoted(b"||"), quoted(b"<|")
    ("'||'", '<|')
    """
    return written(token) if token.strip(b"|") else f"'{written(token)}'"


def _letter(letter: str) -> str:
    if combining(letter):
        return f"<U+{ord(letter):04X}>"
    return letter if letter.isprintable() else f"<{ord(letter):02X}>"


def times(count: int, what: str) -> str:
    """A number with its noun.

    >>> times(1, "token"), times(2, "token")
    ('1 token', '2 tokens')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"


def often(count: int) -> str:
    """How often.

    >>> often(0), often(1), often(2), often(3)
    ('not at all', 'once', 'twice', '3 times')
    """
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count:,} times")


def pair_words(pair: BytePair) -> str:
    """Two tokens with a sign between.

    >>> pair_words((b"a", b"b"))
    'a + b'
    """
    return " + ".join(map(written, pair))


def exhibit_words(alike: Sequence[Alike]) -> str:
    """Exhibits of the museum.

    >>> exhibit_words([Alike(20, "whole_rounds")])
    'exhibit 20 (whole rounds)'
    """
    names = (f"{each.number} ({each.name.replace('_', ' ')})" for each in alike)
    return f"exhibit{'s' * (len(alike) != 1)} {', '.join(names)}"


def merges_differ(
    difference: MergeDifference, convention: Convention, *, ties_hold: bool = False
) -> str:
    """Both merges, both counts, and who is right and why; ours is the first.

    Where ties are known to hold, none is blamed.
    """
    right, theirs, number = difference.first, difference.second, difference.number + 1
    if theirs is None:
        assert right, "one of the two is there"
        return f"it stops before merge {number}, {pair_words(right)}, which is still to be made"
    if right is None:
        return f"it makes a merge {number}, {pair_words(theirs)}, that was not asked for"
    assert difference.counts, "a text was at hand"
    ours, other = difference.counts
    sentence = f"merge {number} is {pair_words(theirs)}, and should be {pair_words(right)}: "
    if difference.decided == "tie" and convention.overlaps:
        rule = TIE_RULES[convention.tie_break]
        if ties_hold:
            return f"{sentence}both stand there {often(ours)}, and {TIES_HOLD}"
        return f"{sentence}both stand there {often(ours)}, and of equals {rule} is merged"
    if not convention.overlaps:
        return f"{sentence}overlaps are not counted here"
    reason = f"{pair_words(right)} stands there {often(ours)}, {pair_words(theirs)}"
    return f"{sentence}{reason} {often(other)}"


def first_difference(right: str, other: str) -> str:
    """Where two texts part, by characters.

    >>> first_difference("abc", "abd")
    "at character 2 'd' in place of 'c'"
    """
    at = next((k for k, (a, b) in enumerate(zip(right, other, strict=False)) if a != b), None)
    at = min(len(right), len(other)) if at is None else at
    actual, wanted = other[at : at + 1], right[at : at + 1]
    return f"at character {at} {actual or 'the end'!r} in place of {wanted or 'the end'!r}"
