"""One timed run of a trainer: ours, event by event, or a peer as a whole.

The clock starts with the text in memory as a str and stops with the last merge. What is made
of the result for comparison is made afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain

from bpe_core.events import Event, MergeDone
from bpe_core.registry import TRAINERS
from bpe_core.texts.sources import blocks_of
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.guards import Say
from bpe_lab.measure.peers import PEERS
from bpe_lab.race.events import Pair
from bpe_lab.race.ladder import Lane
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.stamps import Stamps
from bpe_lab.race.views import pre_tokens_of

ONE_SLICE = 5_000  # nanoseconds


@dataclass(frozen=True, slots=True)
class Timed:
    """A timed run, with the fields of `Run`, and its ``merges``; None where it lists none."""

    done: list[int]
    at: list[int]
    pre_tokenized: int
    cut: bool
    peak_bytes: int
    digest: str
    merges: tuple[Pair, ...] | None = None


def time_trainer(lane: Lane, text: str, plan: RacePlan, say: Say) -> Timed:
    """A trainer of ours, with one stamp per merge."""
    options = plan.options
    merge_events: list[MergeDone] = []
    stamps = Stamps(text, plan.budget, say)
    events = _pre_tokenized(lane, text, plan)
    goes_on = stamps.ready()
    for event in events if goes_on else ():
        if isinstance(event, MergeDone):
            merge_events.append(event)
            goes_on = stamps.take(len(merge_events))
            if not goes_on:
                break
    stamps.stop()
    done, at = stamps.done, stamps.at
    if not lane.fine:
        done, at = whole_slices(done, at)
    merges = merges_as_bytes(merge_events, options)
    cut = not goes_on and len(merge_events) != options.merge_limit
    digest = digest_of(chain.from_iterable(merges))
    return Timed(done, at, stamps.pre_tokenized, cut, stamps.peak_bytes, digest, merges)


def _pre_tokenized(lane: Lane, text: str, plan: RacePlan) -> Iterator[Event]:
    """A trainer about to begin, its pre-tokens made: in compiled code where it is compiled."""
    trainer = TRAINERS[lane.algorithm]
    if trainer.table is None:
        return trainer(pre_tokens_of(text, plan, lane.view), plan.options)
    from bpe_core.pretokenize.counting import count_table  # compiled code

    blocks = blocks_of(text, pattern=plan.pattern, special_tokens=plan.options.special_tokens)
    return trainer.table(count_table(blocks, pattern=plan.pattern), plan.options)


def time_peer(lane: Lane, text: str, plan: RacePlan, say: Say) -> Timed:
    """A peer, which reports nothing before its end; the parent ends one that takes too long."""
    train = PEERS[lane.library](text, plan.options, plan.pattern)
    stamps = Stamps(text, plan.budget, say)
    learned = train()
    stamps.take(0)
    stamps.stop()
    result = learned()
    digest = digest_of(chain.from_iterable(result.pairs) if result.pairs else result.tokens)
    done, pairs = [len(result.tokens)], result.pairs or None
    return Timed(done, stamps.at, 0, False, stamps.peak_bytes, digest, pairs)


def merges_as_bytes(events: Iterable[MergeDone], options: TrainOptions) -> tuple[Pair, ...]:
    """The two tokens of every merge.

    >>> merges_as_bytes([MergeDone(0, (97, 97), 256, 4)], TrainOptions())
    ((b'a', b'a'),)
    """
    tokens = options.base_tokens()
    merges: list[Pair] = []
    for event in events:
        left, right = (tokens[token_id] for token_id in event.pair)
        tokens.append(left + right)
        merges.append((left, right))
    return tuple(merges)


def digest_of(tokens: Iterable[bytes]) -> str:
    """One short text for a list of tokens: SHA-256, each behind its length.

    >>> digest_of([b"ab", b""]) == digest_of([b"a", b"b"])
    False
    """
    digest = sha256()
    for token in tokens:
        digest.update(len(token).to_bytes(8, "little"))
        digest.update(token)
    return digest.hexdigest()


def whole_slices(done: list[int], at: list[int]) -> tuple[list[int], list[int]]:
    """Only the last stamp of those that came at once: a compiled loop reports merges in slices.

    >>> whole_slices([1, 2, 3, 4], [70_000, 90_000, 90_200, 90_400])
    ([1, 4], [70000, 90400])
    """
    last = [k for k in range(len(at)) if k + 1 == len(at) or at[k + 1] - at[k] >= ONE_SLICE]
    return [done[k] for k in last], [at[k] for k in last]
