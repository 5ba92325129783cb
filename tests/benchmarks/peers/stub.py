"""A run's process that behaves as it is told: python stub.py HOW."""

from __future__ import annotations

import json
import os
import sys
import time

MADE = {"ids": {"parts": 2, "digests": ["d"]}}
ANSWER = {"seconds": [0.5, 0.25], "peak_bytes": 7, "version": "1", "made": MADE}
CLOCK = [{"clock": "started"}, {"clock": "stopped"}]


def say(*said: object) -> None:
    os.write(1, b"".join(json.dumps(each).encode() + b"\n" for each in said))


def main(how: str) -> None:
    if how == "works":
        say(*CLOCK, *CLOCK, {"done": ANSWER})
    elif how == "makes something else":
        say(
            *CLOCK,
            *CLOCK,
            {"done": ANSWER | {"made": {"ids": {"parts": 2, "digests": ["other"]}}}},
        )
    elif how == "takes too long":
        say(CLOCK[0])
        time.sleep(3600)
    elif how == "fails":
        say(CLOCK[0], {"failed": {"text": "PanicException: no"}})
    elif how == "dies":
        sys.exit("killed by its own hand")
    elif how == "talks nonsense":
        os.write(1, b"hello\n")
        time.sleep(3600)
    elif how == "keeps no clock":
        say(*CLOCK, {"done": ANSWER})
        time.sleep(3600)
    elif how == "tells half":
        say(*CLOCK, *CLOCK, {"done": {"seconds": [1]}})
        time.sleep(3600)


if __name__ == "__main__":  # pytest imports it too, to look for doctests
    main(sys.argv[1])
