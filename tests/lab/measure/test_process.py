"""A child that is not listened to is ended like any other."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import active_count
from time import sleep

import pytest

from bpe_lab.measure.process import WAITING_CHUNKS, Child, end, environment
from bpe_lab.measure.reasons import ProcessError
from tests.lab.measure.orphans import exit_code_of_orphan
from tests.lab.race.running import PATIENCE, comes_true
from tests.paths import ROOT

HELD = """
import re, sys
from bpe_lab.measure.guards import HangUp
with HangUp():
    sys.stdout.write("held\\n")
    sys.stdout.flush()
    re.match("(a+)+b", "a" * 60)  # keeps the interpreter's lock for years
"""
FLOOD = "import os\nwhile True: os.write(1, b'a' * 65536 + b'\\n')"


@pytest.mark.usefixtures("place")
def test_a_flood_that_nobody_hears_is_ended(tmp_path: Path) -> None:
    threads = active_count()
    child = Child(
        [sys.executable, "-c", FLOOD], home=str(tmp_path), variables=environment(str(tmp_path))
    )
    assert comes_true(lambda: child._chunks.qsize() == WAITING_CHUNKS)
    sleep(0.05)  # its reader waits for room
    end([child])
    assert comes_true(lambda: active_count() == threads)


@pytest.mark.usefixtures("place")
def test_lines_come_whole_and_in_order_then_the_end(tmp_path: Path) -> None:
    script = "import os; os.write(1, b'a' * 200000 + b'\\nb\\n\\nc'); os.write(2, b'why\\n')"
    child = Child(
        [sys.executable, "-c", script], home=str(tmp_path), variables=environment(str(tmp_path))
    )
    lines = [child.line(PATIENCE) for _ in range(3)]
    assert lines == [b"a" * 200_000, b"b", b""]
    for _ in range(2):  # asked again, it says the same
        with pytest.raises(ProcessError, match=r"^why$"):
            child.line(PATIENCE)


@pytest.mark.usefixtures("place")
def test_a_run_that_keeps_the_lock_outlives_commands_and_ends_with_us(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    variables = environment(str(tmp_path)) | {"PYTHONPATH": str(ROOT)}
    child = Child([sys.executable, "-c", HELD], home=str(tmp_path), variables=variables)
    try:
        assert child.line(PATIENCE) == b"held"
        child.send(b"a command that comes late")
        sleep(0.3)
        assert child._process.poll() is None
        child._close_lifeline()  # as the system does for us when we die
        assert comes_true(lambda: child._process.poll() == -signal.SIGIO)
    finally:
        end([child])


IMPORTS = "import time\nfrom bpe_lab.measure import guards\n"
ORPHANED = {
    "it watches": "guards.end_with_parent()\ntime.sleep(3600)",
    "it begins its work": "with guards.HangUp(): time.sleep(3600)",
}


@pytest.mark.parametrize("how", ORPHANED)
def test_a_child_whose_parent_died_while_it_was_loading_ends_when(how: str) -> None:
    pytest.importorskip("fcntl")
    command = [sys.executable, "-c", IMPORTS + ORPHANED[how]]
    assert exit_code_of_orphan(command, {**os.environ, "PYTHONPATH": str(ROOT)}) == 1
