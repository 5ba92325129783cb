"""A model of another version of Unicode is loaded with a word; a pinned one needs none."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from bpe_core import load, save, train
from bpe_core.errors import FormatError, OptionError, UnknownNameError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import unicode_version

TEXT = "low lower newest"


@pytest.fixture
def model() -> BPEModel:
    return train(TEXT, vocab_size=258)


def recorded(folder: Path) -> str:
    return str(json.loads((folder / "bpe-lab.json").read_text("utf-8"))["unicode"])


def record(folder: Path, version: Any) -> None:
    path = folder / "bpe-lab.json"
    side = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**side, "unicode": version}), "utf-8")


def test_another_version_is_a_warning_that_names_both(model: BPEModel, tmp_path: Path) -> None:
    save(model, tmp_path)
    record(tmp_path, "13.0.0")
    words = rf"written under Unicode 13\.0\.0; .* those of {unicode_version()}"
    with pytest.warns(UnicodeWarning, match=words) as caught:
        assert load(tmp_path) == model
    assert caught[0].filename == __file__


@pytest.mark.parametrize("version", ["running", ""])
def test_the_same_version_and_none_are_silent(
    version: str, model: BPEModel, tmp_path: Path
) -> None:
    save(model, tmp_path)
    record(tmp_path, unicode_version() if version else "")
    silent(tmp_path)


def silent(folder: Path, **options: Any) -> BPEModel:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load(folder, **options)


@pytest.mark.parametrize("pattern", ["whitespace", "none"])
def test_patterns_without_letters_are_the_same_in_all_versions(
    pattern: str, tmp_path: Path
) -> None:
    save(train(TEXT, vocab_size=258, pattern=pattern), tmp_path)
    record(tmp_path, "13.0.0")
    silent(tmp_path)


def test_a_pinned_model_keeps_its_version_in_our_files(tmp_path: Path) -> None:
    model = train(TEXT, vocab_size=258, pattern="cl100k@16.0")
    save(model, tmp_path)
    assert recorded(tmp_path) == "16.0"
    assert silent(tmp_path) == model


def test_loading_can_pin_a_model(model: BPEModel, tmp_path: Path) -> None:
    save(model, tmp_path)
    record(tmp_path, "13.0.0")
    assert silent(tmp_path, unicode="16.0").pattern == "gpt2@16.0"
    save(model, tmp_path / "ranks", format="tiktoken")
    assert silent(tmp_path / "ranks", unicode="16.0", pattern="o200k").pattern == "o200k@16.0"
    with pytest.raises(
        UnknownNameError, match=r"no Unicode version named '15\.0'; known: 16\.0"
    ):
        load(tmp_path, unicode="15.0")
    with pytest.raises(OptionError, match="not for a custom pattern"):
        load(tmp_path, unicode="16.0", pattern="custom:.")


def test_a_format_that_has_no_version_refuses_a_pinned_model(tmp_path: Path) -> None:
    model = train(TEXT, vocab_size=258, pattern="gpt2@16.0")
    with pytest.raises(FormatError, match=r"tokenizer\.json.* pinned to Unicode 16\.0"):
        save(model, tmp_path, format="huggingface")
    with pytest.raises(FormatError, match=r"always splits by gpt2, this model by gpt2@16\.0"):
        save(model, tmp_path, format="bbpe")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", [7, None, ["16.0"], {}])
def test_a_version_is_a_text(version: Any, model: BPEModel, tmp_path: Path) -> None:
    save(model, tmp_path)
    record(tmp_path, version)
    with pytest.raises(FormatError, match=r"bpe-lab\.json, key 'unicode': a text"):
        load(tmp_path)


def test_a_long_version_is_cut_where_it_is_named(model: BPEModel, tmp_path: Path) -> None:
    save(model, tmp_path)
    record(tmp_path, "9" * 5_000)
    with pytest.warns(UnicodeWarning) as caught:
        load(tmp_path)
    assert len(str(caught[0].message)) < 300
