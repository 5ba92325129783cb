"""What a run reads: the folder that `prepare` laid out, as each library likes it."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.documents import documents
from benchmarks.peers.works import Task
from bpe_core.files import load
from bpe_core.model import BPEModel
from bpe_lab.measure.peers import ordinary_parts

TEXTS, IDS, MODEL = "texts", "ids", "model"
HUGGING_FACE = "tokenizer.json"
RANKS = "vocabulary.tiktoken"
TRAINING_DOCUMENT = 65_536  # characters: enough for all threads, few calls


@dataclass(frozen=True, slots=True)
class BenchInputs:
    """A task and the folder that it reads."""

    task: Task
    folder: Path

    @property
    def threads(self) -> int:
        """As many as a library may use."""
        return self.task.threads

    def data(self) -> bytes:
        """The text in UTF-8."""
        return (self.folder / TEXTS / self.task.work.text).read_bytes()

    def text(self) -> str:
        """The text."""
        return self.data().decode()

    def training_documents(self) -> list[str]:
        """The text between its special tokens, in pieces that threads can share."""
        parts = ordinary_parts(self.text(), self.task.work.options)
        return [piece for part in parts for piece in documents(part, TRAINING_DOCUMENT)]

    def ids(self) -> NDArray[np.uint32]:
        """The text's ids, to decode."""
        ids: NDArray[np.uint32] = np.load(self.folder / IDS / f"{self.task.work.text}.npy")
        return ids

    def model(self) -> BPEModel:
        """The vocabulary that encodes and decodes."""
        return load(self.folder / MODEL)

    def hugging_face(self) -> str:
        """The same vocabulary as ``tokenizer.json``."""
        return (self.folder / HUGGING_FACE).read_text("utf-8")

    def ranks(self) -> dict[bytes, int]:
        """The same vocabulary as tiktoken has it."""
        lines = (self.folder / RANKS).read_bytes().splitlines()
        pairs = (line.split() for line in lines if line)
        return {base64.b64decode(token): int(rank) for token, rank in pairs}


def tiktoken_encoding(inputs: BenchInputs) -> Any:
    """tiktoken's encoding of the vocabulary."""
    import tiktoken

    from bpe_core.pretokenize.patterns import pattern_text

    return tiktoken.Encoding(
        "bench",
        pat_str=str(pattern_text("gpt2")),
        mergeable_ranks=inputs.ranks(),
        special_tokens={},
    )
