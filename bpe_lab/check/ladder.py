"""The ladder: its rungs in order, each with the texts that it asks about.

Texts are as small as what they are to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from bpe_core.library import library_bytes
from bpe_lab.check.candidate import Candidate
from bpe_lab.check.faults import Fault
from bpe_lab.check.probes import (
    LESSON,
    NotAskedError,
    Probe,
    across_lines,
    by_odd_merges,
    each_alone,
    encoding_speed,
    first_in_training,
    first_registered,
    from_files,
    lazy,
    line_ends,
    memory,
    round_trip,
    same_in_pieces,
    same_merges,
    same_tokens,
    single_bytes,
    speed,
    training_of_cs336,
    tried,
    whole_vocabulary,
)
from bpe_lab.check.shapes.solution import LACKS_SPECIALS, REVERSED, Ability

ONE = "<|endoftext|>"
OVERLAPPING = ("<|e|>", "<|e|><|e|>")
BEGINNING = ("<|e|>", "<|e|>ab")
ODD = ("[x]+", "<|e|>")
# One letter of each length in UTF-8; then combined marks, a picture of several characters.
LETTERS = ("é", "你好你", "🦊", "שלום", "ไทย")
MARKED = ("e\u0301e\u0301", "👩‍🚀")  # patterns cut these
SCRIPTS = (*LETTERS, *MARKED)
DIGITS = "3\u00b2 3\u00b2 3\u00b2 _a _a"
TIES = (
    "aab",
    "ab ba",
    "baaa",
    "low lower newest widest",
    "ZZ ZZ ZZ BA BA BA BZZ BAA",  # tuples and joined texts disagree
    "ba ab cb bc",
)
OVERLAPS = (
    "aaa",
    "aaaa",
    "aaaaaaa aaaaaa",
    "eded",
    "ededed",
    "aa aa a",
    "ababab abab",
    "banana ananas",
    "a" * 40,  # who has a longest token, or a buffer, has it below that
)
CUT_TEXTS = (
    "a b a b",
    "it's it's don't I'll",
    "a  b\n\n c",
    "3333 3333 12345",
    "x.y!! x.y ?!",
    "na\u00efve \u00fcber\u3000\u4f60\u597d\u00a0 x",
    "  \n \t a",
    "a\u00b2 a\u00b2 \u00b21 \u00b21 \u00bd \u2167\u2167",  # digits for \\w, none for \\d
    "a_b a_b __ x_y",
    "\ufeffab ab",
    "ab\0ab ab",  # where a text ends with a NUL
    *MARKED,
)
# Words that differ, or have a merge, behind what a cache or a search looks at.
LONG_WORDS = (f" {'newest' * 22}low {'newest' * 22}wid", f"{'x' * 130}newest")
# Merges that no training gives, while converted files have such.
ONE_TWICE = ((b"a", b"b"), (b"b", b"c"), (b"a", b"b"))
PART_LAST = ((b"tt", b"t"), (b"t", b"t"))
LINES = (
    *("low lower\nnewest\n", "a\n\nb\n", "it's\n low \n"),
    "newest " * 20 + "\nlow\n",
    "\ufefflow\n\ufefflow\n",  # a mark is a character wherever a text is cut
    "low\nnewest",  # a last line without an end
)
CARRIAGE_RETURNS = "a\r\nb\r\nc\rd\r\r"
# Wherever a text of these is cut within a word, two merges change places.
ROWS = " abcdefghij" * 23_000
# b + c, then a + b, whatever decides between equals and wherever it is cut.
RANKED = "bc.bc,bc;bc!ab?ab-ab"
NEWLINES = "a\n \nb\n \nc\n \n"  # a pre-token each, by most patterns
MANY_LINES = "low lower newest widest\n<|endoftext|>\n" * 200

FIRST_SURROGATE, LAST_SURROGATE, LAST = 0xD800, 0xDFFF, 0x10FFFF
STRIDE = 37  # prime, so that all last bytes occur
IN_ONE_TEXT = 2000  # characters


@dataclass(frozen=True, slots=True)
class Step:
    """A probe on some texts, where the code ``needs`` to be able to do something for it."""

    probe: Probe
    texts: Callable[[], tuple[str, ...]]
    needs: Ability = Ability.TRAINS


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rung gave; ``probe`` tries other texts, None where that means nothing."""

    fault: Fault | None = None
    probe: Probe | None = None
    notes: tuple[str, ...] = ()
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Rung:
    """Steps that are tried in turn, up to the first fault."""

    steps: tuple[Step, ...]

    def possible(self, candidate: Candidate) -> tuple[Step, ...]:
        """The steps that the code can be asked; none: the rung is not asked."""
        return tuple(step for step in self.steps if step.needs in candidate.abilities)

    def climb(self, candidate: Candidate) -> Outcome:
        """Try all that is possible."""
        notes: list[str] = []
        for step in self.possible(candidate):
            for text in step.texts():
                try:
                    fault, more = tried(step.probe, candidate, text)
                except NotAskedError as reason:
                    return Outcome(notes=(str(reason),), asked=False)
                notes += [more] * bool(more)
                if fault:
                    return Outcome(fault, step.probe, tuple(dict.fromkeys(notes)))
        return Outcome(notes=tuple(dict.fromkeys(notes)))


def rung_of(*steps: Step) -> Rung:
    """A rung of these steps."""
    return Rung(steps)


def these(*texts: str) -> Callable[[], tuple[str, ...]]:
    """Texts that are at hand."""
    return lambda: texts


@cache
def long_text(size: int) -> str:
    """Python's own library, so many bytes of it: the same on every machine with this Python."""
    return library_bytes(size).decode()


@cache
def unicode_texts() -> tuple[str, ...]:
    """All characters of one and two bytes, every 37th of the others, and what is odd."""
    few = range(0x800)
    many = range(0x800, LAST + 1, STRIDE)
    edges = (0xD7FF, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, LAST)
    codes = (c for c in (*few, *many, *edges) if not FIRST_SURROGATE <= c <= LAST_SURROGATE)
    letters = "".join(map(chr, codes))
    slices = range(0, len(letters), IN_ONE_TEXT)
    odd = ("", " ", "\r\n\r", "e\u0301\u0327", "👩‍👩‍👧", "\u202eabc", "\ufffd" * 2, *SCRIPTS)
    return (*odd, *(letters[start : start + IN_ONE_TEXT] for start in slices))


RUNGS: Mapping[str, Rung] = {
    "bytes in and out": rung_of(
        Step(whole_vocabulary, these("low lower")),
        Step(partial(same_merges, most=1), these("é", "жж", "!\\ !\\")),
        Step(single_bytes, these("a", "low", *SCRIPTS), Ability.ENCODES),
        Step(each_alone, these("low", "\u00e9", "\U0001f98a newest"), Ability.DECODES_PARTS),
        Step(
            partial(same_tokens, vocabulary=REVERSED),
            these("a", "low newest"),
            Ability.TAKES_MERGES,
        ),
    ),
    "first merge": rung_of(
        Step(partial(same_merges, most=1), these("xyxy", "low lot lo", "banana bandana"))
    ),
    "ties": rung_of(Step(same_merges, these(*TIES, *LETTERS))),
    "overlaps": rung_of(Step(same_merges, these(*OVERLAPS))),
    "special tokens": rung_of(
        Step(
            partial(same_merges, specials=(ONE,)),
            these(
                f"ab{ONE}ab{ONE}{ONE}b a",
                f"{ONE}low{ONE}",
                f"<<{ONE}endend || >>",  # where | is read as an alternative
                f"a{ONE}   {ONE} b{ONE} b",  # where white space is skipped, or stripped
            ),
            Ability.TRAINS_SPECIALS,
        ),
        Step(
            partial(same_merges, specials=BEGINNING[::-1]),
            these("<|e|>ab x<|e|>ab x"),
            Ability.TRAINS_SEVERAL,
        ),
        Step(
            partial(first_in_training, specials=BEGINNING),
            these("<|e|>ab x<|e|>ab x"),
            Ability.TRAINS_SEVERAL,
        ),
        Step(
            partial(whole_vocabulary, specials=(ONE,)),
            these(f"ab{ONE}ab"),
            Ability.TRAINS_SPECIALS,
        ),
        Step(
            partial(same_tokens, specials=(ONE,)),
            these(f"low{ONE}", f".{ONE}er{ONE}{ONE}", f" {ONE}  {ONE} low {ONE}\n"),
            Ability.ENCODES_SPECIALS,
        ),
        Step(
            partial(same_tokens, specials=(ONE,), vocabulary=LACKS_SPECIALS),
            these(f"low{ONE}"),
            Ability.APPENDS_SPECIALS,
        ),
        Step(
            partial(same_tokens, specials=OVERLAPPING),
            these("a<|e|><|e|>b<|e|>", "<|e|><|e|><|e|>"),
            Ability.ENCODES_OVERLAPPING,
        ),
        Step(
            partial(same_tokens, specials=OVERLAPPING[::-1]),
            these("a<|e|><|e|>b<|e|>"),
            Ability.REGISTERS_SPECIALS,
        ),
        Step(
            partial(first_registered, specials=OVERLAPPING),
            these("a<|e|><|e|>b<|e|>"),
            Ability.REGISTERS_SPECIALS,
        ),
        Step(
            partial(same_tokens, specials=ODD), these("a[x]+b<|e|>xx"), Ability.ENCODES_SEVERAL
        ),
    ),
    "pre-tokens": rung_of(
        Step(same_merges, these(*CUT_TEXTS)),
        Step(line_ends, these(CARRIAGE_RETURNS)),
        Step(same_tokens, these(*CUT_TEXTS), Ability.ENCODES),
        Step(
            partial(same_tokens, lesson="333 333 333 b b"),
            these("3333", "  b"),
            Ability.ENCODES,
        ),
        Step(
            partial(same_tokens, lesson=DIGITS),
            these("3\u00b2", "a\u00b2", "_a"),
            Ability.ENCODES,
        ),
        Step(
            partial(same_tokens, lesson=NEWLINES), these("\n \n", "b\n \n b"), Ability.ENCODES
        ),
    ),
    "encoding": rung_of(
        Step(partial(same_tokens, lesson=RANKED), these("abc", "abcabc bca"), Ability.ENCODES),
        Step(
            partial(same_tokens, lesson="aaaa aaaa"), these("aaa", "aaaaaaa"), Ability.ENCODES
        ),
        Step(same_tokens, these("", "newlowest widelow", "lllowwest est"), Ability.ENCODES),
        Step(same_tokens, these(*LONG_WORDS), Ability.ENCODES),
        Step(partial(same_tokens, lesson="歯歯歯 歯"), these("歯"), Ability.ENCODES),
        Step(partial(same_tokens, lesson="ab ab"), these("ab.ba,ab"), Ability.ENCODES),
        Step(partial(same_tokens, lesson="aa aa"), these("a" * 130), Ability.ENCODES),
        Step(partial(by_odd_merges, merges=ONE_TWICE), these("abc"), Ability.TAKES_MERGES),
        Step(partial(by_odd_merges, merges=PART_LAST), these("tttt"), Ability.TAKES_MERGES),
    ),
    "round trip of Unicode": rung_of(Step(round_trip, unicode_texts, Ability.ENCODES)),
    "streaming": rung_of(
        Step(same_in_pieces, these(*LINES), Ability.STREAMS),
        Step(
            partial(same_in_pieces, specials=(ONE,)),
            these(MANY_LINES),
            Ability.STREAMS_SPECIALS,
        ),
        Step(lazy, these(MANY_LINES), Ability.STREAMS),
        Step(across_lines, these("a\n\n\nb"), Ability.STREAMS),
    ),
    "from files": rung_of(
        Step(from_files, these(LESSON), Ability.READS_FILES),
        Step(partial(from_files, lesson=RANKED), these("abc"), Ability.READS_FILES),
        Step(
            partial(from_files, specials=(ONE,)),
            these(f"low é{ONE}你 newest"),
            Ability.READS_FILES,
        ),
    ),
    "20 KB": rung_of(Step(partial(same_merges, most=100), lambda: (long_text(20_000),))),
    "long texts": rung_of(
        Step(partial(same_merges, most=9), these(ROWS), Ability.READS_TEXT_FILES),
        Step(training_of_cs336, lambda: (long_text(130_000),), Ability.READS_TEXT_FILES),
        Step(same_tokens, lambda: (long_text(80_000),), Ability.ENCODES),
        Step(encoding_speed, lambda: (long_text(20_000),), Ability.TAKES_MERGES),
    ),
    "speed": rung_of(Step(speed, lambda: (long_text(20_000),))),
    "memory": rung_of(Step(memory, lambda: (long_text(100_000),), Ability.RUNS_HERE)),
}
