"""A failed write leaves what was there, and what cannot be read back is not written."""

from __future__ import annotations

from pathlib import Path

import pytest

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample

NAMES = {"vocab.json", "merges.txt", "bpe-lab.json"}


@pytest.fixture
def old() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=258)


@pytest.fixture
def new() -> BPEModel:
    return bpe_core.train(sample("story_en").text, vocab_size=300)


def fail_after(writes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the disk fill up halfway through the write after ``writes`` good ones."""
    write, left = Path.write_bytes, [writes]

    def write_bytes(path: Path, data: bytes) -> int:
        if left[0] == 0:
            write(path, data[: len(data) // 2])
            raise OSError(28, "No space left on device")
        left[0] -= 1
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_full_disk_leaves_the_old_model_whole(
    writes: int, old: BPEModel, new: BPEModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bpe_core.save(old, tmp_path)
    with monkeypatch.context() as broken:
        fail_after(writes, broken)
        with pytest.raises(OSError, match="No space left"):
            bpe_core.save(new, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == NAMES
    assert bpe_core.load(tmp_path) == old
    bpe_core.save(new, tmp_path)
    assert bpe_core.load(tmp_path) == new


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_full_disk_leaves_no_first_model(
    writes: int, new: BPEModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_after(writes, monkeypatch)
    with pytest.raises(OSError, match="No space left"):
        bpe_core.save(new, tmp_path / "model")
    assert list((tmp_path / "model").iterdir()) == []


def test_saving_makes_the_folder_and_leaves_three_files(old: BPEModel, tmp_path: Path) -> None:
    bpe_core.save(old, tmp_path / "a" / "b")
    bpe_core.save(old, str(tmp_path / "a" / "b"))
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == NAMES


def test_a_file_in_the_folders_place_is_left_alone(old: BPEModel, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(FileExistsError):
        bpe_core.save(old, tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("special", ["Ġ", "é", "Ġt"])
def test_a_special_token_that_would_read_as_bytes_is_not_written(
    special: str, tmp_path: Path
) -> None:
    # In GPT-2's files "Ġ" is the space and "Ġt" a token of a space and a t.
    model = bpe_core.train(" t t", vocab_size=258, special_tokens=[special])
    with pytest.raises(FormatError, match=f"vocab.json, key '{special}': ids .* written alike"):
        bpe_core.save(model, tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_an_unknown_format_is_refused(old: BPEModel, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="no format named 'zip'; known: gpt2"):
        bpe_core.save(old, tmp_path, format="zip")
    assert list(tmp_path.iterdir()) == []
