"""Training from every kind of source: told as it goes, cancelled, the same by every trainer."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core import encode, train, train_from_counts
from bpe_core.errors import NotUTF8Error, OptionError, UnknownNameError
from bpe_core.pretokenize.plain_counting import count_blocks
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.registry import TRAINERS
from bpe_core.runtime import progress
from bpe_core.runtime.progress import Progress
from bpe_core.texts import sources
from bpe_core.texts.sources import blocks_of
from bpe_core.train import pipeline
from tests.core import text_strategies as strategies
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import Expected, raises

TEXT = "low lower newest widest<|x|> 哈哈 haha\n\n" * 20
WORDS = [f"w{number} " * (number % 7 + 1) for number in range(20_000)]
LARGE = "".join(WORDS)  # more than is small


def added(counts: Sequence[dict[bytes, int]]) -> dict[bytes, int]:
    """All counts together, in the order of first occurrence."""
    total: dict[bytes, int] = {}
    for one in counts:
        for data, count in one.items():
            total[data] = total.get(data, 0) + count
    return total


@settings(max_examples=examples(200))
@given(
    st.lists(strategies.texts, max_size=4),
    strategies.special_tokens,
    st.sampled_from((*strategies.PATTERNS, r"custom:\w+|\W")),
    st.sampled_from((1, 3, 20, 1_000)),
)
def test_blocks_are_counted_as_texts_are(
    texts: list[str], specials: Sequence[str], pattern: str, size: int
) -> None:
    how = {"pattern": pattern, "special_tokens": specials}
    expected = added([count_pre_tokens(text, **how) for text in texts])  # type: ignore[arg-type]  # two kinds of values
    counts = count_blocks(
        blocks_of(texts, pattern=pattern, special_tokens=specials, size=size), pattern=pattern
    )
    assert list(counts.items()) == list(expected.items())


def test_a_long_text_is_counted_share_by_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    said: list[Progress] = []
    counts = count_blocks(blocks_of(LARGE), on_progress=said.append)
    assert list(counts.items()) == list(count_pre_tokens(LARGE).items())
    assert len(said) > 3
    assert said == sorted(said)


@pytest.mark.parametrize("trainer", ["auto", *TRAINERS])
def test_every_kind_of_source_teaches_the_same(tmp_path: Path, trainer: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(TEXT.encode())
    counts = count_pre_tokens(TEXT, special_tokens=["<|x|>"])
    expected = train(counts, vocab_size=290, special_tokens=["<|x|>"])
    given: list[Any] = [
        TEXT,
        TEXT.encode(),
        path,
        [TEXT],
        (text for text in [TEXT]),
        [path],
        PreTokenTable.from_counts(counts),
        counts,
    ]
    for source in given:
        how = {"vocab_size": 290, "special_tokens": ["<|x|>"], "trainer": trainer}
        model = train(source, **how)
        assert model == expected
    assert encode(expected, "lower") == encode(model, "lower")


@pytest.mark.parametrize("trainer", ["linked", "compiled"])
def test_texts_of_their_own_share_no_pre_token(trainer: str) -> None:
    texts = ["ab", b"cd", "", "ab", "cd"] * 9
    model = train(texts, vocab_size=400, trainer=trainer)
    assert {b"ab", b"cd"} == {token for token in model.vocabulary.tokens if len(token) > 1}
    assert len(train("".join(map(str, texts)), vocab_size=400).merges) > 2


@given(st.lists(strategies.texts, max_size=4), strategies.patterns, strategies.special_tokens)
@settings(max_examples=examples(60))
def test_compiled_code_counts_and_trains_the_same_from_files(
    texts: list[str], pattern: str, specials: Sequence[str]
) -> None:
    how: dict[str, Any] = {"vocab_size": 300, "pattern": pattern, "special_tokens": specials}
    expected = train(texts, trainer="naive", **how)
    with TemporaryDirectory() as folder:
        paths = [Path(folder, str(number)) for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text.encode())
        for threads in (1, 3):
            assert train(iter(paths), trainer="compiled", threads=threads, **how) == expected


def test_a_size_decides_which_trainer_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def learn(counted: pipeline.Counted, *_: object) -> None:
        asked.append(counted.trainer)

    pipeline = import_module("bpe_core.train.pipeline")  # `bpe_core.train` is a function
    monkeypatch.setattr(pipeline, "learn", learn)
    edge = "a" * pipeline.SMALL
    given: list[Any] = [edge[1:], edge, iter([edge[:5]] * 9), iter(["a ", edge]), ["a" * 9] * 9]
    given += [{b"a": 1}, {edge.encode(): 1}, PreTokenTable.from_counts({b"a": 1})]
    for source in given:
        train(source, vocab_size=300)
    small, large = "linked", "compiled"
    assert asked == [small, large, small, large, small, small, large, small]


def test_counts_come_from_anywhere() -> None:
    counts = {b"low": 5, b"lower": 2, b"newest": 6}
    expected = train(counts, vocab_size=260).merges
    for trainer in TRAINERS:
        table = PreTokenTable.from_counts(counts)
        assert train_from_counts(table, vocab_size=260, trainer=trainer).merges == expected
        assert train_from_counts(counts, vocab_size=260, trainer=trainer).merges == expected
    model = train_from_counts(
        counts, vocab_size=260, pattern="whitespace", special_tokens=["<|x|>"]
    )
    assert (model.pattern, list(model.special_tokens)) == ("whitespace", ["<|x|>"])


def test_counts_beyond_64_bits_are_added_up_in_python() -> None:
    counts = {b"ab": 2**63, b"bc": 2**62, b"abc": 2**63}
    expected = train(counts, vocab_size=259, trainer="naive")
    assert train(counts, vocab_size=259, trainer="compiled") == expected


def array(*numbers: int, kind: type = np.int64) -> Any:
    return np.array(numbers, kind)


@for_each(
    "counts",
    [
        PreTokenTable(array(97, kind=np.uint8), array(1), array(0)),
        PreTokenTable(array(97, kind=np.uint8), array(1), array(1, 1)),
        PreTokenTable(array(97, kind=np.uint8), array(0, 1), array(1, 1)),
        PreTokenTable(array(97, kind=np.uint8), array(2), array(1)),
        PreTokenTable(
            array(97, kind=np.uint8), array(2**62, 2**63 - 1, -(2**62), 1), array(1, 1, 1, 1)
        ),
        PreTokenTable(array(97_000, 98), array(2), array(1)),
        PreTokenTable(array(97, kind=np.uint8), array(1, kind=np.int32), array(1)),
        PreTokenTable(array(97, kind=np.uint8), array(1), array(1, kind=np.float64)),
        PreTokenTable(array(97, kind=np.uint8), array(1), [1]),
        PreTokenTable(array(97, kind=np.uint8), array(1), array(1)[None]),
        {b"a": 0},
        {b"a": True},
        {b"a": 1.5},
        {"a": 1},
        [b"a"],
        "a",
    ],
)
def test_what_cannot_be_counts_is_refused(counts: Any) -> None:
    with pytest.raises(OptionError):
        train_from_counts(counts, vocab_size=300)


def test_the_arrays_of_counts_are_copied_before_they_are_checked() -> None:
    table = PreTokenTable.from_counts({b"low": 2, b"lower": 1})
    copied = pipeline.checked(table, "compiled").counts
    for array, copy in zip(table, copied, strict=True):
        assert not np.shares_memory(array, copy)


@for_each("trainer", ["linked", "compiled"])
def test_equal_rows_of_a_table_are_added_up(trainer: str) -> None:
    table = PreTokenTable(np.frombuffer(b"abbcab", np.uint8), array(2, 4, 6), array(3, 4, 3))
    model = train_from_counts(table, vocab_size=257, trainer=trainer)
    assert model.merges_as_bytes() == [(b"a", b"b")]


@for_each("source", ["", b"", [], {}, iter(())])
@for_each("trainer", ["auto", "linked", "compiled"])
def test_nothing_teaches_nothing(source: Any, trainer: str) -> None:
    model = train(source, vocab_size=300, trainer=trainer)
    assert model.merges == ()
    assert len(model.vocabulary) == 256


@pytest.mark.parametrize("trainer", ["linked", "compiled"])
def test_with_no_pair_left_the_model_is_smaller(trainer: str) -> None:
    model = train("ab ab", vocab_size=1_000, trainer=trainer)
    assert [left + right for left, right in model.merges_as_bytes()] == [b"ab", b" ab"]


@pytest.mark.parametrize("trainer", ["naive", "linked", "compiled"])
@pytest.mark.parametrize("kind", ["text", "file", "texts"])
def test_progress_has_two_phases_from_nothing_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainer: str, kind: str
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    (tmp_path / "text").write_bytes(TEXT.encode())
    sources_by_kind: dict[str, Any] = {
        "text": TEXT,
        "file": tmp_path / "text",
        "texts": [TEXT, tmp_path / "text"],
    }
    size = len(TEXT.encode()) * (2 if kind == "texts" else 1)
    said: list[Progress] = []
    callers: set[int] = set()

    def on_progress(told: Progress) -> None:
        said.append(told)
        callers.add(threading.get_ident())

    model = train(
        sources_by_kind[kind], vocab_size=270, trainer=trainer, on_progress=on_progress
    )
    assert callers == {threading.get_ident()}
    counting = [told for told in said if told.phase == "count"]
    merging = [told for told in said if told.phase == "merge"]
    assert said == counting + merging
    assert (counting[0], counting[-1]) == (("count", 0, size), ("count", size, size))
    assert (merging[0], merging[-1]) == (("merge", 0, 14), ("merge", len(model.merges), 14))
    assert counting == sorted(counting)
    assert merging == sorted(merging)


def test_a_source_of_unknown_size_has_no_total() -> None:
    said: list[Progress] = []
    train(iter([TEXT]), vocab_size=260, on_progress=said.append)
    assert {told.total for told in said} == {None, 4}


class Cancelled(Exception):  # noqa: N818  # it is no error
    pass


@pytest.mark.parametrize("trainer", ["linked", "compiled"])
@pytest.mark.parametrize("phase", ["count", "merge"])
def test_what_the_callback_raises_ends_the_work(
    monkeypatch: pytest.MonkeyPatch, trainer: str, phase: str
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)

    def cancel(told: Progress) -> None:
        if told.phase == phase and told.done:
            raise Cancelled

    before = threading.active_count()
    with pytest.raises(Cancelled):
        train(LARGE, vocab_size=300, trainer=trainer, on_progress=cancel)
    assert threading.active_count() == before


def test_a_file_that_changes_while_it_is_counted_teaches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    monkeypatch.setattr(sources, "blocks_of", partial(blocks_of, size=500))
    path = tmp_path / "text"
    path.write_bytes(TEXT.encode())

    def grow(told: Progress) -> None:
        if told.done:
            os.truncate(path, 100)

    for trainer in ("linked", "compiled"):
        path.write_bytes(TEXT.encode())
        with raises("InputError.file_changed"):
            train(path, vocab_size=300, trainer=trainer, on_progress=grow)


def halves() -> Iterator[Any]:
    yield "to be"
    yield b"\xff"


@for_each("trainer", ["linked", "compiled"])
@for_each(
    "source, kind",
    [
        (halves, NotUTF8Error),
        (lambda: ["a", 5], OptionError),
        (lambda: 5, OptionError),
        (lambda: Path("/"), "InputError.is_a_folder"),
        (lambda: Path("/nowhere/at/all"), FileNotFoundError),
        (lambda: [Path("/nowhere/at/all")], FileNotFoundError),
    ],
)
def test_wrong_sources_say_what_is_wrong(source: Any, kind: Expected, trainer: str) -> None:
    with raises(kind):
        train(source(), vocab_size=300, trainer=trainer)


def test_a_wrong_name_is_said_before_anything_is_read() -> None:
    def unread() -> Iterator[str]:
        raise AssertionError("the texts were asked for")
        yield

    for wrong in ({"trainer": "fast"}, {"pattern": "gpt5"}, {"tie_break": "last"}):
        with pytest.raises(UnknownNameError):
            train(unread(), vocab_size=300, **wrong)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("trainer", ["linked", "compiled"])
def test_custom_patterns_teach_the_same_and_raise_the_same(trainer: str) -> None:
    pattern = r"custom:\w+|[^\w!]"
    expected = train(count_pre_tokens(TEXT, pattern=pattern), vocab_size=270, pattern=pattern)
    assert train(TEXT, vocab_size=270, pattern=pattern, trainer=trainer) == expected
    with raises("PatternError.skips_text") as caught:
        train("哈哈 to!" + TEXT, vocab_size=270, pattern=pattern, trainer=trainer)
    assert caught.value.values["position"] == 9


@pytest.mark.parametrize("trainer", ["linked", "compiled"])
@pytest.mark.parametrize("size", [10, 100])
def test_errors_of_custom_patterns_count_from_their_own_text(
    monkeypatch: pytest.MonkeyPatch, trainer: str, size: int
) -> None:
    monkeypatch.setattr(sources, "blocks_of", partial(blocks_of, size=size))
    texts = ["哈哈 to be", "", b"or", "not to! be", "or"]
    with raises("PatternError.skips_text") as caught:
        train(texts, vocab_size=270, pattern=r"custom:\w+|[^\w!]", trainer=trainer)
    assert caught.value.values == {"position": 6, "skipped": "'!'"}
    assert caught.value.__notes__ == ["item 3 of the texts, counted from 0"]


def test_arrays_are_decoded_as_lists_are() -> None:
    model = train(TEXT, vocab_size=290)
    ids = bpe_core.encode_array(model, TEXT)
    assert ids.dtype == np.uint32
    assert ids.tolist() == encode(model, TEXT)
    for kind in (np.uint32, np.uint16, np.int64):
        assert bpe_core.decode(model, ids.astype(kind)) == TEXT
        assert bpe_core.decode_bytes(model, ids.astype(kind)) == TEXT.encode()


def test_all_that_is_public_is_there() -> None:
    assert all(hasattr(bpe_core, name) for name in bpe_core.__all__)
    assert bpe_core.__all__ == sorted(bpe_core.__all__) == dir(bpe_core)
    with pytest.raises(AttributeError, match="'nothing'"):
        _ = bpe_core.nothing
