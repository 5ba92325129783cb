"""Whichever worker takes which stretch of a text, its ids come out in order."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np
import pytest

from bpe_core.encode import compiled as module
from bpe_core.encode.compiled import Worker, entries_for
from bpe_core.encode.encode_array import block_of
from bpe_core.encode.whole_text import encode
from bpe_core.pretokenize.text_parts import parts_of
from bpe_core.runtime.large_arrays import empty
from tests.core.encode.test_compiled_encoding import MODELS, SPECIALS, STORY
from tests.core.running import encoder_of

Works = list[Generator[int, None, None]]
MODEL = MODELS["learned"]
# Special tokens in every stretch; at the end and amidst what no stretch can cut.
TEXT = "".join(f"low {SPECIALS[k % 3]} newest{k} " for k in range(200)) + "x" * 900
TEXTS = (TEXT, TEXT + STORY, "x" * 2_000 + TEXT, "x" * 3_000)


def front_first(works: Works) -> None:
    for work in works:
        list(work)


def back_first(works: Works) -> None:
    front_first(works[::-1])


def in_turn(works: Works) -> None:
    left = list(works)
    while left:
        left = [work for work in left if next(work, None) is not None]


@pytest.mark.parametrize("order", [front_first, back_first, in_turn])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("text", TEXTS, ids=["tail", "story", "head", "uncut"])
def test_ids_are_in_order_whoever_comes_first(
    text: str, count: int, order: Callable[[Works], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "drain", lambda works, tell: order(works))
    encoder = encoder_of(MODEL, share=len(text.encode()) // 16)
    special_ids = np.array([MODEL.special_tokens[token] for token in SPECIALS], np.uint32)
    for allowed in ((), SPECIALS):
        block = block_of(MODEL, text, allowed)
        ids = encoder.encode(block, special_ids[: len(allowed)], count)
        assert ids.tolist() == encode(MODEL, text, allowed_special=allowed)


def test_a_long_stretch_gets_an_array_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def noted(length: int, kind: type[np.uint32]) -> np.ndarray:
        lengths.append(length)
        return empty(length, kind)

    monkeypatch.setattr(module, "empty", noted)
    monkeypatch.setattr(module, "drain", lambda works, tell: back_first(works))
    text = "x" * 1_500 + " low" * 200
    ids = encoder_of(MODEL, share=100).encode(
        block_of(MODEL, text, ()), np.empty(0, np.uint32), 2
    )
    assert ids.tolist() == encode(MODEL, text)
    assert lengths == [entries_for(len(text) // 2), entries_for(1_500)]


def test_ids_that_would_not_fit_are_refused() -> None:
    tables = encoder_of(MODEL).tables
    assert tables is not None
    worker, text = Worker(tables), np.frombuffer(b"low lower", np.uint8)
    with worker.writing(np.empty(entries_for(8), np.uint32)):
        with pytest.raises(RuntimeError, match="9 bytes"):
            list(worker.take_parts(text, parts_of(text), "gpt2"))
        with pytest.raises(RuntimeError, match="9 bytes"):
            worker.take(text, 0, np.array([9]))
    with pytest.raises(RuntimeError, match="3 bytes"):  # nothing is written to any more
        worker.take(text, 0, np.array([3]))


def test_workers_of_a_call_that_failed_are_not_used_again() -> None:
    encoder = encoder_of(MODEL, share=64)

    def stop(done: int) -> None:
        raise ZeroDivisionError

    block = block_of(MODEL, STORY, ())
    encoder.encode(block, np.empty(0, np.uint32), 2)
    assert len(encoder._idle) == 2
    with pytest.raises(ZeroDivisionError):
        encoder.encode(block, np.empty(0, np.uint32), 2, stop)
    assert encoder._idle == []


def test_a_worker_begins_anew_after_a_batch() -> None:
    tables = encoder_of(MODEL).tables
    assert tables is not None
    worker, text = Worker(tables), np.frombuffer(b"low lower newest", np.uint8)
    out = np.empty(entries_for(2 * len(text)), np.uint32)
    with worker.writing(out):
        worker.take(text, 0, np.array([3, 9, 16]))
        list(worker.take_parts(text, parts_of(text), "gpt2"))
        assert out[: worker.id_count].tolist() == 2 * encode(MODEL, text.tobytes().decode())
