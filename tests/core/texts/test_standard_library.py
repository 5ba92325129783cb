"""The standard library as a corpus: the same text each time, own files, whole characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core.library import source_files, standard_library
from tests.raising import raises


def folder_of(tmp_path: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path


def test_files_come_in_order_folder_by_folder(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"b/z.py": b"3", "a.py": b"1", "b/a.py": b"2", "c.py": b"4"})
    assert standard_library(folder=root).text == "1234"


def test_only_the_library_s_own_source_is_read(tmp_path: Path) -> None:
    root = folder_of(
        tmp_path,
        {
            "a.py": b"own",
            "a.txt": b"no",
            "site-packages/pip/x.py": b"no",
            "b/dist-packages/x.py": b"no",
            "__pycache__/x.py": b"no",
            "_sysconfigdata__linux.py": b"/home/of/another/machine",
        },
    )
    (root / "loop").symlink_to(root, target_is_directory=True)
    assert standard_library(folder=root).text == "own"


def test_a_file_that_is_not_utf8_is_left_out_whole(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"a.py": b"a\r\n", "b.py": b"b\xe9b", "c.py": "ô".encode()})
    assert standard_library(folder=root).text == "a\r\nô"


@pytest.mark.parametrize(("limit", "text"), [(1, "a"), (2, "a"), (3, "aô"), (4, "aôb")])
def test_the_cut_is_at_a_character_border(tmp_path: Path, limit: int, text: str) -> None:
    root = folder_of(tmp_path, {"a.py": "aôbc".encode()})
    assert standard_library(limit, folder=root).text == text


def test_no_file_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "gone", folder_of(tmp_path, {"a.py": b""})):
        with raises("InputError.no_library", match=tmp_path.name):
            standard_library(folder=folder)


def test_this_python_s_library_is_a_real_corpus() -> None:
    corpus = standard_library(2_000_000)
    assert corpus.size == 2_000_000
    assert corpus == standard_library(2_000_000)
    assert corpus.text.startswith(standard_library(100_000).text)


def test_reading_stops_where_the_limit_is_reached(tmp_path: Path) -> None:
    root = folder_of(tmp_path, {"a.py": b"abc", "b.py": b"def"})
    files = [path.name for path in source_files(root)]
    assert files == ["a.py", "b.py"]
    (root / "b.py").chmod(0)
    assert standard_library(3, folder=root).text == "abc"
