"""The texts of exercises: the same everywhere, and fit for what they ask."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.exercises.draw import (
    KINDS,
    LEVELS,
    Script,
    WantedWord,
    draw,
    marks_of,
    model_of,
    word_marks,
)
from bpe_lab.exercises.seed import NUMBERS, Draws, Seed
from tests.examples import again_with_all, by_set
from tests.for_each import for_each
from tests.raising import raises

pytestmark = again_with_all

SCRIPTS: tuple[Script, ...] = get_args(Script)
EVERY = list(product(KINDS, LEVELS, SCRIPTS))


@pytest.mark.parametrize(("kind", "level", "script"), EVERY)
def test_every_seed_gives_a_text_that_fits(kind: str, level: int, script: Script) -> None:
    wanted = KINDS[kind][script][level - 1]
    for number in range(by_set(8, 60, 200)):
        exercise = draw(kind, level, Seed(number * 1601 % NUMBERS), script)
        if isinstance(wanted, WantedWord):
            model = model_of(exercise.text, exercise.options)
            assert len(model.merges) == wanted.merges
            assert wanted.fits(word_marks(model, exercise.word)), exercise
        else:
            assert wanted.fits(marks_of(exercise.text, exercise.options)), exercise


def test_the_generator_draws_what_it_always_drew() -> None:
    """Whoever changes one of these raises ``GENERATOR``: seeds stand on paper."""
    drawn = {
        (kind, script): draw(kind, 4, Seed.read("17F3"), script).text
        for kind, script in product(KINDS, SCRIPTS)
    }
    assert drawn == {
        ("trace.naive", "latin"): "sasten stsa enenen",
        ("trace.naive", "chinese"): "日月月月林日",
        ("trace.linked", "latin"): "sast ststst st sast",
        ("trace.linked", "chinese"): "好小小小",
        ("trace.encode", "latin"): "lolo loon loonlo lo oo ooonlo ooonlo onon on ooonoo",
        ("trace.encode", "chinese"): "日日春日好日日好好日春日春日",
    }


def test_seeds_differ() -> None:
    texts = {draw("trace.linked", 2, Seed(number)).text for number in range(50)}
    assert len(texts) > 45


def test_only_the_counts_decide_at_the_first_level() -> None:
    """Read off the naive trainer: no other pair is as frequent as the one that is merged."""
    for number in range(20):
        exercise = draw("trace.naive", 1, Seed(number))
        pre_tokens = list(pre_tokenize(exercise.text))
        greatest, *others = (
            list(train_naive(pre_tokens, replace(exercise.options, tie_break=rule)))
            for rule in TIE_BREAKS
        )
        assert all(other == greatest for other in others), exercise


@pytest.mark.parametrize("number", [0, 1, 31, 32, NUMBERS - 1])
def test_a_seed_is_read_as_it_is_written(number: int) -> None:
    assert Seed.read(str(Seed(number))) == Seed(number)
    assert Seed.read(str(Seed(number)).lower()) == Seed(number)


@for_each("text", ["", "17F", "17F33", "27F3", "1 F3", "1U00", "１7F3", "1\n00"])
def test_what_is_no_seed_is_refused(text: str) -> None:
    with raises("LabError.seed"):
        Seed.read(text)


def test_letters_that_are_misread_are_read_as_digits() -> None:
    assert Seed.read("loIo") == Seed.read("1010")


def test_what_there_is_to_draw_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"trace\.naive"):
        draw("trace", 1, Seed(0))
    with pytest.raises(OptionError, match="1 to 5"):
        draw("trace.naive", 6, Seed(0))


def test_draws_are_even() -> None:
    draws = Draws("even")
    counts = [0] * 6
    for _ in range(6000):
        counts[draws.below(6)] += 1
    assert all(900 < count < 1100 for count in counts)
