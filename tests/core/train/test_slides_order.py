"""The lecture's order of repair gives the merges of ours, whatever the text.

The slides count first, then write the token, then append positions, then mend the links; and
they push every touched pair, where ours leaves out those whose count fell to 0.
"""

from heapq import heapify, heappop, heappush
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.events import MergeDone
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.train.linked import descending_text, train_linked
from bpe_core.train.options import TrainOptions
from tests.examples import examples


def merges_as_on_the_slides(pre_tokens: list[PreToken], most: int) -> list[tuple[Pair, int]]:
    """Counts, token, positions, links, at every position; then every touched pair is pushed."""
    tokens = [bytes([k]) for k in range(256)]
    token_dict: dict[int, int | None] = {}
    prev: dict[int, int | None] = {}
    next_: dict[int, int | None] = {}
    pair_positions: dict[Pair, list[int]] = {}
    pair_counter: dict[Pair, int] = {}
    for data, start, _ in pre_tokens:
        end = start + len(data)
        for idx, byte in enumerate(data, start):
            token_dict[idx] = byte
            prev[idx] = idx - 1 if idx > start else None
            next_[idx] = idx + 1 if idx + 1 < end else None
        for idx, pair in enumerate(pairwise(data), start):
            pair_positions.setdefault(pair, []).append(idx)
            pair_counter[pair] = pair_counter.get(pair, 0) + 1

    def entry(pair: Pair) -> tuple[int, tuple[str, str], Pair]:
        left, right = (descending_text(tokens[token_id]) for token_id in pair)
        return (-pair_counter[pair], (left, right), pair)

    def count(pair: Pair, change: int) -> None:
        pair_counter[pair] = pair_counter.get(pair, 0) + change
        touched.add(pair)

    heap = [entry(pair) for pair in pair_counter]
    heapify(heap)
    merges: list[tuple[Pair, int]] = []
    while heap and len(merges) < most:
        highest, _, pair = heappop(heap)
        if -highest != pair_counter[pair] or not highest:
            continue
        left, right = pair
        new = len(tokens)
        tokens.append(tokens[left] + tokens[right])
        touched: set[Pair] = set()
        for idx in pair_positions[pair]:
            following = next_[idx]
            if token_dict[idx] != left or following is None or token_dict[following] != right:
                continue
            before, after = prev[idx], next_[following]
            count(pair, -1)
            if before is not None:
                neighbour = token_dict[before]
                assert neighbour is not None
                count((neighbour, left), -1)
                count((neighbour, new), 1)
            if after is not None:
                neighbour = token_dict[after]
                assert neighbour is not None
                count((right, neighbour), -1)
                count((new, neighbour), 1)
            token_dict[idx], token_dict[following] = new, None
            if before is not None:
                neighbour = token_dict[before]
                assert neighbour is not None
                pair_positions.setdefault((neighbour, new), []).append(before)
            if after is not None:
                neighbour = token_dict[after]
                assert neighbour is not None
                pair_positions.setdefault((new, neighbour), []).append(idx)
            next_[idx] = after
            if after is not None:
                prev[after] = idx
        for each in touched:
            heappush(heap, entry(each))
        merges.append((pair, -highest))
    return merges


@settings(max_examples=examples(150))
@given(text=st.text(alphabet="ab c你", max_size=60))
def test_the_order_of_the_slides_gives_the_same_merges(text: str) -> None:
    pre_tokens = list(pre_tokenize(text))
    options = TrainOptions(num_merges=30, min_count=1)
    ours = [
        (event.pair, event.count)
        for event in train_linked(pre_tokens, options)
        if isinstance(event, MergeDone)
    ]
    assert merges_as_on_the_slides(pre_tokens, 30) == ours
