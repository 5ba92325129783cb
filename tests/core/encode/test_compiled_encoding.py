"""Compiled encoding gives the ids of ``encode``: any model, any thread count, any room."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.encode import encoder_tables
from bpe_core.encode.compiled import LEAST, MOST, Capacity
from bpe_core.encode.decode_array import decode_array
from bpe_core.encode.encode_array import MODEL_ENCODERS, block_of, encode_array, encode_compiled
from bpe_core.encode.id_file import parse_ids
from bpe_core.encode.rank_order import encode_by_rank, encode_by_scan
from bpe_core.encode.whole_text import decode_bytes, encode, result_of
from bpe_core.errors import NotUTF8Error, OptionError, TokenIdError
from bpe_core.kernels.encode import HEAP_FROM
from bpe_core.kernels.known_pre_tokens import FAR, INLINE, LONGEST
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.pretokenize.scan import COMPILED_PATTERNS
from bpe_core.runtime.per_model import PerModel
from bpe_core.runtime.progress import Progress, number_of_threads
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from tests.core import text_strategies as texts
from tests.core.running import encoder_of, learn
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import allowing, raises

SPECIALS = ("<|x|>", "<|x|><|x|>", "哈哈")
STORY = sample("story_en").text + sample("story_zh").text


def learned(**changes: object) -> BPEModel:
    """A vocabulary learned from two stories, with special tokens that overlap."""
    model = learn(pre_tokenize(STORY), TrainOptions(num_merges=500, special_tokens=SPECIALS))
    return replace(model, **changes)


def only_ranked() -> BPEModel:
    """Tokens with ranks, every split of one a merge of the same rank, as tiktoken's files are.

    A pair is listed twice, ids have gaps and bytes have the ids 300 down to 45.
    """
    tokens = [b""] * 320
    byte_ids = tuple(300 - value for value in range(256))
    for value, token_id in enumerate(byte_ids):
        tokens[token_id] = bytes([value])
    a, b, space = (byte_ids[value] for value in b"ab ")
    for token_id, token in (
        (310, b"ab"),
        (305, b"aa"),
        (302, b"aba"),
        (318, b" ab"),
        (2, b"bb"),
        (3, b"bbb"),
    ):
        tokens[token_id] = token
    merges = (
        *(Merge(a, b, 310), Merge(b, b, 2), Merge(310, a, 302), Merge(a, b, 310)),
        *(Merge(space, 310, 318), Merge(a, a, 305), Merge(b, 2, 3)),
    )
    ranks = (3, 7, 7, 9, 12, 12, 2**70)
    return BPEModel(Vocabulary(tuple(tokens), byte_ids), merges, ranks=ranks)


def whole_first() -> BPEModel:
    """Whole pre-tokens are taken before merging; some tokens no merge makes, one is long."""
    others = (b" the", b"he", b"ab" * 200, b"x" * 127, b"y" * 128, b"z" * 15, b"w" * 16)
    tokens = Vocabulary.of_bytes([b"th", *others])
    return BPEModel(tokens, (Merge(116, 104, 256), Merge(104, 101, 258)), whole_first=True)


def ambiguous() -> BPEModel:
    """One rank for two merges that make different tokens: no table can tell them apart."""
    merges = (Merge(97, 98, 256), Merge(98, 97, 257))
    return BPEModel(Vocabulary.of_bytes([b"ab", b"ba"]), merges, ranks=(5, 5))


MODELS = {
    "learned": learned(),
    "composing": learned(normalization="NFC"),
    "only_ranked": only_ranked(),
    "whole_first": whole_first(),
    "ambiguous": ambiguous(),
    "no_merges": BPEModel(Vocabulary.of_bytes(), (), {}, "none"),
    "custom": learned(pattern=r"custom:\p{L}+|\s+|."),
    **{pattern: learned(pattern=pattern) for pattern in COMPILED_PATTERNS},
}
every_model = pytest.mark.parametrize("name", MODELS)

# From room for one pre-token to what a server has, with shares of a few bytes.
CAPACITIES = (LEAST, Capacity(8, LONGEST, LONGEST), Capacity(64, 512, 256), MOST)
WORDS = (
    "ab",
    " the",
    "x" * 127,
    "y" * 128,
    "z" * 15,
    "w" * 16,
    "ab" * 200,
    "好" * 30,
    "\u0338",
)
long_texts = st.lists(
    st.one_of(st.sampled_from(WORDS), st.sampled_from(SPECIALS), texts.texts), max_size=12
).map("".join)


def assert_same(model: BPEModel, text: str, room: Capacity, share: int, threads: int) -> None:
    """With and without special tokens, twice each: new and known pre-tokens."""
    has_tables = encoder_tables.tables_of(model) is not None
    made = encoder_of(model, most=room, share=share) if has_tables else None
    for allowed in ((), tuple(model.special_tokens)):
        expected = encode(model, text, allowed_special=allowed)
        if made is None:
            assert encode_array(model, text, allowed_special=allowed).tolist() == expected
            continue
        block = block_of(model, text, allowed)
        special_ids = np.array([model.special_tokens[token] for token in allowed], np.uint32)
        for _ in range(2):
            ids = made.encode(block, special_ids, threads)
            assert (ids.dtype, ids.tolist()) == (np.uint32, expected)


@every_model
@settings(max_examples=examples(40))
@given(
    text=long_texts,
    room=st.sampled_from(CAPACITIES),
    share=st.integers(1, 60),
    threads=st.integers(1, 3),
)
def test_any_text_with_any_room_and_any_shares(
    name: str, text: str, room: Capacity, share: int, threads: int
) -> None:
    assert_same(MODELS[name], text, room, share, threads)


@settings(max_examples=examples(300))
@given(text=texts.texts)
def test_with_gpt2(text: str, gpt2: BPEModel) -> None:
    assert encode_array(gpt2, text).tolist() == encode(gpt2, text)


@settings(max_examples=examples(200))
@given(text=texts.texts, tie_break=texts.tie_breaks)
def test_with_a_vocabulary_learned_from_the_same_letters(text: str, tie_break: str) -> None:
    options = TrainOptions(tie_break=tie_break)
    model = learn(pre_tokenize(text, pattern="none"), options, pattern="none")
    assert encode_array(model, text).tolist() == encode(model, text)


@pytest.mark.parametrize(
    "size",
    [1, 7, 8, 9, INLINE, INLINE + 1, HEAP_FROM - 1, HEAP_FROM, LONGEST, LONGEST + 1, 999],
)
@pytest.mark.parametrize("alphabet", ["a", "ab", "etaoin shrdlu", "哈好"])
def test_pre_tokens_of_any_length(alphabet: str, size: int, gpt2: BPEModel) -> None:
    letters = "".join(random.Random(size).choices(alphabet, k=size))
    word = letters.encode()[:size]
    expected = result_of(encode_by_scan(gpt2, word))
    assert result_of(encode_compiled(gpt2, word)) == expected
    whole = replace(gpt2, pattern="none")
    assert encode_array(whole, letters).tolist() == encode(whole, letters)


def test_one_pre_token_is_merged_even_where_whole_ones_are_taken_first() -> None:
    model = MODELS["whole_first"]
    assert result_of(encode_compiled(model, b" the")) == [32, 256, 101]
    assert encode_array(model, " the").tolist() == [257]
    assert result_of(encode_compiled(ambiguous(), b"abab")) == [256, 256]


def test_detail_is_refused() -> None:
    with pytest.raises(OptionError, match="detail=True"):
        encode_compiled(MODELS["learned"], b"ab", detail=True)


def test_pre_tokens_that_crowd_one_place_are_found_or_made_anew() -> None:
    # 4,000 words and a table that may not grow beyond 64 slots: many find no place in it.
    words = [f" {word:x}" for word in random.Random(5).sample(range(10**6), 4000)]
    text = "".join(words * 2)
    model = MODELS["learned"]
    made = encoder_of(model, most=Capacity(2 * FAR, 2**16, 2**16), share=2**20)
    ids = made.encode(block_of(model, text, ()), np.empty(0, np.uint32))
    assert ids.tolist() == encode(model, text)


def test_tokens_made_to_want_one_slot_are_left_to_python() -> None:
    # A factor of their hash is zero, so they stand at one place in tables of any size.
    tokens = [bytes(8) + b"%d" % k for k in range(FAR + 1)]
    for count in (FAR // 2, FAR + 1):
        model = BPEModel(Vocabulary.of_bytes(tokens[:count]), (), {}, whole_first=True)
        made = encoder_tables.tables_of(model)
        assert (made is None) == (count > FAR)
        assert encode_array(model, "to be").tolist() == encode(model, "to be")


def test_tokens_that_no_slot_can_say_are_left_to_python() -> None:
    tokens = [b"a" * encoder_tables.LONGEST_TOKEN, b"ab"]
    for last in ("", "a"):
        tokens[0] += last.encode()
        model = BPEModel(Vocabulary.of_bytes(tokens), (), {}, whole_first=True)
        assert (encoder_tables.tables_of(model) is None) == bool(last)
        assert encode_array(model, "ab").tolist() == [257]


@pytest.mark.parametrize("name", ["english-held-out.txt", "chinese-held-out.txt"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_held_out_texts_as_tiktoken_has_them(
    name: str, threads: int, gpt2: BPEModel, shared: Callable[[str], Path]
) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    peer = tiktoken.Encoding(
        "gpt2-from-files",
        pat_str=pattern_text("gpt2") or "",
        mergeable_ranks=dict(gpt2.ordinary_ids),
        special_tokens={},
    )
    data = shared(f"data/{name}").read_bytes()
    expected = peer.encode_ordinary(data.decode())
    for _ in range(2):
        assert encode_array(gpt2, data, threads=threads).tolist() == expected


@pytest.mark.parametrize("unit", ["a", "ab", "^", "哈", "aGVsbG8"])
def test_a_long_pre_token_is_no_trap(unit: str, gpt2: BPEModel) -> None:
    word = (unit * 10**6)[: 10**5].encode()
    ids = encode_array(gpt2, word)
    assert ids.tolist() == result_of(encode_by_rank(gpt2, word))


def test_calls_at_the_same_time_do_not_disturb_each_other() -> None:
    model = MODELS["learned"]
    stories = [STORY[start:] for start in range(40)]
    expected = [encode(model, text) for text in stories]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            found = pool.map(lambda text: encode_array(model, text, threads=2), stories)
            assert [ids.tolist() for ids in found] == expected


def test_progress_is_told_from_nothing_to_all_bytes() -> None:
    told: list[Progress] = []
    encode_array(MODELS["learned"], STORY, on_progress=told.append)
    size = len(STORY.encode())
    assert (told[0], told[-1]) == (Progress("encode", 0, size), Progress("encode", size, size))


def test_what_progress_raises_ends_the_work_and_the_encoder_goes_on() -> None:
    model = MODELS["learned"]

    def cancel(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        encode_array(model, STORY * 20, on_progress=cancel, threads=2)
    assert encode_array(model, STORY).tolist() == encode(model, STORY)


def test_an_error_while_threads_work_leaves_the_encoder_whole() -> None:
    model = MODELS["learned"]
    made = encoder_of(model, share=64)
    block = block_of(model, STORY, ())

    def stop(done: int) -> None:
        raise ZeroDivisionError

    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError):
            made.encode(block, np.empty(0, np.uint32), threads, stop)
        ids = made.encode(block, np.empty(0, np.uint32), threads)
        assert ids.tolist() == encode(model, STORY)


def test_what_is_wrong_with_a_text_is_said() -> None:
    model = MODELS["learned"]
    with pytest.raises(NotUTF8Error, match="offset 3"):
        encode_array(model, b"caf\xe9")
    with raises("InputError.unknown_special_token", match="<y>"):
        encode_array(model, "a", allowed_special=["<y>"])
    with pytest.raises(OptionError, match="threads=0"):
        encode_array(model, "a", threads=0)
    with raises("PatternError.skips_text", match="byte 2"):
        encode_array(replace(model, pattern="custom:a"), "aab")
    assert encode_array(model, "").tolist() == encode_array(model, b"").tolist() == []


def test_numbers_too_large_for_the_tables_are_left_to_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = replace(MODELS["learned"], tie_break="first_seen")
    monkeypatch.setattr(encoder_tables, "MAX_ID", 700)
    assert encoder_tables.tables_of(model) is None
    assert encode_array(model, STORY).tolist() == encode(model, STORY)


def test_few_models_are_kept_and_the_last_ones() -> None:
    models = [BPEModel(Vocabulary.of_bytes(), ()) for _ in range(4)]
    made: list[BPEModel] = []
    kept = PerModel(lambda model: made.append(model) or len(made), capacity=2)
    assert [kept.of(models[k]) for k in (0, 1, 0, 2, 0, 1)] == [1, 2, 1, 3, 1, 4]
    assert isinstance(MODEL_ENCODERS, PerModel)


def test_an_encoder_keeps_no_more_workers_than_there_are_processors() -> None:
    made = encoder_of(MODELS["learned"], share=1)
    block = block_of(MODELS["learned"], STORY, ())
    made.encode(block, np.empty(0, np.uint32), 40)
    assert 0 < len(made._idle) <= number_of_threads(None)
    made.forget()
    assert not made._idle


def test_the_end_of_a_text_is_known_the_next_time() -> None:
    encoder = encoder_of(MODELS["learned"])
    block = block_of(MODELS["learned"], "low\nlower\n\n", ())
    used = []
    for _ in range(3):
        encoder.encode(block, np.empty(0, np.uint32))
        (worker,) = encoder._idle
        used.append(int(worker._encoding.known.used[0]))
    assert used[0] == used[1] == used[2] > 0


# --- Arrays of ids are decoded like lists of them, whatever their type, and checked alike


# Ids 256 and 260 are free; tokens of 1 to 300 bytes, around the words of eight that are copied.
OTHERS = (b"", b"ab", b"12345678", b"123456789", b"", b"x" * 16, b"y" * 300, "哈".encode())
MODEL = BPEModel(Vocabulary.of_bytes(OTHERS), (), {"哈": 263})
IDS = [k for k, token in enumerate(MODEL.vocabulary) if token]
TYPES = ("uint8", "int8", "uint16", ">u2", "int16", "uint32", ">u4", "int32", "uint64", "int64")


@settings(max_examples=examples(300))
@given(
    ids=st.lists(st.sampled_from(IDS), max_size=40),
    share=st.integers(1, 50),
    threads=st.integers(1, 4),
)
def test_any_ids_in_any_shares(ids: list[int], share: int, threads: int) -> None:
    expected = decode_bytes(MODEL, ids)
    data = decode_array(MODEL, np.array(ids, np.uint32), share=share, threads=threads)
    assert (type(data), data) == (bytes, expected)


@for_each("kind", TYPES)
def test_any_type_of_integers_and_any_layout(kind: str) -> None:
    ids = np.array([97, 98, 99, 100] * 30_000, kind)
    assert decode_array(MODEL, ids) == b"abcd" * 30_000
    assert decode_array(MODEL, ids[::-2]) == b"db" * 30_000
    ids.flags.writeable = False
    assert decode_array(MODEL, ids, threads=1) == b"abcd" * 30_000


@for_each("wrong", [-1, 256, 260, 264, 2**31, 2**32, 2**32 + 97, 2**63, 2**64 - 1])
@for_each("position", [0, 7, 39])
@for_each("threads", [1, 3])
def test_the_first_id_of_no_token_is_named(wrong: int, position: int, threads: int) -> None:
    kind = "int64" if wrong < 0 else "uint64"
    ids = np.full(40, 97, kind)
    ids[position:] = wrong
    with pytest.raises(TokenIdError) as found:
        decode_array(MODEL, ids, share=5, threads=threads)
    assert found.value.values == {"token_id": wrong, "position": position, "last": 263}
    with pytest.raises(TokenIdError) as slowly:
        decode_bytes(MODEL, ids.tolist())
    assert found.value.values == slowly.value.values


@pytest.mark.parametrize(
    "ids", [np.array([1.0]), np.array([True]), np.array([[97]]), np.array(["a"]), np.array(97)]
)
def test_other_arrays_are_refused(ids: np.ndarray) -> None:
    with pytest.raises(OptionError, match="integers in one dimension"):
        decode_array(MODEL, ids)


def test_decode_takes_arrays() -> None:
    text = sample("story_zh").text
    model = bpe_core.train(text, vocab_size=400)
    ids = encode_array(model, text)
    assert bpe_core.decode(model, ids, errors="strict") == text
    assert bpe_core.decode(model, ids[1:], errors="replace").endswith(text[9:])
    assert decode_bytes(model, ids[:0]) == b""


@settings(max_examples=examples(200))
@given(text=texts.texts)
def test_encoding_comes_back(text: str, gpt2: BPEModel) -> None:
    assert decode_array(gpt2, encode_array(gpt2, text), share=3) == text.encode()


# --- Token ids as people type them


@given(ids=st.lists(st.integers(-(10**12), 10**12), max_size=30))
def test_python_lists_and_plain_rows_are_read(ids: list[int]) -> None:
    for typed in (str(ids), " ".join(map(str, ids)), ",".join(map(str, ids)), f"  {ids}\n"):
        assert parse_ids(typed, limit=100) == ids


@for_each(
    "typed, value, position",
    [
        ("1 2.5", "2.5", 1),
        ("1 x", "x", 1),
        ("--1", "--1", 0),
        ("1_0", "1_0", 0),
        ("٣", "٣", 0),
        ("9" * 40, "9" * 40, 0),
        ("1e3", "1e3", 0),
        ("0x10", "0x10", 0),
        ("+1", "+1", 0),
    ],
)
def test_what_is_no_integer_is_named(typed: str, value: str, position: int) -> None:
    with raises("InputError.not_an_id") as raised:
        parse_ids(typed, limit=100)
    assert raised.value.values == {"value": value, "position": position}


def test_too_many_are_refused() -> None:
    with raises("InputError.too_many_ids"):
        parse_ids("1 " * 101, limit=100)


@given(typed=st.text(max_size=50))
def test_anything_typed_is_ids_or_a_clear_error(typed: str) -> None:
    with allowing("InputError.not_an_id", "InputError.too_many_ids"):
        assert all(type(token_id) is int for token_id in parse_ids(typed, limit=5))
