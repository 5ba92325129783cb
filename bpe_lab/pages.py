"""The pages of the app: what their links may say, and how the moments of their walks are named.

The app draws these fields, and lessons are checked by them where there is no app.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from bpe_core.pretokenize.custom_pattern import LONGEST as LONGEST_PATTERN
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.registry import SYSTEMS, TRAINERS
from bpe_core.texts.corpus import SAMPLES, WORDS, Corpus
from bpe_core.tokenizers.names import TOKENIZERS, is_tokenizer_name, tokenizer_name
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_core.vocabularies import BUILT_IN, WHOLE_TEXTS
from bpe_lab.exercises.draw import LEVELS, MATERIAL, Exercise, Script, exercise_name
from bpe_lab.exercises.seed import LENGTH as SEED_LENGTH
from bpe_lab.exercises.seed import Seed
from bpe_lab.fields import Choice, Field, Line, Number, PackedText, Several, Switch, choice
from bpe_lab.lab_errors import LabError
from bpe_lab.museum import EXHIBITS
from bpe_lab.sheets.sheet import SHEETS

Result = TypeVar("Result")

OF_THE_READER = (  # on any page, in no lesson's link
    "lang",
    "mode",
    "step",
    "at",
    "exercise",
    "lesson",
    "scene",
)
OWN, UPLOAD = "own", "upload"
LECTURE, TRAINED, WORKSHOP, FILE = "lecture", "trained", "workshop", "file"
MOST_COUNT = 10**9
LIBRARY = ("library_20k", "library_130k", "library_1m", "library_21m")
STORIES = ("story_en", "story_zh")
LONGER = ("hello", "kingdoms", "grip", "story_en", "story_zh", "weather", "ferry", "code")


def texts(param: str, *offered: str, of_reader: tuple[str, ...] = (OWN, UPLOAD)) -> Choice[str]:
    """Which text: the reader's own stand first, the first that is ``offered`` is open."""
    return choice(param, *of_reader, *offered, default=offered[0])


def own_text(param: str, most: int = 20_000) -> PackedText:
    """A text of the reader's, of at most ``most`` characters."""
    return PackedText(param, "", most)


def anything(param: str) -> Line:
    """What only the page can judge: a list, or what depends on another field."""
    return Line(param, "", 8000)


ASK = choice("ask", "1")
CODE = choice("panel", "code")  # in sight, and in a hall all that is
PATTERN = choice("pattern", *PATTERNS)
TIE_BREAK: Choice[TieBreak] = choice("tie_break", *TIE_BREAKS)
SPECIAL = Line("special", "", 500)
RULES = (PATTERN, TIE_BREAK, SPECIAL)

TEXT = texts("text", *SAMPLES)
OWN_TEXT = own_text("own")
MERGES = Number("merges", 24, 1, 200)
MIN_COUNT = Number("min_count", 1, 1, MOST_COUNT)
VOCAB_SIZE = Number("vocab_size", None, 0, 256 + MERGES.high)
TRAINING = (*RULES, TEXT, OWN_TEXT, MERGES, MIN_COUNT, VOCAB_SIZE)


@dataclass(frozen=True, slots=True)
class Training:
    """What to train on and how; ``name`` is what the link calls the text.

    An ``exercise`` asks about the training on its own text.
    """

    name: str
    corpus: Corpus
    options: TrainOptions
    pattern: str
    exercise: Exercise | None = None

    def walked(self, walk: Callable[..., Result], **more: object) -> Result:
        """A ``walk`` through it, such as `training_walk`; ``more`` are arguments of its own."""
        return walk(
            self.corpus, self.options, pattern=self.pattern, exercise=self.exercise, **more
        )


def training_of(exercise: Exercise) -> Training:
    """The training that an exercise is about."""
    name = f"{exercise.level}-{exercise.seed}"
    return Training(name, Corpus(exercise.text), exercise.options, "gpt2", exercise)


SCRIPTS: tuple[Script, ...] = tuple(MATERIAL)
WHOLE_LEVEL = 4  # from which on the whole trace is the reader's


class ChosenExercise(NamedTuple):
    """Which exercise of its page's kind; ``seed`` as it was typed."""

    level: int
    seed: str
    script: Script = SCRIPTS[0]

    def following(self, level: int | None = None) -> ChosenExercise:
        """The next text, of the same level unless another is named."""
        try:
            seed = Seed.read(self.seed).following()
        except LabError:
            seed = Seed(0)
        return ChosenExercise(level or self.level, str(seed), self.script)


class ExerciseField(Field["ChosenExercise | None"]):
    """An exercise as a link names it: level, seed, and the script unless it is the first.

    >>> EXERCISE.read("3-17f3-chinese")
    ChosenExercise(level=3, seed='17F3', script='chinese')
    >>> EXERCISE.read("6-17F3"), EXERCISE.read("3-27F3"), EXERCISE.read("3-17F3-greek")
    (None, None, None)
    >>> EXERCISE.write(ChosenExercise(3, "17F3", "chinese"))
    '3-17F3-chinese'
    """

    def read(self, asked: str) -> ChosenExercise | None:
        """The exercise, if there is one of that name."""
        level, _, rest = asked.partition("-")
        digits, _, name = rest.partition("-")
        script = next((each for each in SCRIPTS if each == (name or SCRIPTS[0])), None)
        if script is None or level not in map(str, LEVELS):
            return None
        try:
            return ChosenExercise(int(level), str(Seed.read(digits)), script)
        except LabError:
            return None

    def write(self, value: ChosenExercise | None) -> str | None:
        """Its name."""
        return exercise_name(*value) if value else None


def level_key(kind: str, level: int) -> str:
    """The text that says in a word what a level asks for in addition to those below it."""
    task = kind.rpartition(".")[2] if level < WHOLE_LEVEL else "all"
    return f"exercise.level_name.{task}_{level}"


EXERCISE = ExerciseField("exercise", None)  # of the reader's, in no lesson's link
# What holds in all exercises of a kind is said by these texts.
EXERCISE_RULES: Mapping[str, tuple[str, ...]] = {
    "trace.naive": ("choose", "merge", "signs"),
    "trace.linked": ("choose", "merge", "signs"),
    "trace.encode": ("merge", "signs"),
}


def scanning_trainers() -> tuple[str, ...]:
    """Those taught that scan all for every merge."""
    return tuple(name for name, row in TRAINERS.items() if row.taught and row.effort == "scans")


TRAINER = choice("trainer", *scanning_trainers())


@dataclass(frozen=True, slots=True)
class TokenizerChoice(Choice[str]):
    """A tokenizer; models go by any of the names that people have for them."""

    def read(self, asked: str) -> str | None:
        """The one name that links have for it."""
        name = tokenizer_name(asked) if is_tokenizer_name(asked) else asked
        return Choice.read(self, name)


TOKENIZER = TokenizerChoice(
    "tokenizer", LECTURE, (*TOKENIZERS, *BUILT_IN, TRAINED, WORKSHOP, FILE)
)
# That trained here is right, and its text is at hand.
BESIDE = TokenizerChoice("beside", TRAINED, TOKENIZER.options)

SAMPLE = texts("sample", "mixed", "letters", *SAMPLES)
OWN_SAMPLE = own_text("own_sample")
LIST_SIZE = choice("list_size", "8192", "4096", "2048", "1024", "256", "all")
WHY_TOKENIZER = TokenizerChoice(
    "bpe", "lab", (*TOKENIZERS, "lab", WHOLE_TEXTS, LECTURE, TRAINED, FILE)
)

PASSAGE = texts("passage", "pieces", *(name for name in SAMPLES if name != "pieces"))
OWN_PASSAGE = own_text("own_passage")
SPLIT = choice("split", *PATTERNS, "custom")
OTHER_SPLIT = choice("other", "off", *PATTERNS, "custom")
OWN_PATTERN = Line("custom", r"\w+|\s+|[^\w\s]+", LONGEST_PATTERN)
CUT_VIEW = choice("cut_view", "whole", "stretches")

ENCODED = (*WORDS, *LONGER)  # the texts that Encode offers
WORD = texts("words", *ENCODED, of_reader=(OWN,))
OWN_WORDS = own_text("own_words")
# Any other text: a vocabulary for whole texts.
SUITED = {WORDS[0]: LECTURE, "catch": "lab", "equals": "lab"}
MOST_PARTS = 200  # pre-tokens of a text that Encode offers
PART = Number("part", 0, 0, 200)
ENCODE_RULE: Choice[Literal["rank_order", "linear"]] = choice(
    "encode_rule", "rank_order", "linear"
)
ALLOW = Switch("allow")
IDS = Line("ids", "", 400)
ENCODE_VIEW = choice("view", "ids")

SENTENCE = own_text("sentence")  # with which the app opens
COUNTED = own_text("counted", 1_000_000)
# That a link opens with.
COUNTED_SAMPLE = choice("counted_text", OWN, *dict.fromkeys((*WORDS, *SAMPLES)))
MODELS = Several(
    "models",
    (),
    (*TOKENIZERS, *BUILT_IN, TRAINED, WORKSHOP),
    renamed=lambda name: tokenizer_name(name) if is_tokenizer_name(name) else name,
)
PRICES = Line("prices", "", 400)  # per million tokens: gpt-4o:2.5,mistral:0.4

RACE_WORK: Choice[Literal["train", "encode"]] = choice("race_work", "train", "encode")
RACE_TEXT = texts("race_text", *LIBRARY, "intj", *STORIES, "code")
OWN_RACE = own_text("own_race")
RACE_MERGES = Number("race_merges", 243, 1, 2000)  # as the command
RACE_TOKENIZER = choice("race_tokenizer", "lab", WHOLE_TEXTS, TRAINED, WORKSHOP, FILE)
RACE_FIELD = choice("race_field", "duel", "ours", "fast", "chosen")
RACE_LANES = anything("lanes")
REPEATS = choice("repeats", "7", "1", "3", "5", "11", "21")
BUDGET = choice("budget", "10", "2", "5", "30", "60")  # seconds a run
RACE_VIEW: Choice[Literal["lockstep", "timing", "growth"]] = choice(
    "view", "lockstep", "timing", "growth"
)
AXIS: Choice[Literal["total", "each"]] = choice("axis", "total", "each")
SCALE: Choice[Literal["log", "linear"]] = choice("scale", "log", "linear")
AGAINST: Choice[Literal["size", "merges"]] = choice("against", "size", "merges")
# Two switches, since what is chosen for one axis need not be there for the other.
Measure: TypeAlias = Literal["time", "merging", "operations", "each"]
MEASURES: Mapping[Literal["size", "merges"], Choice[Measure]] = {
    "size": choice("measure_size", "time", "merging", "operations"),
    "merges": choice("measure_merges", "merging", "each"),
}

VOCABULARY_VIEW = choice("view", "tokens", "apart", "beside", "bytes")
# Links of before have them: the page of tokens goes on with the text.
BESIDE_TEXT = texts("beside_text", "mixed", *SAMPLES, of_reader=(OWN,))
BESIDE_OWN = own_text("beside_own")
TOKEN = Line("token", "", 200)
BYTE_TEXT = Line("byte_text", "", 24)
FIND = Line("find", "", 2000)
FIND_BY = choice("find_by", "text", "text_is", "bytes", "bytes_are", "id")
KIND = choice("kind", "all", "byte", "learned", "partial", "special", "unused")
SCRIPT = choice(
    "script",
    *("all", "latin", "han", "kana", "hangul", "cyrillic", "arabic", "greek", "other"),
    *("space", "digits", "symbols", "mixed", "partial", "special", "unused"),
)
LENGTH = choice("length", "all", "1", "2", "3", "4", "5_8", "9_16", "17")
ORDER = choice("order", "rank", "id", "longest", "characters", "alphabet")

CORPUS = texts(
    "corpus",
    *("library", "library_1m", "weather", "ferry", *STORIES, "code"),
    *("hongloumeng", "sanguoyanyi", "shuihuzhuan", "xiyouji", "tiny_shakespeare"),
    of_reader=(UPLOAD,),
)
TARGET = anything("target")
HELD_OUT = choice("held_out", "tail", "file")
TRIAL = choice("trial", "own", "aside", "upload")
GROWING_WORD = Line("word", "", 24)
WORKSHOP_VIEW = choice("view", "trial")

SUBWORD_TEXT = texts("subword_text", "paper", "refill", "runs", "banana", *STORIES)
OWN_LEARNED = own_text("own_learned")
CODES = Number("codes", 20, 1, 2000)
MIN_FREQUENCY = Number("min_frequency", 2, 1, MOST_COUNT)
DICTIONARY = Switch("dictionary")
LINE = Line("line", "", 120)
CODES_FROM = choice("codes_from", "learned", "file")
GLOSSARIES = Line("glossaries", "", 200)
THRESHOLD = Number("vocabulary_threshold", 0, 0, MOST_COUNT)
DROPOUT = Number("dropout", 0, 0, 100)  # percent
DROPOUT_SEED = Number("dropout_seed", 1, 0, 10**6)

PIECE_TEXT = choice("piece_text", OWN, "english", "chinese", "mixed", default="english")
OWN_PIECES = own_text("own_pieces", 240)
PIECE_MODEL = choice("piece_model", "lesson", FILE)
BYTEPIECE_VIEW = choice("view", "lattice", "states")
ROBUST = Switch("robust")
ALPHA = choice("alpha", "0", "0.1", "0.2", "0.5", "1", "2", default="0.2")
SAMPLING_SEED = Number("seed", 1, 0, 10**9)
LONG_PIECES = PackedText(
    "long",
    "南京市长江大桥在长江上。The bridge is over the river, here and nowhere else.",
    20_000,
)

COMPARE_VIEW = choice("view", "text", "table")
COMPARED_TEXT = anything("compared_text")
OWN_COMPARED = own_text("own_compared", 400)
TRAINED_ON = choice("trained_on", "small", "table")
CORPORA = Several(
    "corpora",
    ("library_1m", "help"),
    (
        *("library_1m", "help", "lab_en", "lab_zh", "library_130k", "library"),
        *(*STORIES, "upload", "upload_2"),
    ),
)
SIZES = Several("sizes", ("1000", "8000"), ("1000", "8000", "32000"), between=(257, 100_000))
TABLE_SYSTEMS = Several("systems", tuple(SYSTEMS), tuple(SYSTEMS))
COMPARE_BUDGET = choice("compare_budget", "60", "15", "300", "1200")  # seconds a run

LESSONS_VIEW = choice("view", "here", "mine")
EXHIBIT = choice("exhibit", *EXHIBITS)
MUSEUM_TEXT = Line("museum_text", "", 120)

SHEET_KIND = choice("sheet_kind", *SHEETS)
SHEET_LEVEL = Number("sheet_level", LEVELS[0], LEVELS[0], LEVELS[-1])
SHEET_SCRIPT: Choice[Script] = choice("sheet_script", "latin", "chinese")
SHEET_SEED = Line("seed", "", 2 * SEED_LENGTH)
COPIES = Number("copies", 1, 1, 60)  # each takes up to a sixteenth of a second
SHEET_VIEW = choice("view", "sheet", "key")

SEARCH = Line("find", "", 40)

REPAIR = ("own", "prev-down", "prev-up", "next-down", "next-up", "both-down", "both-up")


@dataclass(frozen=True, slots=True)
class Page:
    """``fields`` are what its links may say.

    ``units`` are what the groups of its walk are called (a page may have two walks), ``kinds``
    what its steps are of. A page without a walk has neither.
    """

    fields: tuple[Field[Any], ...] = ()
    units: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    @property
    def options(self) -> Mapping[str, Field[Any]]:
        """The fields by the names that links have for them."""
        return {field.param: field for field in self.fields}


PAGES: Mapping[str, Page] = {
    "home": Page((SENTENCE,)),
    "why": Page((*TRAINING, ASK, SAMPLE, OWN_SAMPLE, LIST_SIZE, WHY_TOKENIZER)),
    "pretokenize": Page(
        (PASSAGE, OWN_PASSAGE, SPLIT, OTHER_SPLIT, OWN_PATTERN, CUT_VIEW, SPECIAL, CODE),
        units=("stretch",),
        kinds=("begin", "cut", "choose"),
    ),
    "train": Page(
        (*TRAINING, CODE, TRAINER),
        units=("merge",),
        kinds=(
            *("begin", "scan", "count", "choose", "merge", "end"),
            *("tie", "overlap", "character"),
        ),
    ),
    "linked": Page(
        (*TRAINING, CODE),
        units=("merge",),
        kinds=(
            *("place", "link", "see", "count", "enter", "order", "pop", "choose", "visit"),
            *("merge", "done", "relink", *REPAIR, "append", "push", "repair", "end"),
            *("tie", "stale", "overlap", "character"),
        ),
    ),
    "encode": Page(
        (
            *(*TRAINING, WORD, OWN_WORDS, TOKENIZER, PART, ENCODE_RULE, ALLOW, IDS),
            *(ENCODE_VIEW, CODE),
        ),
        units=("merge", "place"),
        kinds=(
            *("begin", "rank", "choose", "merge", "end", "character"),
            *("fit", "refuse", "nowhere", "take", "drop", "repair"),
        ),
    ),
    "tokens": Page((*TRAINING, COUNTED, COUNTED_SAMPLE, MODELS, PRICES, ALLOW)),
    "race": Page(
        (
            *(*TRAINING, ASK, RACE_WORK, RACE_TEXT, OWN_RACE, RACE_MERGES, RACE_TOKENIZER),
            *(RACE_FIELD, RACE_LANES, REPEATS, BUDGET, RACE_VIEW, AXIS, SCALE, AGAINST),
            *MEASURES.values(),
        ),
        units=("part",),
        kinds=("setup", "compare", "merge", "end", "lead"),
    ),
    "vocabulary": Page(
        (
            *(*TRAINING, VOCABULARY_VIEW, TOKENIZER, BESIDE, BESIDE_TEXT, BESIDE_OWN, TOKEN),
            *(BYTE_TEXT, FIND, FIND_BY, KIND, SCRIPT, LENGTH, ORDER),
        ),
        units=("merge",),
        kinds=("begin", "part", "choose"),
    ),
    "workshop": Page(
        (*RULES, ASK, CORPUS, TARGET, HELD_OUT, TRIAL, GROWING_WORD, WORKSHOP_VIEW),
        units=("stretch",),
        kinds=("begin", "merge", "stretch", "excerpt", "character", "end"),
    ),
    "subword_nmt": Page(
        (
            *(ASK, SUBWORD_TEXT, OWN_LEARNED, CODES, MIN_FREQUENCY, DICTIONARY, LINE),
            *(CODES_FROM, GLOSSARIES, THRESHOLD, DROPOUT, DROPOUT_SEED),
        ),
        units=("merge",),
        kinds=(
            *("place", "index", "count", "scan", "threshold", "aside", "restore", "choose"),
            *("rewrite", *REPAIR, "done", "merge", "repair", "end", "tie"),
        ),
    ),
    "bytepiece": Page(
        (
            *(PIECE_TEXT, OWN_PIECES, PIECE_MODEL, BYTEPIECE_VIEW, ROBUST, ALPHA),
            *(SAMPLING_SEED, LONG_PIECES),
        ),
        units=("place", "byte"),
        kinds=(
            *("begin", "reach", "first", "better", "worse", "tie", "lost", "restart", "back"),
            *("values", "scores", "cut", "done", "end", "count", "choose", "merge"),
        ),
    ),
    "compare": Page(
        (
            *(ASK, COMPARE_VIEW, COMPARED_TEXT, OWN_COMPARED, TRAINED_ON, CORPORA, SIZES),
            *(TABLE_SYSTEMS, COMPARE_BUDGET),
        )
    ),
    "lessons": Page(),
    "museum": Page((ASK, EXHIBIT, MUSEUM_TEXT)),
    "sheets": Page((SHEET_KIND, SHEET_LEVEL, SHEET_SCRIPT, SHEET_SEED, COPIES, SHEET_VIEW)),
    "glossary": Page((SEARCH,)),
}

# Where an exercise of each kind is done.
PAGE_OF_EXERCISE: Mapping[str, str] = {
    "trace.naive": "train",
    "trace.linked": "linked",
    "trace.encode": "encode",
}
