"""A whole walk through naive training: the run, its recording and its list of merges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bpe_core.corpus import Corpus
from bpe_core.errors import NothingToMergeError, Notice, RecordingCapNotice
from bpe_core.pretokenize import PreToken, lay_out, pre_tokenize
from bpe_core.state import TrainState
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from ui.scenes.merges import MergeStory, stories
from ui.scenes.recording import Json, TokenTable, record
from ui.scenes.ribbon import Ribbon, groups, special_groups
from ui.scenes.training import GOALS, LAYOUT, WIDGETS, TrainingScene

TEXT_CAP = 1000  # bytes drawn; longer texts are trained on whole, through distinct pre-tokens


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merge for tables, charts and downloads; ``tokens`` is what the text has after it."""

    rank: int
    left: bytes
    right: bytes
    token_id: int
    token: bytes
    count: int
    replaced: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Walk:
    """What the train page shows of one run."""

    recording: Json
    merges: tuple[MergeRow, ...]
    start_tokens: int
    notices: tuple[Notice, ...]


def training_walk(
    corpus: Corpus,
    options: TrainOptions,
    *,
    pattern: str = "gpt2",
    on_merge: Callable[[int], None] = lambda number: None,
) -> Walk:
    """Run the naive trainer on the whole text and record its first part.

    ``on_merge`` is told each merge's number. Raises ``NothingToMergeError``.
    """
    specials = tuple(options.special_tokens)
    occurrences = list(pre_tokenize(corpus.text, pattern=pattern, special_tokens=specials))
    limit = _character_border(corpus.text, TEXT_CAP)
    drawn = [p for p in occurrences if p.start < limit]
    run, shown = occurrences, {p.start: [p.start] for p in drawn}
    if corpus.size > TEXT_CAP:
        run = list(lay_out(Counter(p.data for p in occurrences)))
        shown = _shown(drawn, run)
    state, tokens = TrainState(), TokenTable()
    ribbon = Ribbon(tokens, shown, limit, state.token_bytes)
    for data, start, _ in run:
        ribbon.lay(start, list(enumerate(data, start)))
    live = sum(len(p.data) * p.weight for p in run)
    scene = TrainingScene(
        tokens=tokens,
        ribbon=ribbon,
        state=state,
        tie_break=options.tie_break,
        base_size=options.first_id,
        words=len(occurrences),
        live=live,
        bytes=corpus.size,
    )
    rows: list[MergeRow] = []

    def told() -> Iterator[MergeStory]:
        left_over = live
        for story in stories(train_naive(run, options, detail=True), state):
            if story.done is None and story.number == 0:
                raise NothingToMergeError(reason=story.stopped)
            if story.done is not None:
                left_over -= story.replaced
                rows.append(_row(story, state, left_over))
                on_merge(story.number)
            yield story

    clipped = [p._replace(data=p.data[: limit - p.start]) for p in drawn]
    names = special_groups(corpus.text, specials, limit)
    static = {**WIDGETS[0], "groups": groups(clipped, names, tokens, specials)}
    recording, full = record(
        scene.frames(told()),
        goals=GOALS,
        widgets=[static, *WIDGETS[1:]],
        layout=LAYOUT,
        tokens=tokens,
    )
    notices = list(corpus.notices())
    if corpus.size > limit or full:
        recorded = sum(step["goal"] == "merge" for step in recording["steps"])
        notices.append(
            RecordingCapNotice(
                shown=limit, size=corpus.size, cap=TEXT_CAP, merges=len(rows), recorded=recorded
            )
        )
    return Walk(recording, tuple(rows), live, tuple(notices))


def _character_border(text: str, cap: int) -> int:
    """The size of the longest beginning of ``text`` in whole characters of ``cap`` bytes."""
    return len(text[:cap].encode()[:cap].decode(errors="ignore").encode())


def _shown(drawn: list[PreToken], run: list[PreToken]) -> dict[int, list[int]]:
    """Where the reader sees each distinct pre-token of the run."""
    offsets: dict[bytes, list[int]] = {}
    for pre_token in drawn:
        offsets.setdefault(pre_token.data, []).append(pre_token.start)
    return {p.start: offsets[p.data] for p in run if p.data in offsets}


def _row(story: MergeStory, state: TrainState, tokens: int) -> MergeRow:
    done = story.done
    assert done is not None
    left, right = (state.token_bytes[token_id] for token_id in done.pair)
    return MergeRow(
        story.number, left, right, done.new_id, left + right, done.count, story.replaced, tokens
    )
