"""A failed write leaves what was there, and what cannot be read back is not written."""

from __future__ import annotations

import shutil
from errno import ENOSPC
from pathlib import Path

import pytest

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from tests.core.runtime.dying import dying, steps_of

NAMES = {"vocab.json", "merges.txt", "bpe-lab.json"}


@pytest.fixture
def old() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=258)


@pytest.fixture
def new() -> BPEModel:
    return bpe_core.train(sample("story_en").text, vocab_size=300)


def full_disk() -> OSError:
    return OSError(ENOSPC, "No space left on device")


def test_a_full_disk_leaves_the_old_model_whole(
    old: BPEModel, new: BPEModel, tmp_path: Path
) -> None:
    bpe_core.save(old, tmp_path)
    for at in writes_of(new, tmp_path / "counted"):
        with dying(at, error=full_disk()), pytest.raises(OSError, match="No space left"):
            bpe_core.save(new, tmp_path)
        shutil.rmtree(tmp_path / "counted", ignore_errors=True)
        assert {path.name for path in tmp_path.iterdir()} == NAMES
        assert bpe_core.load(tmp_path) == old
    bpe_core.save(new, tmp_path)
    assert bpe_core.load(tmp_path) == new


def test_a_full_disk_leaves_no_first_model(new: BPEModel, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    for at in writes_of(new, tmp_path / "counted"):
        with dying(at, error=full_disk()), pytest.raises(OSError, match="No space left"):
            bpe_core.save(new, folder)
        assert list(folder.iterdir()) == []
        folder.rmdir()


def writes_of(model: BPEModel, folder: Path) -> list[int]:
    """The steps of a first save that write: at the half and at the end of each file."""
    steps = steps_of(lambda: bpe_core.save(model, folder))
    writes = [at for at, name in enumerate(steps) if "write" in name]
    assert len(writes) == 2 * len(NAMES)
    return writes


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
