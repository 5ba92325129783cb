"""The guess at what more tokens save: its figures are those of two trainings."""

from __future__ import annotations

import pytest

import bpe_core
from bpe_core.library import standard_library
from bpe_core.texts.corpus import held_out_from
from bpe_core.train.options import TrainOptions
from bpe_lab.text import DEFAULT, LANGUAGES, speak
from ui.page.asking import sentence
from ui.workshop.training_job import Setup, Trained
from ui.workshop.training_result import workshop_questions, workshop_word

TEXT = standard_library(60_000).text.encode()
TRAINED_ON, HELD_OUT = TEXT[: held_out_from(TEXT)].decode(), TEXT[held_out_from(TEXT) :]
# By the size of the vocabulary, by how much the smaller one is less; None: nothing is asked.
SIZES = {400: None, 640: 2, 1200: 4, 2400: 8}


def trained(size: int, held_out: bytes = HELD_OUT) -> Trained:
    model = bpe_core.train(TRAINED_ON, vocab_size=size)
    return Trained(
        setup=Setup("library_1m", TrainOptions(vocab_size=size), "gpt2"),
        file="",
        model=model,
        spans=(),
        size=len(TRAINED_ON.encode()),
        held_out=held_out,
        held_out_ids=len(bpe_core.encode(model, held_out.decode())),
        facts={},
    )


def bytes_per_token(size: int) -> float:
    model = bpe_core.train(TRAINED_ON, vocab_size=size)
    return len(HELD_OUT) / len(bpe_core.encode(model, HELD_OUT.decode()))


@pytest.mark.parametrize(("size", "times"), [each for each in SIZES.items() if each[1]])
def test_both_figures_are_those_of_a_training(size: int, times: int) -> None:
    [question] = workshop_questions(trained(size))
    assert question is not None
    before = bytes_per_token(size // times)
    assert question.values == {
        "small": size // times,
        "large": size,
        "times": times,
        "before": pytest.approx(before),
    }
    for choice in question.choices:
        low, high = (float(end) for end in str(choice).split("-"))
        verdict = question.judge(choice)
        assert verdict.is_right == (low <= bytes_per_token(size) < high)
        if verdict.is_right:
            continue
        assert verdict.reason is not None
        for language in (*LANGUAGES, DEFAULT):
            speak(language)
            told = sentence(
                f"asking.{verdict.reason.key}", verdict.reason.values, workshop_word
            )
            assert f"{before:.2f}" in told


def test_without_a_smaller_vocabulary_or_a_text_held_out_nothing_is_asked() -> None:
    small = [size for size, times in SIZES.items() if times is None]
    assert [workshop_questions(trained(size)) for size in small] == [[None]]
    assert workshop_questions(trained(1200, held_out=b"")) == [None]
