"""The pages of the app: what their links may say, and how the moments of their walks are named.

The app draws the pages and is held to this table (`tests/ui/lessons/test_link_table.py`), so
that a lesson can be checked where there is no app.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import SAMPLES, WORDS
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.vocabularies import BUILT_IN
from bpe_lab.lessons.values import Anything, Values, Whole, names
from bpe_lab.museum.exhibits import EXHIBITS
from bpe_lab.sheets.sheet import SHEETS

OF_THE_READER = (
    "lang",
    "mode",
    "step",
    "at",
    "exercise",
    "lesson",
    "scene",
)  # on any page, in no lesson's link
ANYTHING = Anything()
SWITCH = names("1", "0")
ASKED_FIRST: Mapping[str, Values] = {"ask": names("1")}
CODE: Mapping[str, Values] = {"panel": names("code")}  # in sight, and in a hall all that is
TEXTS = (*SAMPLES, *WORDS)
LONGER = ("hello", "kingdoms", "grip", "story_en", "story_zh", "weather", "ferry", "code")
ENCODED = (*WORDS, *LONGER)  # the texts that Encode offers
LIBRARY = ("library_20k", "library_130k", "library_1m", "library_21m")
STORIES = ("story_en", "story_zh")
OWN = ("own", "upload")
RULES: Mapping[str, Values] = {
    "pattern": names(*PATTERNS),
    "tie_break": names(*TIE_BREAKS),
    "special": ANYTHING,
}
TRAINING: Mapping[str, Values] = {
    **RULES,
    "text": names(*SAMPLES, *OWN),
    "own": ANYTHING,
    "merges": Whole(1, 200),
    "min_count": Whole(1, 10**9),
    "vocab_size": Whole(0, 456),
}
TOKENIZERS = names(*BUILT_IN, "trained", "workshop", "file")
REPAIR = ("own", "prev-down", "prev-up", "next-down", "next-up", "both-down", "both-up")


@dataclass(frozen=True, slots=True)
class Page:
    """``options`` are the parameters of its links.

    The groups of its walk are called ``unit`` (a page may have two walks); its steps are of
    ``kinds``. A page without a walk has neither.
    """

    options: Mapping[str, Values] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


PAGES: Mapping[str, Page] = {
    "home": Page(),
    "why": Page(
        {
            **TRAINING,
            **ASKED_FIRST,
            "sample": names(*TEXTS, *OWN),
            "own_sample": ANYTHING,
            "list_size": names("8192", "4096", "2048", "1024", "256", "all"),
            "bpe": TOKENIZERS,
        }
    ),
    "pretokenize": Page(
        {
            "passage": names(*TEXTS, *OWN),
            "own_passage": ANYTHING,
            "split": names(*PATTERNS, "custom"),
            "other": names("off", *PATTERNS, "custom"),
            "custom": ANYTHING,
            "cut_view": names("whole", "stretches"),
            "special": ANYTHING,
            **CODE,
        },
        units=("stretch",),
        kinds=("begin", "cut", "choose"),
    ),
    "train": Page(
        {**TRAINING, **CODE, "trainer": ANYTHING},
        units=("merge",),
        kinds=(
            *("begin", "scan", "count", "choose", "merge", "end"),
            *("tie", "overlap", "character"),
        ),
    ),
    "linked": Page(
        {**TRAINING, **CODE},
        units=("merge",),
        kinds=(
            *("place", "link", "see", "count", "enter", "order", "pop", "choose", "visit"),
            *("merge", "done", "relink", *REPAIR, "append", "push", "repair", "end"),
            *("tie", "stale", "overlap", "character"),
        ),
    ),
    "encode": Page(
        {
            **TRAINING,
            "words": names(*ENCODED, "own"),
            "own_words": ANYTHING,
            "tokenizer": TOKENIZERS,
            "part": Whole(0, 200),
            "allow": SWITCH,
            "ids": ANYTHING,
            "view": names("ids"),
            **CODE,
        },
        units=("merge",),
        kinds=("begin", "rank", "choose", "merge", "end", "tie", "character"),
    ),
    "race": Page(
        {
            **TRAINING,
            **ASKED_FIRST,
            "race_work": names("train", "encode"),
            "race_text": names(*LIBRARY, "intj", *STORIES, "code", *OWN),
            "own_race": ANYTHING,
            "race_merges": Whole(1, 2000),
            "race_tokenizer": TOKENIZERS,
            "race_field": names("duel", "ours", "fast", "chosen"),
            "lanes": ANYTHING,
            "repeats": names("7", "1", "3", "5", "11", "21"),
            "budget": names("10", "2", "5", "30", "60"),
            "view": names("lockstep", "timing", "growth"),
            "axis": names("total", "each"),
            "scale": names("log", "linear"),
            "against": names("size", "merges"),
            "measure_size": names("time", "merging", "operations"),
            "measure_merges": names("merging", "each"),
        },
        units=("part",),
        kinds=("setup", "compare", "merge", "end", "lead"),
    ),
    "vocabulary": Page(
        {
            **TRAINING,
            "view": names("tokens", "apart", "beside", "bytes"),
            "tokenizer": TOKENIZERS,
            "beside": TOKENIZERS,
            "beside_text": names(*TEXTS, *OWN),
            "beside_own": ANYTHING,
            "token": ANYTHING,
            "byte_text": ANYTHING,
            "find": ANYTHING,
            "find_by": names("text", "text_is", "bytes", "bytes_are", "id"),
            "kind": names("all", "byte", "learned", "partial", "special", "unused"),
            "script": ANYTHING,
            "length": names("all", "1", "2", "3", "4", "5_8", "9_16", "17"),
            "order": names("rank", "id", "longest", "characters", "alphabet"),
        },
        units=("merge",),
        kinds=("begin", "part", "choose"),
    ),
    "workshop": Page(
        {
            **RULES,
            **ASKED_FIRST,
            "corpus": ANYTHING,
            "target": ANYTHING,
            "held_out": names("tail", "file"),
            "trial": names("own", "aside", "upload"),
            "word": ANYTHING,
            "view": names("trial"),
        },
        units=("stretch",),
        kinds=("begin", "merge", "stretch", "excerpt", "character", "end"),
    ),
    "subword_nmt": Page(
        {
            **ASKED_FIRST,
            "subword_text": names("paper", "refill", "runs", "banana", *STORIES, *OWN),
            "own_learned": ANYTHING,
            "codes": Whole(1, 2000),
            "min_frequency": Whole(1, 10**9),
            "dictionary": SWITCH,
            "line": ANYTHING,
            "codes_from": names("learned", "file"),
            "glossaries": ANYTHING,
            "vocabulary_threshold": Whole(0, 10**9),
            "dropout": Whole(0, 100),
            "dropout_seed": Whole(0, 10**6),
        },
        units=("merge",),
        kinds=(
            *("place", "index", "count", "scan", "threshold", "aside", "restore", "choose"),
            *("rewrite", *REPAIR, "done", "merge", "repair", "end", "tie"),
        ),
    ),
    "bytepiece": Page(
        {
            "piece_text": names("english", "chinese", "mixed", "own"),
            "own_pieces": ANYTHING,
            "piece_model": names("lesson", "file"),
            "view": names("lattice", "states"),
            "robust": SWITCH,
            "alpha": names("0", "0.1", "0.2", "0.5", "1", "2"),
            "seed": Whole(0, 10**9),
            "long": ANYTHING,
        },
        units=("place", "byte"),
        kinds=(
            *("begin", "reach", "first", "better", "worse", "tie", "lost", "restart", "back"),
            *("values", "scores", "cut", "done", "end", "count", "choose", "merge"),
        ),
    ),
    "compare": Page(
        {
            **ASKED_FIRST,
            "view": names("text", "table"),
            "compared_text": ANYTHING,
            "own_compared": ANYTHING,
            "trained_on": names("small", "table"),
            "corpora": ANYTHING,
            "sizes": ANYTHING,
            "systems": ANYTHING,
            "compare_budget": names("60", "15", "300", "1200"),
        }
    ),
    "lessons": Page(),
    "museum": Page({**ASKED_FIRST, "exhibit": names(*EXHIBITS), "museum_text": ANYTHING}),
    "sheets": Page(
        {
            "sheet_kind": names(*SHEETS),
            "sheet_level": Whole(1, 5),
            "sheet_script": names("latin", "chinese"),
            "seed": ANYTHING,
            "copies": Whole(1, 60),
            "view": names("sheet", "key"),
        }
    ),
    "glossary": Page({"find": ANYTHING}),
}

# Where an exercise of each kind is done.
PAGE_OF_EXERCISE: Mapping[str, str] = {
    "trace.naive": "train",
    "trace.linked": "linked",
    "trace.encode": "encode",
}
