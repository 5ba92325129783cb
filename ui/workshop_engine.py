"""The core's calls for long texts, as the workshop uses them."""

from __future__ import annotations

from typing import Any

import numpy as np

from bpe_core import decode, encode
from bpe_core.events import MergeDone
from bpe_core.model import BPEModel
from bpe_core.pretokenize import count_pre_tokens, lay_out
from bpe_core.progress import OnProgress, Phase
from bpe_core.registry import TRAINERS
from bpe_core.train.fold import fold_model
from bpe_core.train.options import TrainOptions


class Cancelled(Exception):  # noqa: N818  # no fault
    """Raised by a callback to end the call that it is called from."""


def learned(text: bytes, options: TrainOptions, pattern: str, tell: OnProgress) -> BPEModel:
    phase = Phase(tell, "count", len(text))
    counts = count_pre_tokens(text, pattern=pattern, special_tokens=options.special_tokens)
    phase.finished(len(text))
    phase = Phase(tell, "merge", options.merge_limit)
    kind = "compiled" if len(text) > 256_000 else "linked"

    def seen() -> Any:
        for event in TRAINERS[kind](lay_out(counts), options):
            if isinstance(event, MergeDone):
                phase.reached(event.number)
            yield event

    model = fold_model(seen(), options, pattern=pattern)
    phase.finished(len(model.merges))
    return model


def encoded(model: BPEModel, text: bytes, tell: OnProgress) -> Any:
    phase = Phase(tell, "encode", len(text))
    ids = np.array(encode(model, text), np.uint32)
    phase.finished(len(text))
    return ids


def decoded(model: BPEModel, ids: Any, tell: OnProgress) -> bytes:
    phase = Phase(tell, "decode", len(ids))
    data = decode(model, ids.tolist()).encode()
    phase.finished(len(ids))
    return data
