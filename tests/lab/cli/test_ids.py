"""Ids in files and pipes: whatever the blocks and the form, the same ids come back."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe_core import encode, encode_file, train
from bpe_core.encode import id_file
from bpe_core.encode.id_file import IdFormat
from bpe_core.errors import OptionError
from bpe_core.vocabularies import built_in
from bpe_lab.cli import encode as encode_module
from bpe_lab.cli.encode import format_of, read_blocks, write_text
from tests.for_each import for_each
from tests.raising import raises

U16, U32 = np.dtype("<u2"), np.dtype("<u4")


def read(data: bytes, form: IdFormat = IdFormat.TEXT, dtype: np.dtype = U16) -> list[int]:
    return [int(one) for block in read_blocks(io.BytesIO(data), form, dtype) for one in block]


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ids=st.lists(st.integers(0, 2**32 - 1)), block=st.integers(1, 9))
def test_ids_survive_every_way_and_every_block(
    ids: list[int], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_module, "BLOCK", block)
    array = np.array(ids, U32)
    file = io.BytesIO()
    write_text(iter(np.array_split(array, block)), file)
    assert read(file.getvalue()) == ids
    assert read(array.tobytes(), IdFormat.RAW, U32) == ids
    assert read(npy(array), IdFormat.NPY) == ids
    assert read(npy(array.astype(">i8")), IdFormat.NPY) == ids


@given(
    words=st.lists(st.integers(-(10**17) + 1, 10**18 - 1).map(str), max_size=9),
    spaces=st.lists(st.text(" \t\n\r\v\f", min_size=1, max_size=3), min_size=9, max_size=9),
    block=st.integers(1, 9),
)
def test_any_white_space_parts_ids(words: list[str], spaces: list[str], block: int) -> None:
    text = "".join(map("".join, zip(spaces, words, strict=False))) + spaces[-1][:1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encode_module, "BLOCK", block)
        assert read(text.encode()) == [int(word) for word in words]


def test_lines_are_short() -> None:
    file = io.BytesIO()
    write_text(iter([np.arange(41)]), file)
    assert [len(line.split()) for line in file.getvalue().splitlines()] == [20, 20, 1]


@pytest.mark.parametrize(
    ("data", "value", "position"),
    [
        (b"1 2 x", "x", 2),
        (b"1 2.5 3", "2.5", 1),
        (b"1,2", "1,2", 0),
        (b"1 --2", "--2", 1),
        (b"1 -", "-", 1),
        (b"9" * 19, "9" * 19, 0),
        (b"1 " + b"7" * 99_999, "7" * 80, 1),
        ("１".encode(), "１", 0),
        (b"5 \xff", "�", 1),
    ],
)
@pytest.mark.parametrize("block", [1, 2, 1 << 18])
def test_what_is_no_id_is_named_with_its_place(
    data: bytes, value: str, position: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_module, "BLOCK", block)
    with raises("InputError.not_an_id") as raised:
        read(data)
    assert raised.value.values["position"] == position
    assert str(raised.value.values["value"])[:19] == value[:19]


@for_each(
    "data, form",
    [
        (b"123", IdFormat.RAW),
        (b"123", IdFormat.NPY),
        (npy(np.zeros((2, 2), np.uint16)), IdFormat.NPY),
        (npy(np.zeros(2)), IdFormat.NPY),
        (npy(np.array(["a"])), IdFormat.NPY),
        (npy(np.array([{}], object)), IdFormat.NPY),
        (npy(np.zeros(9, np.uint32))[:-1], IdFormat.NPY),
        (b"\x93NUMPY\x09\x00", IdFormat.NPY),
    ],
)
def test_what_is_no_row_of_integers_is_refused(data: bytes, form: IdFormat) -> None:
    with pytest.raises(OptionError):
        read(data, form)


@for_each(
    "name, asked, found",
    [
        (None, None, "text"),
        (None, "npy", "npy"),
        ("a.npy", None, "npy"),
        ("a.txt", None, "text"),
        ("a", None, "text"),
        ("a.bin", None, "raw"),
        ("a.txt", "raw", "raw"),
        ("a.bin", "text", "text"),
    ],
)
def test_the_name_says_the_format_unless_it_is_asked_for(
    name: str | None, asked: str | None, found: str
) -> None:
    path = Path(name) if name else None
    assert format_of(path, IdFormat(asked) if asked else None) == found


@pytest.mark.parametrize(("name", "asked"), [("a.npy", "raw"), ("a.bin", "npy")])
def test_numpy_s_name_and_format_belong_together(name: str, asked: str) -> None:
    with pytest.raises(OptionError, match=name):
        format_of(Path(name), IdFormat(asked))


TEXT = "low lower newest widest 日本 " * 50


@pytest.mark.parametrize("name", ["ids", "a.txt", "a.ids", "a.npy", "a.bin", "a.raw", "a.TXT"])
@pytest.mark.parametrize("piece", [1, 7, id_file.A_PIECE])
def test_a_suffix_means_the_same_in_python_and_on_the_command_line(
    name: str,
    piece: int,
    tmp_path: Path,
    bpe_lab: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(id_file, "A_PIECE", piece)
    (tmp_path / "text.md").write_text(TEXT, "utf-8")
    (tmp_path / "by_command").mkdir()
    command = tmp_path / "by_command" / name
    ours = encode_file(built_in("lab"), tmp_path / "text.md", tmp_path / name, block=100)
    code, _, _ = bpe_lab("encode", "lab", str(tmp_path / "text.md"), "--out", str(command))
    assert code == 0
    assert ours.path.read_bytes() == command.read_bytes()
    if name in ("ids", "a.txt", "a.ids"):
        lines = ours.path.read_text("ascii").splitlines()
        assert {len(line.split()) for line in lines[:-1]} == {20}
        assert list(map(int, " ".join(lines).split())) == encode(built_in("lab"), TEXT)


@pytest.mark.parametrize("name", ["text.md", "./text.md"])
def test_the_name_of_a_file_is_no_text(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.md").write_text(TEXT, "utf-8")
    for call in (
        lambda text: train(text, vocab_size=257),
        lambda text: encode_file(built_in("lab"), text, "ids.npy"),
    ):
        with raises("InputError.file_name_as_text", match=r"pass Path\(.*text.md"):
            call(name)
        call(name.encode())
        call("no-" + name)
        call(name + "\0")
