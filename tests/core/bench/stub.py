"""A run's process that behaves as it is told: python stub.py HOW."""

from __future__ import annotations

import json
import os
import sys
import time

HOW = sys.argv[1]
MADE = {"ids": {"parts": 2, "digests": ["d"]}}
ANSWER = {"seconds": [0.5, 0.25], "peak_bytes": 7, "version": "1", "made": MADE}
CLOCK = [{"clock": "started"}, {"clock": "stopped"}]


def say(*said: object) -> None:
    os.write(1, b"".join(json.dumps(each).encode() + b"\n" for each in said))


if HOW == "works":
    say(*CLOCK, *CLOCK, {"done": ANSWER})
elif HOW == "makes something else":
    say(*CLOCK, {"done": ANSWER | {"made": {"ids": {"parts": 2, "digests": ["other"]}}}})
elif HOW == "takes too long":
    say(CLOCK[0])
    time.sleep(3600)
elif HOW == "fails":
    say(CLOCK[0], {"failed": "PanicException: no"})
elif HOW == "dies":
    sys.exit("killed by its own hand")
elif HOW == "talks nonsense":
    os.write(1, b"hello\n")
    time.sleep(3600)
elif HOW == "tells half":
    say(*CLOCK, {"done": {"seconds": [1]}})
    time.sleep(3600)
