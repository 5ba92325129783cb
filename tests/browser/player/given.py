"""What the tests in the page get from Python: recordings with their texts, and catalogues."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt.words import count_words
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.draw import Script, draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.player.parts import walk_texts
from bpe_lab.scenes.bytepiece.bytepiece_lesson import make_lesson
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.drawn_tokens import tree_board
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.pretokenize.cutting_walk import cutting_walk
from bpe_lab.scenes.pretokenize.pretokens_board import pre_tokens
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.player import hanoi, roads, runners, sums, trains
from tests.browser.player.hanoi import Json
from tests.paths import DATA
from tests.ui.linked import linked_structures
from tests.ui.subword_nmt import learning_structures
from ui.subword_nmt.learning_inputs import PRESETS

OF_WALKS = (
    *("train", "linked", "encode", "subword_nmt", "tie_rule", "tie_name", "question"),
    *("bytepiece", "vocabulary", "sample", "pretokenize", "pattern", "pattern_meaning"),
    "exercise",
)


def game(language: str = "en", panels: bool = False, **values: Any) -> Json:
    """The tower of Hanoi, beside panels of every kind if asked for."""
    recording = hanoi.hanoi(**values)
    return hanoi.mounted(hanoi.beside_panels(recording) if panels else recording, language)


def race(language: str = "en", words: Sequence[str] = (), **values: Any) -> Json:
    """A race of runners, whose first stamps may be other ``words``."""
    recording = runners.race(**values)
    stamps = [runners.stamp(number, word) for number, word in enumerate(words)]
    recording["tokens"] = [*stamps, *recording["tokens"][len(stamps) :]]
    return runners.mounted(recording, language)


def as_page(recording: Json, language: str = "en") -> Json:
    """A real walk as its page gives it to the player."""
    return {**hanoi.mounted(recording, language), "text": walk_texts(language, OF_WALKS)}


def training(
    trainer: str, text: str, merges: int = 3, language: str = "en", named: bool = False
) -> Json:
    """The walk of ``train`` or ``linked`` on a text, or on the sample so ``named``."""
    walk = {"train": training_walk, "linked": linked_walk}[trainer]
    corpus = sample(text) if named else Corpus(text)
    return as_page(walk(corpus, TrainOptions(num_merges=merges)).recording, language)


def word(text: str, vocabulary: str = "lecture", language: str = "en") -> Json:
    return as_page(word_walk(built_in(vocabulary), text).recording, language)


def cut(text: str, language: str = "en") -> Json:
    """The board of a text in GPT-2's pre-tokens, as a page that it leads shows it to a hall."""
    board = pre_tokens(Corpus(text), ("gpt2",)).recording
    return {**as_page(board, language), "present": True, "leads": True}


def cutting(text: str, language: str = "en", named: bool = False) -> Json:
    """A text that is cut into pre-tokens by GPT-2's pattern."""
    corpus = sample(text) if named else Corpus(text)
    return as_page(cutting_walk(corpus, "gpt2"), language)


def exercise(
    generator: str, level: int, seed: str, language: str = "en", script: Script = "latin"
) -> Json:
    """A trace that is drawn by its seed."""
    drawn = draw(generator, level, Seed.read(seed), script)
    walk = {"trace.naive": training_walk, "trace.linked": linked_walk}[generator]
    recording = walk(Corpus(drawn.text), drawn.options, exercise=drawn).recording
    return {**as_page(recording, language), "others": True}


def inside(name: str) -> Json:
    """The walk inside the trainer on a sample, with its own structures at each step."""
    corpus = sample(name)
    options = TrainOptions(special_tokens=corpus.special_tokens)
    state, wanted = TrainState(), []
    for event in linked_structures.events_of(corpus):
        apply(state, event)
        wanted.append(by_text(linked_structures.state_as_shown(state)))
    return as_page(linked_walk(corpus, options).recording) | {"wanted": wanted}


def learner(name: str) -> Json:
    """Learning by subword-nmt from a preset, and the learner's own structures at each step."""
    words = dict(PRESETS[name])
    recording, wanted = learning_structures.walk_of(words, merges=3).recording, []
    for _, state in learning_structures.told_of(words, merges=3):
        wanted.append(by_text(learning_structures.real_structures(state)))
        del wanted[-1]["threshold"]
    return as_page(recording) | {"wanted": wanted}


def by_text(value: Any) -> Any:
    """A copy as JSON has it: keys are texts, a pair's both ids with a comma."""
    if isinstance(value, Mapping):
        return {as_key(key): by_text(each) for key, each in value.items()}
    return [by_text(each) for each in value] if isinstance(value, list | tuple) else value


def as_key(key: object) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)


def learning(words: dict[str, int] | None = None, language: str = "en") -> Json:
    """Learning by subword-nmt, of some words or of those in a sample."""
    counts = words or dict(count_words(sample("weather").text))
    return as_page(learn_walk(counts, num_merges=3).recording, language)


def recording_before(page: str) -> Json:
    """A recording that version 0.1 wrote."""
    path = DATA / "version_0_1" / f"recording_{page}.json"
    return as_page(json.loads(path.read_text("utf-8")))


GIVEN: dict[str, Callable[..., Any]] = {
    "catalogue": lambda language="en": dict(catalogue(language)),
    "cut": cut,
    "cutting": cutting,
    "exercise": exercise,
    "hanoi": game,
    "inside": inside,
    "lattice": lambda language="en", text="nowhere together": as_page(
        lattice_walk(make_lesson().model, text.encode()), language
    ),
    "learner": learner,
    "learning": learning,
    "lecture": lambda: json.loads((DATA / "lecture.json").read_text("utf-8")),
    "page": lambda language="en": {
        "text": walk_texts(language, ()),
        "lang": LANGUAGES[language].tag,
        "present": False,
        "step": None,
    },
    "race": race,
    "recording_before": recording_before,
    "roads": lambda: roads.mounted(roads.roads()),
    "sums": lambda **values: sums.mounted(sums.sums(**values)),
    "token_tree": lambda token_id, language="en": as_page(
        tree_board(built_in("lab"), token_id).recording, language
    ),
    "training": training,
    "trains": lambda: trains.mounted(trains.trains()),
    "week": lambda: roads.mounted(roads.week()),
    "word": word,
}
