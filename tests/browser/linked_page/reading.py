"""What the glass box shows of the trainer's structures, read back from the page."""

from collections.abc import Callable
from typing import Any

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recorded_walk import Walk
from tests.browser.conftest import Visit

Open = Callable[..., Visit]
# All that the page shows of the trainer's structures, from the elements' own attributes.
READ = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    slots: all(".lane.now .cell[data-token]")
      .map(({ dataset: d }) => [d.at, d.token, d.prev, d.next]),
    pairs: all("[data-widget=ledger] tr[data-pair]")
      .map(({ dataset: d }) => [d.pair, d.count, d.positions, d.stale]),
    heap: all("[data-widget=heap] [data-index][data-entry]")
      .map(({ dataset: d }) => [d.index, d.pair, d.count, d.stale ?? ""]),
  };
}"""


def walk_of(corpus: Corpus) -> Walk:
    return linked_walk(corpus, TrainOptions(special_tokens=corpus.special_tokens))


def drawn(visited: Visit, recording: Any) -> dict[str, Any]:
    """The page's structures in the trainer's terms."""
    read = visited.player().evaluate(READ)
    ids = [token["id"] for token in recording["tokens"]]

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[int(index)] for index in key.split(","))

    def number(text: str) -> int | None:
        return None if text == "None" else int(text)

    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",") if part]

    live = [slot for slot in read["slots"] if slot[1] != "None"]
    return {
        "token_at": {int(at): number(token) for at, token, _, _ in read["slots"]},
        "prev": {int(at): number(before) for at, _, before, _ in live},
        "next": {int(at): number(after) for at, _, _, after in live},
        "pair_counter": {pair(key): int(count) for key, count, _, _ in read["pairs"]},
        "pair_positions": {pair(key): numbers(at) for key, _, at, _ in read["pairs"] if at},
        "heap": [
            (*pair(key), int(count))
            for _, key, count, _ in sorted(read["heap"], key=lambda entry: int(entry[0]))
        ],
    }
