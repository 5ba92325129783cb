"""The naive trainer, merge by merge: count, choose, merge (``pages/train.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bpe_core.events import MergeDone, StopReason, SubGoal
from bpe_core.model import Pair
from ui.scenes import panels
from ui.scenes.glyphs import is_whole
from ui.scenes.merges import MergeStory, Rewrite
from ui.scenes.panels import Brush
from ui.scenes.recording import Frame, Json, States, text
from ui.scenes.ribbon import Ribbon

GOALS = (SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE)
RIBBON: Json = {"id": "text", "kind": "ribbon", "title": "train.text.title"}
PANELS: list[Json] = [panels.PAIRS, panels.WHY, panels.CHANGES, panels.VOCABULARY]
LAYOUT: Json = {"stage": ["text"], "columns": [["pairs"], ["why", "changes"], ["vocabulary"]]}


@dataclass(slots=True)
class TrainingScene:
    """Stories into frames.

    ``words``, ``size`` and ``live`` are the text's pre-tokens, bytes and tokens; ``base_size``
    is the size of the vocabulary before the first merge.
    """

    brush: Brush
    ribbon: Ribbon
    base_size: int
    words: int
    size: int
    live: int
    learned: dict[str, Json] = field(default_factory=dict)
    earlier: dict[Pair, int] = field(default_factory=dict)
    changes: Json = field(default_factory=lambda: {"rows": []})

    def frames(self, stories: Iterator[MergeStory]) -> Iterator[Frame]:
        """Three frames a merge and one for the end."""
        for story in stories:
            if story.done is None:
                yield self._end(story)
                return
            yield self._count(story)
            yield self._choose(story, story.done)
            yield self._merge(story, story.done)
            self.earlier = story.counts

    def _count(self, story: MergeStory) -> Frame:
        say = text(
            "train.say.count" if story.number else "train.say.count_first",
            bytes=self.size,
            words=self.words,
            pairs=len(story.counts),
            tokens=self.live,
        )
        states = self._states(story, panels.question(self.brush), chosen=False)
        return Frame(SubGoal.COUNT, story.number, say, states)

    def _choose(self, story: MergeStory, done: MergeDone) -> Frame:
        for rewrite in story.rewrites:
            self.ribbon.lay(rewrite.start, rewrite.before, _forming(rewrite))
        ties = len(story.ties())
        say = text(
            "train.say.choose_tie" if ties > 1 else "train.say.choose",
            pair={"pair": self.brush.pair(done.pair)},
            count=done.count,
            ties=ties,
            rule=self.brush.rule(),
        )
        states = self._states(story, panels.why_this_pair(self.brush, story), chosen=True)
        return Frame(SubGoal.CHOOSE, story.number, say, states, ("tie",) if ties > 1 else ())

    def _merge(self, story: MergeStory, done: MergeDone) -> Frame:
        for rewrite in story.rewrites:
            self.ribbon.clear(rewrite.start, rewrite.before)
            self.ribbon.lay(rewrite.start, rewrite.after, _made(rewrite, done.new_id))
        self.live -= story.replaced
        left, right = self.brush.pair(done.pair)
        token = self.brush.token(done.new_id)
        overlap = story.replaced < done.count
        say = text(
            "train.say.merge_overlap" if overlap else "train.say.merge",
            left={"token": left},
            right={"token": right},
            token={"token": token},
            id=str(done.new_id),
            count=done.count,
            places=story.replaced,
            tokens=self.live,
        )
        self.learned = {**self.learned, str(done.new_id): [token, [left, right]]}
        self.changes = panels.before_and_after(self.brush, story)
        states = self._states(story, panels.why_this_pair(self.brush, story), chosen=True)
        states["vocabulary"]["current"] = str(done.new_id)
        for rewrite in story.rewrites:  # plain again from the next frame on
            self.ribbon.lay(rewrite.start, rewrite.after)
        return Frame(SubGoal.MERGE, story.number, say, states, self._marks(done, overlap))

    def _end(self, story: MergeStory) -> Frame:
        say = text(f"train.end.{story.stopped}", merges=story.number, tokens=self.live)
        if story.stopped is StopReason.TARGET_REACHED:  # not counted again, so the last counts
            story = replace(story, counts=self.earlier)
        states = self._states(story, {"lines": [say]}, chosen=False)
        return Frame(SubGoal.COUNT, max(0, story.number - 1), say, states)

    def _states(self, story: MergeStory, note: Json, *, chosen: bool) -> States:
        aside = text("train.text.aside", tokens=self.live)
        return {
            "text": {**self.ribbon.state(), "aside": aside},
            "pairs": panels.pair_table(self.brush, story, self.earlier, chosen=chosen),
            "why": note,
            "changes": self.changes,
            "vocabulary": panels.shelf(self.learned, self.base_size),
        }

    def _marks(self, done: MergeDone, overlap: bool) -> tuple[str, ...]:
        halves = [self.brush.token_bytes[token_id] for token_id in done.pair]
        completed = is_whole(b"".join(halves)) and not all(map(is_whole, halves))
        return (*(("character",) if completed else ()), *(("overlap",) if overlap else ()))


def _forming(rewrite: Rewrite) -> dict[int, str]:
    """The tokens of ``before`` that are swallowed by a token of ``after``."""
    kept = dict(rewrite.after)
    return {
        position: "forming"
        for position, token_id in rewrite.before
        if kept.get(position) != token_id
    }


def _made(rewrite: Rewrite, new_id: int) -> dict[int, str]:
    return {position: "merged" for position, token_id in rewrite.after if token_id == new_id}
