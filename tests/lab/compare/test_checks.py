"""What is measured: verdicts of texts, exchanged characters, properties as figures."""

from __future__ import annotations

import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_lab.compare.comparison import (
    Check,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    Encoded,
    Exchange,
    HeldOutEncoding,
    Measured,
    Trained,
    Training,
    apply,
)
from bpe_lab.compare.ideals import Ideals, ideals
from bpe_lab.compare.texts import (
    BREAKING,
    EXCHANGED_SIZE,
    beginning,
    exchanged,
    sentences,
    verdict,
)

TEXTS = st.text(st.sampled_from("aab  '.,，。你好好\n\r\té\u0301👍🏽▁1"), max_size=40)


@given(TEXTS)
def test_exchanging_keeps_lengths_lines_and_all_counts(text: str) -> None:
    other = exchanged(text)
    assert [len(c.encode()) for c in other] == [len(c.encode()) for c in text]
    assert [c == "\n" for c in other] == [c == "\n" for c in text]
    assert sorted(Counter(other).values()) == sorted(Counter(text).values())
    of_pairs = [sorted(Counter(pairwise(each)).values()) for each in (other, text)]
    assert of_pairs[0] == of_pairs[1]


@given(TEXTS, st.integers(0, 9))
def test_exchanging_is_the_same_for_the_same_seed_and_moves_each_that_can(text, seed) -> None:
    assert exchanged(text, seed=seed) == exchanged(text, seed=seed)
    letters = {c for c in text if c.isprintable() and len(c) == len(c.encode())}
    if len(letters) > 1:
        assert all(
            a != b
            for a, b in zip(text, exchanged(text, seed=seed), strict=True)
            if a in letters
        )


@pytest.mark.parametrize("lead", ["", "a", "ab"])
@pytest.mark.parametrize("character", ["a", "é", "你", "👍"])
def test_the_beginning_is_as_many_whole_characters_as_fit(
    tmp_path: Path, lead: str, character: str
) -> None:
    file, size = tmp_path / "corpus", len(character.encode())
    for count in (0, 3, EXCHANGED_SIZE // size + 1):
        text = lead + character * count
        file.write_bytes(text.encode())
        exchangeable = beginning(file)
        assert text.startswith(exchangeable)
        assert (
            min(len(text.encode()), EXCHANGED_SIZE) - size
            < len(exchangeable.encode())
            <= EXCHANGED_SIZE
        )


@given(st.text(max_size=20))
def test_a_verdict_is_the_text_its_composed_form_or_something_else(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert verdict(text, text) == "same"
    assert verdict(text, composed) == ("same" if composed == text else "nfc")
    assert verdict(text, text + "x") == "other"


def test_every_breaking_text_would_tell_something() -> None:
    normalized = [
        name for name, text in BREAKING.items() if unicodedata.normalize("NFKC", text) != text
    ]
    assert {"full_width", "ligature", "wide_spaces", "decomposed", "hangul_parts"} <= set(
        normalized
    )
    assert BREAKING["hangul_parts"] != unicodedata.normalize("NFC", BREAKING["hangul_parts"])
    assert len(set(BREAKING.values())) == len(BREAKING)
    for text in BREAKING.values():
        text.encode()  # no lone surrogate: those have no UTF-8 form
    assert len(sentences()) == len(set(sentences().values())) >= 10


def encoding(corpus: str, tokens: int, returned: str = "same") -> HeldOutEncoding:
    return HeldOutEncoding(corpus, 1000, tokens, 10, 0.5, returned)  # type: ignore[arg-type]


@pytest.fixture
def standing() -> CompareStanding:
    """Two corpora, one system and one that loses texts."""
    plan = ComparePlan(corpora=("zh", "en"), systems=("bpe", "bbpe"), threads=1)
    made = CompareStanding.before(plan)
    for task in plan.tasks:
        other = "en" if task.corpus == "zh" else "zh"
        lost = "other" if task.system == "bbpe" else "same"
        encodings = (encoding(task.corpus, 200), encoding(other, 800, lost))
        apply(made, Trained(task, Training(2.0, 900, 500, 8000)))
        apply(made, Encoded(task, encodings))
        if task != CompareTask("en", 8000, "bbpe"):
            checks = (Check("empty", "same", ""), Check("decomposed", "nfc", ""))
            measured = Measured(encodings, checks, (), Exchange(100, 40, 60))
            apply(made, Done(task, measured))
    return made


def test_properties_come_from_what_was_measured(standing: CompareStanding) -> None:
    found = ideals(standing, CompareTask("zh", 8000, "bpe"))
    assert (found.unchanged, found.composed, found.texts) == (3, 1, 4)
    assert found.is_lossless is False
    assert (found.same_source, found.other_source, found.lossy) == (5.0, 1.25, False)
    assert found.exchanged == 1.5
    assert found.follows == 4.0, "5 bytes a token on zh from zh, 1.25 from en"


def test_what_was_lost_takes_no_tokens_so_nothing_is_said_of_following_data(standing) -> None:
    found = ideals(standing, CompareTask("zh", 8000, "bbpe"))
    assert found.lossy
    assert found.follows is None


def test_a_run_that_is_not_over_says_nothing_of_losing_texts(standing) -> None:
    found = ideals(standing, CompareTask("en", 8000, "bbpe"))
    assert (found.unchanged, found.texts, found.is_lossless) == (None, None, None)
    assert found.same_source == 5.0
    before = CompareStanding.before(standing.plan)
    assert ideals(before, CompareTask("zh", 8000, "bpe")) == Ideals()


def test_a_copy_does_not_change_any_more(standing: CompareStanding) -> None:
    fresh = CompareStanding.before(standing.plan)
    copied = fresh.copied()
    task = CompareTask("zh", 8000, "bpe")
    apply(fresh, Trained(task, Training(2.0, 900, 500, 8000)))
    assert copied.entries[task].training is None
