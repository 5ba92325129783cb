"""Where a text is cut and by what: as `regex` cuts it, over every sample and known pattern."""

from __future__ import annotations

from itertools import islice

import pytest
import regex

from bpe_core.pretokenize.patterns import ALTERNATIVES, PATTERNS, alternatives
from bpe_core.texts.corpus import SAMPLES, sample
from bpe_lab.exercises.pretoken_questions import (
    Stretch,
    pretoken_questions,
    stretches,
    where_cut,
    which_alternative,
)
from tests.for_each import for_each

SOURCES = {name: source for name, source in PATTERNS.items() if source}
MOST = 60


def drawn(pattern: str) -> list[Stretch]:
    """The first stretches of every sample."""
    result = []
    for name in SAMPLES:
        corpus = sample(name)
        cut = stretches(corpus.text[:4000], pattern, corpus.special_tokens)
        result += list(islice(cut, MOST))
    return result


@pytest.mark.parametrize("pattern", SOURCES)
def test_the_right_cuts_are_those_of_regex(pattern: str) -> None:
    for stretch in drawn(pattern):
        first = stretch.pieces[0].index
        matches = regex.compile(SOURCES[pattern]).finditer(stretch.part, pos=first)
        texts = [match.group() for match in islice(matches, len(stretch.pieces))]
        cuts, at = set(), stretch.start
        for text in texts[:-1]:
            at += len(text.encode())
            cuts.add(at)
        assert where_cut(stretch).judge(frozenset(cuts)).is_right, stretch


@pytest.mark.parametrize("pattern", SOURCES)
def test_every_wrong_border_is_told_by_values_of_the_text(pattern: str) -> None:
    for stretch in drawn(pattern):
        question = where_cut(stretch)
        (right,) = question.right
        assert isinstance(right, frozenset)
        characters = [at for _, at in stretch.characters()]
        assert sorted(question.borders) == characters[1:]
        for border in question.borders:
            verdict = question.judge(right ^ {border})
            assert not verdict.is_right
            assert verdict.reason
            assert verdict.reason.values["position"] == border
            piece = verdict.reason.values["piece"]
            assert isinstance(piece, bytes)
            assert piece.decode() in stretch.text


@pytest.mark.parametrize("pattern", SOURCES)
def test_the_alternative_is_the_first_that_matches(pattern: str) -> None:
    in_order = alternatives(pattern)
    for stretch in drawn(pattern):
        for piece in stretch.pieces:
            first = next(
                number
                for number, each in enumerate(in_order)
                if regex.match(each.source, stretch.part, pos=piece.index)
            )
            question = which_alternative(stretch, piece)
            assert question.judge(first).is_right
            assert 2 <= len(set(question.choices)) == len(question.choices) <= 5
            assert set(question.choices) == {first, *question.wrong}
            for answer in question.wrong:
                reason = question.judge(answer).reason
                assert reason
                matched = regex.match(in_order[answer].source, stretch.part, pos=piece.index)
                assert (reason.key == "does_not_match") == (matched is None)
                assert matched is None or answer > first, "an earlier one would have won"


def reasons(text: str, pattern: str = "gpt2") -> dict[int, str]:
    (stretch,) = stretches(text, pattern)
    return {at: reason.key for at, reason in where_cut(stretch).borders.items()}


def test_reasons_of_known_texts() -> None:
    assert reasons("I'm  up") == {
        1: "match_ends",
        2: "contraction_first",
        3: "match_ends",
        4: "look_ahead",
        5: "space_goes_along",
        6: "one_match",
    }
    assert reasons("a b") == {1: "space_taken", 2: "space_goes_along"}
    assert reasons("1234", "cl100k") == {1: "one_match", 2: "one_match", 3: "match_ends"}
    assert reasons("日本") == {3: "one_match"}


def test_it_is_asked_where_something_new_happens() -> None:
    text = "aa bb cc dd ee ff gg hh ii jj kk ll"
    seen: set[str] = set()
    asked = [len(pretoken_questions(stretch, seen)) for stretch in stretches(text, "gpt2")]
    assert asked[0] == 2
    assert not any(asked[1:])


@for_each("name", SAMPLES)
def test_a_sample_asks_for_no_more_than_its_pattern_can_show(name: str) -> None:
    corpus, seen = sample(name), set[str]()
    cut = islice(stretches(corpus.text, "gpt2", corpus.special_tokens), MOST)
    questions = [question for stretch in cut for question in pretoken_questions(stretch, seen)]
    named = [question for question in questions if question.ask == "which_alternative"]
    assert len(named) <= len(ALTERNATIVES["gpt2"])
