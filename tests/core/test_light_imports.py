"""What is imported waits until it is needed, and numpy, regex and numba are all that is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

STEPS = """
import sys

def loaded(*names):
    return sorted({*names} & sys.modules.keys())

from bpe_core import BPEModel, Vocabulary, decode, encode, train
assert not loaded("bpe_core.vocabularies"), "importing the package reads no vocabulary"

model = BPEModel(Vocabulary.of_bytes(), ())
assert decode(model, encode(model, "low")) == "low"
assert not loaded("numpy"), "numpy waits for the first array"

import bpe_core.registry
systems = [name for name in sys.modules if name.startswith("bpe_core.systems.")]
assert systems == ["bpe_core.systems.system"], "naming systems loads none"

from bpe_core.warm import is_warm
is_warm()
assert not loaded("numba"), "asking whether kernels are compiled loads no compiler"

from bpe_core.registry import TRAINERS
assert not loaded("numba"), "trainers are named before compiled code is loaded"

import bpe_core.systems.bytepiece.bytepiece_training
import bpe_core.encode.compiled, bpe_core.train.compiled
assert not loaded("numba"), "kernels are called without it"

import bpe_core.encode.compiled, bpe_core.train.compiled
assert (bpe_core.encode, bpe_core.train) == (encode, train), "no package takes their place"
"""


def test_nothing_is_imported_before_it_is_needed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STEPS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


ALONE = """
import sys
from importlib.metadata import packages_distributions

OURS = {"numpy", "regex", "numba", "llvmlite", "bpe_core"}
others = packages_distributions().keys() - OURS - sys.stdlib_module_names

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in others:
            raise ModuleNotFoundError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
try:
    import rich
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("nothing is blocked")

import bpe_core

text = "low lower newest widest " * 20_000
model = bpe_core.train(text, vocab_size=270, special_tokens=["<|e|>"])
ids = bpe_core.encode(model, text)
assert bpe_core.decode(model, ids) == text
assert bpe_core.encode_array(model, text).tolist() == ids
for form in ("gpt2", "huggingface"):
    bpe_core.save(model, f"{sys.argv[1]}/{form}", format=form)
    assert bpe_core.encode(bpe_core.load(f"{sys.argv[1]}/{form}"), text) == ids
taught = {name.partition(".")[0] for name in sys.modules} & {"bpe_lab", "ui", *others}
assert not taught, taught
"""


def test_numpy_regex_and_numba_are_all_that_it_needs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_what_is_taught_runs_without_numpy_and_compiled_code() -> None:
    """Trainers, encoders, short texts and four walks are in Python: a browser can run them."""

    def results(*arguments: str) -> list[str]:
        command = [sys.executable, "-m", "tests.core.without_numpy", *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    *alone, loaded = results("blocked")
    assert (len(alone), loaded) == (17, "[]")
    assert alone == results()[:-1]
