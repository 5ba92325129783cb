"""Kernels compiled ahead: the same results as numba's, and no numba."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_core.kernels.built import SETTING
from tests.paths import ROOT

pytestmark = pytest.mark.slow
# Every proof that compiled code equals the naive trainer, the encoders and `regex`.
EQUALITY = [
    f"tests/core/{folder}" for folder in ("train", "encode", "count", "pretokenize", "systems")
]
WORK = """
import sys
from bpe_core import decode_array, encode_array, train
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.tokenizer import decode, encode

text = "low lower lowest 你好 " * 20_000
for tie_break in ("greatest", "first_seen", "lowest_ids", "lowest_gpt2_ids"):
    model = train(text, vocab_size=300, trainer="compiled", tie_break=tie_break, threads=2)
    print(model.merges)
ids = encode_array(model, text, threads=2)
assert decode_array(model, ids, threads=2) == text.encode()
pieces = train_bytepiece(text, max_vocab_size=270, threads=2)
assert decode(pieces, encode(pieces, text)) == text
print(ids.sum(), encode(pieces, text)[:50])
print("numba" in sys.modules, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Libraries for this machine."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "scripts.kernels", "--into", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT)
    return folder


def worked(setting: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WORK],
        env={**os.environ, SETTING: setting},
        cwd=ROOT,
        check=True,
        text=True,
        capture_output=True,
    )


def test_the_same_merges_ids_and_pieces_without_numba(libraries: Path, tmp_path: Path) -> None:
    built, by_numba = worked(str(libraries)), worked("numba")
    assert (built.stderr.split()[-1], by_numba.stderr.split()[-1]) == ("False", "True")
    assert built.stdout == by_numba.stdout
    left = shutil.copytree(libraries, tmp_path / "left")
    for file in left.glob("x86_64_v*"):
        file.unlink()
    without = worked(str(left))
    assert without.stderr.split()[-1] == "True"
    assert without.stdout == built.stdout


def test_every_proof_of_equality_holds(libraries: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "not slow"]
    numbas_own = ["--deselect", "tests/core/systems/test_bytepiece_warm.py"]
    subprocess.run(
        [*command, *EQUALITY, *numbas_own],
        env={**os.environ, SETTING: str(libraries), "EXAMPLES": "few"},
        cwd=ROOT,
        check=True,
    )
