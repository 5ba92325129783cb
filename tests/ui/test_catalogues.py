"""Both languages say the same things, and everything the code asks for is there."""

import ast
import re
import string

import pytest

from bpe_core import errors
from bpe_core.errors import Phrase
from bpe_core.events import StopReason
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.texts.corpus import SAMPLES
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_lab.text import LANGUAGES, catalogue, plurals
from tests.paths import ROOT
from tests.raising import rules
from tests.ui import asked_keys

SOURCES = [path for room in ("bpe_lab", "pages", "ui") for path in ROOT.glob(f"{room}/**/*.py")]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def nouns(template: str) -> list[str]:
    return [
        forms for _, _, forms, _ in string.Formatter().parse(template) if "|" in (forms or "")
    ]


def listed(faults: list[str]) -> str:
    """All of them, a line each, which pytest would cut."""
    return "\n".join(["at fault:", *faults])


def asked_for() -> set[str]:
    """Every literal first argument of ``t(...)`` and ``text(...)``, and every widget title."""
    keys = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("t", "text"):
                options = [node.args[0]]
                if isinstance(node.args[0], ast.IfExp):
                    options = [node.args[0].body, node.args[0].orelse]
                keys |= {str(o.value) for o in options if isinstance(o, ast.Constant)}
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if getattr(key, "value", "") == "title" and isinstance(value, ast.Constant):
                        keys.add(str(value.value))
    return {key for key in keys if "." in key}  # others name a part of a key, or a widget


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_hold_the_same_keys(language: str) -> None:
    assert catalogue(language).keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_and_each_fills_the_placeholders_of_the_english_one(
    language: str,
) -> None:
    texts, english = catalogue(language), catalogue("en")
    empty = [key for key, text in texts.items() if not text.strip()]
    assert not empty, listed(empty)
    differing = [
        f"{key}: {placeholders(texts[key])} in place of {wanted}"
        for key, template in english.items()
        if placeholders(texts[key]) != (wanted := placeholders(template))
    ]
    assert not differing, listed(differing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_have_the_forms_that_their_language_asks_for(language: str) -> None:
    asked = {"other", *plurals.rule(LANGUAGES[language].tag).tags}
    for key, template in catalogue(language).items():
        for forms in nouns(template):
            given = plurals.by_category(forms).keys()
            assert {"other"} <= given <= asked, f"{key}: {forms}"


def test_every_literal_key_of_the_code_exists() -> None:
    keys = asked_for()
    assert len(keys) > 40, "the search for keys finds too little to be right"
    assert keys <= catalogue("en").keys(), keys - catalogue("en").keys()


def test_every_key_is_asked_for() -> None:
    keys = catalogue("en").keys()
    dead = ["encode.no_such_key", "why.measured.no_such", "player.keys.no_such", "no_such.text"]
    dead += ["workshop.instead.player.no_such"]
    assert asked_keys.unused([*keys, *dead], ROOT) == dead


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_name(language: str) -> None:
    wanted = {f"sample.{name}" for name in (*SAMPLES, "own", "upload")}
    wanted |= {
        f"{table}.{name}" for table in ("pattern", "pattern_short") for name in PRE_TOKENIZERS
    }
    wanted |= {f"{table}.{rule}" for table in ("tie_break", "tie_rule") for rule in TIE_BREAKS}
    wanted |= {f"train.why.tie_{rule}" for rule in TIE_BREAKS}
    wanted |= {f"{table}.{reason}" for table in ("stop", "train.end") for reason in StopReason}
    assert wanted <= catalogue(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_text_that_names_only_its_own_values(language: str) -> None:
    templates = {
        f"error.{kind.__name__}.{rule}".removesuffix("."): kind.template(rule)
        for kind, rule in rules()
        if kind is not errors.Notice
    }
    texts = {key: text for key, text in catalogue(language).items() if key.startswith("error.")}
    assert texts.keys() == templates.keys()
    foreign = [
        f"{key}: {more}"
        for key, template in templates.items()
        if (more := placeholders(texts[key]) - placeholders(template))
    ]
    assert not foreign, listed(foreign)


@pytest.mark.parametrize("phrases", Phrase.__subclasses__(), ids=lambda kind: kind.section)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_of_an_error_is_said(phrases: type[Phrase], language: str) -> None:
    place = f"{phrases.section}."
    said = {key: text for key, text in catalogue(language).items() if key.startswith(place)}
    assert {key: placeholders(text) for key, text in said.items()} == {
        place + key: placeholders(text) for key, text in phrases.english.items()
    }


SYSTEMS = {"BBPE", "BytePiece", "SentencePiece", "subword-nmt"}


def test_no_english_stands_in_the_chinese_sentences() -> None:
    """A sentence that was not translated is the English one, word for word."""
    same = [key for key, text in catalogue("zh").items() if text == catalogue("en")[key]]
    names = {key for key in same if key.startswith(("page.", "system."))}  # of systems
    assert {catalogue("zh")[key].split()[0] for key in names} <= SYSTEMS
    names |= {f"tokenizer.{name}" for name in TOKENIZERS}
    assert set(same) - names <= {
        "app.name",
        "compare.change",
        "question.choice_pieces",
        "footer.cost",
        "linked.code.source",
        "linked.ledger.delta",
        "question.change",
        "question.pair",
        "race.figure.amount",
        "question.token",
        "sample.low",
        "term.dropout.name",
        "term.pair_counter.name",
        "term.pair_positions.name",
        "sample.mixed",
        "sample.aaabdaaabac",
        "sample.haha",
        "sample.cat",
        "sample.updown",
        "train.pairs.delta",
        "tie_name.short.lowest_gpt2_ids",
        "tokenizer_is.kind.bpe",
        "tokenizer_is.kind.unigram",
        "tokenizer_is.kind.wordpiece",
    }


COLORS = re.compile(
    r"\b(red|orange|blue|green|yellow|purple)\b|[红橙蓝绿黄紫](?!楼梦)", re.IGNORECASE
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_names_a_color(language: str) -> None:
    """What is red by day is orange in the dark, and nobody need tell colors apart."""
    named = [key for key, text in catalogue(language).items() if COLORS.search(text)]
    assert not named
