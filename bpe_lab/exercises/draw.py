"""Exercises: texts drawn by a seed until they show what is to be learned at their level.

A text is made of a few syllables or characters that recur; what happens while it is trained on
(or a word is encoded) is counted, and a text is taken once it has all that its level wants.
What a student does of the trace by themselves fades from the last step to the first: at level 1
only the repair after a merge is theirs; each level leaves one step more to them. At the last,
every step is a claim, and they say which one is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from bpe_core.encode.other_encoders import encode_leftmost
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.events import (
    Event,
    HeapPopped,
    MergeDone,
    PairChosen,
    PositionVisited,
    TokenMerged,
)
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.runtime.text import is_long_character
from bpe_core.state import TrainState, apply
from bpe_core.train.fold import fold_model
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_lab.exercises.encode_questions import encode_moments
from bpe_lab.exercises.questions import Question, claims
from bpe_lab.exercises.seed import Draws, Seed

Script: TypeAlias = Literal["latin", "chinese"]
Moment = TypeVar("Moment")
Mend: TypeAlias = Literal["undo", "set_right"]

LEVELS = (1, 2, 3, 4, 5)
UNDONE = 3  # the last level at which a wrong step is undone and tried again
CLAIMS = 5  # the level whose steps are claims, of all that the level before asks
TRIES = 10_000  # the rarest text that is wanted comes once in some 60
FIRST_SCRIPT: Script = "latin"  # which names of exercises leave out


@dataclass(frozen=True, slots=True)
class Exercise:
    """A text to be trained on by hand, ``options.num_merges`` merges.

    Of an exercise in encoding these merges are given, and ``word`` is to be encoded.
    """

    kind: str
    level: int
    script: Script
    seed: Seed
    text: str
    options: TrainOptions
    word: str = ""


def draw(kind: str, level: int, seed: Seed, script: Script = "latin") -> Exercise:
    """The exercise that ``seed`` names.

    Raises ``UnknownNameError`` for no kind or script of ours, ``OptionError`` for no level.

    >>> draw("trace.naive", 3, Seed.read("17F3")).text
    'stla erer erst'
    """
    if kind not in KINDS:
        raise UnknownNameError.among("kind of exercise", kind, KINDS)
    check_drawn(level, script)
    wanted = KINDS[kind][script][level - 1]
    draws = Draws(f"{kind} {level} {script} {seed}")
    for _ in range(TRIES):
        if drawn := wanted.drawn(draws, script):
            return Exercise(kind, level, script, seed, *drawn)
    raise AssertionError(f"no text in {TRIES} fits {kind}, level {level}, {script}, {seed}")


def exercise_name(level: int, seed: str, script: str = "latin") -> str:
    """What a link calls an exercise of its page's kind.

    >>> exercise_name(3, "17F3"), exercise_name(3, "17F3", "chinese")
    ('3-17F3', '3-17F3-chinese')
    """
    return f"{level}-{seed}" + (f"-{script}" if script != FIRST_SCRIPT else "")


def check_drawn(level: int, script: str) -> None:
    """Raise ``UnknownNameError`` for no script of ours, ``OptionError`` for no level."""
    if script not in MATERIAL:
        raise UnknownNameError.among("script", script, MATERIAL)
    if level not in LEVELS:
        raise OptionError(name="level", value=level, rule=f"1 to {LEVELS[-1]}")


def model_of(text: str, options: TrainOptions) -> BPEModel:
    """The merges that ``text`` gives."""
    return fold_model(train_linked(pre_tokenize(text), options), options)


# --- What texts are made from

SYLLABLES = (
    *("la", "lo", "ma", "mi", "na", "no", "ra", "re", "sa", "se", "ta", "te"),
    *("aa", "ee", "oo", "an", "en", "er", "in", "on", "st", "ss", "th"),
)
# Many share their first byte, some the second as well, so parts of characters merge, too.
CHARACTERS = tuple("大天好人今你 山小安家 明日春月木林水 红花草".replace(" ", ""))
DIFFERENT = 3  # syllables or characters of one exercise
SYLLABLES_OF_A_WORD = 3
WORDS, SENTENCE = 10, 14  # words and characters from which merges are learned


def words_of_syllables(draws: Draws) -> str:
    """Two to four words of one to three syllables, all of the same three."""
    parts = draws.some_of(SYLLABLES, DIFFERENT)
    return _words(draws, parts, 2 + draws.below(3))


def row_of_characters(draws: Draws) -> str:
    """Four to seven characters, of three different ones; one pre-token."""
    return _row(draws, draws.some_of(CHARACTERS, DIFFERENT), 4 + draws.below(4))


def text_and_word_of_syllables(draws: Draws) -> tuple[str, str]:
    """Words of the same three syllables, and one more, of three or four of them."""
    parts = draws.some_of(SYLLABLES, DIFFERENT)
    return _words(draws, parts, WORDS), _row(draws, parts, 3 + draws.below(2))


def text_and_word_of_characters(draws: Draws) -> tuple[str, str]:
    """A row of the same three characters, and another, of two or three of them."""
    parts = draws.some_of(CHARACTERS, DIFFERENT)
    return _row(draws, parts, SENTENCE), _row(draws, parts, 2 + draws.below(2))


def _words(draws: Draws, parts: list[str], count: int) -> str:
    """``count`` words of one to three of the ``parts``."""
    sizes = (1 + draws.below(SYLLABLES_OF_A_WORD) for _ in range(count))
    return " ".join(_row(draws, parts, size) for size in sizes)


def _row(draws: Draws, parts: list[str], size: int) -> str:
    """``size`` of the ``parts``, one after the other."""
    return "".join(draws.one_of(parts) for _ in range(size))


MATERIAL: Mapping[Script, Callable[[Draws], str]] = {
    "latin": words_of_syllables,
    "chinese": row_of_characters,
}
# What merges are learned from, and the word.
TO_ENCODE: Mapping[Script, Callable[[Draws], tuple[str, str]]] = {
    "latin": text_and_word_of_syllables,
    "chinese": text_and_word_of_characters,
}


class Drawn(NamedTuple):
    """A text, how it is trained on, and of an exercise in encoding the word."""

    text: str
    options: TrainOptions
    word: str = ""


# --- What happens while a text is trained on


@dataclass(slots=True)
class Marks:
    """How often each thing happened.

    ``ties``: merges that only the tie rule decided, from a count of 2 on. ``overlaps``: places
    left alone because the merge had just taken their first token. ``stale_entries``: heap
    entries dropped. ``whole_characters``: merges whose token is a character of several bytes.
    """

    size: int = 0
    merges: int = 0
    least_count: int = 0
    replaced: int = 0
    ties: int = 0
    overlaps: int = 0
    stale_entries: int = 0
    whole_characters: int = 0


def marks_of(text: str, options: TrainOptions) -> Marks:
    """The marks of a training on ``text``.

    >>> marks = marks_of("aaa aa", TrainOptions(num_merges=1))
    >>> marks.least_count, marks.replaced, marks.overlaps
    (3, 2, 1)
    """
    marks = Marks(size=len(text.encode()))
    state = TrainState()
    absorbed: set[int] = set()  # by this merge
    for event in train_linked(pre_tokenize(text), options, detail=True):
        apply(state, event)
        _count(marks, state, absorbed, event)
    return marks


def _count(marks: Marks, state: TrainState, absorbed: set[int], event: Event) -> None:
    match event:
        case HeapPopped(stale=True):
            marks.stale_entries += 1
        case PairChosen(count=count):
            absorbed.clear()
            as_frequent = sum(other == count for other in state.pair_counter.values())
            marks.ties += as_frequent > 1 and count > 1
        case PositionVisited(position=position, stale=True):
            marks.overlaps += position in absorbed
        case TokenMerged(absorbed=position):
            absorbed.add(position)
            marks.replaced += 1
        case MergeDone(new_id=new_id, count=count):
            marks.merges += 1
            marks.least_count = count
            marks.whole_characters += is_long_character(state.token_bytes[new_id])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a text must show: at least so many of each, and every count at least 2.

    ``without_ties``: only the counts decide, for who has not met the tie rule.
    """

    merges: int = 3
    most_bytes: int = 20
    ties: int = 0
    without_ties: bool = False
    overlaps: int = 0
    stale_entries: int = 0
    whole_characters: int = 0

    def fits(self, marks: Marks) -> bool:
        """Whether a text with ``marks`` shows all of it.

        >>> Wanted(overlaps=1).fits(Marks(size=12, merges=3, least_count=2, overlaps=1))
        True
        """
        return (
            marks.merges == self.merges
            and marks.least_count >= 2
            and marks.size <= self.most_bytes
            and marks.ties >= self.ties
            and not (self.without_ties and marks.ties)
            and marks.overlaps >= self.overlaps
            and marks.stale_entries >= self.stale_entries
            and marks.whole_characters >= self.whole_characters
        )

    def drawn(self, draws: Draws, script: Script) -> Drawn | None:
        """The next text, if it shows all of it."""
        text, options = MATERIAL[script](draws), TrainOptions(num_merges=self.merges)
        is_short = len(text.encode()) <= self.most_bytes
        return Drawn(text, options) if is_short and self.fits(marks_of(text, options)) else None


# --- What happens while a word is encoded


@dataclass(frozen=True, slots=True)
class WordMarks:
    """What happens while a word is encoded.

    ``ties``: merges whose pair stands at several places. ``tempting``: merges before which a
    pair further left could be merged as well. ``parts``: whether merging from left to right,
    whatever the ranks, gives other tokens.
    """

    size: int
    merges: int
    tokens: int
    ties: int
    tempting: int
    parts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedWord:
    """What a word must show: at least so many of each, and two tokens at its end.

    ``merges`` is the size of the list, all of whose pairs stand at least twice.
    """

    merges: int = 8
    most_bytes: int = 9
    steps: int = 3
    ties: int = 0
    tempting: int = 0
    parts: bool = False

    def fits(self, marks: WordMarks) -> bool:
        """Whether a word with ``marks`` shows all of it."""
        return (
            marks.size <= self.most_bytes
            and marks.tokens >= 2
            and marks.merges >= self.steps
            and marks.ties >= self.ties
            and marks.tempting >= self.tempting
            and (marks.parts or not self.parts)
        )

    def drawn(self, draws: Draws, script: Script) -> Drawn | None:
        """The next text and word, if the merges are learned and the word shows all of it."""
        text, word = TO_ENCODE[script](draws)
        options = TrainOptions(num_merges=self.merges, min_count=2)
        if len(word.encode()) > self.most_bytes:
            return None
        model = model_of(text, options)
        is_learned = len(model.merges) == self.merges
        fits = is_learned and self.fits(word_marks(model, word))
        return Drawn(text, options, word) if fits else None


def word_marks(model: BPEModel, word: str) -> WordMarks:
    """The marks of encoding ``word``, a pre-token.

    >>> word_marks(model_of("ab abab", TrainOptions(num_merges=1)), "abba")
    WordMarks(size=4, merges=1, tokens=3, ties=0, tempting=0, parts=False)
    """
    data = word.encode()
    *merging, last = encode_moments(model, data)
    ties = tempting = 0
    for moment in merging:
        assert moment.merged, "only the last has none"
        ranks = moment.ranks(model)
        ties += sum(rank == moment.merged.rank for rank in ranks.values()) > 1
        tempting += min(ranks) < moment.merged.position
    return WordMarks(
        len(data),
        len(merging),
        len(last.ids),
        ties,
        tempting,
        [*last.ids] != result_of(encode_leftmost(model, data)),
    )


# --- What each level wants and asks

# By kind, script and level.
KINDS: Mapping[str, Mapping[Script, Sequence[Wanted | WantedWord]]] = {
    "trace.naive": {
        "latin": (
            Wanted(without_ties=True, most_bytes=18),
            Wanted(overlaps=1),
            Wanted(ties=1),
            Wanted(merges=4, ties=1, overlaps=1),
            Wanted(merges=4, ties=1),
        ),
        "chinese": (
            Wanted(whole_characters=1),
            Wanted(whole_characters=1, overlaps=1),
            Wanted(whole_characters=1, ties=1),
            Wanted(whole_characters=1, merges=4, ties=1, overlaps=1),
            Wanted(whole_characters=1, merges=4, ties=1),
        ),
    },
    "trace.linked": {
        "latin": (
            Wanted(),
            Wanted(overlaps=1),
            Wanted(ties=1, stale_entries=1),
            Wanted(ties=1, overlaps=1, stale_entries=1),
            Wanted(stale_entries=1),
        ),
        "chinese": (
            Wanted(whole_characters=1),
            Wanted(whole_characters=1, overlaps=1),
            Wanted(whole_characters=1, ties=1, stale_entries=1),
            Wanted(whole_characters=1, ties=1, overlaps=1, stale_entries=1),
            Wanted(whole_characters=1, stale_entries=1),
        ),
    },
    "trace.encode": {
        "latin": (
            WantedWord(merges=6, steps=2, most_bytes=7),
            WantedWord(ties=1),
            WantedWord(tempting=1),
            WantedWord(ties=1, tempting=1, parts=True),
            WantedWord(tempting=1),
        ),
        "chinese": (
            WantedWord(merges=6, steps=2),
            WantedWord(ties=1),
            WantedWord(tempting=1),
            WantedWord(ties=1, tempting=1, parts=True),
            WantedWord(tempting=1),
        ),
    },
}
# What each level asks beside the ones before it, by the questions' ``ask``.
ASKS: Mapping[str, Sequence[Sequence[str]]] = {
    "trace.naive": (
        ("tokens_left", "count_after"),
        ("its_positions",),
        ("next_pair",),
        ("its_count",),
    ),
    "trace.linked": (
        ("changed_counts", "pushed"),
        ("why_skipped",),
        ("is_stale", "next_entry"),
        ("next_position",),
    ),
    # Not every word of the fourth level has a match that is refused.
    "trace.encode": (
        ("new_rank",),
        ("cuts_after",),
        ("next_merge",),
        ("final_cuts", "refused_by"),
    ),
}


def asks_of(kind: str, level: int) -> frozenset[str]:
    """What ``level`` asks; the claims of the last are about all of it.

    >>> sorted(asks_of("trace.naive", 2))
    ['count_after', 'its_positions', 'tokens_left']
    """
    return frozenset(ask for asks in ASKS[kind][:level] for ask in asks)


def mend_of(level: int) -> Mend:
    """What becomes of a wrong step: it is undone, or set right so that the trace goes on."""
    return "undo" if level <= UNDONE else "set_right"


def exercise_questions(
    exercise: Exercise, questions: Iterable[tuple[Moment, Question]]
) -> dict[Moment, list[Question]]:
    """Those of a run's ``questions`` that its level asks, by the moment they are asked at.

    A moment is whatever the caller draws before: an event's number, a merge and its sub-goal.
    """
    asks = asks_of(exercise.kind, exercise.level)
    moments, asked = [], []
    for moment, question in questions:
        if question.ask in asks:
            moments.append(moment)
            asked.append(question)
    if exercise.level == CLAIMS:
        name = f"claims {exercise.kind} {exercise.script} {exercise.seed}"
        asked = claims(asked, Draws(name))
    by_moment: dict[Moment, list[Question]] = {}
    for moment, question in zip(moments, asked, strict=True):
        by_moment.setdefault(moment, []).append(question)
    return by_moment
