"""Pieces and counts are those of PyPI's `bytepiece`: frozen ones, and asked afresh."""

from __future__ import annotations

import json
import os
import random
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bpe_core.systems.bytepiece.bytepiece_options import BytePieceOptions
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from tests.core.systems import bytepiece_training_reference as reference
from tests.core.systems.bytepiece_reference import sentences
from tests.core.systems.bytepieces import FROZEN
from tests.for_each import for_each

PYTHON = "BPE_LAB_BYTEPIECE_PYTHON"
TRAINED: dict[str, list[str]] = json.loads((FROZEN / "trained.json").read_text("utf-8"))


@cache
def cases() -> dict[str, Any]:
    words = json.loads((FROZEN / "texts.json").read_text("utf-8"))["words"]
    asked = reference.cases(words, sentences)
    return {name: reference.listed(case) for name, case in asked.items()}


def ours(question: dict[str, Any], **how: Any) -> list[str]:
    """The answer that the reference would give: largest vocabulary first."""
    options = dict(question["options"])
    given = options.pop("max_vocab_size", 10_000)
    sizes = sorted(given if isinstance(given, list) else [given], reverse=True)
    made = train_bytepiece(
        question["texts"], max_vocab_size=sizes, options=BytePieceOptions(**options), **how
    )
    for model, size in zip(made, sizes, strict=True):
        assert model.vocab_size <= size
    return [written(model) for model in made]


def written(model: UnigramModel) -> str:
    told = reference.written(dict(zip(model.pieces, model.counts, strict=True)))
    assert isinstance(told, str)
    return told


@for_each("name", TRAINED)
def test_what_is_learned_is_what_the_original_learned(name: str) -> None:
    assert ours(cases()[name]) == TRAINED[name]


def test_every_frozen_case_is_still_asked() -> None:
    assert list(cases()) == list(TRAINED)


@pytest.fixture(scope="module")
def python() -> str:
    path = os.environ.get(PYTHON)
    if not path:
        pytest.skip(f"{PYTHON} names no interpreter with the original bytepiece")
    return path


def asked_afresh(python: str, questions: list[dict[str, Any]]) -> list[list[str]]:
    done = subprocess.run(
        [python, str(Path(reference.__file__))],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers: list[list[str]] = json.loads(done.stdout)
    return answers


def test_the_original_still_learns_what_is_frozen(python: str) -> None:
    assert asked_afresh(python, list(cases().values())) == list(TRAINED.values())


@pytest.mark.slow
def test_made_up_texts_and_options_learn_the_same(python: str) -> None:
    chance = random.Random(11)
    questions = [made_up(chance) for _ in range(150)]
    for question, theirs in zip(questions, asked_afresh(python, questions), strict=True):
        assert ours(question, threads=chance.choice([1, 2])) == theirs, question


def made_up(chance: random.Random) -> dict[str, Any]:
    letters = chance.choice(["ab", "ab \n", "é中1٣a\n", "\x00中国人\n\u0301e", "😀 \r\nx9"])
    words = ["".join(chance.choices(letters, k=chance.randrange(1, 6))) for _ in range(9)]
    texts = [
        "".join(chance.choices(words, k=chance.randrange(1, 300)))
        for _ in range(chance.randrange(1, 6))
    ]
    return reference.asked(  # type: ignore[no-any-return]
        texts,
        order=chance.choice([6, 6, 1, 2, 3, 4, 5, 7]),
        min_count=chance.choice([1, 2, 3, 8]),
        max_piece_length=chance.choice([36, 36, 5, 1]),
        max_vocab_size=chance.choice([10_000, [300, 265], 260]),
        isolate_digits=chance.random() < 0.4,
        ensure_unicode=chance.random() < 0.6,
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["corpus.en", "chinese-held-out.txt"])
@pytest.mark.parametrize("options", [{}, {"min_count": 8, "isolate_digits": True}])
def test_real_texts_learn_the_same(
    python: str, shared: Any, name: str, options: dict[str, Any]
) -> None:
    text = shared(f"data/{name}").read_bytes().decode()
    question = reference.asked([text], max_vocab_size=[2000, 1000], **options)
    assert ours(question) == asked_afresh(python, [question])[0]
