"""Blocks of any size hold the texts as they are, and cut no pre-token and no special token."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import NotUTF8Error, OptionError
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.pretokenize.text_parts import ORDINARY, Block
from bpe_core.texts.corpus import LOOKED_AT, folder_files
from bpe_core.texts.sources import blocks_of, source_size
from tests.core import text_strategies as strategies
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import Expected, raises

Piece = tuple[bytes, int]  # a pre-token, or a special token with its number


def said(blocks: Iterable[Block], pattern: str) -> list[Piece]:
    """All that ``blocks`` hold, in order."""
    pre_tokens: list[Piece] = []
    for text, parts, _ in blocks:
        assert len(text), "an empty block"
        assert not text.flags.writeable
        assert parts.end == len(text), "a block of which something is left"
        start = 0
        for end, number in zip(parts.ends.tolist(), parts.special.tolist(), strict=True):
            pre_tokens += cut(text[start:end].tobytes().decode(), number, pattern)
            start = end
    return pre_tokens


def expected(texts: Iterable[str], pattern: str, specials: Sequence[str]) -> list[Piece]:
    """The same from texts that were never cut into blocks."""
    return [
        pre_token
        for text in texts
        for part, is_special in split_special(text, specials)
        for pre_token in cut(part, specials.index(part) if is_special else ORDINARY, pattern)
    ]


def cut(part: str, number: int, pattern: str) -> list[Piece]:
    pre_tokens = split_pattern(part, pattern) if number == ORDINARY else [part]
    return [(pre_token.encode(), number) for pre_token in pre_tokens]


specials = strategies.special_tokens
patterns = st.sampled_from((*PATTERNS, "custom:[ab]+|(?s:.)"))
sizes = st.sampled_from((1, 2, 3, 7, 20, 1_000))


@settings(max_examples=examples(300))
@given(st.lists(strategies.texts, max_size=5), specials, patterns, sizes)
def test_short_texts_share_blocks_and_no_pre_token(
    texts: list[str], specials: Sequence[str], pattern: str, size: int
) -> None:
    mixed = [text if k % 2 else text.encode() for k, text in enumerate(texts)]
    blocks = blocks_of(mixed, pattern=pattern, special_tokens=specials, size=size)
    assert said(blocks, pattern) == expected(texts, pattern, specials)


@settings(max_examples=examples(300))
@given(st.lists(strategies.texts, max_size=3), specials, patterns, sizes)
def test_files_in_blocks_of_any_size_are_the_same_texts(
    texts: list[str], specials: Sequence[str], pattern: str, size: int
) -> None:
    with TemporaryDirectory() as folder:
        paths = [Path(folder, str(number)) for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text.encode())
        blocks = list(blocks_of(paths, pattern=pattern, special_tokens=specials, size=size))
        assert said(blocks, pattern) == expected(texts, pattern, specials)
        if texts:
            alone = blocks_of(paths[0], pattern=pattern, special_tokens=specials, size=size)
            assert said(alone, pattern) == expected(texts[:1], pattern, specials)


def test_an_iterable_is_taken_as_it_is_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(1)
            yield "to be or not"

    blocks = blocks_of(endless(), size=100)
    assert len(next(blocks).text) <= 100
    assert len(taken) < 20
    next(blocks)
    assert len(taken) < 30


@pytest.mark.parametrize("start", [0, 100])
def test_bytes_are_not_copied(start: int) -> None:
    data = b"to be or not to be" * 1_000
    given = memoryview(data)[start:] if start else data
    for source in (given, [given]):
        (block,) = blocks_of(source, size=len(data))
        assert block.text.base is not None
        assert block.text.ctypes.data == memoryview_address(data) + start
        assert block.text.tobytes() == data[start:]


@for_each("view", [bytearray, lambda d: memoryview(d).toreadonly(), memoryview])
@for_each("is_alone", [True, False])
def test_what_others_may_write_to_is_copied(view: Any, is_alone: bool) -> None:
    written = bytearray(b"to be or not to be")
    source = view(written)
    (block,) = blocks_of(source if is_alone else [source], size=len(written))
    assert not np.shares_memory(block.text, np.frombuffer(written, np.uint8))


def memoryview_address(data: bytes) -> int:
    return int(np.frombuffer(data, np.uint8).ctypes.data)


@pytest.mark.parametrize("source", ["", b"", memoryview(b""), [], ["", b""], iter([])])
def test_nothing_gives_no_block(source: Any) -> None:
    assert list(blocks_of(source)) == []


def test_an_empty_file_gives_no_block(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert list(blocks_of(tmp_path / "empty")) == []


def test_a_pipe_is_read_to_its_end() -> None:
    read, write = os.pipe()
    os.write(write, "né, not".encode())
    os.close(write)
    pipe = Path(f"/dev/fd/{read}")
    if not pipe.exists():
        pytest.skip("this system has no /dev/fd")
    assert b"".join(block.text.tobytes() for block in blocks_of(pipe)) == "né, not".encode()
    os.close(read)


def test_a_git_lfs_pointer_is_no_file_of_text(tmp_path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7000000\n"
    path = tmp_path / "corpus.txt"
    path.write_bytes(pointer)
    with pytest.raises(OptionError, match="a Git LFS pointer"):
        list(blocks_of(path))
    path.write_bytes(pointer + b"a text that quotes one " * 60)
    assert b"".join(block.text.tobytes() for block in blocks_of(path)).startswith(pointer)
    assert len(list(blocks_of(pointer))) == 1, "as a text it is one"


BAD = {
    "a byte of Latin-1": (b"to be or caf\xe9 au lait", 12),
    "a character cut at the end": ("to be 哈".encode()[:-1], 6),
    "a byte too many": ("né".encode() + b"\x80 to be", 3),
    "half a surrogate pair": (b"to \xed\xa0\x80", 3),
}


@pytest.mark.parametrize("size", [1, 3, 10, 100])
@pytest.mark.parametrize("name", BAD)
def test_bytes_that_are_no_text_are_named_by_their_place(
    tmp_path: Path, name: str, size: int
) -> None:
    data, position = BAD[name]
    path = tmp_path / "text"
    path.write_bytes(data)
    view = memoryview(data)
    sources: list[Any] = [data, view, path, ["né", data], ["né", view], [b"or", path]]
    for source in sources:
        with pytest.raises(NotUTF8Error) as caught:
            list(blocks_of(source, size=size))
        with pytest.raises(UnicodeDecodeError) as python:
            data.decode()
        reason = python.value.reason
        expected = {"byte": data[position], "position": position, "reason": reason}
        assert {**caught.value.values, "reason": str(caught.value.values["reason"])} == expected
        notes = getattr(caught.value, "__notes__", [])
        assert notes == (
            ["item 1 of the texts, counted from 0"] if isinstance(source, list) else []
        )


def test_a_character_may_be_cut_between_two_reads(tmp_path: Path) -> None:
    text = "哈👩é " * 10
    (tmp_path / "text").write_text(text, encoding="utf-8")
    for size in range(1, 20):
        blocks = blocks_of(tmp_path / "text", size=size)
        assert b"".join(block.text.tobytes() for block in blocks).decode() == text


@for_each(
    "source, kind",
    [
        (5, OptionError),
        ({b"to": 1}, OptionError),
        (["to", 5], OptionError),
        ([["to"]], OptionError),
        (memoryview(b"to be or not")[::2], OptionError),
        (memoryview(b"to be or not").cast("I"), OptionError),
        (memoryview(b"to be or not").cast("B", (3, 4)), OptionError),
    ],
)
def test_what_is_no_text_is_refused(source: Any, kind: Expected) -> None:
    with raises(kind):
        list(blocks_of(source))


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with raises("InputError.is_a_folder", match="is a folder; give the files in it"):
        list(blocks_of(tmp_path))


def test_a_file_that_is_not_there_stays_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(blocks_of(tmp_path / "none"))
    with pytest.raises(FileNotFoundError) as caught:
        list(blocks_of(["to", tmp_path / "none"]))
    assert caught.value.__notes__ == ["item 1 of the texts, counted from 0"]


def grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"more")


def shorten(path: Path) -> None:
    os.truncate(path, 30)


def overwrite(path: Path) -> None:
    """Same size, other time."""
    before = path.stat().st_mtime_ns
    path.write_bytes(b"x" * path.stat().st_size)
    os.utime(path, ns=(before + 1, before + 1))


@pytest.mark.parametrize("change", [grow, shorten, overwrite])
def test_a_file_that_changes_meanwhile_is_an_error(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"to be or not " * 20)
    blocks = blocks_of(path, size=50)
    next(blocks)
    change(path)
    with raises("InputError.file_changed", match="text changed while it was read"):
        list(blocks)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_is_written_to_meanwhile_is_read_to_its_end(tmp_path: Path) -> None:
    path, text = tmp_path / "pipe", b"to be or not " * 20
    os.mkfifo(path)
    assert source_size(path) is None

    def write() -> None:
        with path.open("wb", buffering=0) as pipe:
            for start in range(0, len(text), 50):
                pipe.write(text[start : start + 50])
                sleep(0.01)  # another time of change

    writer = Thread(target=write)
    writer.start()
    blocks = [block.text.tobytes() for block in blocks_of(path, size=70)]
    writer.join()
    assert b"".join(blocks) == text
    assert len(blocks) > 1


def test_a_file_of_any_size_takes_little_memory(tmp_path: Path) -> None:
    path, size = tmp_path / "text", 100_000
    path.write_bytes(b"to be or not to be, " * 200_000)
    total, peak = total_and_peak(f"Path({str(path)!r})", size)
    assert total == 4_000_000
    assert peak < 5 * size


def test_many_short_texts_take_little_memory() -> None:
    size = 20_000
    total, peak = total_and_peak("('to be' for _ in range(80_000))", size)
    assert total == 400_000
    assert peak < 15 * size


def total_and_peak(source: str, size: int) -> tuple[int, int]:
    """The bytes of all blocks of the expression ``source``, and the most memory it took.

    In a process of its own: whatever else runs in this one would be counted as well.
    """
    code = f"""
import tracemalloc
from pathlib import Path
from bpe_core.texts.sources import blocks_of
tracemalloc.start()
print(sum(len(block.text) for block in blocks_of({source}, size={size})))
print(tracemalloc.get_traced_memory()[1])
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    total, peak = map(int, said.stdout.split())
    return total, peak


def test_the_size_is_known_where_nothing_has_to_be_taken(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"1234")
    assert source_size(tmp_path / "text") == 4
    assert source_size(("né", b"ab", tmp_path / "text")) == 9
    assert source_size(memoryview(b"to be")[3:]) == 2
    assert source_size(text for text in ("a", "b")) is None


# --- A folder as a corpus: its text files in order, nothing hidden, nothing from elsewhere


def put(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def names(root: Path, **options: object) -> list[str]:
    return [path.relative_to(root).as_posix() for path in folder_files(root, **options)]


def test_files_come_in_order_folder_by_folder(tmp_path: Path) -> None:
    put(tmp_path, {"b/z.txt": b"3", "b/a/x.md": b"2", "a.txt": b"1", "c.rs": b"4"})
    assert names(tmp_path) == ["a.txt", "b/a/x.md", "b/z.txt", "c.rs"]


def test_what_does_not_begin_as_text_is_left_out(tmp_path: Path) -> None:
    cut = b"a" * (LOOKED_AT - 1) + "哈".encode()
    files = {"empty": b"", "image.png": b"\x89PNG\x00", "latin": b"a\xe9b", "nul": b"a\0"}
    put(tmp_path, {**files, "text": "哈".encode(), "cut at the border": cut})
    assert names(tmp_path) == ["cut at the border", "text"]


def test_suffixes_decide_where_they_are_given(tmp_path: Path) -> None:
    put(tmp_path, {"a.txt": b"\xff", "b.md": b"b", "c": b"c"})
    assert names(tmp_path, suffixes=[".txt"]) == ["a.txt"]


def test_hidden_files_and_links_are_left_out(tmp_path: Path) -> None:
    root = put(tmp_path / "in", {"a.txt": b"a", ".git/config": b"x", ".hidden": b"x"})
    put(tmp_path / "out", {"secret.txt": b"x"})
    (root / "file").symlink_to(tmp_path / "out" / "secret.txt")
    (root / "folder").symlink_to(tmp_path / "out", target_is_directory=True)
    (root / "loop").symlink_to(root, target_is_directory=True)
    assert names(root) == ["a.txt"]


def test_a_folder_that_is_a_link_itself_may_be_asked_for(tmp_path: Path) -> None:
    put(tmp_path / "in", {"a.txt": b"a"})
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "in", target_is_directory=True)
    assert names(link) == ["a.txt"]


def test_no_text_file_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    put(tmp_path, {"a.png": b"\x89\0"})
    with raises("InputError.no_text_files", match=tmp_path.name):
        folder_files(tmp_path)
