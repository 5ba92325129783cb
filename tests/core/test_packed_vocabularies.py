"""Vocabularies that come with the package as packed files: ours of 32,000 tokens, GPT-4o's."""

from __future__ import annotations

import hashlib
import lzma
import subprocess
import sys
from base64 import b64encode

import pytest

from bpe_core import decode, encode, encode_array
from bpe_core.errors import FormatError
from bpe_core.formats.known_ranks import KNOWN
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.texts.corpus import END_OF_TEXT, sample
from bpe_core.vocabularies import (
    FIRST_NEW_ID,
    WHOLE_TEXTS,
    bilingual_file,
    built_in,
    o200k,
    o200k_file,
)
from bpe_core.vocabularies.packed_merges import LIMIT, packed, unpacked
from tests.for_each import for_each
from tests.paths import ROOT


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return built_in(WHOLE_TEXTS)


def test_every_merge_makes_the_next_token(model: BPEModel) -> None:
    tokens = model.vocabulary.tokens
    assert len(tokens) == len(set(tokens)) == 32_000
    for rank, (left, right, new_id) in enumerate(model.merges):
        assert new_id == FIRST_NEW_ID + rank
        assert tokens[new_id] == tokens[left] + tokens[right]
        assert max(left, right) < new_id, "parts come before the whole"
    assert model.special_tokens == {END_OF_TEXT: 256}
    assert model.ranks is None, "a rank is an index"


@pytest.mark.parametrize(
    "word", ["你", "好", "世", "界", "世界", "，", "我", "把", " the", " King"]
)
def test_words_of_both_languages_are_one_token(model: BPEModel, word: str) -> None:
    assert encode(model, word) == [model.ordinary_ids[word.encode()]]


def test_a_greeting_is_cut_at_its_words(model: BPEModel) -> None:
    ids = encode(model, "你好，世界")
    assert [model.vocabulary[each].decode() for each in ids] == ["你", "好", "，", "世界"]


WITHOUT_NUMPY = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
from bpe_core.vocabularies import BUILT_IN, built_in, o200k
sizes = [len(built_in(name).vocabulary) for name in BUILT_IN]
assert (sizes, len(o200k().vocabulary)) == ([264, 32_000, 8_192], 200_019), sizes
"""


def test_all_are_read_without_numpy() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], cwd=ROOT, check=True)


HOSTILE = (
    "", "\x00\x00", "\ufeff你", "e\u0301\u0301\u0301",
    "👩‍🚀🏴\U000e0067\U000e0062", "\u202eabc\u202c",
    "\uffff\U0010ffff", "\u2028\u2029\x85\r\n\r", "你" * 3000, " " * 3000, "ﷺ" * 50, "𠀀𪜀好",
    END_OF_TEXT, "<|endoftext", "½²٣৪", "ا\u200cب\u200d",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_unicode_comes_back(model: BPEModel, text: str) -> None:
    ids = encode(model, text)
    assert decode(model, ids) == text
    assert encode_array(model, text).tolist() == ids


@pytest.mark.parametrize(("name", "most"), [("story_en", 260), ("story_zh", 260)])
def test_stories_take_few_tokens(model: BPEModel, name: str, most: int) -> None:
    assert len(encode(model, sample(name).text)) < most


def test_the_file_is_what_its_merges_pack_to(model: BPEModel) -> None:
    data = bilingual_file().read_bytes()
    pairs = [(left, right) for left, right, _ in model.merges]
    assert unpacked(packed(pairs), "again.xz", first_new_id=FIRST_NEW_ID) == pairs
    assert unpacked(data, "bilingual.xz", first_new_id=FIRST_NEW_ID) == pairs
    assert len(data) < 100_000


def test_o200k_is_the_published_table() -> None:
    """To the byte: its lines, written out, have the digest that tiktoken asks for."""
    model = o200k()
    tokens = enumerate(model.vocabulary.tokens[:199_998])
    table = b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in tokens)
    assert hashlib.sha256(table).hexdigest() == KNOWN["o200k_base"].digest
    assert model.special_tokens == {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
    assert len(o200k_file().read_bytes()) < 710_000
    terms = o200k_file().with_name("o200k.LICENSE").read_text()
    assert "OpenAI" in terms


@for_each("name", ["story_en", "story_zh"])
def test_o200k_gives_the_ids_of_tiktoken(name: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    model, text = o200k(), sample(name).text
    peer = tiktoken.Encoding(
        "o200k",
        pat_str=pattern_text("o200k"),
        mergeable_ranks=dict(model.ordinary_ids),
        special_tokens=dict(model.special_tokens),
    )
    assert encode(model, text) == peer.encode_ordinary(text)


def test_gpt_oss_has_other_special_tokens() -> None:
    model = o200k("o200k_harmony")
    assert encode(model, "<|start|>", allowed_special="all") == [200006]
    assert model.merges == o200k().merges


def content(*counts: int, rest: bytes = b"") -> bytes:
    return lzma.compress(bytes([*counts]) + rest, preset=0)


DAMAGED = {
    "nothing": (b"", "cut"),
    "no xz": (b"#version: 0.2\n", "cannot be read"),
    "cut": (packed([(1, 2)])[:-8], "cut"),
    "something behind it": (packed([(1, 2)]) + b"x", "longer"),
    "fewer pairs than it says": (content(2, 0, 0, 0), "longer"),
    "a byte of an id that is not there": (content(1, 0, 0, 0, rest=bytes(5)), "cut"),
    "a byte behind its ids": (content(1, 0, 0, 0, rest=bytes(7)), "longer"),
    "an id that is not there yet": (
        packed([(1, 1), (2, 258)]),
        "line 2: no token has the id 258",
    ),
    "a bomb": (lzma.compress(bytes(LIMIT + 4), preset=0), "at most"),
    "another compression": (lzma.compress(b"", format=lzma.FORMAT_ALONE), "cannot be read"),
}


@for_each("name", DAMAGED)
def test_a_damaged_file_is_refused(name: str) -> None:
    data, reason = DAMAGED[name]
    with pytest.raises(FormatError, match=reason):
        unpacked(data, "merges.xz", first_new_id=FIRST_NEW_ID)
