"""Kernels are compiled ahead, by calls like those that need them later."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bpe_core import warm
from bpe_core.kernels import objects

# After warming, long work of every kind: numba is not even imported.
WORK = """
import sys
from pathlib import Path

import numpy as np

from bpe_core.encode.decode_array import decode_array
from bpe_core.encode.encode_array import encode_array
from bpe_core.pretokenize.counting import count_table
from bpe_core.pretokenize.scan import COMPILED_PATTERNS
from bpe_core.pretokenize.text_parts import Block, parts_of
from bpe_core.train.compiled import fold_slices, train_slices
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.warm import warm

warm()
text = Path(sys.argv[1]).read_text("utf-8") * 200 + "a" * 5000
for data in (text.encode(), bytearray(text.encode())):
    array = np.frombuffer(data, np.uint8)
    for pattern in COMPILED_PATTERNS:
        table = count_table([Block(array, parts_of(array, [b"<|x|>"]))] * 2, pattern=pattern)
for tie_break in TIE_BREAKS:
    options = TrainOptions(num_merges=50, tie_break=tie_break, special_tokens=["<|x|>"])
    model = fold_slices(train_slices(table, options), options)
for threads in (1, 2):
    ids = encode_array(model, text, allowed_special=["<|x|>"], threads=threads)
    assert decode_array(model, ids, threads=threads) == text.encode()
assert "numba" not in sys.modules
"""


def test_after_warming_nothing_is_compiled() -> None:
    sample = Path(warm.__file__).parent / "texts" / "samples" / "story.zh.txt"
    subprocess.run([sys.executable, "-c", WORK, str(sample)], check=True)


def test_it_is_warm_once_every_part_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(objects, "object_file", objects.object_file.__wrapped__)
    for part in warm.AT_START:
        assert not warm.is_warm()
        objects.store(part, b"code")
    assert warm.is_warm()
    assert warm.start() == []
    assert not warm.is_warm(["bytepiece"])


def test_there_is_a_process_for_each_part_and_all_end_with_who_started_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code = (
        "from bpe_core.warm import start\n"
        "print(*(process.pid for process in start()), flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as starter:
        assert starter.stdout is not None
        pids = [int(word) for word in starter.stdout.readline().split()]
        assert len(pids) == len(warm.AT_START)
        starter.kill()
    for pid in pids:
        while is_alive(pid):
            pass


def is_alive(pid: int) -> bool:
    """Whether that process still works; one that is over may wait to be asked how it ended."""
    status = Path(f"/proc/{pid}/stat")
    if not status.parent.parent.exists():
        pytest.skip("needs /proc to see other processes")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
