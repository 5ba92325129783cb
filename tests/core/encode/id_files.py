"""A small model and its texts for ids in files."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bpe_core import train
from bpe_core.model import BPEModel, Merge, Vocabulary

CORPUS = "low lower 'll newest\n\n widest 123 哈哈! haha ab ab\u0301 <|x|> e\u0301é  \u3000 "
LONG = (
    "<|x|>",
    "<|x|><|x|>",
    "newest\n\n",
    "'ll 哈",
)


@cache
def model(pattern: str, normalization: str = "") -> BPEModel:
    made = train(CORPUS * 3, vocab_size=300, pattern=pattern, special_tokens=LONG)
    vocabulary, merges, specials = made.vocabulary, made.merges, made.special_tokens
    return BPEModel(vocabulary, merges, specials, pattern, normalization=normalization)


def without_tables() -> BPEModel:
    """Two tokens of one rank, which compiled code does not take."""
    merges = (Merge(97, 98, 256), Merge(104, 97, 257))
    vocabulary = Vocabulary.of_bytes([b"ab", b"ha", b"<|x|>"])
    return BPEModel(vocabulary, merges, {"<|x|>": 258}, ranks=(0, 0))


def ids_in(path: Path, dtype: Any) -> list[int]:
    if path.suffix in ("", ".txt", ".ids"):
        return list(map(int, path.read_text("ascii").split()))
    ids = np.load(path) if path.suffix == ".npy" else np.fromfile(path, dtype)
    assert ids.dtype == dtype
    return list(ids.tolist())


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def printed(program: str, folder: Path) -> str:
    """What a process of its own prints, which runs ``program`` with ``folder``."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.stdout
