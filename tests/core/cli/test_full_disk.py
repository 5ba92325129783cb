"""A cache folder without room costs a command time, never its result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from bpe_core import encode
from bpe_core.kernels.encode import decode_ids, merge_ranks
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from tests.core.kernels.full_disk import FullDisk
from tests.core.kernels.full_disk import all_kernels as all_kernels
from tests.core.kernels.full_disk import folder as folder
from tests.core.kernels.full_disk import full_disk as full_disk

TEXT = sample("story_en").text


def test_a_text_is_encoded_and_decoded(
    bpe_lab: Callable[..., tuple[int, str, str]], full_disk: FullDisk, tmp_path: Path
) -> None:
    full_disk.forget(merge_ranks, "lay_ranks")
    full_disk.forget(decode_ids, "measure")
    text, ids, back = (tmp_path / name for name in ("story.txt", "ids.npy", "back.txt"))
    text.write_text(TEXT, "utf-8")
    code, _, problem = bpe_lab("encode", "lab", str(text), "--out", str(ids))
    assert (code, problem) == (0, "")
    assert np.load(ids).tolist() == encode(built_in("lab"), TEXT)
    code, _, problem = bpe_lab("decode", "lab", str(ids), "--out", str(back))
    assert (code, problem) == (0, "")
    assert back.read_text("utf-8") == TEXT
    assert full_disk.is_met()
