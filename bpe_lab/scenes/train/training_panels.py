"""The panels beside a training run: pair counts, before and after, the vocabulary.

Each function gives one widget's state for one story; scenes decide when to show it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.events import MergeDone, SubGoal
from bpe_core.model import Pair
from bpe_lab.scenes.brush import Brush, ties
from bpe_lab.scenes.merge_stories import MergeStory, Rewrite
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.train.first_count import Tally

TABLE_ROWS, CHANGE_ROWS = 5, 3
CHANGE_TOKENS = 48  # of a pre-token; the widget has room for a dozen

PAIRS: Json = {
    "id": "pairs",
    "kind": "table",
    "title": "train.pairs.title",
    "goal": SubGoal.COUNT,
    "rows": TABLE_ROWS,
    "more": True,  # room for it always: where it is empty, a later step would be told
    "columns": [
        {"kind": "pair", "title": "train.pairs.pair"},
        {"kind": "number", "title": "train.pairs.count"},
        {"kind": "delta", "title": "train.pairs.delta"},
        {"kind": "bar", "title": "train.pairs.share"},
    ],
}
# A new pair has risen by all of its count; and the rows are sorted.
VEIL = ("pairs.figures",)
# In a tie the counts, which a hall has often just been told, do not tell the winner.
TIE_VEIL = ("pairs.order",)
CHANGES: Json = {
    "id": "changes",
    "kind": "changes",
    "title": "train.changes.title",
    "goal": SubGoal.MERGE,
    "rows": CHANGE_ROWS,
    "more": True,
}
VOCABULARY: Json = {
    "id": "vocabulary",
    "kind": "shelf",
    "title": "train.vocabulary.title",
    "goal": SubGoal.MERGE,
}


NO_CHANGES: Json = {"rows": []}


def pair_table(
    brush: Brush, story: MergeStory, earlier: Mapping[Pair, int], *, chosen: bool
) -> Json:
    """The highest counts and how they changed; once ``chosen``, the winner and its ties."""
    counts = story.counts
    top = brush.best(counts, TABLE_ROWS)
    tied = set(ties(counts)) if chosen else set()
    rows = []
    for k, pair in enumerate(top):
        delta = counts[pair] - earlier.get(pair, 0) if earlier else 0
        share = round(counts[pair] / counts[top[0]], 3)
        look = "changed" if delta and not chosen else ""
        if pair in tied:
            look = "tied" if k else "chosen"
        rows.append({"cells": [brush.pair(pair), counts[pair], delta, share], "look": look})
    table: Json = {"rows": rows, "aside": text("train.pairs.aside", pairs=len(counts))}
    if len(counts) > len(top):
        rest = len(counts) - len(top)
        table["more"] = text("train.pairs.more", pairs=rest)
        table["unlisted"] = text("train.pairs.unlisted", pairs=rest)
    return table


def tally_table(brush: Brush, tally: Tally) -> Json:
    """The counts so far: the highest, and in the last row the newest where it is not one."""
    counts, gains = tally.counts, tally.gains
    top = list(brush.best(counts, TABLE_ROWS))
    newest = next(reversed(gains))
    if newest not in top:
        top[-1] = newest
    rows = []
    for pair in top:
        share = round(counts[pair] / counts[top[0]], 3)
        cells = [brush.pair(pair), counts[pair], gains.get(pair, 0), share]
        rows.append({"cells": cells, "look": "changed" if pair in gains else ""})
    table: Json = {"rows": rows, "aside": text("train.pairs.aside", pairs=len(counts))}
    if rest := len(counts) - len(top):
        table["more"] = text("train.pairs.unlisted", pairs=rest)
    return table


def before_and_after(brush: Brush, story: MergeStory, done: MergeDone, *, merged: bool) -> Json:
    """The distinct pre-tokens that a merge changes, the most frequent first.

    Until they are ``merged`` only the before is shown.
    """
    times: dict[tuple[int, ...], int] = {}
    example: dict[tuple[int, ...], Rewrite] = {}
    for rewrite in story.rewrites:
        before = tuple(rewrite.before)
        times[before] = times.get(before, 0) + rewrite.weight
        example.setdefault(before, rewrite)
    top = sorted(times, key=lambda before: -times[before])[:CHANGE_ROWS]
    rows = []
    for before in top:
        rewrite = example[before].around_first(CHANGE_TOKENS)
        row: Json = {
            "before": [brush.token(token_id) for token_id in rewrite.before],
            "forming": rewrite.forming(),
            "times": times[before],
        }
        if merged:
            after = rewrite.after
            row["after"] = [brush.token(token_id) for token_id in after]
            row["lit"] = [k for k, token_id in enumerate(after) if token_id == done.new_id]
        rows.append(row)
    changes: Json = {"rows": rows, "aside": text("train.changes.aside", merge=done.number + 1)}
    if len(times) > len(top):
        changes["more"] = text("train.changes.more", words=len(times) - len(top))
    return changes


def shelf(items: Mapping[str, Json], base_size: int) -> Json:
    """The learned tokens and the size of the vocabulary that they make."""
    aside = text("train.vocabulary.aside", size=base_size + len(items), merges=len(items))
    return {"items": items, "aside": aside}
