"""The panels beside a training run: pair counts, why this pair, before and after.

Each function gives one widget's state for one story; scenes decide when to show it.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_core.events import MergeDone, SubGoal
from bpe_core.model import Pair
from bpe_core.train.tie_break import TieBreak, preference
from ui.scenes.merges import MergeStory, Rewrite
from ui.scenes.recording import Json, TokenTable, text

TABLE_ROWS, CHANGE_ROWS, RIVALS = 5, 3, 3
JOINTS: Mapping[TieBreak, str] = {"greatest": ">", "first_seen": "→", "lowest_ids": "<"}

PAIRS: Json = {
    "id": "pairs",
    "kind": "table",
    "title": "train.pairs.title",
    "goal": SubGoal.COUNT,
    "rows": TABLE_ROWS,
    "columns": [
        {"kind": "pair", "title": "train.pairs.pair"},
        {"kind": "number", "title": "train.pairs.count"},
        {"kind": "delta", "title": "train.pairs.delta"},
        {"kind": "bar", "title": "train.pairs.share"},
    ],
}
WHY: Json = {
    "id": "why",
    "kind": "note",
    "title": "train.why.title",
    "goal": SubGoal.CHOOSE,
    "lines": 2,
}
CHANGES: Json = {
    "id": "changes",
    "kind": "changes",
    "title": "train.changes.title",
    "goal": SubGoal.MERGE,
    "rows": CHANGE_ROWS,
}
VOCABULARY: Json = {
    "id": "vocabulary",
    "kind": "shelf",
    "title": "train.vocabulary.title",
    "goal": SubGoal.MERGE,
}


NO_CHANGES: Json = {"rows": []}


@dataclass(frozen=True, slots=True)
class Brush:
    """What every panel draws with: the token table, the tokens' bytes, the tie rule."""

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

    def best(self, counts: Mapping[Pair, int], size: int) -> Sequence[Pair]:
        """The best pairs in the order in which the trainer prefers them.

        subtle: nlargest keeps equal ones in the order of counting, as max() does.
        """
        better = preference(self.tie_break, self.token_bytes)
        return heapq.nlargest(size, counts, key=lambda pair: (counts[pair], better(pair)))


def pair_table(
    brush: Brush, story: MergeStory, earlier: Mapping[Pair, int], *, chosen: bool
) -> Json:
    """The highest counts and how they changed; once ``chosen``, the winner and its ties."""
    counts = story.counts
    top = brush.best(counts, TABLE_ROWS)
    ties = set(story.ties()) if chosen else set()
    rows = []
    for k, pair in enumerate(top):
        delta = counts[pair] - earlier.get(pair, 0) if earlier else 0
        share = round(counts[pair] / counts[top[0]], 3)
        look = "" if pair not in ties else "tied" if k else "chosen"
        rows.append({"cells": [brush.pair(pair), counts[pair], delta, share], "look": look})
    table: Json = {"rows": rows, "aside": text("train.pairs.aside", pairs=len(counts))}
    if len(counts) > len(top):
        table["more"] = text("train.pairs.more", pairs=len(counts) - len(top))
    return table


def question(brush: Brush) -> Json:
    """Before the choice: the reader's turn."""
    return {"lines": [text("train.why.ask"), text("train.why.rule", rule=brush.rule())]}


def why_this_pair(brush: Brush, story: MergeStory) -> Json:
    """The winner beside the pairs that came nearest."""
    ties = len(story.ties())
    ranked = brush.best(story.counts, max(2, min(ties, RIVALS)))
    best, look = story.counts[ranked[0]], "tied" if ties > 1 else ""
    row = [
        {"pair": brush.pair(pair), "look": look if k else "chosen"}
        for k, pair in enumerate(ranked)
    ]
    if ties > 1:
        line = text(f"train.why.tie_{brush.tie_break}", ties=ties, count=best)
        more = {"open": True} if ties > len(row) else {}
        return {"lines": [line], "row": row, "join": JOINTS[brush.tie_break], **more}
    if len(ranked) == 1:
        return {"lines": [text("train.why.only", count=best)], "row": row}
    line = text("train.why.highest", count=best, second=story.counts[ranked[1]])
    return {"lines": [line], "row": row, "join": ">"}


def before_and_after(brush: Brush, story: MergeStory, done: MergeDone, *, merged: bool) -> Json:
    """The distinct pre-tokens that a merge changes, the most frequent first.

    Until they are ``merged`` only the before is shown.
    """
    times: dict[tuple[int, ...], int] = {}
    example: dict[tuple[int, ...], Rewrite] = {}
    for rewrite in story.rewrites:
        before = tuple(token_id for _, token_id in rewrite.before)
        times[before] = times.get(before, 0) + rewrite.weight
        example.setdefault(before, rewrite)
    top = sorted(times, key=lambda before: -times[before])[:CHANGE_ROWS]
    rows = []
    for before in top:
        rewrite, forming = example[before], example[before].forming()
        row: Json = {
            "before": [brush.token(token_id) for token_id in before],
            "forming": [
                k for k, (position, _) in enumerate(rewrite.before) if position in forming
            ],
            "times": times[before],
        }
        if merged:
            after = [token_id for _, token_id in rewrite.after]
            row["after"] = [brush.token(token_id) for token_id in after]
            row["lit"] = [k for k, token_id in enumerate(after) if token_id == done.new_id]
        rows.append(row)
    changes: Json = {"rows": rows, "aside": text("train.changes.aside", merge=done.number)}
    if len(times) > len(top):
        changes["more"] = text("train.changes.more", words=len(times) - len(top))
    return changes


def shelf(items: Mapping[str, Json], base_size: int) -> Json:
    """The learned tokens and the size of the vocabulary that they make."""
    aside = text("train.vocabulary.aside", size=base_size + len(items), merges=len(items))
    return {"items": items, "aside": aside}
