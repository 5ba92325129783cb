"""The plain loop is the trainer without its yields, and makes the same merges."""

from __future__ import annotations

import dis
import inspect

import pytest
from hypothesis import given, settings

from benchmarks.overhead import count_details, plain_loop
from bpe_core.events import Stopped
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import TAUGHT
from bpe_core.train.options import TrainOptions
from tests.core import text_strategies as texts
from tests.examples import examples


@pytest.mark.parametrize("name", TAUGHT)
def test_the_plain_loop_is_no_generator_and_asks_for_no_detail(name: str) -> None:
    loop = plain_loop(TAUGHT[name])
    assert inspect.isgeneratorfunction(TAUGHT[name])
    assert not inspect.isgeneratorfunction(loop)
    events = loop(list(pre_tokenize("low low lower")), TrainOptions(num_merges=2))
    assert len(events) == 3
    assert isinstance(events[-1], Stopped)
    # It is a parameter still, but no instruction reads it; in the trainer many do.
    assert not any(i.argval == "detail" for i in dis.get_instructions(loop))
    assert any(i.argval == "detail" for i in dis.get_instructions(TAUGHT[name]))


@settings(max_examples=examples(150))
@given(pre_tokens=texts.weighted_positions(), options=texts.options())
def test_the_plain_loop_makes_the_same_events(
    pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    for trainer in TAUGHT.values():
        assert plain_loop(trainer)(pre_tokens, options) == list(trainer(pre_tokens, options))


def test_details_are_counted_without_the_events_of_every_run() -> None:
    # naive on "ab", one merge: placed, rescan, pair, scanned, built, chosen, rewritten.
    pre_tokens = [PreToken(b"ab", 0)]
    assert count_details(TAUGHT["naive"], pre_tokens, TrainOptions(num_merges=1)) == 7
