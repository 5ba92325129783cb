"""Where what a student's code gave parts from what is right, token by token, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise, zip_longest

from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.faults import Fault
from bpe_lab.check.words import pair_words, written
from bpe_lab.museum.parts import merged_once, ranks_of

MOST_CELLS = 400  # that are drawn of a row
REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class Cell:
    """A token with its id, or a character with its code point; None: no token has that id."""

    token: str | None
    number: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Why:
    """What is right there and why, as a key of the page's words with values."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A merge of the right encoder, and the tokens after it; none before the first."""

    merge: str | None
    rank: int | None
    tokens: Sequence[str]


@dataclass(frozen=True, slots=True)
class Parting:
    """Both rows, why they part, and how the right one gets from bytes to its tokens."""

    theirs: Sequence[Cell]
    right: Sequence[Cell]
    why: Why
    steps: Sequence[Step] = ()


def parting_of(fault: Fault, pattern: str) -> Parting | None:
    """Where the two part; None where the fault is none of tokens and texts."""
    if fault.kind == "text":
        return _of_texts(fault)
    if fault.kind not in ("ids", "pieces"):
        return None
    at = _first_difference(fault.output, fault.right)
    why, word = _why(fault, pattern, at)
    return Parting(
        tuple(_token_cells(fault.output, fault.ids, fault.right)),
        tuple(_token_cells(fault.right, fault.right_ids, fault.output)),
        why,
        tuple(_steps(word, fault.merges)) if word else (),
    )


def _of_texts(fault: Fault) -> Parting:
    decoded = str(fault.output)
    lost = REPLACEMENT in decoded and REPLACEMENT not in fault.text
    return Parting(
        tuple(_character_cells(decoded, fault.text)),
        tuple(_character_cells(fault.text, decoded)),
        Why("split_character" if lost else "other_text"),
    )


def _why(fault: Fault, pattern: str, at: int) -> tuple[Why, bytes]:
    """The reason at the first difference; the pre-token there where merges decide."""
    theirs = [token for token in fault.output if isinstance(token, bytes)]
    specials = {special.encode() for special in fault.specials}
    token = fault.right[at] if at < len(fault.right) else None
    if len(theirs) < len(fault.output):
        return Why("no_token"), b""
    if token in specials:
        return Why("special", {"token": written(token or b"")}), b""
    if b"".join(theirs) != fault.text.encode():
        if not theirs:
            return Why("nothing"), b""
        return Why("other_bytes", {"theirs": written(b"".join(theirs))}), b""
    if not fault.merges:
        return Why("single_bytes"), b""
    words = list(pre_tokens_of(fault, pattern))
    ends = set(accumulate(map(len, words)))
    crossing = next(_crossing(theirs, ends), None)
    if crossing:
        cut = " | ".join(map(written, words[:MOST_CELLS]))
        return Why("crosses", {"token": written(crossing), "cut": cut}), b""
    start = sum(map(len, fault.right[:at]))
    word = next(
        word
        for word, end in zip(words, accumulate(map(len, words)), strict=True)
        if end > start
    )
    if fault.kind == "pieces":
        return Why("pieces", {"word": written(word)}), word
    ranks = ranks_of(fault.merges)
    for left, right, end in _neighbours(theirs):
        if (left, right) in ranks and end not in ends:
            pair = pair_words((left, right))
            return Why("unmerged", {"pair": pair, "rank": ranks[left, right] + 1}), word
    return Why("order", {"word": written(word)}), word


def pre_tokens_of(fault: Fault, pattern: str) -> Iterator[bytes]:
    """What merges stay within: the pre-tokens of its text, and the special tokens."""
    for part, is_special in split_special(fault.text, fault.specials):
        if is_special:
            yield part.encode()
        else:
            yield from (word.encode() for word in split_pattern(part, pattern))


def _crossing(tokens: Sequence[bytes], ends: set[int]) -> Iterator[bytes]:
    """The tokens that lie in two pre-tokens."""
    for token, end in zip(tokens, accumulate(map(len, tokens)), strict=True):
        if ends & set(range(end - len(token) + 1, end)):
            yield token


def _neighbours(tokens: Sequence[bytes]) -> Iterator[tuple[bytes, bytes, int]]:
    """Tokens side by side, and where the left one ends."""
    ends = accumulate(map(len, tokens))
    for (left, right), end in zip(pairwise(tokens), ends, strict=False):
        yield left, right, end


def _steps(word: bytes, merges: Sequence[BytePair]) -> Iterator[Step]:
    """A pre-token, merge by merge, each time the pair of the lowest rank."""
    ranks, tokens = ranks_of(merges), [bytes([value]) for value in word]
    yield Step(None, None, [written(token) for token in tokens])
    while known := [pair for pair in pairwise(tokens) if pair in ranks]:
        pair = min(known, key=ranks.__getitem__)
        tokens = merged_once(tokens, pair)
        yield Step(pair_words(pair), ranks[pair] + 1, [written(token) for token in tokens])


def _token_cells(
    tokens: Sequence[object], ids: Sequence[int | None], others: Sequence[object]
) -> Iterator[Cell]:
    apart = _apart(tokens, others)
    for k, (token, number) in enumerate(zip_longest(tokens[:MOST_CELLS], ids[:MOST_CELLS])):
        letters = written(token) if isinstance(token, bytes) else None
        yield Cell(letters, "" if number is None else str(number), k in apart)


def _character_cells(text: str, other: str) -> Iterator[Cell]:
    apart = _apart(text, other)
    for k, letter in enumerate(text[:MOST_CELLS]):
        yield Cell(written(letter.encode()), f"U+{ord(letter):04X}", k in apart)


def _apart(row: Sequence[object], other: Sequence[object]) -> range:
    """What lies between the same beginning and the same end."""
    start = _first_difference(row, other)
    most = min(len(row), len(other)) - start
    same = next((k for k in range(most) if row[-1 - k] != other[-1 - k]), most)
    return range(start, len(row) - same)


def _first_difference(row: Sequence[object], other: Sequence[object]) -> int:
    pairs = zip(row, other, strict=False)
    return next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(row), len(other)))
