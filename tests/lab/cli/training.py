"""A small training on the command line: its text, its files, its options."""

from __future__ import annotations

from pathlib import Path

TEXT = "low lower newest widest " * 40
FILES = {"vocab.json", "merges.txt", "bpe-lab.json", "tokenizer.json"}


def to(out: Path, size: int = 270) -> tuple[str, ...]:
    return ("--vocab-size", str(size), "--out", str(out))
