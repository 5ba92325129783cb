"""What the pictures on the home page hold: values of tiny runs, held to the core by a test.

Written down, so that the page that every reader opens first computes nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Written(NamedTuple):
    """A token as it is written, with its id."""

    text: str
    id: int


# Why: "United Kingdoms" as words, as tokens of the vocabulary "bilingual", as bytes.
LENGTHS = {"words": 2, "tokens": 5, "bytes": 15}
# Pre-tokens: how GPT-2's pattern cuts the sample "hello".
CUT = ("Hello", " helo", ",", " I", "'m")
# Train: the sample of the first merge and its first counts. Letters in every language: before
# bytes are explained, those of a Chinese character are signs without a meaning.
FIRST_TEXT = "cat"
FIRST_COUNTS = (("a", "t", 3), ("t", "h", 2), ("h", "e", 2))
# Inside the trainer: the top of the first heap for the sample "cat", and the two below it.
HEAP = (("a", "t", 3), ("t", "h", 2), ("s", "a", 1))
# Encode, and its ids in the vocabulary "bilingual".
ENCODED = (Written("被", 614), Written("召回", 8698), Written("京城", 2325))
# Race: how often 24 merges of "story_en" count a pair, equal pre-tokens once.
WORK = {"naive": 7_055, "linked": 351}
# Vocabulary: a token of "bilingual" and the two that it was merged from.
BUILT = (Written(" cat", 6715), " c", "at")
# Workshop: bytes per token of the sample "story_en", by merges of "bilingual".
SHORTER = ((256, 1.83), (1024, 2.37), (4096, 3.24), (16384, 3.68))
# subword-nmt: the paper's words with their counts, and the first pair with its own.
PAPER = (("low", 5), ("lower", 2), ("newest", 6), ("widest", 3))
PAPER_FIRST = ("e", "s", 9)
# BytePiece: the best path of the page's lesson.
BEST_PATH = ("南京市", "长江大桥")
# Compare: one text in two of the vocabularies, by token.
SIDE_BY_SIDE = (("bilingual", ("不上", "不下")), ("lab", ("不", "上", "不", "下")))
# Museum: the merges of "aab", by two merges a round and right.
WRONG, RIGHT = ("a+b", "a+a", "a+ab"), ("a+b", "a+ab")
