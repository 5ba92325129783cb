"""Every trainer gives the naive trainer's events, with detail or without, on any text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.encode.whole_text import result_of
from bpe_core.events import Event, MergeDone, Stopped
from bpe_core.library import standard_library
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import ENCODERS, TRAINERS
from bpe_core.runtime.text import ALPHABET_NUMBERS, read_back
from bpe_core.texts.corpus import sample
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.measure import peers
from tests.core import text_strategies as texts
from tests.core.running import learn, whole_steps
from tests.examples import ALL_SAMPLES, examples

every_tie_break = pytest.mark.parametrize("tie_break", TIE_BREAKS)


def assert_all_equal(pre_tokens: list[PreToken], options: TrainOptions) -> list[Event]:
    """Hold every trainer, detail on and off, to the naive one; give the events."""
    most = 1 + sum(len(pre_token.data) for pre_token in pre_tokens)  # a merge takes one away
    expected = list(islice(train_naive(pre_tokens, options), most + 1))
    assert len(expected) <= most, "the naive trainer does not end"
    for name, trainer in TRAINERS.items():
        if name != "naive":
            assert list(islice(trainer(pre_tokens, options), most + 1)) == expected, name
        if trainer.taught:
            assert whole_steps(trainer(pre_tokens, options, detail=True)) == expected, name
    return expected


@every_tie_break
@settings(max_examples=examples(800))
@given(text=texts.texts)
def test_on_texts_to_exhaustion(tie_break: TieBreak, text: str) -> None:
    steps = assert_all_equal(list(pre_tokenize(text)), TrainOptions(tie_break=tie_break))
    assert all(isinstance(step, MergeDone) for step in steps[:-1])
    assert isinstance(steps[-1], Stopped)


@pytest.mark.slow
@every_tie_break
@pytest.mark.parametrize("alphabet", ["a", "ab", "abc", "ab \n", "aé哈🙂", "a'st"])
def test_on_long_texts_to_exhaustion(tie_break: TieBreak, alphabet: str) -> None:
    chance = random.Random(f"{tie_break} {alphabet}")
    for _ in range(100):
        letters = chance.choices(alphabet, k=chance.randrange(100))
        text = "".join(letter * chance.choice([1, 1, 2, 3, 17]) for letter in letters)
        whole_or_split = chance.choice(["gpt2", "none"])
        pre_tokens = list(pre_tokenize(text, pattern=whole_or_split))
        assert_all_equal(pre_tokens, TrainOptions(tie_break=tie_break))


@settings(max_examples=examples(1500))
@given(text=texts.texts, pattern=texts.patterns, options=texts.options())
def test_with_any_options(text: str, pattern: str, options: TrainOptions) -> None:
    specials = options.special_tokens
    assert_all_equal(
        list(pre_tokenize(text, pattern=pattern, special_tokens=specials)), options
    )


@every_tie_break
@settings(max_examples=examples(300))
@given(counts=texts.counts)
def test_on_counts_of_any_size(tie_break: TieBreak, counts: dict[bytes, int]) -> None:
    assert_all_equal(list(lay_out(counts)), TrainOptions(tie_break=tie_break))


@settings(max_examples=examples(500))
@given(pre_tokens=texts.weighted_positions(), options=texts.options())
def test_on_weighted_positions_with_gaps(
    pre_tokens: list[PreToken], options: TrainOptions
) -> None:
    assert_all_equal(pre_tokens, options)


@every_tie_break
@settings(max_examples=examples(500))
@given(text=texts.texts, pattern=texts.patterns, specials=texts.special_tokens)
def test_distinct_pre_tokens_train_like_all_occurrences(
    tie_break: TieBreak, text: str, pattern: str, specials: tuple[str, ...]
) -> None:
    options = TrainOptions(tie_break=tie_break, special_tokens=specials)
    raw = list(pre_tokenize(text, pattern=pattern, special_tokens=specials))
    counts = count_pre_tokens(text, pattern=pattern, special_tokens=specials)
    assert sum(counts.values()) == len(raw)
    expected = list(train_naive(raw, options))
    for name, trainer in TRAINERS.items():
        assert list(trainer(lay_out(counts), options)) == expected, name


@settings(max_examples=examples(300))
@given(pre_tokens=texts.weighted_positions(), factor=st.sampled_from([2, 2**31, 2**64]))
def test_heavier_weights_multiply_counts_and_change_no_merge(
    pre_tokens: list[PreToken], factor: int
) -> None:
    heavier = [p._replace(weight=p.weight * factor) for p in pre_tokens]
    for trainer in TRAINERS.values():
        light = [e for e in trainer(pre_tokens) if isinstance(e, MergeDone)]
        heavy = [e for e in trainer(heavier) if isinstance(e, MergeDone)]
        assert [(e.pair, e.count * factor) for e in light] == [(e.pair, e.count) for e in heavy]


@every_tie_break
@pytest.mark.parametrize("name", ["story_en", "story_zh", "code"])
def test_on_the_samples(name: str, tie_break: TieBreak) -> None:
    text = sample(name).text
    assert_all_equal(list(pre_tokenize(text)), TrainOptions(tie_break=tie_break, num_merges=25))


@pytest.mark.slow
@every_tie_break
@pytest.mark.parametrize(("name", "merges"), [("corpus.en", 200), ("chinese-held-out.txt", 20)])
def test_on_real_corpora(
    name: str, merges: int, tie_break: TieBreak, shared: Callable[[str], Path]
) -> None:
    counts = count_pre_tokens(shared(f"data/{name}").read_bytes())
    options = TrainOptions(tie_break=tie_break, num_merges=merges)
    expected = list(train_naive(lay_out(counts), options))
    assert len(expected) == merges + 1
    for trainer_name in TRAINERS.keys() - {"naive"}:
        assert list(TRAINERS[trainer_name](lay_out(counts), options)) == expected, trainer_name


@every_tie_break
@settings(max_examples=examples(300))
@given(text=texts.texts, pattern=texts.patterns)
def test_every_learned_token_is_new_and_encodes_to_itself(
    tie_break: TieBreak, text: str, pattern: str
) -> None:
    options = TrainOptions(tie_break=tie_break)
    # Pattern "none" encodes a token's bytes as one pre-token, as they were learned.
    model = learn(pre_tokenize(text, pattern=pattern), options, pattern="none")
    assert len(set(model.vocabulary)) == len(model.vocabulary)
    for merge in model.merges:
        token = model.vocabulary[merge.new_id]
        for encoder in ENCODERS.values():
            assert result_of(encoder(model, token)) == [merge.new_id]


# --- Ties by GPT-2's ids give the merges of Hugging Face's trainer, to the last one


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


def test_special_tokens_in_the_corpus_count_there_as_its_text() -> None:
    from tokenizers import Tokenizer, models
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    text, specials = "low lower<|x|>lowest " * 9, ["<|x|>"]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    trainer = BpeTrainer(
        initial_alphabet=ByteLevel.alphabet(), special_tokens=specials, show_progress=False
    )
    tokenizer.train_from_iterator([text], trainer)
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    expected = [(read_back(left), read_back(right)) for left, right in merges]
    rule: Any = {"vocab_size": 400, "tie_break": "lowest_gpt2_ids"}
    assert train(text, **rule).merges_as_bytes() == expected
    assert train(text, special_tokens=specials, **rule).merges_as_bytes() != expected


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
