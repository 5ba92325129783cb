"""What happens while a text is trained on, counted from the linked trainer's events."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.events import (
    Event,
    HeapPopped,
    MergeDone,
    PairChosen,
    PositionVisited,
    TokenMerged,
)
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions


@dataclass(slots=True)
class Marks:
    """How often each thing happened.

    ``ties``: merges that only the tie rule decided, from a count of 2 on. ``overlaps``: places
    left alone because the merge had just taken their first token. ``stale_entries``: heap
    entries dropped. ``whole_characters``: merges whose token is a character of several bytes.
    """

    size: int = 0
    merges: int = 0
    least_count: int = 0
    replaced: int = 0
    ties: int = 0
    overlaps: int = 0
    stale_entries: int = 0
    whole_characters: int = 0


def marks_of(text: str, options: TrainOptions) -> Marks:
    """The marks of a training on ``text``.

    >>> marks = marks_of("aaa aa", TrainOptions(num_merges=1))
    >>> marks.least_count, marks.replaced, marks.overlaps
    (3, 2, 1)
    """
    marks = Marks(size=len(text.encode()))
    state = TrainState()
    absorbed: set[int] = set()  # by this merge
    for event in train_linked(pre_tokenize(text), options, detail=True):
        apply(state, event)
        _count(marks, state, absorbed, event)
    return marks


def _count(marks: Marks, state: TrainState, absorbed: set[int], event: Event) -> None:
    match event:
        case HeapPopped(stale=True):
            marks.stale_entries += 1
        case PairChosen(count=count):
            absorbed.clear()
            as_frequent = sum(other == count for other in state.pair_counter.values())
            marks.ties += as_frequent > 1 and count > 1
        case PositionVisited(position=position, stale=True):
            marks.overlaps += position in absorbed
        case TokenMerged(absorbed=position):
            absorbed.add(position)
            marks.replaced += 1
        case MergeDone(new_id=new_id, count=count):
            marks.merges += 1
            marks.least_count = count
            marks.whole_characters += _is_whole(state.token_bytes[new_id])


def _is_whole(token: bytes) -> bool:
    """Whether ``token`` is one character of several bytes."""
    try:
        return len(token) > 1 and len(token.decode()) == 1
    except UnicodeDecodeError:
        return False
