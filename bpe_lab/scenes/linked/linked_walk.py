"""A whole walk inside the linked trainer: the run, its recording and its list of merges."""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType

from bpe_core.errors import NothingToMergeError, Notice, StepsCapNotice, TextCutNotice
from bpe_core.events import HeapOrdered, MergeDone, Stopped, TokenMerged
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize, split_special
from bpe_core.texts.corpus import Corpus
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.traces import asks_of
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.code_panel import code_widget
from bpe_lab.scenes.exercises import exercise_json
from bpe_lab.scenes.linked.heap_panel import HEAP, Heap
from bpe_lab.scenes.linked.inside_questions import InsideQuestions
from bpe_lab.scenes.linked.lens import Lens
from bpe_lab.scenes.linked.linked_code import PSEUDO, Code
from bpe_lab.scenes.linked.linked_frames import GOALS, LAYOUT, LENS, GlassBox
from bpe_lab.scenes.linked.linked_sentences import Sentences
from bpe_lab.scenes.linked.pair_ledger import LEDGER, Ledger
from bpe_lab.scenes.linked.run_progress import Progress
from bpe_lab.scenes.recorded_walk import MergeRow, Walk, character_border
from bpe_lab.scenes.recording import Json, TokenTable, record, text
from bpe_lab.scenes.ribbon import groups, special_groups
from bpe_lab.scenes.source_lines import source_of
from bpe_lab.scenes.why_this_pair import WHY, BytesPair, WhyCard, merges_of, other_rules

TEXT_CAP = 200  # bytes; every event of a run is recorded


def linked_walk(
    corpus: Corpus,
    options: TrainOptions,
    *,
    pattern: str = "gpt2",
    exercise: Exercise | None = None,
) -> Walk:
    """Run the linked trainer on the first part of a text and record every event.

    An ``exercise``, whose text is ``corpus``, asks what its level wants, and the panels leave
    out what would tell it. Raises ``NothingToMergeError``.
    """
    specials = tuple(options.special_tokens)
    part, notices = first_part(corpus, specials)
    pre_tokens = list(pre_tokenize(part.text, pattern=pattern, special_tokens=specials))
    merges = list(merges_of(pre_tokens, options))
    rows, start = _merge_rows(pre_tokens, options, merges)

    tokens, state = TokenTable(), TrainState()
    brush = Brush(tokens, state.token_bytes, options.tie_break)
    others = other_rules(pre_tokens, options, merges)
    asks = asks_of(exercise.kind, exercise.level) if exercise else frozenset()
    heap, source = Heap(brush, state, asks=asks), source_of(train_linked)
    scene = GlassBox(
        state=state,
        at=Progress(state, len(rows)),
        sentences=Sentences(brush, state, is_exercise=exercise is not None),
        lens=Lens(brush, state),
        ledger=Ledger(brush, state, tells_stale="why_skipped" not in asks),
        heap=heap,
        code=Code(brush, state, source),
        why=WhyCard(brush, others),
        questions=InsideQuestions(
            train_linked(pre_tokens, options, detail=True), brush, exercise
        ),
    )
    drawn = groups(pre_tokens, special_groups(part.text, specials, part.size), tokens, specials)
    entered: list[object] = []  # known only when all frames are drawn
    run = train_linked(pre_tokens, options, detail=True)
    assert isinstance(run, GeneratorType), "a suspended generator knows its line"
    recording, full = record(
        scene.frames(run),
        goals=GOALS,
        widgets=[
            {**LENS, "groups": drawn},
            LEDGER,
            {**HEAP, "entries": entered},
            WHY,
            code_widget(PSEUDO, source, notes="linked.code"),
        ],
        layout=LAYOUT,
        tokens=tokens,
        start=start,
        about=f"{part.text}{pattern}{specials}",
        exercise=exercise_json(exercise),
        unit=("merge", 0),
        ending=lambda steps: text("train.end.cap", recorded=_done(steps), merges=len(rows)),
        finish=lambda: entered.extend(heap.entries()),
    )
    if full:
        recorded = _done(recording["steps"])
        notices.append(StepsCapNotice(recorded=recorded, merges=len(rows)))
    size = sum(len(p.data) for p in pre_tokens)
    return Walk(recording, tuple(rows), size, tuple(notices))


def _done(steps: Sequence[Json]) -> int:
    """How many merges the steps bring to their end."""
    return sum(step["say"][0].startswith("linked.say.done") for step in steps)


def first_part(corpus: Corpus, specials: tuple[str, ...]) -> tuple[Corpus, list[Notice]]:
    """The part of a text within the cap, in whole characters and whole special tokens."""
    notices: list[Notice] = list(corpus.notices())
    if corpus.size <= TEXT_CAP:
        return corpus, notices
    beginning, size = "", 0
    for part, is_special in split_special(corpus.text, specials):
        limit = character_border(part, TEXT_CAP - size)
        if is_special and beginning and limit < len(part.encode()):
            break
        beginning, size = beginning + part.encode()[:limit].decode(), size + limit
        if size == TEXT_CAP or limit < len(part.encode()):
            break
    notices.append(TextCutNotice(kept=size, size=corpus.size, cap=TEXT_CAP))
    return Corpus(beginning, corpus.special_tokens), notices


def _merge_rows(
    pre_tokens: list[PreToken], options: TrainOptions, merges: list[BytesPair]
) -> tuple[list[MergeRow], int]:
    """All merges of the run, and the number of the event that ends the set-up."""
    live = sum(len(p.data) for p in pre_tokens)
    rows: list[MergeRow] = []
    start = replaced = 0
    for number, event in enumerate(train_linked(pre_tokens, options, detail=True)):
        match event:
            case HeapOrdered():
                start = number
            case TokenMerged():
                replaced += 1
            case MergeDone(number=rank, new_id=new_id, count=count):
                left, right = merges[rank]
                live -= replaced
                row = (rank, left, right, new_id, left + right, count, replaced, live)
                rows.append(MergeRow(*row))
                replaced = 0
            case Stopped(reason=reason) if not rows:
                raise NothingToMergeError(reason=reason)
    return rows, start
