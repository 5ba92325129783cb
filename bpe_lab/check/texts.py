"""The texts that the rungs ask about: as small as what they are to show."""

from __future__ import annotations

from functools import cache

from bpe_core.library import library_bytes

# One letter of each length in UTF-8; then combined marks, a picture of several characters.
LETTERS = ("é", "你好你", "🦊", "שלום", "ไทย")
MARKED = ("e\u0301e\u0301", "👩‍🚀")  # patterns cut these
SCRIPTS = (*LETTERS, *MARKED)
LESSON = "low low lower lowest newest newest widest wide " * 2
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
