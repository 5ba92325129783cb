"""A run's process that behaves as it is told: python stub.py HOW."""

from __future__ import annotations

import json
import os
import sys
import time

CLOCK, STOP = {"clock": "started"}, {"clock": "stopped"}
LEARNED = {"learned": [1.5, 300, 100, 256]}
ENCODING = ["tiny", 8, 4, 2, 0.5, "same"]
ENCODED = {"encoded": [ENCODING]}
ANSWER = [[ENCODING], [["empty", "same", ""]], [["en", 9, 9, 3]], [8, 4, 6], 77, "1.0"]


def say(*said: object) -> None:
    os.write(1, b"".join(json.dumps(each).encode() + b"\n" for each in said))


def main(how: str) -> None:
    if how == "works":
        reached = {"reached": ["merge", 1, None]}
        say(CLOCK, reached, LEARNED, ENCODED, STOP, {"done": ANSWER})
    elif how == "learns too long":
        say(CLOCK)
        time.sleep(3600)
    elif how == "checks too long":
        say(CLOCK, LEARNED, ENCODED)
        time.sleep(3600)
    elif how == "fails":
        say(CLOCK, {"failed": {"text": "ValueError: no \x1b[1m way"}})
    elif how == "dies":
        sys.exit("killed by its own hand")
    elif how == "talks nonsense":
        os.write(1, b"hello\n")
        time.sleep(3600)
    elif how == "answers in other types":
        say(CLOCK, {"learned": ["1.5", 300, 100, 256]})
        time.sleep(3600)
    elif how == "keeps no clock":
        say(CLOCK, LEARNED, {"done": ANSWER})
        time.sleep(3600)
    elif how == "tells half":
        say(CLOCK, {"learned": [1]})
        time.sleep(3600)
    elif how == "tells too much":
        say(CLOCK, {"reached": ["a", 1, 1], "learned": []})
        time.sleep(3600)


if __name__ == "__main__":  # pytest imports it too, to look for doctests
    main(sys.argv[1])
