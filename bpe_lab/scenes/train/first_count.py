"""The first count of a training run, as it runs: a window slides over the text, and tallies.

What is drawn are the `PairScanned` of the run. The first pairs are shown one by one; in a long
text each later step counts as many as all before it, so that the whole is seen in a few steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.events import PairScanned
from bpe_core.model import Pair
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.ribbon import Ribbon

ALL_ALONE, ALONE = 16, 8  # pairs: so few are shown one by one, of more only the first


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted after ``done`` pairs, of which ``fresh`` are new in this step.

    ``windows`` are [byte offset, bytes] where the reader sees the new ones, ``gains`` what they
    have added to ``counts``.
    """

    done: int
    fresh: int
    counts: dict[Pair, int]
    gains: dict[Pair, int]
    windows: list[Json]


def stops(pairs: int) -> list[int]:
    """After how many of the ``pairs`` the count is shown.

    >>> stops(3), stops(40)
    ([1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 40])
    """
    ends = list(range(1, 1 + (pairs if pairs <= ALL_ALONE else ALONE)))
    while ends and ends[-1] < pairs:
        ends.append(min(2 * ends[-1], pairs))
    return ends


def tallies(
    scanned: Sequence[PairScanned], weights: Mapping[int, int], ribbon: Ribbon
) -> Iterator[Tally]:
    """The count at each of its stops; ``weights`` are those of the pre-tokens by start."""
    counts: dict[Pair, int] = {}
    done, before = 0, (-1, -1)
    for end in stops(len(scanned)):
        gains: dict[Pair, int] = {}
        spans: list[list[int]] = []  # [start, bytes before the first pair, pairs]
        for event in scanned[done:end]:
            gains[event.pair] = gains.get(event.pair, 0) + weights[event.start]
            index = before[1] + 1 if before[0] == event.start else 0
            if spans and index:
                spans[-1][2] += 1
            else:
                spans.append([event.start, index, 1])
            before = event.start, index
        for pair, gain in gains.items():
            counts[pair] = counts.get(pair, 0) + gain
        # All tokens are still bytes, so a window of n pairs lies over n + 1 of them.
        windows = [w for start, index, n in spans for w in ribbon.windows(start, index, n + 1)]
        yield Tally(end, end - done, dict(counts), gains, windows)
        done = end
