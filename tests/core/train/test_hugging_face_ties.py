"""Ties by GPT-2's ids give the merges of Hugging Face's trainer, to the last one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.measure import peers
from bpe_core.registry import TRAINERS
from bpe_core.runtime.byte_characters import ALPHABET_NUMBERS
from bpe_core.texts.corpus import sample
from bpe_core.texts.standard_library import standard_library
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train
from tests.examples import ALL_SAMPLES, examples

pytest.importorskip("tokenizers")

# Bytes on both sides of every gap in GPT-2's printable ones; characters of 1 to 4 bytes.
LETTERS = "ab ! ~\x00\x1f\x7f\n\t'1\xa0\xa1\xac\xad\xae\xffé哈好🙂"
SPECIAL = "<|x|>"
REAL_TEXTS = ["english-21mb.txt", "chinese-held-out.txt"]
REAL_TEXTS += ["chinese-21mb.txt"] if ALL_SAMPLES else []  # it takes theirs more than a minute
RULE = "lowest_gpt2_ids"


def theirs(text: str, options: TrainOptions) -> list[tuple[bytes, bytes]]:
    return list(peers.tokenizers(text, options, "gpt2")()().pairs)


def ours(text: str, options: TrainOptions, trainer: str) -> list[tuple[bytes, bytes]]:
    model = train(
        text,
        vocab_size=options.vocab_size,
        special_tokens=options.special_tokens,
        min_count=options.min_count,
        tie_break=RULE,
        trainer=trainer,
    )
    return model.merges_as_bytes()


@settings(max_examples=examples(300))
@given(
    text=st.text(LETTERS, max_size=60),
    size=st.integers(258, 330),
    min_count=st.sampled_from([1, 1, 2]),
    special_tokens=st.sampled_from([(), (SPECIAL,)]),
)
def test_every_trainer_makes_the_merges_of_hugging_face(
    text: str, size: int, min_count: int, special_tokens: tuple[str, ...]
) -> None:
    text = f"{text}{SPECIAL}{text[::-1]}"
    options = TrainOptions(vocab_size=size, min_count=min_count, special_tokens=special_tokens)
    expected = theirs(text, options)
    for trainer in TRAINERS:
        assert ours(text, options, trainer) == expected, trainer


def test_the_rule_is_none_of_the_others() -> None:
    text = sample("story_en").text
    options = TrainOptions(vocab_size=400)
    expected = theirs(text, options)
    assert ours(text, options, "compiled") == expected
    assert train(text, vocab_size=400, tie_break="lowest_ids").merges_as_bytes() != expected


def test_bytes_are_numbered_as_in_the_vocabulary_of_hugging_face() -> None:
    from tokenizers import Tokenizer, models
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    tokenizer = Tokenizer(models.BPE())
    trainer = BpeTrainer(initial_alphabet=ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator([], trainer)
    ids = tokenizer.get_vocab()
    level = ByteLevel(add_prefix_space=False, use_regex=False)
    for value in range(128):
        ((character, _),) = level.pre_tokenize_str(chr(value))
        assert ids[character] == ALPHABET_NUMBERS[value]
    assert sorted(ALPHABET_NUMBERS) == list(range(256))


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_TEXTS)
def test_32_000_merges_of_real_texts_are_those_of_hugging_face(
    name: str, shared: Callable[[str], Path]
) -> None:
    assert same_merges(shared(f"data/{name}").read_bytes().decode()) == 32_000


@pytest.mark.slow
def test_32_000_merges_of_the_standard_library_are_those_of_hugging_face() -> None:
    """The fourth text, which is there without the others."""
    assert same_merges(standard_library(12_000_000).text) == 32_000


@pytest.mark.slow
def test_a_text_in_which_no_pair_is_left_ends_with_the_same_merge(
    shared: Callable[[str], Path],
) -> None:
    text = shared("data/english-held-out.txt").read_bytes().decode()
    assert same_merges(text) == 13_796


def same_merges(text: str) -> int:
    """How many merges there are, 32,000 at most: Hugging Face's, and the compiled trainer's."""
    options = TrainOptions(vocab_size=256 + 32_000)
    expected = theirs(text, options)
    assert ours(text, options, "compiled") == expected
    return len(expected)
