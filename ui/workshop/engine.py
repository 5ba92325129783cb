"""The core's calls for long texts, as the workshop uses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.whole_text import decode_bytes
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress, Phase, Progress
from bpe_core.runtime.threads import number_of_threads
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from ui.serving.courtesy import give_way
from ui.serving.memory import MOST_TOKEN_BYTES


class Cancelled(Exception):  # noqa: N818  # no fault
    """Raised by a callback to end the call that it is called from."""


def until(stop: Event, on_progress: OnProgress) -> OnProgress:
    """A callback that hands on to ``on_progress``, and ends the call once ``stop`` is set."""

    def tell(progress: Progress) -> None:
        if stop.is_set():
            raise Cancelled
        on_progress(progress)

    return tell


def pausing(stop: Event) -> Callable[[], None]:
    """What work does between its parts: give way, or end once ``stop`` is set."""

    def pause() -> None:
        give_way()
        if stop.is_set():
            raise Cancelled

    return pause


def learned(
    text: memoryview, options: TrainOptions, pattern: str, tell: OnProgress
) -> BPEModel:
    """The model of a text; raises what ``train`` and ``tell`` raise.

    Also ``TokensTooLongError``: a text of one letter has tokens as long as itself.
    """
    bounded = replace(options, most_token_bytes=MOST_TOKEN_BYTES)
    return train_model(text, bounded, pattern=pattern, threads=threads(), on_progress=tell)


def encoded(model: BPEModel, text: bytes, tell: OnProgress) -> NDArray[np.uint32]:
    """The ids of a text of the reader's own, in which special tokens count as such."""
    from bpe_core.encode.compiled_encoding import encode_array

    specials = tuple(model.special_tokens)
    return encode_array(
        model, text, allowed_special=specials, threads=threads(), on_progress=tell
    )


def threads() -> int:
    """All processors but one, which is for the pages of other readers."""
    return max(1, number_of_threads(None) - 1)


def warm_up(model: BPEModel) -> None:
    """Lay out what the vocabulary needs, and know no text: a clock then tells a first pass."""
    from bpe_core.encode.compiled_encoding import MODEL_ENCODERS

    nothing: OnProgress = lambda progress: None  # noqa: E731
    MODEL_ENCODERS.of(model).forget()
    decoded(model, encoded(model, b"warm", nothing), nothing)


def decoded(model: BPEModel, ids: NDArray[np.uint32], tell: OnProgress) -> bytes:
    """The bytes of ``ids``."""
    phase = Phase(tell, "decode", len(ids))
    data = decode_bytes(model, ids)
    phase.finished(len(ids))
    return data
