"""Ids in files are those of the whole text, however it is cut into blocks."""

from __future__ import annotations

import sys
import tracemalloc
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode
from bpe_core.encode.encode_file import encode_file
from bpe_core.errors import (
    PatternSkipsTextError,
)
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.pretokenize.patterns import PATTERNS
from tests.core import text_strategies as strategies
from tests.core.encode.id_files import (
    CORPUS,
    LONG,
    ids_in,
    model,
    names_in,
    printed,
    without_tables,
)
from tests.examples import examples

texts = st.one_of(strategies.texts, strategies.special_texts(list(LONG)))
allowed = st.lists(st.sampled_from(LONG), unique=True).map(tuple)
patterns = st.sampled_from((*PATTERNS, r"custom:\w+|\W"))
blocks = st.sampled_from((1, 2, 3, 7, 20, 1_000))
suffixes = st.sampled_from((".npy", ".bin", ""))


@settings(max_examples=examples(150))
@given(st.lists(texts, max_size=3), allowed, patterns, blocks, suffixes, st.booleans())
def test_blocks_of_any_size_give_the_ids_of_the_whole(
    texts: list[str],
    allowed: Sequence[str],
    pattern: str,
    block: int,
    suffix: str,
    composes: bool,
) -> None:
    tokenizer = model(pattern, "NFC" if composes else "")
    expected = [encode(tokenizer, text, allowed_special=allowed) for text in texts]
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "text"), Path(folder, f"ids{suffix}")
        for text, ids in zip(texts, expected, strict=True):
            source.write_bytes(text.encode())
            made = encode_file(tokenizer, source, target, allowed_special=allowed, block=block)
            assert ids_in(target, made.dtype) == ids
            assert (made.path, made.count) == (target, len(ids))
            assert made.size == len(text.encode())
        made = encode_file(tokenizer, texts, target, allowed_special=allowed, block=block)
        assert ids_in(target, made.dtype) == [*chain(*expected)]
        assert names_in(Path(folder)) == sorted({target.name, *(["text"] * bool(texts))})


@given(texts, st.sampled_from((1, 5, 1_000)))
def test_a_model_without_tables_is_encoded_in_python(text: str, block: int) -> None:
    tokenizer = without_tables()
    with TemporaryDirectory() as folder:
        made = encode_file(
            tokenizer, text, Path(folder, "ids"), allowed_special=["<|x|>"], block=block
        )
        ids = encode(tokenizer, text, allowed_special=["<|x|>"])
        assert ids_in(made.path, made.dtype) == ids


def test_no_place_to_cut_parts_a_character_from_its_marks() -> None:
    """What models compose may be composed block by block: such places stay what they are."""
    from bpe_core.pretokenize.safe_cuts import SAFE_CUTS, cut_rule

    for pattern in filter(SAFE_CUTS.get, SAFE_CUTS):
        rule = cut_rule(pattern, backwards=False)
        assert rule is not None
        for code in range(0x20, sys.maxunicode + 1):
            if unicodedata.is_normalized("NFC", chr(code)) and not 0xD800 <= code < 0xE000:
                continue
            for before in "a哈\u0915\n!":
                text = before + chr(code) + "b"
                cut = rule.search(text, 1)
                if cut is not None and cut.start() == 1:
                    parts = (unicodedata.normalize("NFC", p) for p in (text[:1], text[1:]))
                    assert unicodedata.normalize("NFC", text) == "".join(parts)


def test_ids_take_16_bits_while_the_vocabulary_fits(tmp_path: Path) -> None:
    tokens = [(1_000_000 + k).to_bytes(3, "big") for k in range(2**16 - 256)]
    small = BPEModel(Vocabulary.of_bytes(tokens), ())
    large = BPEModel(Vocabulary.of_bytes([*tokens, b"<|x|>"]), (), {"<|x|>": 2**16})
    assert encode_file(small, "to", tmp_path / "a").dtype.str == "<u2"
    made = encode_file(large, "a<|x|>", tmp_path / "b.bin", allowed_special=["<|x|>"])
    assert made.dtype.str == "<u4"
    assert (tmp_path / "b.bin").read_bytes() == b"a\0\0\0\0\0\1\0"


def test_a_numpy_file_can_be_mapped(tmp_path: Path) -> None:
    made = encode_file(model("gpt2"), CORPUS * 9, tmp_path / "ids.npy", block=50)
    mapped = np.load(made.path, mmap_mode="r", allow_pickle=False)
    assert mapped.tolist() == encode(model("gpt2"), CORPUS * 9)
    assert made.path.stat().st_size == 128 + 2 * made.count


@pytest.mark.parametrize("block", [10, 100])
@pytest.mark.parametrize("normalization", ["", "NFC"])
def test_errors_of_custom_patterns_count_from_their_own_text(
    tmp_path: Path, block: int, normalization: str
) -> None:
    tokenizer = replace(
        model("gpt2"), pattern=r"custom:\w+|[^\w!]", normalization=normalization
    )
    texts = ["e\u0301 哈哈 to be", "e\u0301", "", "not to! be", "or"]
    with pytest.raises(PatternSkipsTextError) as caught:
        encode_file(tokenizer, texts, tmp_path / "ids", block=block)
    assert caught.value.values["position"] == 6
    assert caught.value.__notes__ == ["item 3 of the texts, counted from 0"]


MEMORY = """
import resource, sys
from pathlib import Path
from bpe_core import train
from bpe_core.encode.encode_file import encode_file

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

folder = Path(sys.argv[1])
model = train("low lower newest 哈哈 " * 10, vocab_size=280)
encode_file(model, "to be or not to be " * 100, folder / "small")
before = peak()
encode_file(model, folder / "text", folder / "ids.npy", threads=2)
print(peak() - before)
"""


def test_a_file_eight_times_as_large_takes_hardly_more_memory(tmp_path: Path) -> None:
    """Where its words are known; how much those may take is a long proof."""
    peaks = []
    for times in (4_000, 32_000):
        (tmp_path / "text").write_text("to be or not to be, 哈哈\n" * times, "utf-8")
        tracemalloc.start()
        encode_file(model("gpt2"), tmp_path / "text", tmp_path / "ids", block=20_000, threads=2)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0], peaks


@pytest.mark.slow
def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    """64 MB a thread for known pre-tokens, and ten blocks of 8 MB; the text has 200 MB."""
    with (tmp_path / "text").open("wb") as file:
        for number in range(0, 24_000_000, 100_000):
            words = " ".join(map(str, range(number, number + 100_000)))
            file.write(words.encode() + "哈哈 lower\n".encode() * 10_000)
    assert (tmp_path / "text").stat().st_size > 200_000_000
    assert int(printed(MEMORY, tmp_path)) < 2 * 64 * 2**20 + 10 * 8 * 2**20
