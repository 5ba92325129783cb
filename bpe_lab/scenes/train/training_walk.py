"""A whole walk through naive training: the run, its recording and its list of merges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from types import GeneratorType

from bpe_core.errors import (
    NothingToMergeError,
    RecordingCapNotice,
    StepsCapNotice,
    TrainedPartNotice,
)
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.pretokenize.pre_tokens import PreToken, lay_out, pre_tokenize, split_special
from bpe_core.registry import TRAINERS
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.tie_questions import TieQuestions
from bpe_lab.exercises.train_moments import MomentFold
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.code_panel import code_widget
from bpe_lab.scenes.exercises import exercise_json
from bpe_lab.scenes.merge_stories import MergeStory, stories
from bpe_lab.scenes.recorded_walk import MergeRow, Walk, character_border
from bpe_lab.scenes.recording import Json, TokenTable, record, text
from bpe_lab.scenes.ribbon import Ribbon, groups, special_groups
from bpe_lab.scenes.source_lines import source_of
from bpe_lab.scenes.train.trained_part import most_bytes, trained_size
from bpe_lab.scenes.train.training_code import PSEUDO, Code
from bpe_lab.scenes.train.training_frames import GOALS, LAYOUT, PANELS, RIBBON, TrainingScene
from bpe_lab.scenes.train.training_questions import Asking, asked_of
from bpe_lab.scenes.why_this_pair import LISTS_BY, WhyCard, merges_of, other_rules

TEXT_CAP = 1000  # bytes drawn; longer texts are trained on whole, through distinct pre-tokens


def training_walk(
    corpus: Corpus,
    options: TrainOptions,
    *,
    pattern: str = "gpt2",
    trainer: str = "naive",
    lists_by: str = LISTS_BY,
    exercise: Exercise | None = None,
    on_merge: Callable[[int], None] = lambda number: None,
) -> Walk:
    """Run a trainer that scans all for every merge and record the text's first part.

    An ``exercise``, whose text is ``corpus``, asks what its level wants.
    A text too varied for it is trained on in part (`trained_part.py`). ``lists_by`` trains for
    the lists of merges, this one's and those of other tie rules. ``on_merge`` gets the number
    of merges done. Raises ``NothingToMergeError``.
    """
    specials = tuple(options.special_tokens)
    whole, most = corpus, most_bytes(options.merge_limit)
    occurrences = list(pre_tokenize(corpus.text, pattern=pattern, special_tokens=specials))
    if (end := trained_size(occurrences, most)) is not None:
        corpus = Corpus(corpus.text.encode()[:end].decode(errors="ignore"))
        occurrences = list(pre_tokenize(corpus.text, pattern=pattern, special_tokens=specials))
    limit = character_border(corpus.text, TEXT_CAP)
    drawn = [p for p in occurrences if p.start < limit]
    run, offsets_of = occurrences, {p.start: [p.start] for p in drawn}
    if corpus.size > TEXT_CAP:
        run = list(lay_out(Counter(p.data for p in occurrences)))
        offsets_of = _offsets_of(drawn, run)

    has_questions = run is occurrences  # of what is drawn whole, by its positions
    state, tokens, fold = TrainState(), TokenTable(), MomentFold()
    ribbon = Ribbon(tokens, offsets_of, limit, state.token_bytes)
    for data, start, _ in run:
        ribbon.lay(start, data)
    clipped = [p._replace(data=p.data[: limit - p.start]) for p in drawn]
    names = special_groups(corpus.text, specials, limit)
    static = {**RIBBON, "groups": groups(clipped, names, tokens, specials)}
    if pattern_text(pattern) is None:
        static["title"] = "train.text.whole"

    size = sum(len(p.data) * p.weight for p in run)
    brush = Brush(tokens, state.token_bytes, options.tie_break)
    merges = list(merges_of(run, options, lists_by))
    events = TRAINERS[trainer](run, options, detail=True)
    assert isinstance(events, GeneratorType), "what runs line by line is a generator"
    scene = TrainingScene(
        brush=brush,
        ribbon=ribbon,
        why=WhyCard(brush, other_rules(run, options, merges, lists_by)),
        code=(code := Code(source_of(events.gi_code))),
        base_size=options.first_id,
        pre_tokens=len(occurrences),
        specials=_specials(corpus.text, specials),
        size=size,
        live=size,
        weights=state.weight_at,
        asking=Asking(
            partial(fold.done, state) if has_questions else None,
            TieQuestions.beside(options.tie_break, state.token_bytes),
            asked_of(exercise) if exercise else None,
        ),
    )
    rows: list[MergeRow] = []
    followed = code.follow(events)
    watched = fold.watching(followed, state) if has_questions else followed
    all_stories = stories(watched, state)
    noted = _noted(all_stories, state, rows, size, on_merge)
    recording, full = record(
        scene.frames(noted),
        goals=GOALS,
        widgets=[static, *PANELS, code_widget(PSEUDO, code.source, notes="train.code")],
        layout=LAYOUT,
        tokens=tokens,
        about=f"{whole.text}{pattern}{specials}",
        exercise=exercise_json(exercise),
        ending=lambda steps: text("train.end.cap", recorded=_done(steps), merges=len(merges)),
    )
    for _ in noted:  # a full recording ends early; the list of merges is wanted whole
        pass
    notices = list(whole.notices())
    if corpus is not whole:
        part = TrainedPartNotice(trained=corpus.size, size=whole.size, shown=limit)
        notices.append(part)
    elif corpus.size > limit:
        notices.append(RecordingCapNotice(shown=limit, size=corpus.size, cap=TEXT_CAP))
    if full:
        recorded = _done(recording["steps"])
        notices.append(StepsCapNotice(recorded=recorded, merges=len(rows)))
    return Walk(recording, tuple(rows), size, tuple(notices))


def _noted(
    all_stories: Iterable[MergeStory],
    state: TrainState,
    rows: list[MergeRow],
    live: int,
    on_merge: Callable[[int], None],
) -> Iterator[MergeStory]:
    """The stories, each noted in ``rows``; raises where there is not even one merge."""
    for story in all_stories:
        if story.done is None and story.number == 0:
            raise NothingToMergeError(reason=story.stopped)
        if story.done is not None:
            live -= story.replaced
            left, right = (state.token_bytes[token_id] for token_id in story.done.pair)
            row = (left, right, story.done.new_id, left + right, story.done.count)
            rows.append(MergeRow(story.number, *row, story.replaced, live))
            on_merge(story.number + 1)
        yield story


def _done(steps: Sequence[Json]) -> int:
    """How many merges the steps make."""
    return sum(step["say"][0].startswith("train.say.merge") for step in steps)


def _specials(text: str, special_tokens: tuple[str, ...]) -> int:
    """How many special tokens are in the text."""
    return sum(is_special for _, is_special in split_special(text, special_tokens))


def _offsets_of(drawn: list[PreToken], run: list[PreToken]) -> dict[int, list[int]]:
    """Where the reader sees each distinct pre-token of the run."""
    offsets: dict[bytes, list[int]] = {}
    for pre_token in drawn:
        offsets.setdefault(pre_token.data, []).append(pre_token.start)
    return {p.start: offsets[p.data] for p in run if p.data in offsets}
