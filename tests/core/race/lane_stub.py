"""A lane's process that behaves as it is told, for tests of the other side.

python lane_stub.py '{"naive": "hangs"}' FOLDER LANE
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

FOLDER, LANE = Path(), ""  # as the command line says
HOURS = "import time; time.sleep(3600)"
ALONE = "import time; time.sleep(3601)"


def say(said: Any) -> None:
    os.write(1, json.dumps(said).encode() + b"\n")


def rest() -> None:
    time.sleep(3600)


def answer(task: dict[str, Any], **others: object) -> None:
    """What a sound lane says: three parts, a millisecond each."""
    at = [1_000_000, 2_000_000, 3_000_000]
    if task["do"] == "count":
        items = [{"compared": 5}, {"compared": 2}, {}]
        said = {"items": items, "touched": ["012"], "cells": 3, "laid_out": task["size"]}
        said |= {"cut": False, "result": [["61", "62"]], **others}
        say({"tally": said})
        return
    result = [["61", "62"]] if task["number"] == 0 else None
    said = {"done": [1, 2, 3], "at": at, "pre_tokenized": 5, "cut": False, "peak_bytes": 7}
    say({"run": said | {"result": result, "digest": "d"} | others})


def work(how: str, task: dict[str, Any]) -> None:
    say({"clock": "started"})
    with (FOLDER.parent / "log").open("a") as log:
        log.write(f"+{LANE}\n")
    say({"reached": [1, 1_000_000]})
    if how == "hangs":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen([sys.executable, "-c", HOURS, str(FOLDER)])
        rest()
    elif how == "hangs with nothing":
        say({"reached": [0, 1_000]})
        rest()
    elif how == "hangs once" and not (FOLDER / "hung").exists():
        (FOLDER / "hung").touch()
        rest()
    elif how == "hangs from 100 bytes on" and task["size"] >= 100:
        rest()
    elif how == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "closes its output":
        os.close(1)
        rest()
    elif how == "fails":
        say({"failed": "MemoryError:\nno \x1b[31mroom"})
    elif how == "never stops speaking":
        while True:
            os.write(1, b"a" * 65536)
    elif how == "floods with lines":
        while True:
            say({"reached": [2, 2_000_000]})
    elif how == "goes back":
        say({"reached": [0, 500]})
        rest()
    elif how == "complains":
        for _ in range(200):
            os.write(2, b"warning: " + b"b" * 5000 + b"\n")
    elif how == "says two answers":
        answer(task)
    elif how.startswith("{"):
        os.write(1, how.encode() + b"\n")
        rest()
    with (FOLDER.parent / "log").open("a") as log:
        log.write(f"-{LANE}\n")
    say({"clock": "stopped"})
    if how == "is cut":
        answer(task, cut=True)
    elif how == "counts nothing" and task["do"] == "count":
        answer(task, cut=True, items=[], touched=[])
    elif how == "is cut with nothing":
        answer(task, cut=True, done=[], at=[])
    else:
        answer(task)


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
        answer(json.loads(sys.stdin.readline()))
        rest()
    if how == "says garbage":
        os.write(1, b"\xff\x00 Warning!\n")
        rest()
    if how == "leaves a child behind":
        subprocess.Popen([sys.executable, "-c", ALONE], start_new_session=True)
    say({"ready": {"stub": "1.0"}})
    for line in sys.stdin:
        work(how, json.loads(line))
    if how == "ignores the end":
        rest()


if __name__ == "__main__":  # pytest imports it too, to look for doctests
    FOLDER, LANE = Path(sys.argv[2]), sys.argv[3]
    main(json.loads(sys.argv[1]).get(LANE, "works"))
