"""What is right to learn, under the convention that a solution keeps to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.events import Event, MergeDone, Stopped, StopReason
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out
from bpe_core.train.compare_merges import BytePair
from bpe_core.train.fold import fold_model
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import replace_pair
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions
from bpe_core.train.tie_break import TieBreak, preference


@dataclass(frozen=True, slots=True)
class Convention:
    """How texts are cut, which of equal counts is merged, and whether overlaps are counted."""

    pattern: str = "gpt2"
    tie_break: TieBreak = "greatest"
    overlaps: bool = True


def right_merges(
    text: str, most: int, convention: Convention, specials: Sequence[str] = ()
) -> list[BytePair]:
    """The first ``most`` merges of a text, or as many as there are.

    >>> right_merges("aab", 9, Convention())
    [(b'a', b'b'), (b'a', b'ab')]
    >>> right_merges("aaab", 1, Convention(overlaps=True, tie_break="first_seen"))
    [(b'a', b'a')]
    """
    options = TrainOptions(
        num_merges=most, special_tokens=specials, tie_break=convention.tie_break
    )
    counts = count_pre_tokens(text, pattern=convention.pattern, special_tokens=specials)
    train = train_linked if convention.overlaps else train_uncounted
    return fold_model(
        train(lay_out(counts), options), options, pattern="none"
    ).merges_as_bytes()


def train_uncounted(
    pre_tokens: Iterable[PreToken], options: TrainOptions = DEFAULT_OPTIONS
) -> Iterator[Event]:
    """The naive trainer for those who count a run of one letter without overlaps.

    In ``aaa`` they see a + a once, where it stands twice; merging it is possible once. Both are
    in use, so this is a convention (karpathy/minbpe#72, google/sentencepiece#318). Yields one
    ``MergeDone`` per merge and finally ``Stopped``.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> next(train_uncounted(pre_tokenize("aaab")))
    MergeDone(number=0, pair=(97, 98), new_id=256, count=1)
    """
    token_bytes = options.base_tokens()
    better = preference(options.tie_break, token_bytes)
    words = [(list(data), weight) for data, _, weight in pre_tokens]
    number = 0
    while number != options.merge_limit:
        pair_counter: dict[Pair, int] = {}
        for tokens, weight in words:
            for pair in apart(tokens):
                pair_counter[pair] = pair_counter.get(pair, 0) + weight
        if not pair_counter:
            yield Stopped(StopReason.NO_PAIR_LEFT)
            return
        best = max(pair_counter, key=lambda pair: (pair_counter[pair], better(pair)))
        new_id = len(token_bytes)
        token_bytes.append(token_bytes[best[0]] + token_bytes[best[1]])
        for tokens, _ in words:
            replace_pair(tokens, best, new_id)
        yield MergeDone(number, best, new_id, pair_counter[best])
        number += 1
    yield Stopped(StopReason.TARGET_REACHED)


def apart(tokens: Sequence[int]) -> Iterator[Pair]:
    """The neighbors, but none that shares a token with an equal pair right before it.

    >>> list(apart([1, 1, 1, 2]))
    [(1, 1), (1, 2)]
    """
    last: Pair | None = None
    for pair in pairwise(tokens):
        if pair == last:
            last = None
            continue
        yield pair
        last = pair
