"""What dropout can give: as the segmenter itself gives it, over all its draws."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bpe_core.systems.subword_nmt import END, SEPARATOR, Codes, learn
from bpe_core.systems.subword_nmt.merge_order import merge_with_dropout
from bpe_core.systems.subword_nmt.word_counts import count_words
from bpe_core.texts.corpus import sample
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.subword_questions import dropout_pieces, possible_pieces
from tests.for_each import for_each

PAPER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
WORDS = ("lowest", "newer", "widest", "xxxxy", "banana", "löwer")


class Draws(Random):
    """These draws, then all merges are skipped."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__()
        self.draws = list(draws)

    def random(self) -> float:
        return self.draws.pop(0) if self.draws else 0.0


def drawn_pieces(codes: Codes, word: str) -> set[str]:
    """Round by round, under every draw."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(codes.merges)))}
    start = (*word[:-1], word[-1] + END) if codes.ends_glued else (*word, END)
    waiting, seen = [start], {start}
    while waiting:
        symbols = waiting.pop()
        for draws in product((0, 1), repeat=len(symbols) - 1):
            after = tuple(merge_with_dropout([*symbols], ranks, 0.5, Draws(draws)))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    pieces = set[str]()
    for symbols in seen:
        *rest, last = "".join(f"{symbol} " for symbol in symbols).replace(END, "").split()
        pieces |= {piece + SEPARATOR for piece in rest} | {last}
    return pieces


def codes_of(*, glued: bool) -> Codes:
    words = {**PAPER, "xxxy": 5, "banana": 4, "ban": 2}
    codes = learn(words, num_merges=20, min_frequency=2)
    if glued:
        return codes
    # In version 0.1 the end is a symbol of its own, which codes join like any other.
    pairs = (("s", "t"), ("e", "st"), ("est", END), ("l", "o"), ("r", END), ("e", f"r{END}"))
    return Codes((*pairs, ("n", "a"), ("na", f"{END}"), ("x", "x"), ("xx", "xx")), "0.1")


@for_each("glued", [True, False])
@for_each("word", WORDS)
def test_pieces_are_those_of_the_segmenter_under_every_draw(word: str, glued: bool) -> None:
    codes = codes_of(glued=glued)
    assert possible_pieces(codes, word).keys() == drawn_pieces(codes, word)


def asked() -> list[tuple[Codes, Question]]:
    words = dict(count_words(sample("story_en").text))
    known = [codes_of(glued=True), learn(words, num_merges=200, min_frequency=2)]
    lines = [[word] for word in WORDS] + [list(words)[at : at + 6] for at in (0, 40, 90)]
    questions = [(codes, dropout_pieces(codes, line)) for codes in known for line in lines]
    return [(codes, question) for codes, question in questions if question]


def test_only_all_that_are_possible_pass_and_each_error_is_told() -> None:
    questions = asked()
    assert len(questions) >= 8
    for codes, question in questions:
        word = str(question.values["word"])
        pieces = possible_pieces(codes, word)
        offered = [str(each) for each in question.choices]
        right = frozenset(each for each in offered if each in pieces)
        assert 3 <= len(set(offered)) == len(offered) <= 5
        assert len(right) >= 2 < len(offered)
        assert question.judge(right).is_right
        for piece in offered:
            verdict = question.judge(right ^ {piece})
            assert not verdict.is_right
            assert verdict.reason
            values = verdict.reason.values
            assert values["piece"] == piece
            if verdict.reason.key != "piece_single":
                left, other = str(values["left"]), str(values["right"])
                assert {left, other} <= pieces.keys(), "both can come"
                assert left.removesuffix(SEPARATOR) + other == piece
            is_possible = verdict.reason.key in ("piece_single", "piece_possible")
            assert is_possible == (piece in right)
            if verdict.reason.key == "piece_possible":
                code = codes.merges[int(str(values["code"])) - 1]
                assert "".join(code).removesuffix(END) == piece.removesuffix(SEPARATOR)


def test_of_several_errors_what_cannot_come_is_told_first() -> None:
    question = dropout_pieces(codes_of(glued=True), ["lowest"])
    assert question
    reason = question.judge(frozenset(map(str, question.choices)) - {"l@@"}).reason
    assert reason
    assert (reason.key, reason.values["piece"]) == ("piece_unmade", "lowest")


@pytest.mark.parametrize("words", [[], ["low"], ["x" * 17], ["öööö"]])
def test_where_there_is_nothing_to_choose_nothing_is_asked(words: list[str]) -> None:
    assert dropout_pieces(codes_of(glued=True), words) is None
