"""The learner's structures as a recording shows them, and as the generator has them."""

from typing import Any

from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt import learning_events
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.subword_nmt.learning_events import reports
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from ui.subword_nmt.learning_inputs import PRESETS

Words = dict[str, int]
MARKED = {"w</w>x": 3, "w": 2, "aw": 4, "a</w>": 2}  # the end mark in the text itself
CASES: dict[str, Words] = {
    **{name: dict(words) for name, words in PRESETS.items()},
    "marked": MARKED,
    "hostile": {"<b>": 3, "\u202eab": 2, "哈哈哈": 4, "é\u0301é": 3, "a\tb": 2},
}


def walk_of(words: Words, merges: int = 50, least: int = 2) -> Walk:
    return learn_walk(words, num_merges=merges, min_frequency=least)


def told_of(words: Words, merges: int = 50, least: int = 2) -> Any:
    """The reports with the generator's structures after each, folded from its events."""
    state = TrainState()
    run: Any = learning_events(words, num_merges=merges, min_frequency=least, detail=True)
    for moment in reports(run):
        for event in moment.events:
            apply(state, event)
        yield moment, state


def symbol_of(recording: Any, index: int) -> str:
    """What a drawn token is, from its parts alone."""
    shown = "".join(
        part[1] if len(part) > 1 else " " for part in recording["tokens"][index]["parts"]
    )
    return str(shown)


def names(recording: Any, state: TrainState) -> dict[str, int]:
    """Token ids of the generator by how the recording names them."""
    return {
        str(index): token["id"]
        for index, token in enumerate(recording["tokens"])
        if token["id"] in state.token_bytes
    }


def shown_structures(recording: Any, frame: Any, state: TrainState) -> dict[str, Any]:
    """The structures that a frame shows, in the generator's terms."""
    ids = names(recording, state)
    ledger = frame["ledger"]

    def pair(key: str) -> tuple[int, int]:
        left, right = key.split(",")
        return ids[left], ids[right]

    counts = {pair(k): row[0] for k, row in ledger["pairs"].items() if row[0]}
    beads = frame["beads"]["pairs"]
    return {
        "rows": {
            int(word): [ids[str(slot[0])] for _, slot in sorted(slots.items(), key=by_cell)]
            for word, slots in frame["words"]["rows"].items()
        },
        "counts": counts,
        "index": {
            pair(key): {word: ledger["times"].get(key, {}).get(str(word), 1) for word in words}
            for key, words in ledger["positions"].items()
        },
        "beads": {pair(key): count for key, (count, _) in beads.items()},
        "threshold": frame["beads"].get("line", 0),
    }


def by_cell(item: tuple[str, Any]) -> int:
    return int(item[0])


def real_structures(state: TrainState) -> dict[str, Any]:
    number = {start: k for k, start in enumerate(state.starts)}
    cut = [s for s in state.starts if all(t >= 256 for _, t in state.tokens_of(s))]
    counts = state.pair_counter | state.set_aside
    return {
        "rows": {number[s]: [token for _, token in state.tokens_of(s)] for s in cut},
        "counts": counts,
        "index": {
            pair: {number[start]: n for start, n in places.items()}
            for pair, places in state.index.items()
        },
        "beads": counts,
        "threshold": state.threshold,
    }
