"""The naive trainer, merge by merge: count, choose, merge (``pages/train.py``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bpe_core.events import MergeDone, StopReason, SubGoal
from bpe_core.model import Pair
from bpe_core.runtime.glyphs import completes_character
from bpe_lab.scenes.brush import Brush, ties
from bpe_lab.scenes.exercises import end_of_training
from bpe_lab.scenes.merge_stories import MergeStory, Rewrite
from bpe_lab.scenes.recording import Frame, Json, States, text
from bpe_lab.scenes.ribbon import Ribbon
from bpe_lab.scenes.train import training_panels as panels
from bpe_lab.scenes.train.first_count import tallies
from bpe_lab.scenes.train.training_code import Code
from bpe_lab.scenes.train.training_questions import Asking, written
from bpe_lab.scenes.why_this_pair import END_TITLE, WHY, WhyCard

GOALS = (SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE)
RIBBON: Json = {"id": "text", "kind": "ribbon", "title": "train.text.title"}
PANELS: list[Json] = [panels.PAIRS, WHY, panels.CHANGES, panels.VOCABULARY]
LAYOUT: Json = {
    "stage": ["text"],
    "columns": [["pairs"], ["why", "changes"], ["vocabulary", "code"]],
    "tabs": ["vocabulary", "code"],
}


@dataclass(slots=True)
class TrainingScene:
    """Stories into frames; ``weights`` are those of the pre-tokens, by start.

    ``pre_tokens``, ``specials`` and ``size`` count the text's pre-tokens, special tokens and
    bytes in pre-tokens; ``live`` counts its tokens, ``base_size`` those of the vocabulary
    before the first merge. ``asking`` says what is asked before a step.
    """

    brush: Brush
    ribbon: Ribbon
    why: WhyCard
    code: Code
    base_size: int
    pre_tokens: int
    specials: int
    size: int
    live: int
    asking: Asking
    weights: Mapping[int, int]
    learned: dict[str, Json] = field(default_factory=dict)
    earlier: dict[Pair, int] = field(default_factory=dict)
    last: States = field(default_factory=dict)
    merged: MergeStory | None = None

    def frames(self, stories: Iterator[MergeStory]) -> Iterator[Frame]:
        """Three frames a merge and one for the end; before them the first count in detail."""
        for story in stories:
            if story.done is None:
                yield self._end(story)
                return
            if self.asking.asked is None:
                yield from self._first_count(story)
            yield self._count(story)
            yield self._choose(story, story.done)
            yield self._merge(story, story.done)
            self.earlier = story.counts

    def _first_count(self, story: MergeStory) -> Iterator[Frame]:
        """The window over nothing yet, then what it has counted so far."""
        pairs = len(story.scanned)

        def frame(name: str, states: States, **values: Json) -> Frame:
            say = text(f"train.say.{name}", pairs=pairs, **values)
            return Frame(SubGoal.COUNT, story.number, say, states, is_prelude=True)

        states = self._states(story, self.why.rule(), panels.NO_CHANGES, SubGoal.COUNT)
        if pairs:
            text_size = {"bytes": self.size, "words": self.pre_tokens}
            yield frame("scan_first", {**states, "pairs": {"rows": []}}, **text_size)
        for tally in tallies(story.scanned, self.weights, self.ribbon):
            window = {"text": {**states["text"], "window": tally.windows}}
            drawn = {**states, **window, "pairs": panels.tally_table(self.brush, tally)}
            values: Json = {"done": tally.done}
            if tally.fresh == 1:
                (pair,) = tally.gains
                values |= {"pair": {"pair": self.brush.pair(pair)}, "count": tally.counts[pair]}
                yield frame("scan", drawn, **values)
            else:
                values |= {"fresh": tally.fresh, "distinct": len(tally.counts)}
                yield frame("scan_more", drawn, **values)

    def _count(self, story: MergeStory) -> Frame:
        key = "recount" if story.number else "count_special" if self.specials else "count_first"
        say = text(
            f"train.say.{key}",
            bytes=self.size,
            words=self.pre_tokens,
            specials=self.specials,
            pairs=len(story.counts),
            looks=story.looks,
            changed=len({pair for pair, _ in story.counts.items() ^ self.earlier.items()}),
        )
        self._light_newest("changed")
        states = self._states(story, self.why.rule(), panels.NO_CHANGES, SubGoal.COUNT)
        self._light_newest("")
        return Frame(SubGoal.COUNT, story.number, say, states)

    def _light_newest(self, look: str) -> None:
        """Give a look to what the last merge has made: around it counts change."""
        if self.merged is not None and (done := self.merged.done) is not None:
            for rewrite in self.merged.rewrites:
                self.ribbon.lay(rewrite.start, rewrite.after, _looks(rewrite, done, look))

    def _choose(self, story: MergeStory, done: MergeDone) -> Frame:
        for rewrite in story.rewrites:
            if self.ribbon.draws(rewrite.start):
                forming = dict.fromkeys(rewrite.forming(), "forming")
                self.ribbon.lay(rewrite.start, rewrite.before, forming)
        tied = len(ties(story.counts))
        key = "choose_tie" if tied > 1 else "choose" if len(story.counts) > 1 else "choose_only"
        say = text(
            f"train.say.{key}",
            pair={"pair": self.brush.pair(done.pair)},
            count=done.count,
            ties=tied,
            rule=self.brush.rule(),
        )
        changes = panels.before_and_after(self.brush, story, done, merged=False)
        why = self.why.answer(story.number, story.counts)
        states = self._states(story, why, changes, SubGoal.CHOOSE)
        marks = ("tie",) if tied > 1 else ()
        ask = text("train.why.ask")
        return Frame(
            SubGoal.CHOOSE,
            story.number,
            say,
            states,
            marks,
            ask=ask,
            veil=self._veil(is_tie=tied > 1),
            questions=self._questions(SubGoal.CHOOSE, done),
        )

    def _veil(self, *, is_tie: bool) -> tuple[str, ...]:
        """What is hidden before the winner is shown."""
        if not self.asking.hides_counts:
            return ()
        return panels.TIE_VEIL if is_tie and self.asking.asked is None else panels.VEIL

    def _merge(self, story: MergeStory, done: MergeDone) -> Frame:
        for rewrite in story.rewrites:
            self.ribbon.clear(rewrite.start, rewrite.before)
            if self.ribbon.draws(rewrite.start):
                self.ribbon.lay(rewrite.start, rewrite.after, _looks(rewrite, done, "merged"))
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
        changes = panels.before_and_after(self.brush, story, done, merged=True)
        why = self.why.answer(story.number, story.counts)
        states = self._states(story, why, changes, SubGoal.MERGE)
        states["pairs"]["aside"] = text("train.pairs.before")
        states["vocabulary"]["current"] = str(done.new_id)
        self.merged = story
        self._light_newest("")  # plain again from the next frame on
        self.last = states
        questions = self._questions(SubGoal.MERGE, done)
        marks = self._marks(done, overlap)
        return Frame(SubGoal.MERGE, story.number, say, states, marks, questions=questions)

    def _questions(self, goal: SubGoal, done: MergeDone) -> tuple[Json, ...]:
        return written(self.brush, self.asking.before(goal, done))

    def _end(self, story: MergeStory) -> Frame:
        """The end: at the target nothing is counted again, so the last counts stay in sight."""
        assert story.stopped is not None, "a story without a merge is the end"
        say = end_of_training(
            story.stopped,
            merges=story.number,
            tokens=self.live,
            is_exercise=self.asking.asked is not None,
        )
        end = text("train.why.end", start=self.size, tokens=self.live)
        note = {"title": END_TITLE, "lines": [end]}
        goal, states = SubGoal.MERGE, {**self.last, **self._plain_text(), "why": note}
        if story.stopped is not StopReason.TARGET_REACHED:
            goal = SubGoal.COUNT
            states = self._states(story, note, panels.NO_CHANGES, goal)
        states["code"] = self.code.ended()
        return Frame(goal, max(0, story.number - 1), say, states)

    def _plain_text(self) -> States:
        aside = text("train.text.aside", tokens=self.live)
        return {"text": {**self.ribbon.state(), "aside": aside}}

    def _states(self, story: MergeStory, note: Json, changes: Json, goal: SubGoal) -> States:
        chosen = goal is not SubGoal.COUNT
        return {
            **self._plain_text(),
            "pairs": panels.pair_table(self.brush, story, self.earlier, chosen=chosen),
            "why": note,
            "changes": changes,
            "vocabulary": panels.shelf(self.learned, self.base_size),
            "code": self.code.draw(goal),
        }

    def _marks(self, done: MergeDone, overlap: bool) -> tuple[str, ...]:
        left, right = (self.brush.token_bytes[token_id] for token_id in done.pair)
        completed = completes_character(left, right)
        return (*(("character",) if completed else ()), *(("overlap",) if overlap else ()))


def _looks(rewrite: Rewrite, done: MergeDone, look: str) -> dict[int, str]:
    """By index, the look of the tokens that a merge has made."""
    ids = enumerate(rewrite.after)
    return {index: look for index, token_id in ids if token_id == done.new_id}
