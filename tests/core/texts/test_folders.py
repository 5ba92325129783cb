"""A folder as a corpus: its text files in order, nothing hidden, nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core.errors import NoTextFilesError
from bpe_core.texts.folders import LOOKED_AT, folder_files


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
    with pytest.raises(NoTextFilesError, match=tmp_path.name):
        folder_files(tmp_path)
