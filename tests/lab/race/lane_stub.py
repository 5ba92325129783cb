"""A lane's process that behaves as it is told, for tests of the other side.

python lane_stub.py '{"naive": "hangs"}' FOLDER LANE
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

FOLDER, LANE = Path(), ""  # as the command line says
SOUND = {
    *("works", "is cut", "counts nothing", "is cut with nothing", "hangs from 100 bytes on"),
    *("ignores the end", "leaves a child behind", "takes its time"),
}
HOURS = "import time; time.sleep(3600)"
ALONE = "import time; time.sleep(3601)"


def say(*said: Any) -> None:
    """All in one write: nothing can hold a lane up between its lines."""
    os.write(1, b"".join(b64encode(pickle.dumps(each)) + b"\n" for each in said))


def rest() -> None:
    time.sleep(3600)


Task = tuple[bool, int, int]  # counted, size, number


def answer(task: Task, **others: Any) -> dict[str, Any]:
    """What a sound lane says: three parts, a millisecond each."""
    counted, size, number = task
    if counted:
        items = ({"compared": 5}, {"compared": 2}, {})
        tally = {"items": items, "touched": ("012",), "cells": 3, "laid_out": size}
        tally |= {"cut": False, **others}
        return {"tally": (*tally.values(), ((b"a", b"b"),))}
    run = {"done": (1, 2, 3), "at": (1_000_000, 2_000_000, 3_000_000), "pre_tokenized": 5}
    run |= {"cut": False, "peak_bytes": 7, **others}
    return {"run": (*run.values(), ((b"a", b"b"),) if number == 0 else (), "d")}


def work(how: str, task: Task) -> None:
    log(f"+{LANE}")
    begun = ({"clock": "started"}, {"reached": (1, 1_000_000)})
    if how in SOUND and not (how == "hangs from 100 bytes on" and task[1] >= 100):
        if how == "takes its time":
            time.sleep(0.05)
        log(f"-{LANE}")
        say(*begun, {"clock": "stopped"}, sound_answer(how, task))
        return
    say(*begun)
    if how == "hangs":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen([sys.executable, "-c", HOURS, str(FOLDER)])
        rest()
    elif how == "hangs once" and not (FOLDER / "hung").exists():
        (FOLDER / "hung").touch()
        rest()
    elif how == "hangs from 100 bytes on":
        rest()
    elif how == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "closes its output":
        os.close(1)
        rest()
    elif how == "fails":
        say({"failed": {"text": "MemoryError:\nno \x1b[31mroom"}})
    elif how == "never stops speaking":
        while True:
            os.write(1, b"a" * 65536)
    elif how == "floods with lines":
        while True:
            say({"reached": (2, 2_000_000)})
    elif how == "complains":
        for _ in range(200):
            os.write(2, b"warning: " + b"b" * 5000 + b"\n")
    elif how == "says two answers":
        say(answer(task))
    elif how.startswith("{"):
        say(json.loads(how))
        rest()
    say({"clock": "stopped"}, answer(task))


def sound_answer(how: str, task: Task) -> dict[str, Any]:
    if how == "is cut":
        return answer(task, cut=True)
    if how == "counts nothing" and task[0]:
        return answer(task, cut=True, items=(), touched=())
    if how == "is cut with nothing":
        return answer(task, cut=True, done=(), at=())
    return answer(task)


def task_of(line: bytes) -> Task:
    task: Task = pickle.loads(b64decode(line))
    return task


def log(line: str) -> None:
    with (FOLDER.parent / "log").open("a") as file:
        file.write(f"{line}\n")


def main(how: str) -> None:
    if how == "dies at once":
        sys.stderr.write("Traceback\nImportError: no such thing\n")
        sys.exit(3)
    if how == "dies without a word":
        sys.exit(3)
    if how == "is never ready":
        rest()
    if how == "keeps no clock":
        say({"ready": {}})
        say(answer(task_of(sys.stdin.buffer.readline())))
        rest()
    if how == "says garbage":
        os.write(1, b"\xff\x00 Warning!\n")
        rest()
    if how == "leaves a child behind":
        subprocess.Popen([sys.executable, "-c", ALONE], start_new_session=True)
    say({"ready": {"stub": "1.0"}})
    for line in sys.stdin.buffer:
        work(how, task_of(line))
    if how == "ignores the end":
        rest()


if __name__ == "__main__":  # pytest imports it too, to look for doctests
    FOLDER, LANE = Path(sys.argv[2]), sys.argv[3]
    main(json.loads(sys.argv[1]).get(LANE, "works"))
