"""What a child that answers in JSON says next, heard by somebody who may be told to stop."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from bpe_core.race.entrant import KNOWN, StoppedError, search_path
from bpe_core.race.process import Child, environment

TICK = 0.05  # seconds between two looks at `stop`
# -P: what lies in the folder that it works in is not imported.
PYTHON = (sys.executable, "-P")
THREADS = ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")


def knows(folder: Path, threads: int) -> dict[str, str]:
    """A child's environment: how many threads, and where compiled kernels are kept."""
    told = environment(str(folder), KNOWN) | search_path()
    return told | dict.fromkeys(THREADS, str(threads)) | {"TOKENIZERS_PARALLELISM": "true"}


def next_line(child: Child, until: float, stop: Event) -> Mapping[str, Any] | None:
    """What it says next; None where ``until`` passes first.

    Raises ``StoppedError``, ``SpeechError``, and ``ValueError`` where it is no JSON.
    """
    while True:
        if stop.is_set():
            raise StoppedError
        left = until - monotonic()
        line = child.line(min(max(left, 0.0), TICK))
        if line is not None:
            said: Mapping[str, Any] = json.loads(line)
            return said
        if left <= 0:
            return None
