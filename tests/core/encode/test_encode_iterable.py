"""Pieces of a text give the ids of the whole, wherever it is cut, as they come."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode, encode_iterable, train
from bpe_core.encode.encode_file import STREAM_BLOCK
from bpe_core.errors import NotUTF8Error, OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from tests.core import text_strategies as strategies
from tests.core.encode.test_encode_file import LONG, without_tables
from tests.core.encode.test_encode_file import model as special_model
from tests.examples import examples
from tests.raising import raises

# What a cut in the wrong place would part: characters, special tokens, runs of white space and
# digits, contractions, letters and their marks.
WHOLE = "".join(
    (
        "it's we'LL  \n\n\t x1234567890 ２３ 哈哈é🙂e\u0301\u0e31 ",
        *LONG,
        "!!\r\n\r\n/ a\n  b   ",
    )
)
texts = st.one_of(
    strategies.texts, strategies.special_texts(list(LONG)), st.just(WHOLE), st.just(WHOLE * 3)
)


def cut(data: Any, cuts: Sequence[int]) -> list[Any]:
    """``data`` in pieces; a cut beyond its end is at its end."""
    borders = [0, *sorted(min(each, len(data)) for each in cuts), len(data)]
    return [data[start:end] for start, end in pairwise(borders)]


@settings(max_examples=examples(400))
@given(
    text=texts,
    cuts=st.lists(st.integers(0, 200), max_size=20),
    as_bytes=st.booleans(),
    allowed=st.lists(st.sampled_from(LONG), unique=True).map(tuple),
    pattern=st.sampled_from((*PATTERNS, r"custom:\w+|\W")),
    block=st.sampled_from((1, 2, 3, 7, 20, 1_000)),
    normalization=st.sampled_from(("", "NFC")),
)
def test_pieces_give_the_ids_of_the_whole(
    text: str,
    cuts: Sequence[int],
    as_bytes: bool,
    allowed: tuple[str, ...],
    pattern: str,
    block: int,
    normalization: str,
) -> None:
    tokenizer = special_model(pattern, normalization)
    pieces = cut(text.encode() if as_bytes else text, cuts)
    ids = list(encode_iterable(tokenizer, pieces, allowed_special=allowed, block=block))
    assert ids == encode(tokenizer, text, allowed_special=allowed)


@pytest.mark.parametrize("as_bytes", [False, True])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_single_cut_gives_the_ids_of_the_whole(pattern: str, as_bytes: bool) -> None:
    tokenizer = special_model(pattern, "")
    expected = encode(tokenizer, WHOLE, allowed_special=LONG)
    data: Any = WHOLE.encode() if as_bytes else WHOLE
    for k in range(len(data) + 1):
        pieces = (data[:k], data[k:])
        assert (
            list(encode_iterable(tokenizer, pieces, allowed_special=LONG, block=1)) == expected
        ), data[:k]


@pytest.mark.parametrize("size", [1, 80, 1_000])
def test_compiled_code_gives_the_same(size: int) -> None:
    text = sample("story_en").text * 20 + WHOLE * 50
    model = built_in("lab")
    pieces = (text[k : k + size] for k in range(0, len(text), size))
    assert list(encode_iterable(model, pieces, block=5_000)) == encode(model, text)


def test_a_model_without_tables_is_encoded_in_python() -> None:
    text = "hab<|x|>" * 6_000
    ids = encode_iterable(without_tables(), [text[:9], text[9:]], allowed_special=["<|x|>"])
    assert list(ids) == encode(without_tables(), text, allowed_special=["<|x|>"])


def test_line_by_line_is_not_the_whole() -> None:
    """What the function is for."""
    text = "a\n\n\nb  \n c"
    model = train(f"{text} " * 9, vocab_size=262)
    lines = text.splitlines(keepends=True)
    assert list(chain.from_iterable(encode(model, line) for line in lines)) != encode(
        model, text
    )
    assert list(encode_iterable(model, lines)) == encode(model, text)


def endless(text: str, taken: list[str]) -> Iterator[str]:
    for piece in repeat(text):
        taken.append(piece)
        yield piece


def test_pieces_are_taken_as_ids_are_asked_for() -> None:
    model, taken = built_in("lab"), list[str]()
    ids = encode_iterable(model, endless("to be or not ", taken), block=100)
    assert taken == []
    first = list(islice(ids, 5))
    assert first == encode(model, "to be or not to be or not")[:5]
    assert len(taken) == 8


def test_with_the_least_block_an_id_comes_when_its_pre_token_has_ended() -> None:
    model, taken = built_in("lab"), list[str]()
    ids = encode_iterable(model, endless("be ", taken), block=1)
    assert next(ids) == encode(model, "be")[0]
    assert len(taken) == 1


def test_memory_does_not_grow_with_the_text() -> None:
    model, text = built_in("lab"), sample("story_en").text
    peaks = []
    for times in (200, 200, 2_000):  # the first loads compiled code
        gc.collect()
        tracemalloc.start()
        for _ in encode_iterable(model, repeat(text, times)):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]
    assert peaks[2] < 30 * STREAM_BLOCK


def test_a_pre_token_that_does_not_end_is_held_and_searched_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bpe_core.encode import encode_file as module

    sizes: list[int] = []

    def settled_beginning(text: Any, *rest: Any) -> Any:
        sizes.append(len(text))
        return real(text, *rest)

    real = module.settled_beginning
    monkeypatch.setattr(module, "settled_beginning", settled_beginning)
    model = built_in("lab")
    ids = list(encode_iterable(model, ["a" * 10] * 3_000, block=1))
    assert ids == encode(model, "a" * 30_000)
    assert sum(sizes) < 4 * 30_000


@pytest.mark.parametrize("text", ["low lower", b"low lower", memoryview(b"low lower")])
def test_a_text_by_itself_is_one_piece(text: Any) -> None:
    model = built_in("lab")
    assert list(encode_iterable(model, text)) == encode(model, "low lower")


def test_an_open_file_is_a_text(tmp_path: Path) -> None:
    path, text = tmp_path / "a.txt", "low\r\n\r\n lower  \n"
    path.write_text(text, "utf-8", newline="")
    model = built_in("lab")
    with path.open(encoding="utf-8", newline="") as file:
        assert list(encode_iterable(model, file)) == encode(model, text)
    with path.open("rb") as file:
        assert list(encode_iterable(model, file)) == encode(model, text)


@pytest.mark.parametrize("wrong", [7, None, Path("a.txt"), {"a": 1}])
def test_what_are_no_texts_is_refused_at_once(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"texts=.*an iterable of str or bytes"):
        encode_iterable(built_in("lab"), wrong)


@pytest.mark.parametrize("block", [0, -1, 1.5, True])
def test_a_block_has_a_byte_at_least(block: Any) -> None:
    with pytest.raises(OptionError, match=r"block=.*at least 1"):
        encode_iterable(built_in("lab"), ["a"], block=block)


def test_an_unknown_special_token_is_refused_at_once() -> None:
    with raises("InputError.unknown_special_token"):
        encode_iterable(built_in("lab"), ["a"], allowed_special=["<|y|>"])


@pytest.mark.parametrize("block", [1, 1_000])
def test_what_is_wrong_is_named_where_it_is_in_the_whole(block: int) -> None:
    model = built_in("lab")
    with pytest.raises(NotUTF8Error, match="byte 0xFF at offset 8"):
        list(encode_iterable(model, [b"to ", b"be o", b"r\xff"], block=block))
    with pytest.raises(NotUTF8Error, match="byte 0xC3 at offset 3"):
        list(encode_iterable(model, [b"to ", "é".encode()[:1]], block=block))
    with pytest.raises(NotUTF8Error, match="byte 0xC3 at offset 0"):
        list(encode_iterable(model, ["é".encode()[:1], "a"], block=block))
    with pytest.raises(OptionError, match="its items are str or bytes"):
        list(encode_iterable(model, ["to ", 7], block=block))  # type: ignore[list-item]


def test_errors_of_a_custom_pattern_count_from_the_beginning(model: BPEModel) -> None:
    spaced = replace(model, pattern=r"custom:\w+|\s")
    with raises("PatternError.skips_text", match=r"skips .* at byte 8"):
        list(encode_iterable(spaced, ["to ", "<|x|>", "!"], allowed_special=["<|x|>"], block=1))


@pytest.fixture
def model() -> BPEModel:
    return train("to be", vocab_size=257, special_tokens=["<|x|>"])
