"""From events to a model: the model is a fold over ``MergeDone``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from bpe_core.errors import InputError
from bpe_core.events import Event, MergeDone
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.progress import Phase
from bpe_core.train.options import TrainOptions


def report_merges(events: Iterable[Event], phase: Phase) -> Iterator[Event]:
    """Pass the events through, reporting the merges made to ``phase``."""
    done = 0
    for event in events:
        yield event
        if isinstance(event, MergeDone):
            done = event.number + 1
            phase.reached(done)
    phase.finished(done)


def fold_model(
    events: Iterable[Event], options: TrainOptions, *, pattern: str = "gpt2"
) -> BPEModel:
    """The model of the merges in ``events``; every prefix of a run gives a valid one."""
    pairs = [event.pair for event in events if isinstance(event, MergeDone)]
    lefts, rights = [left for left, _ in pairs], [right for _, right in pairs]
    tokens = Tokens(options)
    tokens.add(lefts, rights)
    return model_of(tokens.by_id, lefts, rights, options, pattern)


class Tokens:
    """Tokens by id, added as merges make them; raises ``InputError("tokens_too_long")``.

    subtle: the limit is looked at before a token is joined. A text of N bytes can have merges
    whose tokens have N bytes each, so a slice of them is more than any machine holds.
    """

    def __init__(self, options: TrainOptions) -> None:
        self.by_id = options.base_tokens()
        self.limit = options.most_token_bytes
        self.size = sum(map(len, self.by_id))
        self.first_id = options.first_id

    def add(self, lefts: Iterable[int], rights: Iterable[int]) -> None:
        """Append the tokens that the next merges make."""
        tokens = self.by_id
        for left, right in zip(lefts, rights, strict=True):
            self.size += len(tokens[left]) + len(tokens[right])
            if self.limit is not None and self.size > self.limit:
                merges = len(tokens) - self.first_id
                raise InputError("tokens_too_long", limit=self.limit, merges=merges)
            tokens.append(tokens[left] + tokens[right])


def model_of(
    tokens: list[bytes],
    lefts: Sequence[int],
    rights: Sequence[int],
    options: TrainOptions,
    pattern: str,
) -> BPEModel:
    """The model of merges in rank order and of all tokens they make."""
    rows = zip(lefts, rights, range(options.first_id, len(tokens)), strict=True)
    with collector_paused():
        merges = tuple(map(tuple.__new__, repeat(Merge), rows))  # like Merge(*row), but faster
    specials = {token: 256 + k for k, token in enumerate(options.special_tokens)}
    vocabulary = Vocabulary.of_bytes(tokens[256:])
    vocabulary.vouch_for(merges, specials.values())
    return BPEModel(vocabulary, merges, specials, pattern, options.tie_break)
