"""What every panel draws with: token indices, pairs, and the order of preference."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.model import Pair
from bpe_core.train.tie_break import TieBreak, preference
from bpe_lab.scenes.recording import Json, TokenTable, text

Counts = Mapping[Pair, int]


def ties(counts: Counts) -> list[Pair]:
    """All pairs of the highest count, in the order of counting."""
    best = max(counts.values(), default=0)
    return [pair for pair, count in counts.items() if count == best]


@dataclass(frozen=True, slots=True)
class Brush:
    """The token table of a recording, the tokens' bytes and the tie rule of its run."""

    tokens: TokenTable
    token_bytes: Mapping[int, bytes]
    tie_break: TieBreak

    def token(self, token_id: int) -> int:
        """The index of a token in the table."""
        return self.tokens.index(token_id, self.token_bytes[token_id])

    def pair(self, pair: Pair) -> list[int]:
        """The indices of a pair's two tokens."""
        return [self.token(pair[0]), self.token(pair[1])]

    def rule(self) -> Json:
        """The tie rule as a value of a sentence."""
        return {"text": text(f"tie_rule.{self.tie_break}")}

    def tie_bytes(self) -> Callable[[Pair], str] | None:
        """What bytes decide a tie by, written as they are drawn; None where they do not."""

        return self.bytes_of if self.tie_break == "greatest" else None

    def bytes_of(self, pair: Pair) -> str:
        """The bytes of a pair's two tokens as numbers."""
        return " | ".join(" ".join(map(str, self.token_bytes[each])) for each in pair)

    def best(
        self, counts: Mapping[Pair, int], size: int, rule: TieBreak | None = None
    ) -> Sequence[Pair]:
        """The best pairs in the order in which the trainer, or another ``rule``, prefers them.

        subtle: nlargest keeps equal ones in the order of counting, as max() does.
        """
        better = preference(rule or self.tie_break, self.token_bytes)
        least = min(heapq.nlargest(size, counts.values()), default=0)
        near = [pair for pair, count in counts.items() if count >= least]
        return heapq.nlargest(size, near, key=lambda pair: (counts[pair], better(pair)))
