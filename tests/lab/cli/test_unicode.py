"""What commands say of Unicode, and the switch that pins a version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bpe_core import encode, load, save, train
from bpe_core.kernels.scan import PINNED_VERSIONS
from bpe_core.pretokenize.patterns import unicode_version

VERSION = PINNED_VERSIONS[-1]
NEW = "\U00011db0"  # a letter since 17.0: with 16.0 it goes with the mark behind it
TEXT = f"low {NEW}! lower\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    save(train(f"a {NEW}! " * 9, vocab_size=270), tmp_path / "mine")
    return tmp_path / "mine"


def test_encode_pins_the_version(bpe_lab, mine: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(TEXT, "utf-8", newline="")
    code, out, err = bpe_lab("encode", str(mine), str(text), "--unicode", VERSION)
    assert (code, err) == (0, "")
    ids = [int(one) for one in out.split()]
    assert ids == encode(load(mine, unicode=VERSION), TEXT)
    code, out, err = bpe_lab("encode", "lab", str(text), "--unicode", "1.1")
    assert (code, out) == (1, "")
    assert err == f"bpe-lab: no Unicode version named '1.1'; known: {VERSION}\n"


def test_another_version_is_said_on_stderr(bpe_lab, mine: Path, tmp_path: Path) -> None:
    side, text = mine / "bpe-lab.json", tmp_path / "text.txt"
    text.write_text(TEXT, "utf-8", newline="")
    fields = json.loads(side.read_text("utf-8"))
    side.write_text(json.dumps({**fields, "unicode": "13.0.0"}), "utf-8")
    code, _, err = bpe_lab("encode", str(mine), str(text))
    assert code == 0
    assert err.startswith("bpe-lab: these files were written under Unicode 13.0.0; ")
    assert unicode_version() in err
    assert err.count("\n") == 1


def test_training_takes_a_pinned_pattern(bpe_lab, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    options = ("--vocab-size", "270", "--out", str(out), "--pattern", f"o200k@{VERSION}")
    code, _, err = bpe_lab("train", "sample:intj", *options)
    assert code == 0
    assert "pinned to Unicode" in err
    assert load(out).pattern == f"o200k@{VERSION}"
    assert not (out / "tokenizer.json").exists()
