"""The naive trainer, merge by merge: count, choose, merge (``pages/train.py``)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from bpe_core.events import StopReason, SubGoal
from bpe_core.model import Pair
from bpe_core.state import TrainState
from bpe_core.train.tie_break import TieBreak, preference
from ui.scenes.glyphs import is_whole
from ui.scenes.merges import MergeStory, Rewrite
from ui.scenes.recording import Frame, Json, States, TokenTable, text
from ui.scenes.ribbon import Ribbon

GOALS = (SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE)
TABLE_ROWS, CHANGE_ROWS, RIVALS = 5, 3, 3
JOINTS = {"greatest": ">", "first_seen": "→", "lowest_ids": "<"}

WIDGETS: list[Json] = [
    {"id": "text", "kind": "ribbon", "title": "train.text.title"},
    {
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
    },
    {
        "id": "why",
        "kind": "note",
        "title": "train.why.title",
        "goal": SubGoal.CHOOSE,
        "lines": 2,
    },
    {
        "id": "changes",
        "kind": "changes",
        "title": "train.changes.title",
        "goal": SubGoal.MERGE,
        "rows": CHANGE_ROWS,
    },
    {
        "id": "vocabulary",
        "kind": "shelf",
        "title": "train.vocabulary.title",
        "goal": SubGoal.MERGE,
    },
]
LAYOUT: Json = {"stage": ["text"], "columns": [["pairs"], ["why", "changes"], ["vocabulary"]]}


@dataclass(slots=True)
class TrainingScene:
    """Stories into frames. ``words`` and ``live`` are the text's pre-tokens and tokens."""

    tokens: TokenTable
    ribbon: Ribbon
    state: TrainState
    tie_break: TieBreak
    base_size: int
    words: int
    live: int
    bytes: int
    shelf: dict[str, Json] = field(default_factory=dict)
    earlier: dict[Pair, int] = field(default_factory=dict)
    changes: Json = field(default_factory=lambda: {"rows": []})

    def frames(self, stories: Iterator[MergeStory]) -> Iterator[Frame]:
        """Three frames a merge and one for the end."""
        for story in stories:
            if story.done is None:
                yield self._end(story)
                return
            yield self._count(story)
            yield self._choose(story)
            yield self._merge(story)
            self.earlier = story.counts

    def _count(self, story: MergeStory) -> Frame:
        first = story.number == 0
        say = text(
            "train.say.count_first" if first else "train.say.count",
            bytes=self.bytes,
            words=self.words,
            pairs=len(story.counts),
            tokens=self.live,
            merge=story.number,
        )
        ask = {"lines": [text("train.why.ask"), text("train.why.rule", rule=self._rule())]}
        return Frame(SubGoal.COUNT, story.number, say, self._states(story, "", ask))

    def _choose(self, story: MergeStory) -> Frame:
        assert story.done is not None
        for rewrite in story.rewrites:
            self.ribbon.lay(rewrite.start, rewrite.before, _forming(rewrite))
        ties = len(story.ties())
        say = text(
            "train.say.choose_tie" if ties > 1 else "train.say.choose",
            pair=self._pair(story.done.pair),
            count=story.done.count,
            ties=ties,
            rule=self._rule(),
        )
        marks = ("tie",) if ties > 1 else ()
        states = self._states(story, "chosen", self._why(story))
        return Frame(SubGoal.CHOOSE, story.number, say, states, marks)

    def _merge(self, story: MergeStory) -> Frame:
        done = story.done
        assert done is not None
        for rewrite in story.rewrites:
            self.ribbon.clear(rewrite.start, rewrite.before)
            self.ribbon.lay(rewrite.start, rewrite.after, _made(rewrite, done.new_id))
        self.live -= story.replaced
        left, right = done.pair
        token = {"token": self._token(done.new_id)}
        overlap = story.replaced < done.count
        say = text(
            "train.say.merge_overlap" if overlap else "train.say.merge",
            left={"token": self._token(left)},
            right={"token": self._token(right)},
            token=token,
            id=done.new_id,
            count=done.count,
            places=story.replaced,
            tokens=self.live,
        )
        self.shelf = {
            **self.shelf,
            str(done.new_id): [token["token"], self._indices(done.pair)],
        }
        self.changes = self._changes(story)
        states = self._states(story, "chosen", self._why(story))
        states["vocabulary"]["current"] = str(done.new_id)
        frame = Frame(SubGoal.MERGE, story.number, say, states, self._marks(story, overlap))
        for rewrite in story.rewrites:
            self.ribbon.lay(rewrite.start, rewrite.after)
        return frame

    def _end(self, story: MergeStory) -> Frame:
        say = text(f"train.end.{story.stopped}", merges=story.number, tokens=self.live)
        if story.stopped is StopReason.TARGET_REACHED:  # not counted again, so the last counts
            story = replace(story, counts=self.earlier)
        states = self._states(story, "", {"lines": [say]})
        return Frame(SubGoal.COUNT, max(0, story.number - 1), say, states)

    def _states(self, story: MergeStory, look: str, note: Json) -> States:
        size = self.base_size + len(self.shelf)
        return {
            "text": {
                **self.ribbon.state(),
                "aside": text("train.text.aside", tokens=self.live),
            },
            "pairs": self._table(story, look),
            "why": note,
            "changes": self.changes,
            "vocabulary": {
                "items": self.shelf,
                "aside": text("train.vocabulary.aside", size=size, merges=len(self.shelf)),
            },
        }

    def _table(self, story: MergeStory, look: str) -> Json:
        counts = story.counts
        top = self._ranked(counts, TABLE_ROWS)
        ties = set(story.ties()) if look else set()
        highest = counts[top[0]] if top else 1
        rows = []
        for k, pair in enumerate(top):
            delta = counts[pair] - self.earlier.get(pair, 0) if self.earlier else 0
            cells = [self._indices(pair), counts[pair], delta, round(counts[pair] / highest, 3)]
            here = look if k == 0 else "tied" if pair in ties else ""
            rows.append({"cells": cells, "look": here})
        table: Json = {"rows": rows, "aside": text("train.pairs.aside", pairs=len(counts))}
        if len(counts) > len(top):
            table["more"] = text("train.pairs.more", pairs=len(counts) - len(top))
        return table

    def _why(self, story: MergeStory) -> Json:
        """The winner beside the pairs that came nearest."""
        assert story.done is not None
        ties = len(story.ties())
        ranked = self._ranked(story.counts, max(2, min(ties, RIVALS)))
        first = {"pair": self._indices(ranked[0]), "look": "chosen"}
        if ties > 1:
            key, joint = f"train.why.tie_{self.tie_break}", JOINTS[self.tie_break]
            row = [first, *({"pair": self._indices(p), "look": "tied"} for p in ranked[1:])]
            lines = [text(key, ties=ties, count=story.done.count)]
            return {"lines": lines, "row": row, "join": joint}
        if len(ranked) == 1:
            return {"lines": [text("train.why.only", count=story.done.count)], "row": [first]}
        second = story.counts[ranked[1]]
        line = text("train.why.highest", count=story.done.count, second=second)
        row = [first, {"pair": self._indices(ranked[1]), "look": ""}]
        return {"lines": [line], "row": row, "join": ">"}

    def _changes(self, story: MergeStory) -> Json:
        """Before and after of the distinct pre-tokens that changed, the most frequent first."""
        assert story.done is not None
        times: dict[tuple[int, ...], int] = {}
        example: dict[tuple[int, ...], Rewrite] = {}
        for rewrite in story.rewrites:
            key = tuple(token_id for _, token_id in rewrite.before)
            times[key] = times.get(key, 0) + rewrite.weight
            example.setdefault(key, rewrite)
        top = sorted(times, key=lambda key: -times[key])[:CHANGE_ROWS]
        rows = []
        for key in top:
            after = [token_id for _, token_id in example[key].after]
            lit = [k for k, token_id in enumerate(after) if token_id == story.done.new_id]
            before = [self._token(token_id) for token_id in key]
            made = [self._token(token_id) for token_id in after]
            rows.append({"before": before, "after": made, "lit": lit, "times": times[key]})
        changes: Json = {"rows": rows, "aside": text("train.changes.aside", merge=story.number)}
        if len(times) > len(top):
            changes["more"] = text("train.changes.more", words=len(times) - len(top))
        return changes

    def _marks(self, story: MergeStory, overlap: bool) -> tuple[str, ...]:
        assert story.done is not None
        halves = [self.state.token_bytes[token_id] for token_id in story.done.pair]
        completed = is_whole(b"".join(halves)) and not all(map(is_whole, halves))
        return (*(("character",) if completed else ()), *(("overlap",) if overlap else ()))

    def _ranked(self, counts: dict[Pair, int], size: int) -> Sequence[Pair]:
        """The best pairs in the order in which the trainer prefers them.

        subtle: nlargest keeps equal ones in the order of counting, as max() does.
        """
        better = preference(self.tie_break, self.state.token_bytes)
        return heapq.nlargest(size, counts, key=lambda pair: (counts[pair], better(pair)))

    def _token(self, token_id: int) -> int:
        return self.tokens.index(token_id, self.state.token_bytes[token_id])

    def _indices(self, pair: Pair) -> list[int]:
        return [self._token(pair[0]), self._token(pair[1])]

    def _pair(self, pair: Pair) -> Json:
        return {"pair": self._indices(pair)}

    def _rule(self) -> Json:
        return {"text": text(f"tie_rule.{self.tie_break}")}


def _forming(rewrite: Rewrite) -> dict[int, str]:
    """The tokens of ``before`` that are swallowed by a token of ``after``."""
    starts = {position for position, _ in rewrite.after}
    kept = dict(rewrite.after)
    return {
        position: "forming"
        for position, token_id in rewrite.before
        if position not in starts or kept[position] != token_id
    }


def _made(rewrite: Rewrite, new_id: int) -> dict[int, str]:
    return {position: "merged" for position, token_id in rewrite.after if token_id == new_id}
