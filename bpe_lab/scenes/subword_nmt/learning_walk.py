"""A whole walk through the learning of subword-nmt: the run, its recording, its codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import GeneratorType

from bpe_core.errors import NothingToMergeError, Notice, StepsCapNotice
from bpe_core.events import CountsBuilt, MergeDone, Stopped
from bpe_core.runtime.glyphs import visible
from bpe_core.systems.subword_nmt.learn import learning_events
from bpe_core.train.indexed import train_indexed
from bpe_core.train.state import TrainState, apply
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.code_panel import code_widget
from bpe_lab.scenes.recording import Json, record, text
from bpe_lab.scenes.source_lines import source_of
from bpe_lab.scenes.subword_nmt.beads import BEADS, Beads
from bpe_lab.scenes.subword_nmt.count_ledger import LEDGER, Ledger
from bpe_lab.scenes.subword_nmt.drawn_symbols import SymbolTable
from bpe_lab.scenes.subword_nmt.learning_code import PSEUDO, Code, file_widget
from bpe_lab.scenes.subword_nmt.learning_frames import GOALS, LAYOUT, LearnScene
from bpe_lab.scenes.subword_nmt.learning_questions import LearningQuestions
from bpe_lab.scenes.subword_nmt.learning_sentences import Sentences
from bpe_lab.scenes.subword_nmt.moments import moments
from bpe_lab.scenes.subword_nmt.word_rows import WORDS, Words
from bpe_lab.scenes.why_this_pair import WHY, WhyCard

WORD_CAP = 40  # distinct words, the most frequent ones; every event of a run is recorded
LETTER_CAP = 300  # characters of them all
LENGTH_CAP = 100  # characters of one; without spaces, a whole paragraph is a word


class WordsCutNotice(Notice):
    """Only the most frequent words are walked through."""

    message = "the walk shows the {kept} most frequent of {words} words"


class LongWordNotice(Notice):
    """Of a very long word the beginning is walked through."""

    message = "the walk shows the first {kept} of {size} characters of a word"


@dataclass(frozen=True, slots=True)
class LearnWalk:
    """One run, ready to be shown."""

    recording: Json
    notices: tuple[Notice, ...]


def learn_walk(
    words: Mapping[str, int], *, num_merges: int, min_frequency: int = 2
) -> LearnWalk:
    """Learn from the most frequent ``words`` and record every moment.

    Raises ``NothingToMergeError``.
    """
    frequent = most_frequent_words(words)
    notices: list[Notice] = []
    size = max((len(word) for word in words if word[:LENGTH_CAP] in frequent), default=0)
    if size > LENGTH_CAP:
        notices.append(LongWordNotice(kept=LENGTH_CAP, size=size))
    if len(frequent) < len(words):
        notices.append(WordsCutNotice(kept=len(frequent), words=len(words)))
    options = {"num_merges": num_merges, "min_frequency": min_frequency}
    lines, start = _lines_and_start(frequent, options)

    tokens, state = SymbolTable(), TrainState()
    brush = Brush(tokens, state.token_bytes, "greatest")
    drawn = Words(brush, tokens, state)
    beads = Beads(brush, state)
    source = source_of(train_indexed)
    scene = LearnScene(
        brush=brush,
        state=state,
        words=drawn,
        ledger=Ledger(brush, state, drawn.number_of),
        beads=beads,
        code=Code(brush, state, source),
        sentences=Sentences(brush, state, drawn),
        why=WhyCard(brush),
        questions=LearningQuestions(learning_events(frequent, **options, detail=True), brush),
        merges=len(lines) - 1,
    )
    run = learning_events(frequent, **options, detail=True)
    assert isinstance(run, GeneratorType), "a suspended generator knows its line"
    axis: Json = {**BEADS}  # its end is known only when all frames are drawn
    recording, full = record(
        scene.frames(moments(run)),
        goals=GOALS,
        widgets=[
            {**WORDS, "words": drawn.widget},
            file_widget(lines),
            WHY,
            LEDGER,
            axis,
            code_widget(PSEUDO, source, notes="subword_nmt.code"),
        ],
        layout=LAYOUT,
        tokens=tokens,
        start=start,
        about=repr(sorted(frequent.items())),
        unit=("merge", 0),
        ending=lambda steps: text(
            "train.end.cap", recorded=_done(steps), merges=len(lines) - 1
        ),
        finish=lambda: axis.update(most=beads.most),
    )
    if full:
        notices.append(
            StepsCapNotice(recorded=_done(recording["steps"]), merges=len(lines) - 1)
        )
    return LearnWalk(recording, tuple(notices))


def most_frequent_words(words: Mapping[str, int]) -> dict[str, int]:
    """As many of the most frequent words as can be walked through, none longer than drawn."""
    frequent: dict[str, int] = {}
    letters_left = LETTER_CAP
    for word, times in sorted(words.items(), key=lambda item: -item[1])[:WORD_CAP]:
        beginning = word[:LENGTH_CAP]
        letters_left -= len(beginning)
        if letters_left < 0:
            break
        frequent[beginning] = frequent.get(beginning, 0) + times
    return frequent


def _lines_and_start(
    words: Mapping[str, int], options: Mapping[str, int]
) -> tuple[list[str], int]:
    """The lines of the codes file, and the number of the moment that ends the counting."""
    state, lines, start = TrainState(), ["#version: 0.2"], 0
    run = learning_events(words, **options, detail=True)
    assert isinstance(run, GeneratorType), "a generator"

    for number, moment in enumerate(moments(run)):
        for event in moment.events:
            apply(state, event)
        match moment.first:
            case CountsBuilt():
                start = number
            case MergeDone(pair=pair):
                lines.append(" ".join(visible(state.token_bytes[k]) for k in pair))
            case Stopped(reason=reason) if len(lines) == 1:
                raise NothingToMergeError(reason=reason)
    return lines, start


def _done(steps: Sequence[Json]) -> int:
    """How many merges the steps bring to their end."""
    return sum(step["say"][0] == "subword_nmt.say.done" for step in steps)
