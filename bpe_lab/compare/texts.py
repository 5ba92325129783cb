"""The texts that systems are tried with: that break, in many languages, with roles exchanged.

**Breaking.** Whoever changes a text before cutting it does not give it back. The BytePiece
article names the first: Unicode NFKC turns a full-width comma into a plain one.

**Languages.** The same sentences in several languages: how unevenly a vocabulary serves them.
Article 1 of the Universal Declaration of Human Rights, by the language's code.

**Exchanged.** A text in which characters have exchanged their roles: does a system only count?
Every printable character, the space too, becomes the next one of a circle through all those
of the text that take as many bytes of UTF-8. All counts stay, of characters and of their
pairs; what is gone is what is known of a character beforehand: that a space stands between
words, that a letter is no punctuation. Who makes more tokens of it has leaned on that.
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from bpe_lab.compare.comparison import Verdict
from bpe_lab.measure.frame import border

BREAKING: Mapping[str, str] = {
    "full_width": "你好，世界！１２３ＡＢＣ",
    "ligature": "ﬁne ½ ² Ⅳ ㎏ ™",
    "two_spaces": "two  spaces,   three",
    "outer_spaces": "  spaces around  ",
    "lines": "\n\none\n\n\ntwo\r\n\r\n",
    "tabs": "a\tb\t\tc\v\f",
    "wide_spaces": "no\u00a0break\u3000wide\u2009thin\u200bnone",
    "decomposed": "e\u0301cole, o\u0302 Viê\u0323t",
    "hangul_parts": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "emoji": "👩‍🚀 👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽",
    "other_scripts": "ᚠᚢᚦ ꦲꦏ 𓀀𓁐 𐎀 ᏣᎳᎩ",
    "rare_characters": "𠮷野家 𪚥 龘",
    "meta_space": "▁low ▁▁ low▁",
    "joints": "lo@@ w @@ @@@",
    "word_end": "low</w> </w> <w>",
    "special": "<|endoftext|> <s> </s> <unk> <pad> <0xE4>",
    "control": "\x00\x01\x1b[0m\x7f\x85\ufeff\u202e",
    "one_run": "a" * 1000,
    "empty": "",
}
MOST_CHARACTERS = 200  # of what came back


def verdict(text: str, came_back: str) -> Verdict:
    """What became of ``text`` on its way there and back.

    >>> verdict("é", "é"), verdict("e\\u0301", "é"), verdict("，", ",")
    ('same', 'nfc', 'other')
    """
    if came_back == text:
        return "same"
    return "nfc" if came_back == unicodedata.normalize("NFC", text) else "other"


@cache
def sentences() -> Mapping[str, str]:
    """The same in each language.

    >>> sentences()["zh"][:8]
    '人人生而自由，在'
    """
    data = files("bpe_core.texts").joinpath("samples", "article_one.json").read_bytes()
    by_language: dict[str, str] = json.loads(data)
    return by_language


EXCHANGED_SIZE = 500_000  # bytes that are learned from, as they are and exchanged
EXCHANGED_VOCAB_SIZE = 8000  # at most, of both


def beginning(corpus: Path) -> str:
    """The part of a corpus that is exchanged: its first characters."""
    with corpus.open("rb") as file:
        data = file.read(EXCHANGED_SIZE + 4)  # the longest character has four bytes
    return data[: border(data, EXCHANGED_SIZE)].decode() if data else ""


def exchanged(text: str, *, seed: int = 0) -> str:
    """``text`` with its characters' roles exchanged; the same seed gives the same text.

    >>> exchanged("abba ab")
    ' aa b a'
    """
    circles: dict[int, list[str]] = defaultdict(list)
    for character in sorted(set(text)):
        if is_exchanged(character):
            circles[len(character.encode())].append(character)
    table: dict[int, str] = {}
    for length in sorted(circles):
        circle = circles[length]
        Random(seed).shuffle(circle)
        table |= zip(map(ord, circle), circle[1:] + circle[:1], strict=True)
    return text.translate(table)


def is_exchanged(character: str) -> bool:
    """Lines stay lines; marks stay too, since composing them is another matter.

    >>> [is_exchanged(c) for c in ("a", " ", "，", "\\n", "\\u0301")]
    [True, True, True, False, False]
    """
    return character.isprintable() and not unicodedata.combining(character)
