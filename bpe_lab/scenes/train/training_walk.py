"""A walk through naive training: count, choose, merge; what is said and asked of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import GeneratorType

from bpe_core.errors import Notice
from bpe_core.events import MergeDone, StopReason, SubGoal
from bpe_core.model import Pair
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.pretokenize.pre_tokens import PreToken, lay_out, pre_tokenize, split_special
from bpe_core.registry import TRAINERS
from bpe_core.runtime.text import beginning, completes_character
from bpe_core.state import TrainState
from bpe_core.texts.corpus import Corpus
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_lab.exercises.draw import Exercise, exercise_questions
from bpe_lab.exercises.questions import PREFIX, Question
from bpe_lab.exercises.train_questions import (
    MergeMoment,
    MomentFold,
    TieQuestions,
    before_choosing,
    before_merging,
    its_count,
    its_positions,
    merge_moments,
    next_pair,
    tokens_left,
)
from bpe_lab.lab_errors import LabError
from bpe_lab.scenes.code_panel import code_widget, source_of
from bpe_lab.scenes.drawn_tokens import Ribbon, ribbon_groups, special_groups
from bpe_lab.scenes.questions import end_of_training, exercise_json, question_json, worded
from bpe_lab.scenes.recording import (
    Frame,
    Json,
    MergeRow,
    States,
    TokenTable,
    Walk,
    record,
    steps_that_say,
    text,
)
from bpe_lab.scenes.train import training_panels as panels
from bpe_lab.scenes.train.training_panels import (
    PSEUDO,
    Code,
    MergeStory,
    Rewrite,
    stories,
    tallies,
)
from bpe_lab.scenes.why_this_pair import (
    END_TITLE,
    LISTS_BY,
    WHY,
    Brush,
    WhyCard,
    merges_of,
    other_rules,
    ties,
)

MOST_LOOKS = 6_000_000  # bytes of distinct pre-tokens times merges: some ten seconds
WIDGETS = ("text",)
FROM_COUNTS = {"next_pair", "its_count"}
# In the order of letters the first of the tied pairs is the one with the lowest ids.
VEILS = {"other_rule": ("pairs", panels.LOOKS)}
When = tuple[int, SubGoal]  # a merge's number, and before which of its steps
GOALS = (SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE)
RIBBON: Json = {"id": "text", "kind": "ribbon", "title": "train.text.title"}
PANELS: list[Json] = [panels.PAIRS, WHY, panels.CHANGES, panels.VOCABULARY]
LAYOUT: Json = {
    "stage": ["text"],
    "columns": [["pairs"], ["why", "changes"], ["vocabulary", "code"]],
    "tabs": ["vocabulary", "code"],
}
MERGED = "train.say.merge"  # how the sentences begin that end a merge
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
    A text too varied for it is trained on in part (`trained_size`). ``lists_by`` trains for
    the lists of merges, this one's and those of other tie rules. ``on_merge`` gets the number
    of merges done. Raises ``LabError("nothing_to_merge")``.
    """
    specials = tuple(options.special_tokens)
    whole, most = corpus, most_bytes(options.merge_limit)
    occurrences = list(pre_tokenize(corpus.text, pattern=pattern, special_tokens=specials))
    if (end := trained_size(occurrences, most)) is not None:
        corpus = Corpus(corpus.text.encode()[:end].decode(errors="ignore"))
        occurrences = list(pre_tokenize(corpus.text, pattern=pattern, special_tokens=specials))
    limit = len(beginning(corpus.text.encode(), TEXT_CAP))
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
    static = {**RIBBON, "groups": ribbon_groups(clipped, names, tokens, specials)}
    if pattern_text(pattern) is None:
        static["title"] = "train.text.whole"

    size = sum(len(p.data) * p.weight for p in run)
    brush = Brush(tokens, state.token_bytes, options.tie_break)
    merges = list(merges_of(run, options, lists_by))
    events = TRAINERS[trainer](run, options, detail=True)
    assert isinstance(events, GeneratorType), "only a generator knows its line"
    drawing = TrainingFrames(
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
        drawing.frames(noted),
        goals=GOALS,
        widgets=[static, *PANELS, code_widget(PSEUDO, code.source, notes="train.code")],
        layout=LAYOUT,
        tokens=tokens,
        about=f"{whole.text}{pattern}{specials}",
        exercise=exercise_json(exercise),
        ending=lambda steps: text(
            "train.end.cap", recorded=steps_that_say(steps, MERGED), merges=len(merges)
        ),
    )
    for _ in noted:  # a full recording ends early; the list of merges is wanted whole
        pass
    notices = list(whole.notices())
    if corpus is not whole:
        part = Notice("trained_part", trained=corpus.size, size=whole.size, shown=limit)
        notices.append(part)
    elif corpus.size > limit:
        notices.append(Notice("recording_cap", shown=limit, size=corpus.size))
    if full:
        recorded = steps_that_say(recording["steps"], MERGED)
        notices.append(Notice("steps_cap", recorded=recorded, merges=len(rows)))
    return Walk(recording, tuple(notices), tuple(rows), size)


def most_bytes(merges: int | None) -> int:
    """How many bytes of distinct pre-tokens a walk of so many merges takes.

    >>> most_bytes(24), most_bytes(200)
    (250000, 30000)
    """
    return MOST_LOOKS // max(1, merges or 1)


def trained_size(occurrences: Iterable[PreToken], most: int) -> int | None:
    """Where to end a text whose distinct pre-tokens have more bytes; None: nowhere.

    >>> words = [PreToken(b"low", 0, 1), PreToken(b"low", 3, 1), PreToken(b"newest", 6, 1)]
    >>> trained_size(words, 5), trained_size(words, 9)
    (8, None)
    """
    distinct: set[bytes] = set()
    left = most
    for data, start, _ in occurrences:
        if data not in distinct:
            if len(data) > left:
                return start + left
            left -= len(data)
            distinct.add(data)
    return None


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked before a step of a merge: ``asked`` of an exercise, else all in turn.

    ``moment_of`` gives what is asked about; None where not the whole text is drawn. ``ties``
    asks about other tie rules.
    """

    moment_of: Callable[[MergeDone], MergeMoment] | None
    ties: TieQuestions
    asked: Mapping[When, Sequence[Question]] | None = None

    @property
    def hides_counts(self) -> bool:
        """Whether they tell an answer: an exercise may ask for neither pair nor count."""
        if self.asked is None:
            return True
        asks = {each.ask.removeprefix(PREFIX) for row in self.asked.values() for each in row}
        return not asks.isdisjoint(FROM_COUNTS)

    def before(self, goal: SubGoal, done: MergeDone) -> Sequence[Question]:
        """The questions before a merge's step."""
        if self.asked is not None:
            return self.asked.get((done.number, goal), ())
        if self.moment_of is None:
            return ()
        return tuple(in_turn(goal, self.moment_of(done), self.ties))


def asked_of(exercise: Exercise) -> Mapping[When, Sequence[Question]]:
    """What the exercise asks, by merge and step."""
    return exercise_questions(exercise, _all_questions(exercise))


def _all_questions(exercise: Exercise) -> Iterator[tuple[When, Question]]:
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    for moment in merge_moments(run):
        for question in before_choosing(moment):
            yield (moment.number, SubGoal.CHOOSE), question
        for question in before_merging(moment):
            yield (moment.number, SubGoal.MERGE), question


def in_turn(goal: SubGoal, moment: MergeMoment, ties: TieQuestions) -> Iterator[Question]:
    """A reader of a walk is asked a little: which pair, and what another rule takes, or how
    often or where it stands.

    Every third time, and where places overlap, also how many tokens will be left.
    """
    has_overlap = len(moment.merged) < moment.count
    if goal is SubGoal.CHOOSE and len(moment.positions) > 1:
        yield next_pair(moment)
        if other := ties.of(moment):
            yield other
        else:
            asks_where = has_overlap or moment.number % 2
            yield its_positions(moment) if asks_where else its_count(moment)
    if goal is SubGoal.MERGE and (has_overlap or not moment.number % 3):
        yield tokens_left(moment)


def questions_json(brush: Brush, questions: Sequence[Question]) -> tuple[Json, ...]:
    """Questions as values of a step."""

    def word(name: str, value: object) -> Json:
        match name, value:
            case "rule", str():
                return {"text": text(f"tie_rule.{value}")}
            case "bytes", (int(left), int(right)):
                return brush.numbers_of((left, right))
            case "ids", (left, right):
                return f"{left}, {right}"
            case _:
                return value

    return tuple(
        question_json(
            worded(question, word),
            brush.pair,
            inside=WIDGETS,
            rule=brush.rule(),
            tie_bytes=brush.tie_bytes(),
            veil=VEILS.get(question.ask, ()),
        )
        for question in questions
    )


@dataclass(slots=True)
class TrainingFrames:
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
        """Three frames per merge and one for the end; before them the first count in detail."""
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
            text_size: Json = {"bytes": self.size, "words": self.pre_tokens}
            name = "scan_first"
            if any(self.weights[event.start] > 1 for event in story.scanned):
                name, text_size["distinct"] = "scan_first_weighted", len(self.weights)
            yield frame(name, {**states, "pairs": {"rows": []}}, **text_size)
        for tally in tallies(story.scanned, self.weights, self.ribbon):
            window = {"text": {**states["text"], "window": tally.windows}}
            drawn = {**states, **window, "pairs": panels.tally_table(self.brush, tally)}
            values: Json = {"done": tally.done}
            if tally.fresh == 1:
                (pair,) = tally.gains
                values |= {"pair": self.brush.pair_value(pair), "count": tally.counts[pair]}
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
            pair=self.brush.pair_value(done.pair),
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
            return (panels.LOOKS,)
        counts = "order" if is_tie and self.asking.asked is None else "figures"
        return (f"{panels.PAIRS['id']}.{counts}", panels.LOOKS)

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
        return questions_json(self.brush, self.asking.before(goal, done))

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
            raise LabError("nothing_to_merge", reason=story.stopped)
        if story.done is not None:
            live -= story.replaced
            left, right = (state.token_bytes[token_id] for token_id in story.done.pair)
            row = (left, right, story.done.new_id, left + right, story.done.count)
            rows.append(MergeRow(story.number, *row, story.replaced, live))
            on_merge(story.number + 1)
        yield story


def _specials(text: str, special_tokens: tuple[str, ...]) -> int:
    """How many special tokens are in the text."""
    return sum(is_special for _, is_special in split_special(text, special_tokens))


def _offsets_of(drawn: list[PreToken], run: list[PreToken]) -> dict[int, list[int]]:
    """Where the reader sees each distinct pre-token of the run."""
    offsets: dict[bytes, list[int]] = {}
    for pre_token in drawn:
        offsets.setdefault(pre_token.data, []).append(pre_token.start)
    return {p.start: offsets[p.data] for p in run if p.data in offsets}
