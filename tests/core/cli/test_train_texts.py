"""``bpe-lab train``: where its texts come from."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from threading import Thread

import pytest

from bpe_core import load, train
from bpe_core.texts.corpus import INTJ, sample
from bpe_core.texts.standard_library import standard_library
from tests.core.cli.running import streams
from tests.core.cli.training import TEXT, to


def test_files_and_folders_are_texts_of_their_own(bpe_lab, tmp_path: Path, out: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "deep").mkdir(parents=True)
    (folder / "1.txt").write_text("a")
    (folder / "deep" / "2.md").write_text("b")
    (folder / "3.png").write_bytes(b"\x89PNG\0")
    (tmp_path / "more").write_text("cd")
    code, told, _ = bpe_lab("train", str(folder), str(tmp_path / "more"), *to(out), "--json")
    assert code == 0
    assert json.loads(told)["bytes"] == 4
    assert load(out).merges_as_bytes() == [(b"c", b"d")], "no merge of a and b"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sample:intj", INTJ),
        ("sample:story_zh", sample("story_zh").text),
        ("library_20k", standard_library(20_000).text),
    ],
)
def test_texts_with_a_name_are_taken(name: str, text: str, bpe_lab, out: Path) -> None:
    code, told, _ = bpe_lab("train", name, *to(out), "--json")
    assert code == 0
    assert json.loads(told)["bytes"] == len(text.encode())
    assert load(out) == train(text, vocab_size=270)


def test_the_library_is_python_s_own(
    bpe_lab, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = standard_library(1000)
    monkeypatch.setattr("bpe_core.cli.corpora.standard_library", lambda: short)
    assert bpe_lab("train", "library", *to(out))[0] == 0
    assert load(out) == train(short.text, vocab_size=270)


def test_downloads_are_fetched_by_name(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fetched(name: str, *, on_progress: object) -> Path:
        asked.append(name)
        assert callable(on_progress)
        return Path(corpus)

    monkeypatch.setattr("bpe_core.cli.corpora.download", fetched)
    assert bpe_lab("train", "download:tinystories", *to(out))[0] == 0
    assert asked == ["tinystories"]
    assert load(out) == train(TEXT, vocab_size=270)


@pytest.mark.parametrize("name", ["library", "sample:low", "download:x"])
def test_a_file_is_taken_before_a_name(
    name: str, bpe_lab, tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("abab")
    assert bpe_lab("train", name, *to(out))[0] == 0
    assert load(out) == train("abab", vocab_size=270)


def test_standard_input_is_a_text(
    bpe_lab, corpus: str, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    with streams(corpus):
        assert bpe_lab("train", "-", *to(out, 262)) == (0, "", "")
    assert load(out) == train(TEXT, vocab_size=262)
    assert not list(place.iterdir()), "its copy is gone"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_a_text(bpe_lab, tmp_path: Path, out: Path) -> None:
    """As in ``bpe-lab train <(zcat text.gz)``."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(TEXT,))
    writer.start()
    assert bpe_lab("train", str(pipe), *to(out, 262))[0] == 0
    writer.join()
    assert load(out) == train(TEXT, vocab_size=262)
