"""The folder that all runs read: texts now, vocabulary and ids by `prepare`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.peers.bench_inputs import IDS, MODEL, TEXTS
from benchmarks.peers.trails import Trail, of_bytes
from benchmarks.peers.works import BenchPlan, hard_texts
from bpe_core.errors import EmptyTextError, OptionError
from bpe_core.files import save
from bpe_core.model import BPEModel
from bpe_core.registry import look_up
from bpe_core.runtime.text import decode_utf8


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
            raise EmptyTextError
        (folder / TEXTS / name).write_bytes(data)
        trails[name] = of_bytes(data)
    if model is not None:
        save(replace(model, always=frozenset()), folder / MODEL)  # ordinary text, for all peers
    return trails
