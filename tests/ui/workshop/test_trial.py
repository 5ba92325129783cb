"""A text there and back in the background: its ids, its times, and nothing left of it."""

from threading import Event

import numpy as np
import pytest

import bpe_core
from bpe_core.encode.encode_array import MODEL_ENCODERS
from bpe_core.kernels.known_pre_tokens import SLOTS_USED
from bpe_core.texts.corpus import sample
from tests.raising import raises
from ui.serving.memory import Room
from ui.workshop.engine import encoded, warm_up
from ui.workshop.trying import Trial, as_lines, as_npy

STORY = sample("story_en").text.encode()


@pytest.mark.parametrize("size", [300, 70_000])
def test_a_text_there_and_back(size: int) -> None:
    specials = ["<|x|>"] + [f"<|{k}|>" for k in range(size - 300)]
    model = bpe_core.train(STORY, vocab_size=size, special_tokens=specials)
    text = STORY + "<|x|> 你好\x00".encode()
    trial = Trial(model, "own", text)
    trial.run(Event())
    tried = trial.result
    assert tried is not None
    expected = bpe_core.encode(model, text, allowed_special=["<|x|>"])
    assert tried.ids.tolist() == expected
    assert tried.ids.dtype == (np.uint16 if size < 2**16 else np.uint32)
    assert tried.same
    assert as_lines(tried.ids).decode().split() == list(map(str, expected))
    assert as_npy(tried.ids)[:6] == b"\x93NUMPY"
    with raises("AppError.no_room"):
        Room(limit=10).admit(tried)


def test_the_clock_tells_a_first_pass() -> None:
    model = bpe_core.train(STORY, vocab_size=300)

    def known() -> int:
        """How many slots are taken by pre-tokens of the texts before."""
        workers = MODEL_ENCODERS.of(model)._idle
        return sum(int(worker._encoding.known.used[SLOTS_USED]) for worker in workers)

    warm_up(model)
    before = known()
    encoded(model, STORY, lambda progress: None)
    assert known() > before + 10
    warm_up(model)
    assert known() == before


def test_a_stopped_trial_leaves_nothing() -> None:
    stop = Event()
    stop.set()
    trial = Trial(bpe_core.train("low lower", vocab_size=258), "own", b"low")
    trial.run(stop)
    assert trial.result is None
