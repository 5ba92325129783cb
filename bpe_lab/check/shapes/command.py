"""A command, in any language, that reads a text and writes ``merges.txt``.

One merge per line, two tokens in GPT-2's characters with a space between; a first line that
begins with ``#version`` is skipped.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bpe_core.runtime.text import read_back
from bpe_lab.check.shapes.solution import Ability, Lesson, Loaded, Tokenizer, Trained

TITLE = "a command that writes merges.txt"
TEXT, OUT = "text.txt", "merges.txt"


class Command:
    """``{text}``, ``{size}``, ``{merges}`` and ``{out}`` in its words are filled in."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        source, out = Path(TEXT).absolute(), Path(OUT).absolute()
        source.write_bytes(text.encode())
        out.unlink(missing_ok=True)
        values = {"text": source, "size": vocab_size, "merges": vocab_size - 256, "out": out}
        words = [word.format(**values) for word in self._words]
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            raise RuntimeError(f"the command ended with code {done.returncode}")
        return Trained(tuple(_merges(out)))

    def tokenizer(self, lesson: Lesson) -> Tokenizer:
        raise NotImplementedError("a command only trains")


def load_command(line: str) -> Loaded:
    """The command of a line, as a shell cuts it."""
    return Loaded(Command(shlex.split(line)), TITLE, frozenset([Ability.TRAINS]))


def _merges(file: Path) -> list[tuple[bytes, bytes]]:
    lines = file.read_text("utf-8").split("\n")
    pairs = (line.split(" ") for line in lines if line and not line.startswith("#version"))
    return [(read_back(left), read_back(right)) for left, right in pairs]
