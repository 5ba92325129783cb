"""What is imported waits until it is needed: each step in turn, in one new process."""

from __future__ import annotations

import subprocess
import sys

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
large = ("bpe_core.systems.bytepiece", "bpe_core.systems.subword_nmt")
assert not loaded("sentencepiece", *large), "naming systems loads none"

from bpe_core.warm import is_warm
is_warm()
assert not loaded("numba", "llvmlite"), "asking whether kernels are compiled loads no compiler"

from bpe_core.train.compiled import train_compiled
run = train_compiled([])
assert not loaded("numba", "llvmlite"), "a run that has not begun needs none"

import bpe_core.systems.bytepiece.bytepiece_training
assert not loaded("numba", "llvmlite"), "importing the trainer of BytePiece needs none"

import bpe_core.encode.worker, bpe_core.train.compiled
assert (bpe_core.encode, bpe_core.train) == (encode, train), "no package takes their place"
"""


def test_nothing_is_imported_before_it_is_needed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STEPS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
