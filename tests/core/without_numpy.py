"""What runs in Python alone: printed with its results, with or without numpy.

python without_numpy.py [blocked]
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

NEEDS_MACHINE_CODE = ("numpy", "numba", "llvmlite")


class Blocked:
    """An importer that refuses what needs machine code."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] in NEEDS_MACHINE_CODE:
            raise ModuleNotFoundError(f"{name} is blocked")


def results() -> Iterator[tuple[str, object]]:
    """A name for each result, and the result, or what it is drawn from."""
    import bpe_core
    from bpe_core.encode.encoders import SHORTCUTS, TAUGHT_ENCODERS
    from bpe_core.encode.whole_text import result_of
    from bpe_core.pretokenize.pre_tokens import pre_tokenize
    from bpe_core.texts.corpus import sample
    from bpe_core.train.options import TrainOptions
    from bpe_core.train.trainers import TAUGHT
    from bpe_core.vocabularies import built_in
    from bpe_lab.scenes.encode.encoding_walk import word_walk
    from bpe_lab.scenes.linked.linked_walk import linked_walk
    from bpe_lab.scenes.pretokenize.cutting_walk import cutting_walk
    from bpe_lab.scenes.train.training_walk import training_walk

    story, intj = sample("story_en"), sample("intj")
    for text in (story.text, story.text.encode(), intj.text):
        model = bpe_core.train(text, vocab_size=300, special_tokens=["<|endoftext|>"])
        ids = bpe_core.encode(model, text, allowed_special="all")
        yield "train and encode", [model.merges_as_bytes(), ids, bpe_core.decode(model, ids)]
    options = TrainOptions(num_merges=9)
    for name, trainer in TAUGHT.items():
        yield name, list(trainer(pre_tokenize(intj.text), options, detail=True))
    lab = built_in("lab")
    for name, encoder in {**TAUGHT_ENCODERS, **SHORTCUTS}.items():
        yield name, result_of(encoder(lab, b"recalled"))
    yield "Train", training_walk(intj, options).recording
    yield "Inside the trainer", linked_walk(intj, options).recording
    yield "Encode", word_walk(lab, "catch").recording
    yield "Pre-tokens", cutting_walk(intj, "gpt2")


if __name__ == "__main__":
    if "blocked" in sys.argv:
        sys.meta_path.insert(0, Blocked())
    for name, result in results():
        digest = hashlib.sha256(json.dumps(result, default=repr).encode()).hexdigest()
        sys.stdout.write(f"{name}: {digest}\n")
    sys.stdout.write(f"{[name for name in NEEDS_MACHINE_CODE if name in sys.modules]}\n")
