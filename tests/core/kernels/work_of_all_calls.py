"""What each call gives that compiled code takes over for long texts, to be compared.

python -m tests.core.kernels.work_of_all_calls FOLDER
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import bpe_core
from bpe_core.errors import TokenIdError
from bpe_core.kernels.objects import can_run, why_none_run
from bpe_core.model import Vocabulary
from bpe_core.systems.subword_nmt.learn import learn
from bpe_core.systems.subword_nmt.words import count_words
from bpe_core.texts.corpus import sample
from bpe_core.train.pipeline import SMALL
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.warm import AT_START

END = "<|x|>"
NO_IDS = np.array([5, -1, 2**40])
WITH_A_FREE_ID = bpe_core.BPEModel(Vocabulary.of_bytes([b"", b"ch"]), ())


def refusal(model: bpe_core.BPEModel, ids: NDArray[np.int64]) -> str:
    """The error of an array with ids of no token."""
    try:
        bpe_core.decode_array(model, ids)
    except TokenIdError as error:
        return str(error)
    return "none"


def main(folder: Path) -> None:
    """Write all of it as JSON."""
    stories = sample("story_en").text + sample("story_zh").text
    text = "".join(f"{stories}{k} {END}" for k in range(1 + SMALL // len(stories.encode())))
    corpus = folder / "corpus.txt"
    corpus.write_text(text, "utf-8")
    merges = [
        bpe_core.train(corpus, vocab_size=300, tie_break=rule, special_tokens=[END]).merges
        for rule in TIE_BREAKS
    ]
    model = bpe_core.train(text, vocab_size=400, special_tokens=[END])
    ids = bpe_core.encode_array(model, text, allowed_special="all")
    bpe_core.encode_file(model, corpus, folder / "ids.npy", allowed_special="all")
    pieces = bpe_core.encode_iterable(model, [text], allowed_special="all")
    answer = {
        "runs": can_run(*AT_START),
        "why": why_none_run(*AT_START),
        "merges": [[*map(tuple, each)] for each in (model.merges, *merges)],
        "ids": hashlib.sha256(ids.tobytes()).hexdigest(),
        "in pieces": list(pieces) == ids.tolist(),
        "file": np.load(folder / "ids.npy").tolist() == ids.tolist(),
        "text": bpe_core.decode_array(model, ids).decode() == text,
        "behind a free id": bpe_core.decode_array(WITH_A_FREE_ID, np.array([257])).decode(),
        "refusals": [refusal(model, NO_IDS), refusal(WITH_A_FREE_ID, np.array([256]))],
        "codes": learn(count_words([text]), num_merges=200).merges,
    }
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
