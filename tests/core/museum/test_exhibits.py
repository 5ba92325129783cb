"""Each exhibit differs from the right one on its smallest text as told, and not elsewhere."""

from __future__ import annotations

import re
from itertools import product

import pytest

from bpe_core.museum import EXHIBITS
from bpe_core.museum.exhibit import Result
from bpe_core.museum.steps import Failure

BY_NAME = pytest.mark.parametrize("name", EXHIBITS)


def pairs(*merges: str) -> tuple[tuple[bytes, bytes], ...]:
    """Merges as they are told: ``"a+b"``."""
    return tuple(
        (left.encode(), right.encode()) for left, _, right in (m.partition("+") for m in merges)
    )


def tokens(text: str) -> tuple[bytes, ...]:
    """Tokens as they are told: ``"a·bc"``."""
    return tuple(part.encode() for part in text.split("·"))


SHREDS = tokens("<·|·e·|·>")

# What comes out for the smallest text, and what is right.
RESULTS: dict[str, tuple[Result | Failure, Result]] = {
    "forgotten_pair": (pairs("a+a", "aa+a", " +aaa"), pairs("a+a", "aa+a", " +aaa", " +a")),
    "two_merges_per_round": (pairs("a+b", "a+a", "a+ab"), pairs("a+b", "a+ab")),
    "unmerged_neighbours": (pairs("a+a", "aa+a", "a+aa"), pairs("a+a", "aa+aa")),
    "overlaps_uncounted": (pairs("a+b", "a+ab", "a+aab"), pairs("a+a", "aa+a", "aaa+b")),
    "dictionary_order": (pairs("a+a", "aa+b"), pairs("a+b", "a+ab")),
    "joined_ties": (pairs("a+a", "a+b", "aa+ab"), pairs("a+a", "aa+a", "aaa+b")),
    "left_to_right": (tokens("ab·c"), tokens("a·bc")),
    "unescaped_replacement": (
        # Python 3.13 calls the error by another name.
        Failure(f"{re.error.__name__}: bad escape (end of pattern) at position 1"),
        pairs("!+\\"),
    ),
    "no_lookahead": (tokens("  ·b"), tokens(" · b")),
    "other_digits": (tokens("3333"), tokens("333·3")),
    "uncut_training": (pairs("a+,"), ()),
    "special_at_piece_start": ((b".", *SHREDS), tokens(".·<|e|>")),
    "shorter_special": (tokens("<|e|>·<|e|>"), tokens("<|e|><|e|>")),
    "unescaped_special": (SHREDS, tokens("<|e|>")),
    "byte_map": ((b"\xe6", b"<unk>", b"\xaf"), tokens("歯")),
    "token_by_token": (("\ufffd\ufffd\ufffd",), ("你",)),
    "cut_at_newline": (tokens("\n· \n"), tokens("\n \n")),
    "last_rank_wins": (tokens("a·bc"), tokens("ab·c")),
    "whole_rounds": (tokens("tt·tt"), tokens("ttt·t")),
    "believed_entry": (pairs("a+b", "a+ab", "a+a"), pairs("a+b", "a+ab")),
    "ties_by_ids": (pairs("a+a", "aa+a", "b+aaa"), pairs("a+a", "b+aa", "baa+a")),
}


@BY_NAME
def test_the_smallest_text_shows_the_bug_as_told(name: str) -> None:
    exhibit = EXHIBITS[name]
    wrong, right = RESULTS[name]
    assert exhibit.result(exhibit.text) == wrong
    assert exhibit.right(exhibit.text) == right
    assert wrong != right


@BY_NAME
def test_a_text_without_the_trap_does_not_show_it(name: str) -> None:
    exhibit = EXHIBITS[name]
    assert exhibit.harmless
    assert exhibit.result(exhibit.harmless) == exhibit.right(exhibit.harmless)


@BY_NAME
def test_no_shorter_text_shows_it(name: str) -> None:
    """Of the texts of its characters, an ``a`` and a space; where special tokens make them too
    many, of those that lack a part of it.
    """
    exhibit = EXHIBITS[name]
    special = getattr(exhibit, "special_tokens", ())
    if special:
        shorter = {
            exhibit.text[:start] + exhibit.text[end:]
            for start in range(len(exhibit.text))
            for end in range(start + 1, len(exhibit.text) + 1)
        }
    else:
        letters = sorted({*exhibit.text, "a", " "})
        sizes = range(len(exhibit.text))
        shorter = {"".join(text) for size in sizes for text in product(letters, repeat=size)}
    assert [text for text in sorted(shorter) if exhibit.differs(text)] == []


@BY_NAME
def test_the_line_at_fault_stands_once_in_its_file_and_no_comment_gives_it_away(
    name: str,
) -> None:
    exhibit = EXHIBITS[name]
    assert exhibit.name == name
    assert exhibit.code.count(exhibit.fault) == 1
    lines = exhibit.code.splitlines()
    assert exhibit.fault in lines[exhibit.fault_line - 1]
    assert "#" not in lines[exhibit.fault_line - 1]


def test_the_numbers_are_those_of_the_list_and_only_the_told_one_is_missing() -> None:
    numbers = [exhibit.number for exhibit in EXHIBITS.values()]
    assert numbers == [*range(1, 18), *range(19, 23)]
    assert [e.number for e in EXHIBITS.values() if e.convention] == [4, 20]
