"""Texts that break tokenizers: whoever changes a text before cutting it does not give it back.

The BytePiece article names the first: Unicode NFKC turns a full-width comma into a plain one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from bpe_lab.compare.events import Verdict

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
