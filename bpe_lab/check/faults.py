"""What a rung found wrong: a fault, in sentences for students, and which exhibits do the same.

A fault has a text, what was expected, and what came. An exhibit of the museum that gives the
same on the same text is evidence, not proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias
from unicodedata import combining

from bpe_core.model import ALL_BYTES
from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.systems.system import readable
from bpe_core.train.compare_merges import BytePair, MergeDifference
from bpe_lab.check.reference import Convention
from bpe_lab.museum import EXHIBITS, Exhibit, WrongDecoder, WrongEncoder, WrongTrainer

Kind: TypeAlias = Literal[
    "merges",
    "vocabulary",
    "ids",
    "pieces",
    "text",
    "alone",
    "lazy",
    "slow",
    "late",
    "large",
    "broken",
    "cut",
]
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
LONGEST = 4000  # characters of a text that they are tried on: they are slow


@dataclass(frozen=True, slots=True)
class Fault:
    """``kind`` is kept while the text is shrunk: the smallest text shows the same fault.

    ``sentence`` is what is wrong in a line. ``difference`` is where the merges part, ours
    first. ``output`` is what the code gave: its merges, its tokens, or the text it decoded;
    ``right`` are the right tokens, and both have their ids in its vocabulary beside them.
    It was ``asked`` for so many merges, or was to encode by ``merges``, decode ``tokens``.
    ``request`` is what its process was asked last. ``ties_hold``: a tie parts the two, where
    the rung of ties held before.
    ``state``: in a fresh process the text does not fail.
    """

    kind: Kind
    text: str
    sentence: str
    difference: MergeDifference | None = None
    output: tuple[BytePair, ...] | tuple[bytes | None, ...] | str = ()
    specials: tuple[str, ...] = ()
    asked: int = 0
    merges: tuple[BytePair, ...] = ()
    tokens: tuple[bytes, ...] = ()
    right: tuple[bytes, ...] = ()
    ids: tuple[int, ...] = ()
    right_ids: tuple[int | None, ...] = ()
    request: Mapping[str, Any] = field(default_factory=dict)
    ties_hold: bool = False
    state: bool = False


def is_like(other: Fault, fault: Fault, *, ties_hold: bool = False) -> bool:
    """Whether a smaller text shows the same: a wrong count stays one and becomes no tie.

    Where ties are known to hold, what looked like one may turn out to be a wrong count. An
    error stays of its class and on its line.
    """
    if other.kind != fault.kind or bool(other.difference) != bool(fault.difference):
        return False
    if other.difference and fault.difference:
        was_tie = fault.difference.decided == "tie"
        return was_tie if other.difference.decided == "tie" else ties_hold or not was_tie
    return fault.kind != "broken" or _error(other) == _error(fault)


def _error(fault: Fault) -> tuple[str, str]:
    """The class of an error, and the line that it came from."""
    words, _, line = fault.sentence.rpartition(" (")
    return words.partition(":")[0], line


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
    at = parting_at(right, other)
    actual, wanted = other[at : at + 1], right[at : at + 1]
    return f"at character {at} {actual or 'the end'!r} in place of {wanted or 'the end'!r}"


def parting_at(row: Sequence[object], other: Sequence[object]) -> int:
    """The first position at which two rows differ, or where the shorter one ends.

    >>> parting_at("abc", "abd"), parting_at("ab", "abc")
    (2, 2)
    """
    pairs = zip(row, other, strict=False)
    return next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(row), len(other)))


class Alike(NamedTuple):
    """An exhibit with the same output."""

    number: int
    name: str


def exhibits_like(
    fault: Fault, convention: Convention, exhibits: Mapping[str, Exhibit] = EXHIBITS
) -> tuple[Alike, ...]:
    """The exhibits that do on the fault's text what the code did there.

    They have conventions of their own, so only code of the same ones is held against them; of
    patterns, where both cut the text alike. None of a text that is too long for them.
    """
    if len(fault.text) > LONGEST:
        return ()
    return tuple(
        Alike(exhibit.number, name)
        for name, exhibit in exhibits.items()
        if any(_same(fault, output) for output in _outputs(exhibit, fault, convention))
    )


def _same(fault: Fault, output: object) -> bool:
    """Whether the code gave this; an id of no token is one here as there."""
    if fault.kind == "broken":  # a line number follows the error's words
        return fault.sentence.rpartition(" (")[0] == output
    if fault.kind != "ids" or not isinstance(output, tuple):
        return fault.output == output
    known = {*ALL_BYTES, *(special.encode() for special in fault.specials)}
    known |= {left + right for left, right in fault.merges}
    return tuple(token if token in known else None for token in output) == fault.output


def _outputs(exhibit: Exhibit, fault: Fault, convention: Convention) -> Iterator[object]:
    """What the exhibit gives where it is asked the same; nothing where it cannot be."""
    if isinstance(exhibit, WrongTrainer):
        if fault.asked and convention == Convention() and not fault.specials:
            yield _tried(lambda: tuple(exhibit.train(fault.text, fault.asked)))
    elif isinstance(exhibit, WrongEncoder):
        if fault.kind == "ids" and _cut_alike(fault, convention.pattern, exhibit.pattern):
            encode = exhibit.encode
            yield _tried(lambda: tuple(encode(fault.text, fault.merges, fault.specials)))
    elif isinstance(exhibit, WrongDecoder) and fault.kind == "text":
        yield _tried(lambda: exhibit.decode(fault.tokens))


def _cut_alike(fault: Fault, pattern: str, other: str) -> bool:
    """Whether both patterns cut what lies between the special tokens into the same words."""
    parts = [
        part for part, is_special in split_special(fault.text, fault.specials) if not is_special
    ]
    return all(
        [*split_pattern(part, pattern)] == [*split_pattern(part, other)] for part in parts
    )


def _tried(run: Callable[[], object]) -> object:
    """What it gives, or the words of its error."""
    try:
        return run()
    except Exception as error:  # any: exhibits are wrong on purpose
        return f"{type(error).__name__}: {error}".removesuffix(": ")
