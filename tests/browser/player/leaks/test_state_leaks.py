"""Finding words: no question gives its answer away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bpe_lab.exercises.seed import Draws
from bpe_lab.scenes.bytepiece.bytepiece_lesson import lesson_words, make_lesson
from bpe_lab.scenes.bytepiece.states_walk import states_walk
from tests.browser.player.answers import asked
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import FEWEST, leaks, read
from tests.examples import again_with_all, by_set

pytestmark = again_with_all
ENOUGH = by_set(FEWEST + 4, FEWEST + 4, 2 * FEWEST)  # texts
LONGEST = 8  # bytes of a word


def walks() -> Iterator[Json]:
    """Two or three words of the lesson each."""
    lesson = make_lesson()
    words = [word for word in lesson_words() if 2 <= len(word) <= LONGEST]
    for number in range(ENOUGH):
        draws = Draws(f"state leaks {number}")
        data = b"".join(draws.some_of(words, 2 + draws.below(2)))
        yield states_walk(lesson.model, lesson.values, data)


@pytest.mark.slow
def test_nothing_that_is_seen_or_heard_tells_the_answer(lab: Lab) -> None:
    recordings = [walk for walk in walks() if asked(walk)]
    names = [each["name"] for walk in recordings for each in asked(walk)]
    assert min(map(names.count, ("best_state", "word_cuts"))) >= FEWEST
    assert leaks(read(lab, recordings)) == {}
