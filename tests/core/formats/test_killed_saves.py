"""A save that is killed at any step leaves the old model or the new one, whole."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_core.errors import FormatError
from bpe_core.files import load, save
from bpe_core.registry import FORMATS
from bpe_core.runtime import files
from bpe_core.systems.bytepiece import load_bytepiece, save_bytepiece
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
from bpe_core.train.pipeline import train
from tests.core.formats.killing import NEW, OLD, model_of, written_as_train_does
from tests.core.runtime.dying import Died, dying, steps_of
from tests.paths import ROOT


def check_every_death(
    tmp_path: Path,
    save_old: Callable[[Path], object],
    save_new: Callable[[Path], object],
    read: Callable[[Path], object],
) -> None:
    """Die at every step of ``save_new`` over ``save_old``; read, and save again."""
    before, after = tmp_path / "before", tmp_path / "after"
    save_old(before)
    (before / "notes.txt").write_text("somebody's own")
    shutil.copytree(before, after)
    steps = steps_of(lambda: save_new(after))
    old, new = read(before), read(after)
    assert old != new
    assert {"write", "fsync", "os.rename"} <= set(steps)
    seen = []
    for at in range(len(steps)):
        folder = tmp_path / f"died-{at}"
        shutil.copytree(before, folder)
        with pytest.raises(Died), dying(at):
            save_new(folder)
        seen.append(read(folder))
        assert seen[-1] in (old, new), (at, steps[at])
        assert seen[-1] == read(folder), "a load changes nothing"
        save_new(folder)
        assert read(folder) == new
        assert names(folder) == names(after), (at, steps[at])
    assert seen[0] == old
    assert seen[-1] == new
    assert seen == sorted(seen, key=lambda model: model == new), "from old to new, once"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("form", FORMATS)
def test_a_killed_save_leaves_the_old_model_or_the_new(form: str, tmp_path: Path) -> None:
    old, new = model_of(form, OLD), model_of(form, NEW)
    check_every_death(
        tmp_path,
        lambda folder: save(old, folder, format=form),
        lambda folder: save(new, folder, format=form),
        load,
    )


def test_a_killed_training_leaves_no_old_file_beside_new_ones(tmp_path: Path) -> None:
    old, new = train(OLD, vocab_size=258), train(NEW, vocab_size=300)
    check_every_death(
        tmp_path,
        lambda folder: written_as_train_does(old, folder),
        lambda folder: written_as_train_does(new, folder),
        lambda folder: (load(folder), load(folder / "tokenizer.json")),
    )


def test_a_killed_save_of_another_format_leaves_the_old_model_or_the_new(
    tmp_path: Path,
) -> None:
    old, new = train(OLD, vocab_size=258, special_tokens=["<|x|>"]), model_of("bbpe", NEW)
    check_every_death(
        tmp_path,
        lambda folder: save(old, folder),
        lambda folder: save(new, folder, format="bbpe"),
        load,
    )


def test_a_killed_save_of_one_file_leaves_the_old_one_or_the_new(tmp_path: Path) -> None:
    old, new = (
        UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), piece: 9})
        for piece in (b"ab", b"cd")
    )

    def save_in(folder: Path, model: UnigramModel) -> None:
        save_bytepiece(model, folder / "my.model")

    check_every_death(
        tmp_path,
        lambda folder: save_in(folder, old),
        lambda folder: save_in(folder, new),
        lambda folder: load_bytepiece(folder / "my.model"),
    )


@pytest.mark.slow
@pytest.mark.parametrize("form", [*FORMATS, "train"])
def test_sigkill_at_every_step_leaves_the_old_model_or_the_new(
    form: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.core.formats.killing", form, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    killed, old, new = map(int, done.stdout.split())
    assert killed == old + new
    assert min(old, new) > 0


def test_a_reader_sees_no_mixture_while_somebody_saves(tmp_path: Path) -> None:
    models = [train(text, vocab_size=260) for text in (OLD, NEW)]
    save(models[0], tmp_path)
    done = threading.Event()

    def save_again() -> None:
        for k in range(30):
            save(models[k % 2], tmp_path)
        done.set()

    saver = threading.Thread(target=save_again)
    saver.start()
    seen = []
    while not done.is_set():
        seen.append(load(tmp_path))
    saver.join()
    assert all(model in models for model in seen)
    assert len(set(map(id, seen))) > 1


def test_savers_that_meet_leave_one_of_their_models(tmp_path: Path) -> None:
    models = [train(OLD, vocab_size=258), train(NEW, vocab_size=300)]
    threads = [
        threading.Thread(target=lambda model=model: [save(model, tmp_path) for _ in range(8)])
        for model in models
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert load(tmp_path) in models
    assert names(tmp_path) == ["bpe-lab.json", "merges.txt", "vocab.json"]


def test_a_read_only_folder_is_read_as_its_killed_save_left_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = train(OLD, vocab_size=258), train(NEW, vocab_size=300)
    save(old, tmp_path)
    moves = [
        k for k, name in enumerate(steps_of(lambda: save(new, tmp_path))) if "name" in name
    ]
    save(old, tmp_path)
    with pytest.raises(Died), dying(moves[2]):
        save(new, tmp_path)
    left = names(tmp_path)

    def refuse(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(files, "_finish", refuse)
    assert load(tmp_path) == new
    assert names(tmp_path) == left


def test_a_file_that_was_replaced_by_hand_is_an_error_that_names_it(tmp_path: Path) -> None:
    save(train(OLD, vocab_size=258), tmp_path / "a")
    save(train(NEW, vocab_size=300), tmp_path / "b")
    shutil.copy(tmp_path / "b" / "vocab.json", tmp_path / "a" / "vocab.json")
    with pytest.raises(FormatError, match=r"checksum of vocab.json \+ merges.txt"):
        load(tmp_path / "a")


def test_what_a_killed_writer_left_half_done_is_no_vocabulary(tmp_path: Path) -> None:
    codes = model_of("subword_nmt", OLD)
    save(codes, tmp_path, format="subword_nmt")
    (tmp_path / "codes.bpe.partial").write_bytes(b"#version: 0.2\ne n\nen")
    assert load(tmp_path) == codes


def test_a_format_without_a_side_file_replaces_the_side_file(tmp_path: Path) -> None:
    save(train(OLD, vocab_size=258), tmp_path)
    new = model_of("bbpe", NEW)
    save(new, tmp_path, format="bbpe")
    assert load(tmp_path) == new


def test_a_folder_with_the_name_of_a_file_stops_the_save_before_it_counts(
    tmp_path: Path,
) -> None:
    (tmp_path / "merges.txt").mkdir()
    with pytest.raises(IsADirectoryError, match=r"merges\.txt"):
        save(train(OLD, vocab_size=258), tmp_path)
    assert names(tmp_path) == ["merges.txt"]


def test_what_is_written_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    steps = steps_of(lambda: save(model_of("gpt2", NEW), tmp_path / "new"))
    files = ["open", "half a write", "write", "fsync"] * 3
    moved = ["os.rename"] * 3
    made = ["os.mkdir", "fsync", "os.mkdir"]
    assert steps == [*made, *files, "fsync", "os.rename", "fsync", *moved, "fsync", "os.rmdir"]
