"""What a reader's browser asks of Python: a page's fields and its walk, by what a link says.

One function, `answer`. A request and its answer are JSON:

    {"page": "train", "query": {"text": "low"}, "typed": {}, "ask": ""}

``query`` are the parameters of the link, with those that the reader has changed since;
``typed`` holds texts as they were typed, which a link has packed, and ``start`` is what a text
begins with; ``ask`` is the field that was changed last, or what else the reader wants:
``begin``, ``another``, ``next_level`` or ``leave`` an exercise.

    {"says": {"text": "low"}, "form": [field…], "walk": {…}, "notices": [text…],
     "problem": text}

``says`` is what a link says of these fields. A field has ``param``, ``kind``, ``value`` and
what its kind needs; its ``label`` and the names of its ``options`` are texts as in a recording,
or words as they stand. Without a walk there is a ``problem``.

The fields are those of the app (`bpe_lab/pages.py`), but for what takes a file or a server.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

from bpe_core.encode.whole_text import encode as encode_text
from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.errors import BPELabError, InputError, Notice, Phrase
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import CUSTOM
from bpe_core.runtime.text import UNSHOWN, pack, visible
from bpe_core.texts.corpus import SAMPLES, WORDS, Corpus, sample
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_core.vocabularies import BUILT_IN, WHOLE_TEXTS, built_in
from bpe_lab.exercises.draw import LEVELS, Exercise, draw, model_of
from bpe_lab.exercises.seed import LENGTH, NUMBERS, Seed
from bpe_lab.fields import WITHOUT_TEXT, Choice, Field, Line, Number, PackedText, refusal
from bpe_lab.pages import (
    CUT_VIEW,
    ENCODE_RULE,
    EXERCISE,
    EXERCISE_RULES,
    LECTURE,
    MERGES,
    MIN_COUNT,
    MOST_PARTS,
    OTHER_SPLIT,
    OWN,
    OWN_PASSAGE,
    OWN_PATTERN,
    OWN_TEXT,
    OWN_WORDS,
    PART,
    PASSAGE,
    PATTERN,
    SCRIPTS,
    SENTENCE,
    SPECIAL,
    SPLIT,
    SUITED,
    TEXT,
    TIE_BREAK,
    TOKENIZER,
    TRAINED,
    UPLOAD,
    VOCAB_SIZE,
    WORD,
    ChosenExercise,
    Training,
    level_key,
    training_of,
)
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.encode.linear_walk import linear_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.moments import linked_step
from bpe_lab.scenes.placed_tokens import Block, drawn_part, tokens_board
from bpe_lab.scenes.pretokenize.cutting_walk import can_be_walked, cutting_walk
from bpe_lab.scenes.pretokenize.pretokens_board import pre_tokens
from bpe_lab.scenes.recording import Json, Walk, text
from bpe_lab.scenes.train.training_walk import training_walk

Value = TypeVar("Value")

OWN_LABEL: Json = text("input.own")
MOST_VALUE = 80  # characters of a value in a message
MOST_DRAWN = 2000  # bytes of a sentence
STRETCHES = "stretches"
VOCABULARIES = (*BUILT_IN, TRAINED)


def answer(request: str) -> str:
    """The answer to a request, both as JSON; what is raised is no fault of the reader's."""
    asked = Asked(**json.loads(request))
    walk = problem = None
    try:
        walk = PAGES[asked.page](asked)
    except BPELabError as error:
        problem = problem_text(error)
    result = {
        "says": asked.says,
        "form": asked.form,
        "walk": walk,
        "notices": [problem_text(each) for each in asked.notices],
        "problem": problem,
    }
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class Asked:
    """A request, and what of its answer is known so far."""

    page: str
    query: Mapping[str, str]
    typed: Mapping[str, str] = field(default_factory=dict)
    start: str = ""
    ask: str = ""
    says: dict[str, str] = field(default_factory=dict)
    form: list[Json] = field(default_factory=list)
    notices: list[BPELabError] = field(default_factory=list)

    def value(self, asked: Field[Value], label: Json, start: Value | None = None) -> Value:
        """What the link says to a field, else ``start`` or the default; a refusal is told."""
        value = asked.default if start is None else start
        if linked := self.query.get(asked.param, ""):
            if (read := asked.read(linked)) is not None:
                value = read
            else:
                self.notices.append(refusal(asked, {"text": label}, linked))
        self.say(asked, value)
        return value

    def say(self, asked: Field[Any], value: object) -> None:
        """Have the link say ``value``."""
        if (written := asked.write(value)) is not None:
            self.says[asked.param] = written

    def draw(self, kind: str, param: str, label: Json, value: str, **more: Json) -> None:
        """Add a field to the form."""
        self.form.append({"kind": kind, "param": param, "label": label, "value": value, **more})

    def choice(
        self,
        asked: Choice[Any],
        names: str = "",
        *,
        without: Sequence[str] = (UPLOAD,),
        start: str | None = None,
        **more: Json,
    ) -> str:
        """One of the options, by their names in the catalogue's section ``names``."""
        label = _label(asked)
        offered = tuple(each for each in asked.options if each not in without)
        value: str = self.value(replace(asked, options=offered), label, start)
        options = [[each, text(f"{names or asked.param}.{each}")] for each in offered]
        self.draw("choice", asked.param, label, value, options=options, **more)
        return value

    def number(self, asked: Number, **more: Json) -> int | None:
        """A number; nothing means the default."""
        label, help_text = _label(asked), text(f"input.{asked.param}_help", limit=asked.high)
        value = self.value(asked, label)
        digits = "" if value is None else str(value)
        bounds = {"low": asked.low, "high": asked.high}
        self.draw("number", asked.param, label, digits, **bounds, help=help_text, **more)
        return value

    def line(self, asked: Line, label: Json, **more: Json) -> str:
        """A line of free text."""
        value = self.value(asked, label)
        self.draw("line", asked.param, label, value, most=asked.most, **more)
        return value

    def own(self, asked: PackedText, label: Json = OWN_LABEL) -> str:
        """A text of the reader's."""
        typed = self.typed.get(asked.param)
        linked = self.value(asked, label, self.start)
        value = linked if typed is None else typed[: asked.most]
        self.say(asked, value)
        help_text = text("input.own_help", limit=asked.most)
        self.draw("text", asked.param, label, value, most=asked.most, help=help_text)
        return value

    def chosen_text(self, name: str, own: PackedText) -> Corpus:
        """The text called ``name``, or the one that is typed."""
        corpus = Corpus(self.own(own)) if name == OWN else sample(name)
        self.notices += corpus.notices()
        return corpus

    def special_tokens(self, name: str) -> tuple[str, ...]:
        """Special tokens of a text; the samples have some by default."""
        default = ", ".join(sample(name).special_tokens) if name in SAMPLES else ""
        asked, label = replace(SPECIAL, default=default), text("input.special_tokens")
        help_text = text("input.special_tokens_help")
        typed = self.line(asked, label, help=help_text, among="options")
        return tuple(part.strip() for part in typed.split(",")) if typed.strip() else ()

    def begin_text(self, name: str) -> None:
        """Go on from a new text's first pre-token, with a vocabulary that suits it.

        Whoever has chosen another vocabulary keeps it.
        """
        others = {k: v for k, v in self.query.items() if k != PART.param}
        if name == WORDS[0] or others.get(TOKENIZER.param, LECTURE) in SUITED.values():
            others[TOKENIZER.param] = SUITED.get(name, WHOLE_TEXTS)
        self.query = others

    def training(self) -> Training:
        """What to train on and how."""
        name = self.choice(TEXT, "sample")
        vocab_size = self.number(VOCAB_SIZE, among="options")
        merges = self.number(MERGES) if vocab_size is None else None
        specials = self.special_tokens(name)
        pattern = self.choice(PATTERN, among="options")
        tie_break = self.choice(TIE_BREAK, among="options")
        min_count = self.number(MIN_COUNT, among="options")
        corpus = self.chosen_text(name, OWN_TEXT)
        options = TrainOptions(
            num_merges=merges,
            vocab_size=vocab_size,
            special_tokens=specials,
            tie_break=tie_break,  # type: ignore[arg-type]  # one of the field's options
            min_count=min_count or 1,
        )
        return Training(name, corpus, options, pattern)

    def exercise(self, kind: str) -> Exercise | None:
        """The exercise of ``kind`` that the reader does; None: none."""
        chosen = self._chosen()
        self.draw("exercise", EXERCISE.param, text("exercise.begin"), "", begun=bool(chosen))
        if chosen is None:
            return None
        self.says[EXERCISE.param] = self.query.get(EXERCISE.param, "")
        levels = [[str(level), text(level_key(kind, level))] for level in LEVELS]
        self.part("level", "choice", str(chosen.level), options=levels, is_helped=True)
        scripts = [[name, text(f"exercise.script_{name}")] for name in SCRIPTS]
        self.part("script", "choice", chosen.script, options=scripts)
        self.part("seed", "line", chosen.seed, most=2 * LENGTH, is_helped=True)
        rules = [text(f"exercise.rules.{kind}_{about}") for about in EXERCISE_RULES[kind]]
        self.draw("rules", "rules", rules, "")
        seed = Seed.read(chosen.seed)
        self.say(EXERCISE, chosen._replace(seed=str(seed)))
        return draw(kind, chosen.level, seed, chosen.script)

    def part(
        self, name: str, kind: str, value: str, *, is_helped: bool = False, **more: Json
    ) -> None:
        """Add a field for one part of what the link has as the exercise."""
        if is_helped:
            more["help"] = text(f"exercise.{name}_help")
        self.draw(kind, f"exercise {name}", text(f"exercise.{name}"), value, **more)

    def _chosen(self) -> ChosenExercise | None:
        """The exercise that the link names, as the reader has changed it since."""
        linked = self.query.get(EXERCISE.param, "")
        chosen = self.value(EXERCISE, text("exercise.link"))
        self.says.pop(EXERCISE.param, None)
        if self.ask == "leave" or not (linked or self.ask == "begin"):
            return None
        if chosen is None:
            return ChosenExercise(LEVELS[0], str(Seed(secrets.randbelow(NUMBERS))))
        level = int(self.query.get("exercise level", chosen.level))
        seed = self.query.get("exercise seed", chosen.seed).strip()
        script = self.query.get("exercise script", chosen.script)
        chosen = ChosenExercise(level, seed, next(s for s in SCRIPTS if s == script))
        if self.ask == "next_level":
            return chosen.following(min(level + 1, LEVELS[-1]))
        return chosen.following() if self.ask == "another" else chosen

    def walk(self, walk: Walk | Json, about: str, **more: Json) -> Json:
        """The part of an answer that the player draws; ``about`` names its files."""
        recording: Json = walk
        if isinstance(walk, Walk):
            recording = walk.recording
            self.notices += walk.notices
        of = self.query.get("step"), self.query.get("at"), {"text": text("input.step")}
        step, notice = linked_step(recording, *of)
        if notice:
            self.notices.append(notice)
        drawn = {"recording": recording, "step": step, "about": about}
        return {**drawn, "exercise": "exercise" in recording, **more}


def home(asked: Asked) -> Json:
    """A sentence in tokens, and what leads to the training on it."""
    sentence = asked.own(replace(SENTENCE, default=asked.start), text("home.field"))
    model = built_in(WHOLE_TEXTS)
    tokenizer, drawn = ByteLevelTokenizer(model), drawn_part(sentence, MOST_DRAWN)
    blocks = [Block(WHOLE_TEXTS, tokenizer, tokenizer.encode_with_offsets(drawn))]
    return asked.walk(
        tokens_board(drawn, blocks, picks=False),
        "home",
        board=text("home.board"),
        counts=[
            text("home.tokens", tokens=len(encode_text(model, sentence))),
            text("home.bytes", bytes=len(sentence.encode())),
        ],
        onward={TEXT.param: OWN, OWN_TEXT.param: pack(sentence) or WITHOUT_TEXT},
    )


def train(asked: Asked) -> Json:
    """Naive training, merge by merge."""
    return _trained_walk(asked, "trace.naive", training_walk)


def inside(asked: Asked) -> Json:
    """The linked trainer, event by event."""
    return _trained_walk(asked, "trace.linked", linked_walk)


def _trained_walk(asked: Asked, kind: str, walk: Callable[..., Walk]) -> Json:
    exercise = asked.exercise(kind)
    training = training_of(exercise) if exercise else asked.training()
    return asked.walk(training.walked(walk), training.name)


def encode(asked: Asked) -> Json:
    """One pre-token by rank."""
    if exercise := asked.exercise("trace.encode"):
        walk = word_walk(model_of(exercise.text, exercise.options), exercise.word, exercise)
        return asked.walk(walk, f"{exercise.level}-{exercise.seed}")
    name = asked.choice(WORD, "sample", without=())
    if asked.ask == WORD.param:
        asked.begin_text(name)
    start = WHOLE_TEXTS if name == OWN else LECTURE
    others = tuple(each for each in TOKENIZER.options if each not in VOCABULARIES)
    tokenizer = asked.choice(TOKENIZER, without=others, start=start)
    if name == OWN:  # a link without a vocabulary opens with one that suits
        asked.says[TOKENIZER.param] = tokenizer
    corpus = asked.chosen_text(name, OWN_WORDS)
    model = _trained(asked.training()) if tokenizer == TRAINED else built_in(tokenizer)
    pieces = encoded_pre_tokens(model, corpus.text)
    words = list(dict.fromkeys(map(str.encode, pieces))) or [corpus.text.encode()]
    words = words[:MOST_PARTS]
    number = asked.value(replace(PART, high=len(words) - 1), text("encode.input.part")) or 0
    options = [[str(k), visible(word)] for k, word in enumerate(words)]
    more = {"options": options, "help": text("encode.input.part_help")}
    asked.draw("choice", PART.param, text("encode.input.part"), str(number), **more)
    word = words[number].decode()
    if asked.choice(ENCODE_RULE, "encode.rule") == "linear":
        try:
            return asked.walk(linear_walk(model, word), word)
        except InputError as error:
            asked.notices.append(error)
    return asked.walk(word_walk(model, word), word)


@cache
def _trained(training: Training) -> BPEModel:
    return train_model(
        training.corpus.text, training.options, pattern=training.pattern, trainer="linked"
    )


def pretokenize(asked: Asked) -> Json:
    """A text cut by a pattern or two."""
    name = asked.choice(PASSAGE, "sample")
    pattern = asked.choice(SPLIT, "pattern")
    other = asked.choice(OTHER_SPLIT, "pattern")
    view = asked.choice(CUT_VIEW)
    specials = asked.special_tokens(name)
    corpus = replace(asked.chosen_text(name, OWN_PASSAGE), special_tokens=specials)
    is_alone = other in (OTHER_SPLIT.default, pattern)
    patterns: tuple[str, ...] = (pattern,) if is_alone else (pattern, other)
    if OWN_PATTERN.param in patterns:
        own = asked.line(OWN_PATTERN, text("input.custom"), help=text("input.custom_help"))
        patterns = tuple(CUSTOM + own if each == "custom" else each for each in patterns)
    if view == STRETCHES and can_be_walked(patterns[0]):
        return asked.walk(cutting_walk(corpus, patterns[0]), pattern)
    board = text("pretokenize.board")
    return asked.walk(pre_tokens(corpus, patterns).recording, pattern, board=board)


# By their addresses, which are those of the app's pages.
PAGES: Mapping[str, Callable[[Asked], Json]] = {
    "home": home,
    "train": train,
    "linked": inside,
    "encode": encode,
    "pretokenize": pretokenize,
}


def _label(asked: Field[Any]) -> Json:
    return text(f"input.{asked.param}")


def problem_text(problem: BPELabError) -> Json:
    """An error or a notice as a text of a recording: its words are the catalogue's."""
    is_notice = isinstance(problem, Notice)
    key = f"notice.{problem.rule}" if is_notice else f"error.{problem.name}"
    return text(key, **{name: _value_text(value) for name, value in problem.values.items()})


def _value_text(value: object) -> Json:
    match value:
        case Phrase():
            values = {name: _value_text(each) for name, each in value.values.items()}
            return {"text": text(f"{value.section}.{value.key}", **values)}
        case BPELabError():
            return {"text": problem_text(value)}
        case StrEnum():
            return {"text": text(f"stop.{value}")}
        case str():
            cut = value if len(value) <= MOST_VALUE else value[:MOST_VALUE] + "…"
            hidden = (c != " " and unicodedata.category(c) in UNSHOWN for c in cut)
            return "".join(
                "�" if is_hidden else c for c, is_hidden in zip(cut, hidden, strict=True)
            )
        case _:
            return value
