"""A child that is not listened to is ended like any other."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import active_count
from time import sleep

import pytest

from bpe_core.race.process import WAITING_CHUNKS, Child, SpeechError, end, environment
from tests.core.race.running import comes_true

FLOOD = "import os\nwhile True: os.write(1, b'a' * 65536 + b'\\n')"


@pytest.mark.usefixtures("place")
def test_a_flood_that_nobody_hears_is_ended(tmp_path: Path) -> None:
    threads = active_count()
    child = Child(
        [sys.executable, "-c", FLOOD], home=str(tmp_path), knows=environment(str(tmp_path))
    )
    assert comes_true(lambda: child._chunks.qsize() == WAITING_CHUNKS)
    sleep(0.05)  # its reader waits for room
    end([child])
    assert comes_true(lambda: active_count() == threads)


@pytest.mark.usefixtures("place")
def test_lines_come_whole_and_in_order_then_the_end(tmp_path: Path) -> None:
    script = "import os; os.write(1, b'a' * 200000 + b'\\nb\\n\\nc'); os.write(2, b'why\\n')"
    child = Child(
        [sys.executable, "-c", script], home=str(tmp_path), knows=environment(str(tmp_path))
    )
    lines = [child.line(30) for _ in range(3)]
    assert lines == [b"a" * 200_000, b"b", b""]
    for _ in range(2):  # asked again, it says the same
        with pytest.raises(SpeechError, match=r"^why$"):
            child.line(30)
