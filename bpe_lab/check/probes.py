"""What is asked of the code on one text, and held against what is right.

First whether its merges, tokens and texts are the right ones; then how long it takes and how
much memory, relative to our trainers and to the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from io import StringIO
from time import perf_counter
from typing import Any, TypeAlias

from bpe_core.model import ALL_BYTES
from bpe_core.pretokenize.pre_tokens import pre_tokenize, split_pattern
from bpe_core.registry import TRAINERS
from bpe_core.train.compare_merges import BytePair, compare_merges
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.check.candidate import LESSON_MERGES, Candidate, CutShortError, EncodingResult
from bpe_lab.check.faults import (
    Fault,
    Kind,
    exhibit_words,
    exhibits_like,
    first_difference,
    merges_differ,
    pair_words,
    quoted,
    times,
    written,
)
from bpe_lab.check.reference import right_merges
from bpe_lab.check.shapes.cs336 import FORMS
from bpe_lab.check.shapes.solution import LACKS_SPECIALS, REVERSED, Ability
from bpe_lab.measure.reasons import RunError
from bpe_lab.museum.parts import merge_by_rank, ranks_of
from bpe_lab.museum.right import right_encode

# A probe gives a fault or none; one that measures adds its figures in a line.
Probe: TypeAlias = Callable[[Candidate, str], "Fault | tuple[Fault | None, str] | None"]

# What a tokenizer learns, or is made of, where a rung has no text of its own for that.
LESSON = "low low lower lowest newest newest widest wide " * 2
MOST_HELD = 10**6  # characters; what CS336's test of memory allows
VOCABULARIES = {
    "": "",
    REVERSED: "with a vocabulary whose ids are in reverse order, ",
    LACKS_SPECIALS: "with a vocabulary that lacks the special token, ",
}
FIRST_TAKEN = "no fault: of special tokens that begin alike it takes the one"
UNUSED = "zqzq"  # what is learned of it is in no text where no merge is to be
TIMED_MERGES = 50
SLOWEST = 10  # times as long as the naive trainer
LATEST = 50  # times as long as the naive encoder: 5 MB would take a quarter of an hour
CS336_MERGES, CS336_SECONDS = 243, 1.5  # of its corpus.en, 130 KB
MOST_BYTES = 1000  # of memory for each byte of text
SMALLEST = 32 * 2**20  # bytes that are not looked at: a library that is loaded takes more


class NotAskedError(Exception):
    """The code cannot be asked; the message says why."""


def tried(probe: Probe, candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """The fault and the figures of a probe; to give no answer is a fault as well."""
    try:
        outcome = probe(candidate, text)
    except CutShortError as error:
        outcome = Fault("cut", text, str(error))
    except RunError as error:
        outcome = Fault("broken", text, str(error))
    fault, note = outcome if isinstance(outcome, tuple) else (outcome, "")
    return fault and replace(fault, request=_last_request(candidate)), note


def _last_request(candidate: Candidate) -> Mapping[str, Any]:
    """What was asked last; a tokenizer is made of merges, or has to learn them."""
    source = "merges" if Ability.TAKES_MERGES in candidate.abilities else "lesson"
    return {**candidate.subject.request, "source": source}


def same_merges(
    candidate: Candidate, text: str, most: int = LESSON_MERGES, specials: Sequence[str] = ()
) -> Fault | None:
    """The merges of a text, in their order; no more are asked for than it can give."""
    convention, all_specials = candidate.convention, candidate.with_own(specials)
    right = right_merges(text, most, convention, all_specials)
    if not right:
        return None
    try:
        theirs = candidate.train(text, len(right), specials).merges
    except CutShortError:
        raise
    except RunError as error:
        return Fault("broken", text, str(error), specials=tuple(specials), asked=len(right))
    return other_merges(candidate, text, right, theirs, specials)


def other_merges(
    candidate: Candidate,
    text: str,
    right: Sequence[BytePair],
    theirs: Sequence[BytePair],
    specials: Sequence[str] = (),
) -> Fault | None:
    """Where the merges of a text are not the right ones."""
    convention, all_specials = candidate.convention, candidate.with_own(specials)
    difference = compare_merges(
        right, theirs, text, pattern=convention.pattern, special_tokens=all_specials
    )
    if difference is None:
        return None
    sentence = merges_differ(difference, convention)
    return Fault(
        *("merges", text, sentence, difference, tuple(theirs), tuple(specials)),
        asked=len(right),
    )


def line_ends(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """Its merges of a text with carriage returns, which a file in text mode reads as others."""
    fault = same_merges(candidate, text)
    if fault is None or fault.kind != "merges":
        return fault, ""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if right_merges(plain, fault.asked, candidate.convention, candidate.specials) != list(
        fault.output
    ):
        return fault, ""
    note = "no fault: it opens the file in text mode, which makes \\n of \\r\\n and of \\r"
    return None, f"{note}; newline='' keeps them, and CS336's own tests have none"


def first_in_training(
    candidate: Candidate, text: str, specials: Sequence[str]
) -> tuple[Fault | None, str]:
    """The merges of a text with special tokens that begin alike: the longest counts.

    The first of them is a convention: who joins them in their order finds that one.
    """
    fault = same_merges(candidate, text, specials=specials)
    if fault is None or fault.kind != "merges":
        return fault, ""
    first, own = specials[0], candidate.with_own(specials[:1])
    right = right_merges(text, fault.asked, candidate.convention, own)
    if right != list(fault.output):
        return fault, ""
    return None, f"{FIRST_TAKEN} given first in training: {first}"


def whole_vocabulary(
    candidate: Candidate, text: str, specials: Sequence[str] = ()
) -> tuple[Fault | None, str]:
    """All bytes, the special tokens and what was merged: each once, and nothing else."""
    all_specials = candidate.with_own(specials)
    right = right_merges(text, LESSON_MERGES, candidate.convention, all_specials)
    learned = candidate.train(text, len(right), specials)
    if learned.tokens is None:
        return None, learned.note
    wanted = {*ALL_BYTES, *(special.encode() for special in all_specials)}
    wanted |= {left + right for left, right in learned.merges}
    if missing := sorted(wanted - {*learned.tokens}):
        sentence = f"its vocabulary lacks {times(len(missing), 'token')}: {written(missing[0])}"
    elif extra := sorted({*learned.tokens} - wanted):
        sentence = f"its vocabulary holds what is no token: {written(extra[0])}"
    elif len(learned.tokens) != len(wanted):
        sentence = f"its vocabulary has {len(learned.tokens)} tokens in place of {len(wanted)}"
    elif learned.ids is not None and {*learned.ids} != {*range(len(wanted))}:
        ids = f"{min(learned.ids)} to {max(learned.ids)}"
        sentence = f"the ids of its vocabulary are {ids} in place of 0 to {len(wanted) - 1}"
    else:
        return None, learned.note
    return Fault("vocabulary", text, sentence, specials=tuple(specials)), learned.note


def single_bytes(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """Without a merge every byte is a token, and decoding gives the text again.

    Where a vocabulary of bytes alone is refused, it has one merge that is not in the text.
    """
    try:
        encoding = candidate.encode(text, "a", most=0)
        return _bytes_alone(candidate, text, encoding), encoding.note
    except CutShortError:
        raise
    except RunError:
        if Ability.TAKES_MERGES in candidate.abilities:
            raise
    encoding = candidate.encode(text, UNUSED, most=1)
    note = "no fault: it refuses a vocabulary of 256 tokens, so it is asked for 257"
    return _bytes_alone(candidate, text, encoding), note


def _bytes_alone(candidate: Candidate, text: str, encoding: EncodingResult) -> Fault | None:
    if len(encoding.ids) != len(text.encode()):
        sentence = (
            f"without merges it makes {times(len(encoding.ids), 'token')} of "
            f"{times(len(text.encode()), 'byte')}"
        )
        right = [bytes([byte]) for byte in text.encode()]
        return _encodes_else("ids", text, sentence, encoding, right)
    return _decoded(text, encoding)


def round_trip(candidate: Candidate, text: str) -> Fault | None:
    """What is encoded and decoded is the text that it was."""
    return _decoded(text, candidate.encode(text, LESSON))


def each_alone(candidate: Candidate, text: str) -> Fault | None:
    """What each id by itself is decoded to: U+FFFD where its bytes are no whole character."""
    encoding = candidate.encode_alone(text, LESSON)
    for token, alone in zip(encoding.tokens, encoding.alone, strict=True):
        right = alone if token is None else token.decode("utf-8", "replace")
        if alone != right:
            sentence = f"the id of {written(token or b'')} alone is decoded to {alone!r}"
            return Fault("alone", text, f"{sentence}, and should be {right!r}")
    return None


def _decoded(text: str, encoding: EncodingResult, specials: Sequence[str] = ()) -> Fault | None:
    if encoding.decoded == text:
        return None
    sentence = f"decoded it is another text: {first_difference(text, encoding.decoded)}"
    return Fault(
        *("text", text, sentence, None, encoding.decoded, tuple(specials)),
        tokens=tuple(token for token in encoding.tokens if token is not None),
        ids=encoding.ids,
    )


def same_tokens(
    candidate: Candidate,
    text: str,
    lesson: str = LESSON,
    specials: Sequence[str] = (),
    vocabulary: str = "",
) -> Fault | None:
    """The tokens that the merges it encodes by make of a text, and these decoded again."""
    encoding = candidate.encode(text, lesson, specials, vocabulary=vocabulary)
    return other_tokens(candidate, text, encoding, specials, VOCABULARIES[vocabulary])


def other_tokens(
    candidate: Candidate,
    text: str,
    encoding: EncodingResult,
    specials: Sequence[str] = (),
    how: str = "",
) -> Fault | None:
    """Where the tokens of a text, or these decoded again, are not the right ones."""
    right = right_encode(text, encoding.merges, specials, pattern=candidate.convention.pattern)
    if right == list(encoding.tokens):
        return _decoded(text, encoding, specials)
    sentence = f"{how}it encodes to {_row(encoding.tokens)} in place of {_row(right)}"
    return _encodes_else("ids", text, sentence, encoding, right, specials)


def first_registered(
    candidate: Candidate, text: str, specials: Sequence[str]
) -> tuple[Fault | None, str]:
    """The longest of special tokens that begin alike, or by convention the first of them.

    All begin with the first; a regular expression that joins them in their order finds no
    other.
    """
    fault = same_tokens(candidate, text, specials=specials)
    first, *_ = specials
    if fault is None or fault.output != tuple(
        right_encode(text, fault.merges, [first], pattern=candidate.convention.pattern)
    ):
        return fault, ""
    return None, f"{FIRST_TAKEN} registered first: {first}"


def by_odd_merges(
    candidate: Candidate, text: str, merges: Sequence[BytePair]
) -> tuple[None, str]:
    """What it makes of merges that no training gives; files from elsewhere have such."""
    listed = f"no fault: {text!r} by {', '.join(map(pair_words, merges))}"
    try:
        tokens = candidate.encode_by(text, merges).tokens
    except RunError as error:
        return None, f"{listed}: {error}"
    right = right_encode(text, merges, pattern=candidate.convention.pattern)
    if right == list(tokens):
        return None, ""
    fault = Fault("ids", text, "", output=tokens, merges=tuple(merges))
    alike = exhibits_like(fault, candidate.convention)
    names = f", as the museum's {exhibit_words(alike)}" if alike else ""
    return None, f"{listed} is {_row(tokens)}, where ours is {_row(right)}{names}"


def from_files(
    candidate: Candidate, text: str, lesson: str = LESSON, specials: Sequence[str] = ()
) -> tuple[Fault | None, str]:
    """The tokens that it makes where it has read vocabulary and merges from files.

    Raises ``NotAskedError`` where it reads none of the forms that are known.
    """
    form = _form_of(candidate)
    if form is None:
        raise NotAskedError(f"from_files reads none of these: {', '.join(FORMS)}")
    encoding = candidate.encode(text, lesson, specials, form=form)
    fault = other_tokens(candidate, text, encoding, specials, "from files ")
    return fault, f"from_files reads {form}"


@lru_cache(maxsize=1)
def _form_of(candidate: Candidate) -> str | None:
    """The form in which it reads what it is made of; else one that it reads, but not right.

    That is one of which it has tokens for all of a plain text, and some that were merged.
    """
    right, nearly = candidate.encode(LESSON, LESSON).tokens, None
    for form in FORMS:
        try:
            tokens = candidate.encode(LESSON, LESSON, form=form).tokens
        except CutShortError:
            raise
        except RunError:
            continue
        if tokens == right:
            return form
        whole = None not in tokens and b"".join(filter(None, tokens)) == LESSON.encode()
        if whole and len(tokens) < len(LESSON):
            nearly = nearly or form
    return nearly


def same_in_pieces(
    candidate: Candidate, text: str, lesson: str = LESSON, specials: Sequence[str] = ()
) -> Fault | None:
    """The lines of a text, one by one, give the tokens of the whole."""
    encoding = candidate.stream(_lines(text), lesson, specials)
    right = right_encode(text, encoding.merges, specials, pattern=candidate.convention.pattern)
    if right == list(encoding.tokens):
        return None
    sentence = f"line by line it encodes to {_row(encoding.tokens)} in place of {_row(right)}"
    return _encodes_else("pieces", text, sentence, encoding, right, specials)


def across_lines(candidate: Candidate, text: str) -> tuple[None, str]:
    """Whether a pre-token of several lines stays whole; many take a line for a text."""
    fault = same_in_pieces(candidate, text, lesson=text * 9)
    note = f"no fault: it takes every piece for a text, on {text!r} not that of the whole"
    return None, note * bool(fault)


def lazy(candidate: Candidate, text: str) -> Fault | None:
    """The first ids come before a megabyte was taken; special tokens end its documents."""
    if candidate.holds_at_most(MOST_HELD, _lines(text), LESSON):
        return None
    return Fault("lazy", text, f"it takes {MOST_HELD:,} characters before its first id")


def _encodes_else(
    kind: Kind,
    text: str,
    sentence: str,
    encoding: EncodingResult,
    right: Sequence[bytes],
    specials: Sequence[str] = (),
) -> Fault:
    """A fault of encoding, with both rows of tokens and their ids."""
    return Fault(
        *(kind, text, sentence, None, encoding.tokens, tuple(specials)),
        merges=encoding.merges,
        right=tuple(right),
        ids=encoding.ids,
        right_ids=encoding.ids_of(right),
    )


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends, as an open file gives them."""
    return list(StringIO(text, newline="\n"))


def _row(tokens: Sequence[bytes | None]) -> str:
    """Tokens in a row, as far as they are easily read.

    >>> _row([b"a", b" b", None])
    'a | ␣b | an id of no token'
    """
    known = ("an id of no token" if token is None else quoted(token) for token in tokens[:12])
    row = " | ".join(known)
    return f"{row} | …" if len(tokens) > 12 else row


def speed(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How long training takes beside our naive and our linked trainer, run right after it."""
    seconds = candidate.train(text, TIMED_MERGES).seconds
    naive, linked = (_seconds(name, candidate, text) for name in ("naive", "linked"))
    note = (
        f"{seconds:.2f} s; our naive trainer {naive:.2f} s, our linked one {linked:.2f} s "
        f"for {TIMED_MERGES} merges of {len(text.encode()):,} bytes"
    )
    if seconds <= SLOWEST * naive:
        return None, note
    sentence = f"it takes {seconds / naive:.0f} times as long as our naive trainer"
    return Fault("slow", text, sentence), note


def training_of_cs336(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """The merges of as large a text as CS336's tests have, and the time beside their bound.

    Seconds depend on the machine, and on what else it does, so too many are no fault here.
    """
    right = right_merges(text, CS336_MERGES, candidate.convention, candidate.specials)
    asked = f"for {CS336_MERGES} merges of {len(text.encode()):,} bytes"
    try:
        learned = candidate.train(text, CS336_MERGES)
    except CutShortError as error:
        return None, f"{error} {asked}; CS336's own test allows {CS336_SECONDS} s"
    note = f"{learned.seconds:.2f} s {asked}; CS336's own test allows {CS336_SECONDS} s"
    return other_merges(candidate, text, right, learned.merges), note


def encoding_speed(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How long encoding takes by thousands of merges, beside our naive encoder."""
    merges = many_merges()
    encoding = candidate.encode_by(text, merges)
    started = perf_counter()
    right = naive_tokens(text, merges, candidate.convention.pattern)
    naive = perf_counter() - started
    if right != list(encoding.tokens):
        return other_tokens(candidate, text, encoding), ""
    took = f"{encoding.seconds:.2f} s; our naive encoder {naive:.2f} s"
    note = f"{took} for {len(text.encode()):,} bytes by {len(merges):,} merges"
    if encoding.seconds <= LATEST * naive:
        return None, note
    sentence = (
        f"encoding takes {encoding.seconds / naive:.0f} times as long as our naive encoder"
    )
    return Fault("late", text, sentence), note


def naive_tokens(text: str, merges: Sequence[BytePair], pattern: str) -> list[bytes]:
    """The tokens of a text, pre-token by pre-token, each time the pair of the lowest rank.

    >>> naive_tokens("abc abc", [(b"b", b"c"), (b"a", b"bc")], "gpt2")
    [b'abc', b' ', b'abc']
    """
    ranks = ranks_of(merges)
    words = ([bytes([b]) for b in word.encode()] for word in split_pattern(text, pattern))
    return [token for word in words for token in merge_by_rank(word, ranks)]


@cache
def many_merges() -> tuple[BytePair, ...]:
    """Those of a vocabulary that comes along."""
    return tuple(built_in("lab").merges_as_bytes())


def memory(candidate: Candidate, text: str) -> tuple[Fault | None, str]:
    """How much more memory training takes than was taken before, for each byte of text.

    Its merges of that text are looked at as well.
    """
    size = len(text.encode())
    right = right_merges(text, TIMED_MERGES, candidate.convention, candidate.specials)
    learned = candidate.train(text, TIMED_MERGES)
    peak = learned.peak
    note = f"{peak / size:.0f} bytes for each of {size:,} bytes of text"
    if fault := other_merges(candidate, text, right, learned.merges):
        return fault, note
    if peak <= max(SMALLEST, MOST_BYTES * size):
        return None, note
    return Fault("large", text, f"it takes {note}; {MOST_BYTES} are allowed"), note


def _seconds(trainer: str, candidate: Candidate, text: str) -> float:
    """A trainer of ours on every occurrence of every pre-token."""
    options = TrainOptions(num_merges=TIMED_MERGES, tie_break=candidate.convention.tie_break)
    started = perf_counter()
    cut = pre_tokenize(text, pattern=candidate.convention.pattern)
    for _ in TRAINERS[trainer](cut, options):
        pass
    return perf_counter() - started
