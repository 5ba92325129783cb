"""Codes read here cut words where subword-nmt cuts them."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from subword_nmt.apply_bpe import BPE
from subword_nmt.learn_bpe import learn_bpe

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.subword_nmt_codes import FILE, read_subword_nmt, write_subword_nmt
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from tests.examples import examples
from tests.for_each import for_each

HEADER = "#version: 0.2\n"


def read(text: str) -> BPEModel:
    return read_subword_nmt({FILE: text.encode()})


def learned(lines: Iterable[str], merges: int) -> str:
    codes = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learn_bpe(list(lines), codes, merges, min_frequency=1)
    return codes.getvalue()


@cache
def peer_of(codes: str) -> BPE:
    return BPE(io.StringIO(codes))


def segments(peer: BPE, line: str) -> list[bytes]:
    """The original's pieces, the last of each word with a space in place of no ``@@``."""
    pieces = peer.segment(line).split(" ")
    return [(p[:-2] if p.endswith("@@") else p + " ").encode() for p in pieces if p]


def ours(model: BPEModel, line: str) -> list[bytes]:
    """Our tokens, with a space behind the last word too."""
    words = line.strip("\r\n ").split(" ")
    text = "".join(f"{word} " for word in words if word)
    return [model.vocabulary[token_id] for token_id in bpe_core.encode(model, text)]


@pytest.fixture(scope="module")
def corpus(shared: Callable[[str], Path]) -> list[str]:
    return shared("data/corpus.en").read_text("utf-8").split("\n")


@pytest.mark.parametrize("merges", [10, 1000])
def test_real_lines(merges: int, corpus: list[str]) -> None:
    codes = learned(corpus[::2], merges) if merges > 10 else learned(corpus[:400], merges)
    model, peer = read(codes), peer_of(codes)
    known = {character for token in model.vocabulary[256:] for character in token.decode()}
    known |= {line[0] for line in codes.split("\n")[1:] if line} | {" "}
    checked = 0
    for line in corpus:
        words = [word for word in line.split(" ") if set(word) <= known]
        checked += len(words)
        assert ours(model, " ".join(words)) == segments(peer, " ".join(words))
    assert checked > 4_000


def test_a_chinese_text() -> None:
    story = sample("story_zh").text.replace("\n", "")
    lines = [*map(" ".join, story.split("。")), *story.split("，")]
    codes = learned(lines, 200)
    model, peer = read(codes), peer_of(codes)
    known = set("".join(codes.split("\n")[1:]).replace("</w>", ""))
    for line in lines:
        words = [word for word in line.split(" ") if set(word) <= known]
        assert ours(model, " ".join(words)) == segments(peer, " ".join(words))


words = st.text("abé哈𝄞", min_size=1, max_size=7)
ALL = "a b é 哈 𝄞 a哈 𝄞é bé"


@settings(max_examples=examples(150))
@given(
    lines=st.lists(st.lists(words, max_size=6).map(" ".join), min_size=1, max_size=5),
    merges=st.integers(1, 12),
    text=st.lists(words, min_size=1, max_size=12).map(" ".join),
    version=st.sampled_from([HEADER, ""]),
)
def test_any_words(lines: list[str], merges: int, text: str, version: str) -> None:
    codes = learned([*lines, ALL, "aabb"], merges)
    if not version:  # 0.1: the end of a word is a symbol that merges give to the last one
        ends = "".join(f"{c} </w>\n" for c in "abé哈𝄞")
        codes = ends + codes.removeprefix(HEADER)
    # Lines that make every character known, behind all others.
    codes += "".join(f"{c} a\n" for c in "abé哈𝄞" if f"\n{c} a\n" not in codes)
    model, peer = read(codes), peer_of(codes)
    assert ours(model, text) == segments(peer, text)
    assert read(write_subword_nmt(model)[FILE]) == model


def test_what_is_read_is_written_to_the_same_bytes(corpus: list[str]) -> None:
    codes = learned(corpus[:300], 300)
    assert write_subword_nmt(read(codes))[FILE] == codes


def test_the_parts_of_the_model() -> None:
    model = read(HEADER + "e s\nes t</w>\né s\n")
    assert model.merges_as_bytes() == [
        (b"\xc3", b"\xa9"),
        *((c.encode(), b" ") for c in "esté"),
        (b"e", b"s"),
        (b"es", b"t "),
        ("é".encode(), b"s"),
    ]
    assert bpe_core.encode(model, "est est") == [
        *bpe_core.encode(model, "est "),
        *bpe_core.encode(model, "est"),
    ]
    assert ours(model, "é's") == ["é".encode(), b"'", b"s "]


def test_of_two_equal_lines_the_first_counts() -> None:
    twice = read(HEADER + "a b\nb c\na b\n")
    assert twice == read(HEADER + "a b\nb c\n")


def test_lines_may_end_as_windows_does_and_the_last_without() -> None:
    assert read(HEADER.replace("\n", "\r\n") + "a b\r\nab c") == read(HEADER + "a b\nab c\n")


BROKEN: dict[str, tuple[str, str]] = {
    "three symbols": ("a b c", "line 2: two symbols and one space"),
    "one symbol": ("ab", "line 2: two symbols and one space"),
    "two spaces": ("a  b", "line 2: two symbols and one space"),
    "an end within a word": ("a</w> b", "line 2: </w> stands only at the end"),
    "an end alone": ("a </w>", "line 2: </w> stands only at the end"),
    "an end of literal signs": ("</ w>", "line 2: </w> stands only at the end"),
    "a part that no line makes": ("ab c", "line 2: no line makes 'ab'"),
    "an end that no line makes": ("a bc</w>", "line 2: no line makes 'bc</w>'"),
}


@for_each("what", BROKEN)
def test_a_broken_line_is_named(what: str) -> None:
    line, message = BROKEN[what]
    with pytest.raises(FormatError) as caught:
        read(f"{HEADER}{line}\n")
    assert str(caught.value).startswith(f"{FILE}, {message}")


@pytest.mark.parametrize("version", ["0.3", "0.2 byte", "", "x"])
def test_an_unknown_version_is_named(version: str) -> None:
    with pytest.raises(FormatError, match=r"line 1: one of 0\.1, 0\.2, not"):
        read(f"#version: {version}\na b\n")


def others() -> list[tuple[str, BPEModel]]:
    text: Any = "low low lower é"
    return [
        ("trained", bpe_core.train(text, vocab_size=262)),
        ("trained on words", bpe_core.train(text, vocab_size=262, pattern="whitespace")),
        ("with a special token", bpe_core.train(text, vocab_size=262, special_tokens=["<x>"])),
        ("without merges", bpe_core.train(text, vocab_size=256)),
    ]


@pytest.mark.parametrize(("name", "model"), others())
def test_models_of_another_form_are_not_written(name: str, model: BPEModel) -> None:
    with pytest.raises(FormatError, match="not of the form that codes have"):
        write_subword_nmt(model)


def test_codes_have_no_special_tokens() -> None:
    with pytest.raises(FormatError, match="'<x>': codes know no special tokens"):
        read_subword_nmt({FILE: b"a b\n"}, special_tokens=["<x>"])
