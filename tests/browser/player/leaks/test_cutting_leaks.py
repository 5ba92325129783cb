"""Cutting a text: no question gives its answer away."""

from __future__ import annotations

import pytest

from bpe_core.texts.corpus import SAMPLES, sample
from bpe_lab.scenes.pretokenize.cutting_walk import cutting_walk
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import leaks, read


@pytest.mark.parametrize("pattern", ["gpt2", pytest.param("o200k", marks=pytest.mark.slow)])
def test_nothing_that_is_seen_or_heard_tells_the_answer(lab: Lab, pattern: str) -> None:
    assert leaks(read(lab, (cutting_walk(sample(name), pattern) for name in SAMPLES))) == {}
