"""What runs need before any clock starts, made in a process of its own.

    python -m benchmarks.peers.prepare FOLDER NEEDS

NEEDS is a JSON of `Needs`; the answer is one line of JSON, ``{"done": true}`` or
``{"failed": {"text": "one line", …}}``. Compiles all kernels; writes the
vocabulary for each library, and the ids that decoders take. Without a vocabulary one is trained
on the first text.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Event

import numpy as np

from benchmarks.peers.bench_inputs import HUGGING_FACE, IDS, MODEL, RANKS, TEXTS
from benchmarks.peers.works import BenchPlan
from bpe_core.files import load, save
from bpe_core.formats.huggingface import write_huggingface
from bpe_core.formats.tiktoken import write_tiktoken
from bpe_core.train.pipeline import train
from bpe_lab.measure.endings import RunError
from bpe_lab.measure.guards import HangUp
from bpe_lab.measure.prologue import answering
from bpe_lab.measure.run import prepare_in_process

VOCAB_SIZE = 32_000  # of a vocabulary that is trained here


class PreparationError(RuntimeError):
    """What runs need could not be made; the message is one line."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What the works of a plan need beside the texts."""

    vocabulary: bool
    train_on: str  # the text for a vocabulary where none is given
    ids_of: tuple[str, ...]
    threads: int


def needs_of(plan: BenchPlan, train_on: str) -> Needs:
    """Encoders need a vocabulary, decoders ids as well.

    >>> from benchmarks.peers.works import Work
    >>> works = (Work("decode", "a"), Work("train", "b", 300))
    >>> needs_of(BenchPlan(works=works, threads=2), "a")
    Needs(vocabulary=True, train_on='a', ids_of=('a',), threads=2)
    """
    ids_of = tuple(work.text for work in plan.works if work.kind == "decode")
    vocabulary = any(work.kind in ("encode", "decode", "first") for work in plan.works)
    return Needs(vocabulary, train_on, ids_of, plan.threads)


def prepare(folder: Path, plan: BenchPlan, train_on: str, stop: Event) -> None:
    """Do it and wait; ``train_on`` names a text for where no model is there.

    Raises ``PreparationError``, ``StoppedError``.
    """
    needs = json.dumps(asdict(needs_of(plan, train_on)))
    try:
        prepare_in_process("benchmarks.peers.prepare", folder, plan.threads, stop, needs)
    except RunError as error:
        raise PreparationError(str(error)) from error


def main(folder: Path, needs: Needs) -> None:
    """Make all of it in ``folder``."""
    from bpe_core.encode.encode_array import encode_array
    from bpe_core.warm import warm

    warm()
    if not needs.vocabulary:
        return
    if not (folder / MODEL).exists():
        learned_from = (folder / TEXTS / needs.train_on).read_bytes()
        save(train(learned_from, vocab_size=VOCAB_SIZE), folder / MODEL)
    model = load(folder / MODEL)
    # All text is ordinary text: some libraries take special tokens out of any text.
    plain = replace(model, special_tokens={})
    (folder / HUGGING_FACE).write_text(write_huggingface(plain)[HUGGING_FACE], "utf-8")
    (folder / RANKS).write_text(write_tiktoken(model)[RANKS], "utf-8")  # has none in it
    for name in needs.ids_of:
        text = (folder / TEXTS / name).read_bytes()
        np.save(folder / IDS / name, encode_array(model, text, threads=needs.threads))


if __name__ == "__main__":
    with answering() as say_done, HangUp():
        main(Path(sys.argv[1]), Needs(**json.loads(sys.argv[2])))
        say_done({"done": True})
