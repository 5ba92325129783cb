"""What is wrong, as a page that opens offline: both runs merge by merge, or both results.

Where results part, they do token by token, with the reason.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice, pairwise, zip_longest
from typing import NamedTuple, cast

from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.faults import Fault, pair_words, parting_at, written
from bpe_lab.check.fences import ending_of
from bpe_lab.check.probes import LATEST, MOST_BYTES, SLOWEST
from bpe_lab.check.reference import right_merges
from bpe_lab.check.report import Report, link_to
from bpe_lab.html_pages import LANGS, page_words, template
from bpe_lab.museum.parts import merged_once, ranks_of
from bpe_lab.museum.right import right_encode

MOST_BEFORE, MOST_AFTER = 50, 20  # merges beside the one that differs
MOST_DRAWN = 400  # tokens, or characters, of a row
REPLACEMENT = "\ufffd"


class Token(NamedTuple):
    """A token as it is drawn, and whether a pre-token ends with it."""

    letters: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """The text after so many merges in both runs; the merge that led there, if there is one."""

    merges: int
    theirs: str | None
    right: str | None
    their_tokens: Sequence[Token]
    right_tokens: Sequence[Token]

    @property
    def differs(self) -> bool:
        return self.theirs != self.right


def fault_page(report: Report, lab: str) -> str | None:
    """The page, in both languages; None where nothing is wrong."""
    fault = report.fault
    if fault is None:
        return None
    page, more = ("played.html", _played) if fault.difference else ("parted.html", _parted)
    return template(__package__, page).render(
        languages=LANGS,
        words=words,
        verdict={each: _verdict(report, fault, words(each)) for each in LANGS},
        text=written(fault.text[:MOST_DRAWN].encode()),
        source=report.names,
        state=fault.state,
        link=link_to(report, lab),
        alike=", ".join(str(exhibit.number) for exhibit in report.alike),
        **more(report, fault),
    )


def _played(report: Report, fault: Fault) -> Mapping[str, object]:
    """Both runs, merge by merge."""
    assert fault.difference, "asked where merges differ"
    moments, number = list(_moments(report, fault)), fault.difference.number
    return {
        "title": "title",
        "moments": moments,
        "before": next(k for k, moment in enumerate(moments) if moment.merges == number),
        "number": number + 1,
    }


def _parted(report: Report, fault: Fault) -> Mapping[str, object]:
    """Both results side by side, where the code gave one."""
    return {
        "title": "fault_title",
        "parting": parting_of(fault, report.convention.pattern),
        "what": "text" if fault.kind == "text" else "tokens",
        "specials": fault.specials,
        "merges": [pair_words(pair) for pair in fault.merges],
    }


def _moments(report: Report, fault: Fault) -> Iterator[Moment]:
    """From some merges before the one that differs to some after it."""
    assert fault.difference, "asked where merges differ"
    theirs = cast(Sequence[BytePair], fault.output)
    number, convention = fault.difference.number, report.convention
    last = min(number + MOST_AFTER, max(len(theirs), number + 1))
    right = right_merges(fault.text, last, convention, fault.specials)
    pairs = list(zip_longest(theirs[:last], right))
    ends = {*accumulate(map(len, pre_tokens_of(fault, convention.pattern)))}
    for merges in range(max(0, number - MOST_BEFORE), len(pairs) + 1):
        led = pairs[merges - 1] if merges else (None, None)
        their_pair, right_pair = (pair and pair_words(pair) for pair in led)
        their_tokens, our_tokens = (
            _drawn(
                right_encode(
                    fault.text, run[:merges], fault.specials, pattern=convention.pattern
                ),
                ends,
            )
            for run in (theirs, right)
        )
        yield Moment(merges, their_pair, right_pair, their_tokens, our_tokens)


def _drawn(tokens: Sequence[bytes], ends: Container[int]) -> list[Token]:
    """The first tokens of a run; ``ends`` are the bytes behind which pre-tokens end."""
    behind = accumulate(map(len, tokens))
    row = (
        Token(written(token), end in ends) for token, end in zip(tokens, behind, strict=True)
    )
    return list(islice(row, MOST_DRAWN))


def _verdict(report: Report, fault: Fault, own: Mapping[str, str]) -> str:
    """Which merge differs and what decided, or what went wrong in place of that."""
    difference = fault.difference
    if difference is None:
        kind, values = _kind(fault)
        return str(own[f"kind_{kind}"].format(**values))
    theirs, right = (
        pair and pair_words(pair) for pair in (difference.second, difference.first)
    )
    their_count, right_count = reversed(difference.counts or (0, 0))
    decided = "held_tie" if fault.ties_hold else difference.decided
    key = "stops" if theirs is None else "goes_on" if right is None else decided
    return own[str(key)].format(
        number=difference.number + 1,
        theirs=theirs,
        right=right,
        their_count=their_count,
        right_count=right_count,
        rule=own[f"tie_{report.convention.tie_break}"],
    )


def _kind(fault: Fault) -> tuple[str, Mapping[str, object]]:
    """The page's word for what went wrong, with its values."""
    if fault.kind not in ("broken", "cut"):
        return fault.kind, {"slowest": SLOWEST, "latest": LATEST, "most": MOST_BYTES}
    return ending_of(fault.sentence) or ("error", {"error": fault.sentence})


def words(language: str) -> Mapping[str, str]:
    """The page's words."""
    return page_words(__package__, "page_words", language)


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
class MergeStep:
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
    steps: Sequence[MergeStep] = ()


def parting_of(fault: Fault, pattern: str) -> Parting | None:
    """Where the two part; None where the fault is none of tokens and texts."""
    if fault.kind == "text":
        return _of_texts(fault)
    if fault.kind not in ("ids", "pieces"):
        return None
    at = parting_at(fault.output, fault.right)
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
    # In this order: with lost bytes or special tokens, no word of merges would be true.
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
        cut = " | ".join(map(written, words[:MOST_DRAWN]))
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
    for left, right, end in _neighbors(theirs):
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


def _neighbors(tokens: Sequence[bytes]) -> Iterator[tuple[bytes, bytes, int]]:
    """Tokens side by side, and where the left one ends."""
    ends = accumulate(map(len, tokens))
    for (left, right), end in zip(pairwise(tokens), ends, strict=False):
        yield left, right, end


def _steps(word: bytes, merges: Sequence[BytePair]) -> Iterator[MergeStep]:
    """A pre-token, merge by merge, each time the pair of the lowest rank."""
    ranks, tokens = ranks_of(merges), [bytes([value]) for value in word]
    yield MergeStep(None, None, [written(token) for token in tokens])
    while known := [pair for pair in pairwise(tokens) if pair in ranks]:
        pair = min(known, key=ranks.__getitem__)
        tokens = merged_once(tokens, pair)
        yield MergeStep(pair_words(pair), ranks[pair] + 1, [written(token) for token in tokens])


def _token_cells(
    tokens: Sequence[object], ids: Sequence[int | None], others: Sequence[object]
) -> Iterator[Cell]:
    apart = _apart(tokens, others)
    for k, (token, number) in enumerate(zip_longest(tokens[:MOST_DRAWN], ids[:MOST_DRAWN])):
        letters = written(token) if isinstance(token, bytes) else None
        yield Cell(letters, "" if number is None else str(number), k in apart)


def _character_cells(text: str, other: str) -> Iterator[Cell]:
    apart = _apart(text, other)
    for k, letter in enumerate(text[:MOST_DRAWN]):
        yield Cell(written(letter.encode()), f"U+{ord(letter):04X}", k in apart)


def _apart(row: Sequence[object], other: Sequence[object]) -> range:
    """What lies between the same beginning and the same end."""
    start = parting_at(row, other)
    most = min(len(row), len(other)) - start
    same = next((k for k in range(most) if row[-1 - k] != other[-1 - k]), most)
    return range(start, len(row) - same)
