"""The trainer's structures as a recording shows them, and as the trainer has them."""

from typing import Any

from bpe_core.events import Event
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.state import TrainState
from bpe_core.texts.corpus import Corpus
from bpe_core.train import linked
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from tests.ui.recordings import widget

CASES = ("intj", "aaaa", "aaaaa", "abab", "abc_abd")


def recording_of(corpus: Corpus, **options: Any) -> Any:
    options = {"special_tokens": corpus.special_tokens, **options}
    return linked_walk(corpus, TrainOptions(**options)).recording


def events_of(corpus: Corpus, **options: Any) -> list[Event]:
    pre_tokens = pre_tokenize(corpus.text, special_tokens=corpus.special_tokens)
    options = {"special_tokens": corpus.special_tokens, **options}
    return list(linked.train_linked(pre_tokens, TrainOptions(**options), detail=True))


def structures(recording: Any, frame: Any) -> dict[str, Any]:
    """The trainer's structures as a frame shows them, in the trainer's own terms."""
    ids = [token["id"] for token in recording["tokens"]]

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[int(index)] for index in key.split(","))

    slots = {int(p): slot for p, slot in frame["lens"]["slots"].items()}
    live = {p: slot for p, slot in slots.items() if slot[1]}
    entries = widget(recording, "heap")["entries"]
    return {
        "token_at": {p: ids[slot[0]] if slot[1] else None for p, slot in slots.items()},
        "prev": {p: None if slot[2] < 0 else slot[2] for p, slot in live.items()},
        "next": {p: None if slot[3] < 0 else slot[3] for p, slot in live.items()},
        "pair_counter": {pair(k): row[0] for k, row in frame["ledger"]["pairs"].items()},
        "pair_positions": {pair(k): ps for k, ps in frame["ledger"]["positions"].items()},
        "heap": [
            (ids[entries[k][0]], ids[entries[k][1]], entries[k][2])
            for k in frame["heap"]["order"]
        ],
    }


def state_as_shown(state: TrainState) -> dict[str, Any]:
    """The same of a folded run; absorbed positions have no links that anyone may follow."""
    live = [p for p, token in state.token_at.items() if token is not None]
    return {
        "token_at": dict(state.token_at),
        "prev": {p: state.prev.get(p) for p in live},
        "next": {p: state.next.get(p) for p in live},
        "pair_counter": dict(state.pair_counter),
        "pair_positions": {pair: list(ps) for pair, ps in state.pair_positions.items()},
        "heap": [(*pair, -count) for count, _, pair in state.heap],
    }
