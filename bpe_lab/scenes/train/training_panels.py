"""What is drawn of the naive trainer: merges as stories, panels, the first count, code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairScanned,
    PreTokenPlaced,
    PreTokenRewritten,
    PreTokenScanned,
    Stopped,
    StopReason,
    SubGoal,
)
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_lab.scenes.code_panel import CodePanel, PseudoLine, Source, executed
from bpe_lab.scenes.drawn_tokens import Ids, Ribbon
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.why_this_pair import Brush, Counts, ties

LEAD = 2  # tokens before the first join of a long pre-token, so that it is seen to be cut
ALL_ALONE, ALONE = 16, 8  # pairs: so few are shown one by one, of more only the first
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
# What the last merge has made looks as if it were chosen.
LOOKS = "text.looks"
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
COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
PSEUDO: tuple[PseudoLine, ...] = (
    ("scan", COUNT, None, False),
    ("count", COUNT, "  pair_counter[pair] += 1", False),
    ("best", CHOOSE, None, False),
    ("new", CHOOSE, "new = best[0] + best[1]", False),
    ("again", MERGE, None, False),
    ("replace", MERGE, None, False),
)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One pre-token of the run, as the ids of its tokens before and after a merge."""

    start: int
    weight: int
    before: Ids
    after: Ids

    def forming(self) -> list[int]:
        """The indices in ``before`` of the tokens that the merge joins, two by two."""
        index, forming = 0, []
        for token_id in self.after:
            if index + 1 >= len(self.before):
                break
            if token_id == self.before[index]:
                index += 1
            else:
                forming += [index, index + 1]
                index += 2
        return forming

    def around_first(self, most: int) -> Rewrite:
        """Itself, or of a longer one about ``most`` tokens that begin before the first join."""
        if len(self.before) <= most:
            return self
        pairs = enumerate(zip(self.before, self.after, strict=False))
        first = next((index for index, (old, new) in pairs if old != new), len(self.after))
        cut = slice(max(0, first - LEAD), max(0, first - LEAD) + most)
        return replace(self, before=self.before[cut], after=self.after[cut])

    @property
    def merges(self) -> int:
        """Replacements in all its occurrences."""
        return self.weight * (len(self.before) - len(self.after))


@dataclass(frozen=True, slots=True)
class MergeStory:
    """One round of the naive trainer; ``done`` is None in the round that finds no merge.

    ``looks`` is how many pairs of neighbors it looked at to count them; ``scanned`` are those
    that it reported one by one, in the first round.
    """

    number: int
    counts: dict[Pair, int]
    done: MergeDone | None
    rewrites: list[Rewrite] = field(default_factory=list)
    stopped: StopReason | None = None
    looks: int = 0
    scanned: Sequence[PairScanned] = ()

    @property
    def replaced(self) -> int:
        """Tokens that this merge saved in the whole text."""
        return sum(rewrite.merges for rewrite in self.rewrites)


def stories(events: Iterable[Event], state: TrainState) -> Iterator[MergeStory]:
    """Fold a detailed naive run into ``state`` and yield each merge once it is done.

    A story is yielded when ``state`` is right after its merge.
    """
    counts: dict[Pair, int] = {}
    rewrites: list[Rewrite] = []
    ids_of: dict[int, Ids] = {}
    scanned: list[PairScanned] = []
    number = looks = 0
    for event in events:
        apply(state, event)
        if isinstance(event, PairScanned):
            scanned.append(event)
        elif isinstance(event, PreTokenRewritten):
            start, after = event.start, event.token_ids
            rewrites.append(Rewrite(start, state.weight_at[start], ids_of[start], after))
            ids_of[start] = after
        elif isinstance(event, PreTokenPlaced):
            ids_of[event.start] = event.data
        elif isinstance(event, PreTokenScanned):
            looks += event.pairs
        elif isinstance(event, CountsBuilt):
            counts = dict(state.pair_counter)
        elif isinstance(event, PairChosen):
            rewrites = []
        elif isinstance(event, MergeDone):
            looks += len(scanned)
            yield MergeStory(number, counts, event, rewrites, None, looks, scanned)
            number, looks = number + 1, 0
            counts, scanned = {}, []
        elif isinstance(event, Stopped):
            yield MergeStory(number, counts, None, [], event.reason, looks)


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


def pair_table(
    brush: Brush, story: MergeStory, earlier: Mapping[Pair, int], *, chosen: bool
) -> Json:
    """The highest counts and how they changed; once ``chosen``, the winner and its ties."""
    counts = story.counts
    top = brush.best(counts, TABLE_ROWS)
    deltas = {pair: counts[pair] - earlier.get(pair, 0) for pair in top} if earlier else {}
    looks = {pair: "changed" for pair, delta in deltas.items() if delta}
    if chosen:
        looks = dict.fromkeys(ties(counts), "tied") | {top[0]: "chosen"}
    table = _count_table(brush, counts, top, deltas, looks)
    if rest := len(counts) - len(top):
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
    table = _count_table(brush, counts, top, gains, dict.fromkeys(gains, "changed"))
    if rest := len(counts) - len(top):
        table["more"] = text("train.pairs.unlisted", pairs=rest)
    return table


def _count_table(
    brush: Brush,
    counts: Counts,
    top: Sequence[Pair],
    deltas: Counts,
    looks: Mapping[Pair, str],
) -> Json:
    rows = []
    for pair in top:
        share = round(counts[pair] / counts[top[0]], 3)
        cells = [brush.pair(pair), counts[pair], deltas.get(pair, 0), share]
        rows.append({"cells": cells, "look": looks.get(pair, "")})
    return {"rows": rows, "aside": text("train.pairs.aside", pairs=len(counts))}


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


@dataclass(slots=True)
class Code:
    """Follows a run and remembers, by sub-goal, which lines the present round has executed."""

    source: Source
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))
    lines: dict[SubGoal, dict[int, None]] = field(default_factory=dict)

    def follow(self, run: Iterator[Event]) -> Iterator[Event]:
        """The events of ``run``; a round begins behind a merge."""
        begins, last = True, None
        for event, lines in executed(run, repeats=_repeats):
            if begins:
                self.lines = {}
            of_goal = self.lines.setdefault(event.goal, {})
            # The same lines as before: they were not followed again.
            for line in () if lines is last else lines:
                of_goal.pop(line, None)
                of_goal[line] = None
            begins, last = isinstance(event, MergeDone), lines
            yield event

    def draw(self, goal: SubGoal) -> Json:
        """The widget's state while ``goal`` is at work."""
        names = [name for name, of, *_ in PSEUDO if of is goal]
        self.panel.light(names, self.source.lit(tuple(self.lines[goal])))
        return self.panel.draw()

    def ended(self) -> Json:
        """The state where no merge follows: the lines that led to the end."""
        lines = tuple(line for of_goal in self.lines.values() for line in of_goal)
        self.panel.light((), self.source.lit(lines))
        return self.panel.draw()


def _repeats(event: Event) -> bool:
    """Whether the next pre-token is handled by the same lines; a round has thousands."""
    return isinstance(event, (PreTokenRewritten, PairScanned)) or (
        isinstance(event, PreTokenScanned) and event.pairs > 0
    )
