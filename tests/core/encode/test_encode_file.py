"""Ids in files are those of the whole text, however it is cut into blocks."""

from __future__ import annotations

import errno
import os
import sys
import tracemalloc
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode
from bpe_core.encode.encode_file import encode_file
from bpe_core.encode.id_file import IdFile
from bpe_core.errors import NotUTF8Error, OptionError
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.runtime import progress
from bpe_core.runtime.progress import OnProgress, Progress
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
from tests.core.running import largest_file
from tests.examples import examples
from tests.raising import Expected, raises

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
    from bpe_core.pretokenize.text_parts import SAFE_CUTS, cut_rule

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
    with raises("PatternError.skips_text") as caught:
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


# --- Files of ids are whole or not there, whatever ends the work


def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    said: list[Any] = []
    (tmp_path / "text").write_text(CORPUS * 9, encoding="utf-8")
    size = len((CORPUS * 9).encode())
    made = encode_file(
        model("gpt2"), tmp_path / "text", tmp_path / "ids", on_progress=said.append, block=50
    )
    assert made.size == size
    assert {phase for phase, _, _ in said} == {"encode"}
    assert {total for _, _, total in said} == {size}
    done = [done for _, done, _ in said]
    assert (done[0], done[-1]) == (0, size)
    assert done == sorted(done)


class Cancelled(Exception):  # noqa: N818  # it is no error
    pass


def cancel(told: Progress) -> None:
    if told.done:
        raise Cancelled


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def appended(path: Path) -> OnProgress:
    def append(told: Progress) -> None:
        if told.done:
            with path.open("ab") as file:
                file.write(b"more")

    return append


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text(CORPUS * 9, encoding="utf-8")
    return path


@pytest.mark.parametrize("before", [None, b"what was there"])
@pytest.mark.parametrize(
    "what", ["cancelled", "full disk", "changed", "not UTF-8", "a skipping pattern"]
)
def test_nothing_half_written_stays(
    tmp_path: Path,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    before: bytes | None,
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)  # every block is told
    target = tmp_path / "ids.npy"
    if before is not None:
        target.write_bytes(before)
    kind: Expected = Cancelled
    on_progress: Any = None
    tokenizer = model("gpt2")
    if what == "cancelled":
        on_progress = cancel
    elif what == "full disk":
        kind = OSError
        monkeypatch.setattr(IdFile, "write", no_room)
    elif what == "changed":
        kind, on_progress = "InputError.file_changed", appended(source)
    elif what == "not UTF-8":
        kind = NotUTF8Error
        source.write_bytes(CORPUS.encode() * 9 + b"\xff")
    else:
        kind = "PatternError.skips_text"
        tokenizer = BPEModel(tokenizer.vocabulary, tokenizer.merges, {}, "custom:[^!]+")
    with raises(kind):
        encode_file(tokenizer, source, target, block=50, on_progress=on_progress)
    assert names_in(tmp_path) == (["text"] if before is None else ["ids.npy", "text"])
    if before is not None:
        assert target.read_bytes() == before


def test_the_last_word_can_still_cancel(tmp_path: Path, source: Path) -> None:
    def cancel_at_the_end(told: Progress) -> None:
        if told.done == told.total:
            raise Cancelled

    with pytest.raises(Cancelled):
        encode_file(model("gpt2"), source, tmp_path / "ids", on_progress=cancel_at_the_end)
    assert names_in(tmp_path) == ["text"]


def test_a_limit_of_the_system_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "ids.npy").write_bytes(b"what was there")
    text, bytes_alone = "to be" * 100_000, BPEModel(Vocabulary.of_bytes(), ())
    encode_file(bytes_alone, text, tmp_path / "warm.npy", block=50_000)
    with largest_file(100_000), pytest.raises(OSError, match="too large") as caught:
        encode_file(bytes_alone, text, tmp_path / "ids.npy", block=50_000)
    assert caught.value.errno == errno.EFBIG
    assert names_in(tmp_path) == ["ids.npy", "warm.npy"]
    assert (tmp_path / "ids.npy").read_bytes() == b"what was there"


@pytest.mark.parametrize("name", ["a" * 255, "哈" * 85])
def test_a_target_may_have_the_longest_name(tmp_path: Path, name: str) -> None:
    encode_file(model("gpt2"), "to be", tmp_path / name)
    assert names_in(tmp_path) == [name]


@pytest.mark.parametrize("name", ["ids", "ids/within"])
def test_a_link_to_itself_is_no_target(tmp_path: Path, name: str) -> None:
    (tmp_path / "ids").symlink_to(tmp_path / "ids")
    with pytest.raises(OSError, match="ids") as caught:
        encode_file(model("gpt2"), "to be", tmp_path / name)
    assert caught.value.errno == errno.ELOOP
    assert caught.value.filename == str(tmp_path / name)
    assert names_in(tmp_path) == ["ids"]


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda folder: {"target": folder}, "InputError.is_a_folder"),
        (lambda folder: {"target": folder / "text"}, "InputError.overwrites_input"),
        (lambda folder: {"target": folder / "none" / "ids"}, FileNotFoundError),
        (lambda folder: {"target": Path(os.devnull)}, OptionError),
        (lambda folder: {"source": folder}, "InputError.is_a_folder"),
        (lambda folder: {"source": folder / "none"}, FileNotFoundError),
        (lambda folder: {"source": 5}, OptionError),
        (lambda folder: {"allowed_special": ["<|y|>"]}, "InputError.unknown_special_token"),
        (lambda folder: {"threads": 0}, OptionError),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    source: Path,
    wrong: Callable[[Path], dict[str, Any]],
    kind: Expected,
) -> None:
    given: dict[str, Any] = {"source": source, "target": tmp_path / "ids", **wrong(tmp_path)}
    with raises(kind):
        encode_file(model("gpt2"), **given)
    assert names_in(tmp_path) == ["text"]
    assert source.read_text(encoding="utf-8") == CORPUS * 9


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.npy").write_bytes(b"")
    (tmp_path / "ids.npy").symlink_to(tmp_path / "real.npy")
    encode_file(model("gpt2"), "low lower", tmp_path / "ids.npy")
    assert (tmp_path / "ids.npy").is_symlink()
    assert np.load(tmp_path / "real.npy").tolist() == encode(model("gpt2"), "low lower")
