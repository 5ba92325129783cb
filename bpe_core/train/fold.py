"""From events to a model: the model is a fold over ``MergeDone``."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_core.events import Event, MergeDone
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.train.options import TrainOptions


def fold_model(
    events: Iterable[Event], options: TrainOptions, *, pattern: str = "gpt2"
) -> BPEModel:
    """The model of the merges in ``events``; every prefix of a run gives a valid one."""
    tokens = options.base_tokens()
    merges = []
    for event in events:
        if isinstance(event, MergeDone):
            left, right = event.pair
            tokens.append(tokens[left] + tokens[right])
            merges.append(Merge(left, right, event.new_id))
    specials = {token: 256 + k for k, token in enumerate(options.special_tokens)}
    vocabulary = Vocabulary.of_bytes(tokens[256:])
    return BPEModel(vocabulary, tuple(merges), specials, pattern, options.tie_break)
