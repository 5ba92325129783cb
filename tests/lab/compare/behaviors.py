"""What the process of a run may do, by name."""

from __future__ import annotations

from pathlib import Path

from bpe_lab.compare.comparison import (
    Check,
    Exchange,
    HeldOutEncoding,
    Language,
    Measured,
    Training,
)
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.reasons import Reason
from tests.lab.measure import said

LEARNED = {"learned": Training(1.5, 300, 100, 256)}
ENCODINGS = (HeldOutEncoding("tiny", 8, 4, 2, 0.5, "same"),)
ENCODED = {"encoded": ENCODINGS}
CHECKS, LANGUAGES = (Check("empty", "same", ""),), (Language("en", 9, 9, 3),)
DONE = {"done": Measured(ENCODINGS, CHECKS, LANGUAGES, Exchange(8, 4, 6), 77, "1.0")}
# What a process says, then does: it rests, or ends with a word.
BEHAVIORS: dict[str, tuple[str, list[object]]] = {
    "works": ("", [STARTED, {"reached": ("merge", 1, None)}, LEARNED, ENCODED, STOPPED, DONE]),
    "learns too long": ("rests", [STARTED]),
    "checks too long": ("rests", [STARTED, LEARNED, ENCODED]),
    "fails": ("", [STARTED, {"failed": Reason.of("ValueError: no \x1b[1m way")}]),
    "dies": ("killed by its own hand", []),
    "keeps no clock": ("rests", [STARTED, LEARNED, DONE]),
    "talks nonsense": ("rests", [b"hello"]),
    "tells half": ("rests", [STARTED, {"reached": ("merge",)}]),
    "tells too much": ("rests", [STARTED, {"reached": ("a", 1, 1), "learned": ()}]),
}


def command(how: str, folder: Path) -> list[str]:
    """A process that behaves so."""
    return said.command(f"{how} {folder}", *BEHAVIORS[how])
