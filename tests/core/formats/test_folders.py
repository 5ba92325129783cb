"""A folder holds one model: the one that was saved last, whatever was there before."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import bpe_core
from bpe_core.errors import OptionError
from bpe_core.formats.known_formats import written_names
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from tests.core.formats.killing import NEW, OLD, model_of, written_as_train_does
from tests.core.formats.test_killed_saves import check_every_death, names
from tests.for_each import for_each
from tests.lab.cli.conftest import bpe_lab as bpe_lab

TEXT = OLD + NEW
PAIRS = [(one, other) for one, other in product(FORMATS, FORMATS) if one != other]


@pytest.fixture(scope="module")
def models() -> dict[str, tuple[BPEModel, BPEModel]]:
    return {form: (model_of(form, OLD), model_of(form, NEW)) for form in FORMATS}


@pytest.fixture(scope="module")
def converted(
    models: dict[str, tuple[BPEModel, BPEModel]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder for each format, with a model to be converted."""
    room = tmp_path_factory.mktemp("converted")
    for form, (_, new) in models.items():
        bpe_core.save(new, room / form, format=form)
    return room


@for_each("formats", PAIRS)
def test_what_was_saved_last_is_what_is_loaded(
    formats: tuple[str, str], models: dict[str, tuple[BPEModel, BPEModel]], tmp_path: Path
) -> None:
    """Of all pairs of formats; somebody's own files stay."""
    first, second = formats
    foreign = {f"codes.{end}" for end in ("py", "xlsx")} | {"README.md", "merges_log.txt"}
    foreign |= {"tokenizer_config.json", "x.tiktoken", "my-vocab.json", "bpe-lab-race.json"}
    folder = tmp_path / f"{first}-{second}"
    folder.mkdir()
    for name in foreign:
        (folder / name).write_text('{"a": 0}')
    bpe_core.save(models[first][0], folder, format=first)
    bpe_core.save(models[second][1], folder, format=second)
    assert bpe_core.load(folder) == models[second][1]
    assert {*names(folder)} == foreign | FORMATS[second].write(models[second][1]).keys()


@for_each("formats", [*PAIRS, *(("train", form) for form in FORMATS)])
def test_what_was_converted_last_is_what_is_encoded_with(
    formats: tuple[str, str],
    models: dict[str, tuple[BPEModel, BPEModel]],
    converted: Path,
    bpe_lab,
    tmp_path: Path,
) -> None:
    first, second = formats
    out = tmp_path / f"{first}-{second}"
    if first == "train":
        written_as_train_does(models["gpt2"][0], out)
    else:
        bpe_core.save(models[first][0], out, format=first)
    code, _, err = bpe_lab(
        "convert", str(converted / second), "--to", second, "--out", str(out)
    )
    assert (code, err) == (0, "")
    assert bpe_core.load(out) == models[second][1]


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_trained_last_is_what_is_loaded(
    form: str, models: dict[str, tuple[BPEModel, BPEModel]], bpe_lab, tmp_path: Path
) -> None:
    out, text = tmp_path / "out", tmp_path / "text.txt"
    text.write_text(TEXT)
    bpe_core.save(models[form][0], out, format=form)
    assert bpe_lab("train", str(text), "--vocab-size", "290", "--out", str(out))[0] == 0
    assert bpe_core.load(out) == bpe_core.train(TEXT, vocab_size=290)
    assert bpe_core.load(out / "tokenizer.json").merges == bpe_core.load(out).merges


@pytest.mark.parametrize(
    "formats",
    [
        pytest.param(pair, marks=[] if pair == ("gpt2", "huggingface") else pytest.mark.slow)
        for pair in PAIRS
    ],
    ids=" ".join,
)
def test_a_killed_save_of_another_format_leaves_the_old_model_or_the_new(
    formats: tuple[str, str], models: dict[str, tuple[BPEModel, BPEModel]], tmp_path: Path
) -> None:
    """Removing files is part of the step that writes others."""
    first, second = formats
    check_every_death(
        tmp_path,
        lambda folder: bpe_core.save(models[first][0], folder, format=first),
        lambda folder: bpe_core.save(models[second][1], folder, format=second),
        bpe_core.load,
    )


NAMED_OTHERWISE: dict[str, tuple[str, dict[str, str]]] = {
    "numbered downloads": (
        "gpt2",
        {"vocab.json": "vocab (1).json", "merges.txt": "merges (1).txt"},
    ),
    "a numbered side file": ("gpt2", {"bpe-lab.json": "bpe-lab (1).json"}),
    "ranks by a name": ("tiktoken", {"vocabulary.tiktoken": "cl100k_base (2).tiktoken"}),
    "ranks as Llama calls them": ("tiktoken", {"vocabulary.tiktoken": "tokenizer.model"}),
    "codes": ("subword_nmt", {"codes.bpe": "en.codes"}),
}


@for_each("what", NAMED_OTHERWISE)
@for_each("form", FORMATS)
def test_files_by_other_names_are_read_and_never_in_the_way(
    what: str, form: str, models: dict[str, tuple[BPEModel, BPEModel]], tmp_path: Path
) -> None:
    first, new_names = NAMED_OTHERWISE[what]
    old, new = models[first][0], models[form][1]
    folder = tmp_path / f"{what}-{form}"
    bpe_core.save(old, folder, format=first)
    for name, other in new_names.items():
        (folder / name).rename(folder / other)
    assert bpe_core.load(folder) == old
    bpe_core.save(new, folder, format=form)
    assert bpe_core.load(folder) == new
    assert {*new_names.values()} <= {*names(folder)}, "they are somebody's own"


def test_a_format_asked_for_is_read_by_any_name(tmp_path: Path) -> None:
    pair = bpe_core.train(TEXT, vocab_size=270, pattern="whitespace")
    ranks, file = model_of("tiktoken", NEW), tmp_path / "x.tiktoken"
    bpe_core.save(pair, tmp_path)
    file.write_text(FORMATS["tiktoken"].write(ranks)["vocabulary.tiktoken"])
    assert bpe_core.load(tmp_path) == bpe_core.load(tmp_path, format="gpt2") == pair
    assert bpe_core.load(tmp_path, format="tiktoken", pattern="gpt2") == ranks


def test_a_model_of_sentencepiece_is_no_ranks(tmp_path: Path) -> None:
    model = model_of("huggingface", OLD)
    bpe_core.save(model, tmp_path, format="huggingface")
    (tmp_path / "tokenizer.json").rename(tmp_path / "tokenizer (1).json")
    (tmp_path / "tokenizer.model").write_bytes(b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02")
    assert bpe_core.load(tmp_path) == model


def test_the_side_file_of_another_model_is_not_read(tmp_path: Path) -> None:
    model = bpe_core.train(TEXT, vocab_size=270, pattern="whitespace")
    bpe_core.save(model, tmp_path)
    (tmp_path / "bpe-lab.json").rename(tmp_path / "bpe-lab (1).json")
    assert bpe_core.load(tmp_path) == model
    bpe_core.save(model_of("bbpe", NEW), tmp_path, format="bbpe")
    assert bpe_core.load(tmp_path) == model_of("bbpe", NEW)


def test_a_folder_with_the_name_of_a_file_is_no_part_of_a_model(tmp_path: Path) -> None:
    model = model_of("gpt2", NEW)
    (tmp_path / "tokenizer.json").mkdir()
    bpe_core.save(model, tmp_path)
    assert bpe_core.load(tmp_path) == model


def test_a_link_goes_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    bpe_core.save(model_of("huggingface", OLD), tmp_path / "a", format="huggingface")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "tokenizer.json").symlink_to(tmp_path / "a" / "tokenizer.json")
    bpe_core.save(model_of("gpt2", NEW), tmp_path / "b")
    assert bpe_core.load(tmp_path / "b") == model_of("gpt2", NEW)
    assert bpe_core.load(tmp_path / "a") == model_of("huggingface", OLD)


def test_train_removes_no_corpus_of_its_own(bpe_lab, tmp_path: Path) -> None:
    """By whatever name of a model's file it is called."""
    for name in sorted(written_names()):
        (tmp_path / name).write_text(TEXT)
        code, _, err = bpe_lab(
            *("train", str(tmp_path / name), "--vocab-size", "290", "--out", str(tmp_path))
        )
        assert (code, (tmp_path / name).read_text()) == (1, TEXT)
        assert f"{tmp_path / name}, which is read" in err


def test_no_path_at_all_is_no_folder(
    bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    model = model_of("gpt2", OLD)
    for call in (lambda: bpe_core.save(model, ""), lambda: bpe_core.load("")):
        with pytest.raises(OptionError, match=r"path='': a path; the current folder is '\.'"):
            call()
    code, _, err = bpe_lab("convert", "lab", "--to", "gpt2", "--out", "")
    assert (code, "'--out': an empty path; the current folder is '.'" in err) == (2, True)
    assert names(tmp_path) == []
    bpe_core.save(model, ".")
    assert bpe_core.load(".") == model
