"""Encoding and cutting: no question gives its answer away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bpe_core.exercises.encoded_word import model_of
from bpe_core.texts.corpus import SAMPLES, sample
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import drawn, leaks, read
from tests.examples import again_with_all, examples
from ui.scenes.encode.encoding_walk import word_walk
from ui.scenes.pretokenize.cutting_walk import cutting_walk

pytestmark = again_with_all


def encoded() -> Iterator[Json]:
    """The exercise of encoding, through all levels and both scripts."""
    for index in range(examples(200)):
        exercise = drawn("trace.encode", index)
        model = model_of(exercise.text, exercise.options)
        yield word_walk(model, exercise.word, exercise).recording


def cut() -> Iterator[Json]:
    """Every sample, stretch by stretch, by two patterns."""
    for pattern in ("gpt2", "o200k"):
        for name in SAMPLES:
            yield cutting_walk(sample(name), pattern)


@pytest.mark.parametrize("recordings", [encoded, cut])
def test_nothing_that_is_seen_or_heard_tells_the_answer(
    lab: Lab, recordings: Callable[[], Iterator[Json]]
) -> None:
    assert leaks(read(lab, list(recordings()))) == {}
