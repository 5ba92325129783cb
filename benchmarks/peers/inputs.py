"""What runs read: a folder of texts, a vocabulary and ids, as each library likes them.

Texts are laid out here; what takes compiled code is made before any clock starts, in a process
of its own: all kernels, the vocabulary for each library, the ids that decoders take.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from benchmarks.peers.trails import Trail, of_bytes
from benchmarks.peers.works import BenchPlan, BenchTask, hard_texts
from bpe_core.errors import InputError, OptionError
from bpe_core.files import load, save
from bpe_core.formats.huggingface import write_huggingface
from bpe_core.formats.tiktoken import write_tiktoken
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.registry import look_up
from bpe_core.runtime.text import decode_utf8
from bpe_core.train.pipeline import train
from bpe_lab.measure.guards import Say
from bpe_lab.measure.peers import ordinary_parts
from bpe_lab.measure.process import prepare_in_process
from bpe_lab.measure.reasons import RunError

TEXTS, IDS, MODEL = "texts", "ids", "model"
HUGGING_FACE = "tokenizer.json"
RANKS = "vocabulary.tiktoken"
TRAINING_DOCUMENT = 65_536  # characters: enough for all threads, few calls
VOCAB_SIZE = 32_000  # of a vocabulary that is trained here
# subtle: safe under GPT-2's pattern alone. Every piece that holds a letter ends at the last of
# its letters, whatever follows; pieces without letters are not cut.
_CUT = regex.compile(r"\p{L}(?!\p{L})")


@dataclass(frozen=True, slots=True)
class BenchInputs:
    """A task and the folder that it reads."""

    task: BenchTask
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

    return tiktoken.Encoding(
        "bench",
        pat_str=str(pattern_text("gpt2")),
        mergeable_ranks=inputs.ranks(),
        special_tokens={},
    )


def documents(text: str, size: int) -> Iterator[str]:
    """``text`` in order, cut behind the first word that ends ``size`` characters on or later.

    >>> list(documents("low lower lowest", 4))
    ['low lower', ' lowest']
    >>> list(documents("aaaa", 2))
    ['aaaa']
    """
    start = 0
    while start < len(text):
        cut = _CUT.search(text, start + size - 1)
        end = cut.end() if cut else len(text)
        yield text[start:end]
        start = end


def shares(text: str, count: int) -> list[str]:
    """``text`` in ``count`` documents of about equal length, fewer where it has fewer cuts.

    >>> shares("low lower lowest newest", 2)
    ['low lower lowest', ' newest']
    """
    return list(documents(text, max(1, -(-len(text) // count))))


def lay_out(
    folder: Path,
    plan: BenchPlan,
    texts: Mapping[str, Path | bytes],
    model: BPEModel | None,
) -> dict[str, Trail]:
    """Write what the plan's works name: texts, checked to be UTF-8, and the model if given.

    Without a model the first text is written as well, to train one on.

    Returns the digests of the texts.
    """
    if model is not None and (model.pattern != "gpt2" or model.normalization):
        raise OptionError(name="model", value=model.pattern, rule="gpt2, which all peers know")
    (folder / TEXTS).mkdir()
    (folder / IDS).mkdir()
    trails, known = {}, {**hard_texts(), **texts}
    named = [work.text for work in plan.works if work.text]
    for name in dict.fromkeys([*([] if model else list(texts)[:1]), *named]):
        text = look_up("text", known, name)
        data = text if isinstance(text, bytes) else text.read_bytes()
        if not decode_utf8(data):
            raise InputError("empty_text")
        (folder / TEXTS / name).write_bytes(data)
        trails[name] = of_bytes(data)
    if model is not None:
        save(replace(model, always=frozenset()), folder / MODEL)  # ordinary text, for all peers
    return trails


class PreparationError(RuntimeError):
    """What runs need could not be made; the message is one line."""


def have_prepared(folder: Path, plan: BenchPlan, train_on: str, stop: Event) -> None:
    """Have `prepare` done, and wait; ``train_on`` names a text for where no model is there.

    Raises ``PreparationError``, ``StoppedError``.
    """
    work = "benchmarks.peers.inputs:prepare"
    try:
        prepare_in_process(work, folder, plan.threads, stop, train_on)
    except RunError as error:
        raise PreparationError(str(error)) from error


def prepare(say: Say, folder: Path, plan: BenchPlan, train_on: str) -> None:
    """A work of a `bpe_lab.measure.child`: make what the plan needs beside the texts.

    subtle: the processes of peers import this module, too, and have no compiled code of ours
    in the memory that is measured.
    """
    from bpe_core.encode.encode_array import encode_array
    from bpe_core.warm import warm

    warm()
    if any(work.kind in ("encode", "decode", "first") for work in plan.works):
        make_vocabulary(folder, train_on)
    for work in plan.works:
        if work.kind == "decode":
            text = (folder / TEXTS / work.text).read_bytes()
            ids = encode_array(load(folder / MODEL), text, threads=plan.threads)
            np.save(folder / IDS / work.text, ids)
    say({"done": True})


def make_vocabulary(folder: Path, train_on: str) -> None:
    """For each library; without one given it is trained."""
    if not (folder / MODEL).exists():
        learned_from = (folder / TEXTS / train_on).read_bytes()
        save(train(learned_from, vocab_size=VOCAB_SIZE), folder / MODEL)
    model = load(folder / MODEL)
    # All text is ordinary text: some libraries take special tokens out of any text.
    plain = replace(model, special_tokens={})
    (folder / HUGGING_FACE).write_text(write_huggingface(plain)[HUGGING_FACE], "utf-8")
    (folder / RANKS).write_text(write_tiktoken(model)[RANKS], "utf-8")  # has none in it
