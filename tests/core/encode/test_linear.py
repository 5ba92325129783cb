"""Encoding from left to right gives the ids of rank order, for whom it takes.

The long proof encodes a million words over eighteen vocabularies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import train
from bpe_core.encode.encode_array import MODEL_ENCODERS, encode_array
from bpe_core.encode.linear import encode_linear, is_linear
from bpe_core.encode.rank_order import encode_by_heap, encode_by_scan
from bpe_core.encode.whole_text import result_of
from bpe_core.events import BorderAsked, PrefixTried, TokenDropped, TokenTaken
from bpe_core.kernels.known_pre_tokens import LONGEST
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.texts.corpus import sample
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_core.vocabularies import built_in, o200k
from tests.examples import examples
from tests.raising import allowing, raises

# Of few letters, so that tokens overlap in every way.
TEXTS: Mapping[str, Callable[[], str]] = {
    "run": lambda: "a" * 3000 + "b" + "aab" * 50,
    "two letters": lambda: "".join(Random(5).choices("ab", k=3000)),
    "Chinese": lambda: "".join(Random(6).choices("你好的吃饭", k=1500)),
}


def trained(tie_break: TieBreak, text: str) -> BPEModel:
    return train(TEXTS[text](), vocab_size=400, tie_break=tie_break, pattern="none")


MODELS: Mapping[str, Callable[[], BPEModel]] = {
    **{
        f"{text}, {tie_break}": partial(trained, tie_break, text)
        for text in TEXTS
        for tie_break in TIE_BREAKS
    },
    "cl100k's pattern": lambda: train(
        sample("story_en").text, vocab_size=700, pattern="cl100k"
    ),
    **{name: partial(built_in, name) for name in ("lecture", "lab", "bilingual")},
    "o200k": o200k,
}
SLOW = ("bilingual", "o200k")
EACH = -(-1_000_000 // (len(MODELS) + 1))  # and GPT-2
LETTERS = "etaoin shrd你好的"  # the most frequent ones


def words(model: BPEModel, number: int) -> Iterator[bytes]:
    """Two letters; tokens side by side; their ends side by side; frequent letters, in turn."""
    chance = Random(number)
    tokens = [token for token in model.vocabulary if 0 < len(token) < 20]
    for index in range(number):
        size = chance.randrange(1, 17)
        if index % 4 == 0:
            yield bytes(chance.choices(b"ab", k=size))
        elif index % 4 == 1:
            yield b"".join(chance.choices(tokens, k=1 + size // 5))
        elif index % 4 == 2:
            several = chance.choices(tokens, k=1 + size // 4)
            yield b"".join(token[chance.randrange(len(token)) :] for token in several)
        else:
            yield "".join(chance.choices(LETTERS, k=size)).encode()


def prove(model: BPEModel, number: int) -> None:
    for word in words(model, number):
        ids = result_of(encode_by_scan(model, word))
        assert result_of(encode_linear(model, word)) == ids, word


@pytest.mark.parametrize("name", [name for name in MODELS if name not in SLOW])
def test_few_words_are_encoded_as_by_rank_order(name: str) -> None:
    prove(MODELS[name](), 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_a_million_words_are_encoded_as_by_rank_order(name: str) -> None:
    prove(MODELS[name](), EACH)


@pytest.mark.parametrize("number", [300, pytest.param(EACH, marks=pytest.mark.slow)])
def test_with_gpt2(number: int, gpt2: BPEModel) -> None:
    prove(gpt2, number)


# --- Compiled: long pre-tokens, once there are tables for them


def long_words(model: BPEModel, number: int) -> Iterator[bytes]:
    """Runs of a letter, then words as above, end to end: of 128 to 1,500 bytes."""
    chance = Random(number)
    for letter in (b"a", b" ", "好".encode()):
        yield letter * 999
    for _ in range(number):
        size, word = chance.randrange(LONGEST + 1, 1500), b""
        several = words(model, 400)
        kind = chance.randrange(5)  # one of the four kinds, or all by turns
        for index, each in enumerate(several):
            word += each if kind in (index % 4, 4) else b""
            if len(word) > size:
                break
        yield word.decode(errors="ignore").encode()


def prove_compiled(model: BPEModel, long: Iterable[bytes]) -> None:
    whole = replace(model, pattern="none")
    encode_array(whole, b"!" * sum(map(len, model.vocabulary)))  # now there are tables
    if encoder := MODEL_ENCODERS.of(whole):
        assert (encoder.tables.borders.of(0) is not None) == is_linear(model)
    for word in long:
        ids = result_of(encode_by_heap(model, word))
        assert encode_array(whole, word).tolist() == ids, word


@pytest.mark.parametrize("name", [name for name in MODELS if name not in SLOW])
def test_long_pre_tokens_are_encoded_alike_in_compiled_code(name: str) -> None:
    model = MODELS[name]()
    prove_compiled(model, long_words(model, 20))


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_many_long_pre_tokens_are_encoded_alike_in_compiled_code(name: str) -> None:
    model = MODELS[name]()
    prove_compiled(model, long_words(model, 400))


# --- Merges by hand: refused, or exact


def every_word(letters: bytes, longest: int) -> Iterator[bytes]:
    for size in range(1, longest + 1):
        yield from map(bytes, product(letters, repeat=size))


def assert_exact(model: BPEModel, letters: bytes, longest: int) -> None:
    for word in every_word(letters, longest):
        ids = result_of(encode_by_scan(model, word))
        assert result_of(encode_linear(model, word)) == ids, word


def by_hand(*pairs: tuple[bytes, bytes], unmade: Sequence[bytes] = ()) -> BPEModel:
    """These merges, in the order of their ranks; tokens that none makes may be parts."""
    new = dict.fromkeys([*(left + right for left, right in pairs), *unmade])
    ids = {bytes([value]): value for value in range(256)}
    ids |= {token: 256 + index for index, token in enumerate(new)}
    merges = tuple(Merge(ids[a], ids[b], ids[a + b]) for a, b in pairs)
    return BPEModel(Vocabulary.of_bytes(list(new)), merges)


def by_rank_of_token(tokens: list[bytes]) -> BPEModel:
    """Every way to make a token of two, all with the token's rank, as in a file of ranks."""
    pairs = [(t[:cut], t[cut:]) for t in tokens for cut in range(1, len(t))]
    pairs = [pair for pair in pairs if all(len(p) == 1 or p in tokens for p in pair)]
    model = by_hand(*pairs, unmade=tokens)
    ranks = tuple(256 + tokens.index(a + b) for a, b in pairs)
    return BPEModel(model.vocabulary, model.merges, ranks=ranks)


def test_a_merge_that_ranks_before_those_of_its_parts_is_refused() -> None:
    # abc is a, bc where ab came too late, and ab, c where something took b from c.
    model = by_hand((b"ab", b"c"), (b"a", b"b"), (b"b", b"c"))
    assert not is_linear(model)
    with raises("InputError.linear_early_merge", match="ab"):
        result_of(encode_linear(model, b"abc"))


def test_a_merge_that_no_text_reaches_is_passed_over() -> None:
    # Wherever a stands before bc, ab came first.
    model = by_hand((b"a", b"b"), (b"b", b"c"), (b"a", b"bc"), (b"abc", b"a"), (b"c", b"a"))
    assert is_linear(model)
    assert result_of(encode_linear(model, b"abca")) == result_of(encode_by_scan(model, b"abca"))
    assert_exact(model, b"abc", 7)


letters_drawn = st.sampled_from([(b"ab", 7), (b"abc", 5)])


@st.composite
def merge_lists(draw: st.DrawFn) -> tuple[BPEModel, bytes, int]:
    """Any merges of a few letters: in an order in which they could be learned, or in any."""
    letters, longest = draw(letters_drawn)
    tokens, pairs = [bytes([letter]) for letter in letters], []
    for _ in range(draw(st.integers(1, 9))):
        pair = draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens))
        if len(b"".join(pair)) <= longest and pair not in pairs:
            pairs.append(pair)
            tokens += [b"".join(pair)] * (b"".join(pair) not in tokens)
    if draw(st.booleans()):
        pairs = draw(st.permutations(pairs))
    return by_hand(*pairs), letters, longest


@st.composite
def rank_files(draw: st.DrawFn) -> tuple[BPEModel, bytes, int]:
    """Any tokens of a few letters, in any order, joined by every way to make them."""
    letters, longest = draw(letters_drawn)
    token = st.lists(st.sampled_from(letters), min_size=2, max_size=4).map(bytes)
    tokens = draw(st.lists(token, min_size=1, max_size=8, unique=True))
    if draw(st.booleans()):
        tokens.sort(key=len)
    return by_rank_of_token(tokens), letters, longest


@settings(max_examples=examples(600))
@given(drawn=st.one_of(merge_lists(), rank_files()))
def test_any_merges_are_refused_or_encoded_as_by_rank_order(
    drawn: tuple[BPEModel, bytes, int],
) -> None:
    model, letters, longest = drawn
    with allowing("InputError.linear_early_merge"):
        assert_exact(model, letters, longest)


@settings(max_examples=examples(200))
@given(drawn=st.one_of(merge_lists(), rank_files()))
def test_any_merges_are_encoded_alike_in_compiled_code(
    drawn: tuple[BPEModel, bytes, int],
) -> None:
    model, letters, _ = drawn
    prove_compiled(model, (bytes(Random(n).choices(letters, k=200 + n)) for n in range(5)))


# --- What it says it does


@pytest.mark.parametrize("name", ["run, greatest", "lab"])
def test_what_is_taken_and_not_dropped_are_the_ids(name: str) -> None:
    model = MODELS[name]()
    for word in words(model, 200):
        taken: list[TokenTaken] = []
        for event in encode_linear(model, word):
            if isinstance(event, TokenTaken):
                assert event.position == sum(each.size for each in taken)
                taken.append(event)
            else:
                last = taken.pop()
                assert event == TokenDropped(last.position, last.size, last.token_id)
        assert [event.token_id for event in taken] == result_of(encode_linear(model, word))
        assert sum(event.size for event in taken) == len(word)


@pytest.mark.parametrize("name", ["lab", "two letters, greatest", "Chinese, greatest"])
def test_the_work_of_a_run_grows_with_its_length(name: str) -> None:
    # Of texts longer than any token: how many prefixes a token has is a factor of its own.
    model = MODELS[name]()

    def work(size: int) -> int:
        events = encode_linear(model, b"a" * size, detail=True)
        return sum(
            event.look_ups if isinstance(event, BorderAsked) else isinstance(event, PrefixTried)
            for event in events
        )

    short, *longer = (work(size) / size for size in (1000, 2000, 4000))
    assert max(longer) < 1.1 * short
