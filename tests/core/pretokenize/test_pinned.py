"""A pattern pinned to tiktoken's version of Unicode gives its ids for every character."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode, encode_array, encode_iterable
from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.kernels.scan import PINNED_VERSIONS
from bpe_core.kernels.scan import classes as tables
from bpe_core.kernels.scan.classes import classes
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.patterns import (
    PATTERNS,
    alternatives,
    as_pinned,
    base_name,
    pattern_text,
    pinned,
    version_of,
)
from bpe_core.pretokenize.pre_tokens import split_by_alternative, split_pattern
from bpe_core.pretokenize.text_parts import SAFE_CUTS, first_cut
from scripts.unicode_classes import tiktoken_classes
from tests.examples import examples

tiktoken = pytest.importorskip("tiktoken")

VERSION = PINNED_VERSIONS[-1]
NAMES = [name for name, text in PATTERNS.items() if text]
PAIRS = [left + right for left in ALL_BYTES for right in ALL_BYTES]
# What the class of a character decides: which of its neighbors it is with.
CONTEXTS = ("a{}a", "1{}1", "!{}! ", " {}\n", "{0}{0}A{0}a", "'s{}'s")


@cache
def model(name: str) -> BPEModel:
    """Every pair of bytes in a pre-token is a token, so ids show where pre-tokens end."""
    merges = (Merge(k // 256, k % 256, 256 + k) for k in range(len(PAIRS)))
    return BPEModel(Vocabulary.of_bytes(PAIRS), tuple(merges), pattern=name)


@cache
def encoding(name: str) -> Any:
    ranks = {token: rank for rank, token in enumerate([*ALL_BYTES, *PAIRS])}
    return tiktoken.Encoding(
        name, pat_str=str(pattern_text(name)), mergeable_ranks=ranks, special_tokens={}
    )


def of_tiktoken(name: str, text: str) -> np.ndarray:
    return np.array(encoding(name).encode_ordinary(text), np.uint32)


def in_contexts(points: Iterable[int]) -> str:
    """Each character between neighbors of every kind."""
    return "".join(context.format(chr(point)) for point in points for context in CONTEXTS)


def changed() -> list[int]:
    """The characters of another class than in the installed `regex`."""
    return np.flatnonzero(classes() != classes(VERSION)).tolist()


def test_the_classes_are_those_of_tiktoken_on_all_of_unicode() -> None:
    assert (classes(VERSION) == tiktoken_classes()).all(), (
        "another Unicode: run `python -m scripts.unicode_classes`"
    )


def test_the_table_is_small_and_what_the_script_writes() -> None:
    data = tables.packed_file(VERSION).read_bytes()
    assert len(data) < 4_000
    assert (tables.unpacked(tables.packed(classes())) == classes()).all()


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_those_of_tiktoken_where_tables_differ(name: str) -> None:
    points = changed()
    text = in_contexts(points[:: max(1, len(points) // 400)] + points[:50] + [0x295])
    expected = of_tiktoken(name, text)
    assert encode(model(f"{name}@{VERSION}"), text) == expected.tolist()
    assert (encode_array(model(f"{name}@{VERSION}"), text) == expected).all()


def of_every_kind(each: int) -> list[int]:
    """Up to ``each`` characters of every class and size in UTF-8, over all of Unicode."""
    points = np.array([k for k in range(0x110000) if not 0xD800 <= k < 0xE000])
    sizes = np.digitize(points, [0x80, 0x800, 0x10000])
    kinds = classes(VERSION)[points].astype(int) * 4 + sizes
    rows = (points[kinds == kind] for kind in np.unique(kinds))
    return [point for row in rows for point in row[:: -(-len(row) // each)].tolist()]


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_those_of_tiktoken_for_characters_of_every_kind(name: str) -> None:
    """With `test_the_classes_are_those_of_tiktoken_on_all_of_unicode`: for every character."""
    text = in_contexts(of_every_kind(500))
    expected = of_tiktoken(name, text)
    assert np.array_equal(encode_array(model(f"{name}@{VERSION}"), text), expected)


@pytest.mark.skipif(not changed(), reason="the installed regex has this very version")
def test_without_the_version_letters_that_are_new_give_other_ids() -> None:
    text = in_contexts(changed()[1000:1100])
    assert not np.array_equal(encode_array(model("gpt2"), text), of_tiktoken("gpt2", text))


letters = st.one_of(
    st.sampled_from("aA1 !'s\n\r\t\u0301哈é/"),
    st.sampled_from(changed() or [0x295]).map(chr),
    st.characters(exclude_categories=["Cs"]),
)


@settings(max_examples=examples(300))
@given(
    text=st.lists(letters, max_size=30).map("".join),
    name=st.sampled_from(["gpt2", "cl100k_tiktoken", "o200k"]),  # as many as stay in memory
    size=st.integers(1, 9),
)
def test_python_compiled_code_and_pieces_agree(text: str, name: str, size: int) -> None:
    name = f"{name}@{VERSION}"
    expected = of_tiktoken(base_name(name), text).tolist()
    assert encode(model(name), text) == expected
    assert encode_array(model(name), text).tolist() == expected
    pieces = (text[k : k + size] for k in range(0, len(text), size))
    assert list(encode_iterable(model(name), pieces, block=1)) == expected
    by_alternative = list(split_by_alternative(text, name))
    assert [part for part, _ in by_alternative] == list(split_pattern(text, name))
    assert all(0 <= number < len(alternatives(name)) for _, number in by_alternative)


@pytest.mark.parametrize("name", [name for name in NAMES if SAFE_CUTS[name]])
def test_no_cut_relies_on_letters_that_the_version_lacks(name: str) -> None:
    """A letter of later versions and a comma are one pre-token in 16.0."""
    new = next((point for point in changed() if not classes(VERSION)[point]), None)
    if new is None:
        pytest.skip("the installed regex has this very version")
    text = np.frombuffer(f"a{chr(new)},!".encode(), np.uint8)
    assert first_cut(text, f"{name}@{VERSION}", 2, len(text)) == len(text)


def test_names_are_pinned_once_and_checked() -> None:
    assert pinned("gpt2", VERSION) == pinned(f"gpt2@{VERSION}", VERSION) == f"gpt2@{VERSION}"
    assert version_of("custom:a@16.0") == version_of("gpt2") == ""
    for name in ("gpt2@9.0", "gpt2@"):
        with pytest.raises(UnknownNameError, match=r"no Unicode version named '.*'; known: 16"):
            pattern_text(name)
    with pytest.raises(UnknownNameError, match=r"no pattern named 'gpt5@16.0'"):
        pattern_text("gpt5@16.0")
    with pytest.raises(OptionError, match=r"unicode='16.0': not for a custom pattern"):
        pinned(r"custom:\w+|\W+", VERSION)


def test_stand_ins_keep_offsets() -> None:
    text = "a" + "".join(map(chr, changed())) + "哈\ud800"
    assert len(as_pinned(text, VERSION)) == len(text)
    assert as_pinned(text, "") == text
    assert as_pinned("a哈é1", VERSION) == "a哈é1"
