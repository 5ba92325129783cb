"""What runs need before any clock starts: compiled code, made once in a process of its own.

python -m bpe_core.compare.prepare FOLDER
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic

from bpe_core.compare.languages import sentences
from bpe_core.compare.plan import ComparePlan, plan_from_json
from bpe_core.race.child import end_with_parent, own_output, say
from bpe_core.race.hearing import PYTHON, knows, next_line
from bpe_core.race.process import Child, SpeechError, end
from bpe_core.registry import SYSTEMS

PLAN = "plan.json"
PATIENCE = 900.0  # seconds
REHEARSED = 600  # tokens, of some four kilobytes


def prepare(folder: Path, plan: ComparePlan, stop: Event) -> None:
    """Do it and wait; raises ``StoppedError``.

    What goes wrong here goes wrong again in the run that it is for, and is told there.
    """
    command = [*PYTHON, "-m", "bpe_core.compare.prepare", str(folder)]
    child = Child(command, home=str(folder), knows=knows(folder, plan.threads))
    try:
        with suppress(SpeechError, ValueError):
            next_line(child, monotonic() + PATIENCE, stop)
    finally:
        end([child])


def ready(name: str, folder: Path) -> None:
    """Have all that the system loads in memory: kernels, its library, what it makes once."""
    from bpe_core.warm import PARTS, warm

    warm(part for part in SYSTEMS[name].kernels if part in PARTS)
    text = "\n".join(sentences().values())
    with suppress(Exception), TemporaryDirectory(dir=folder) as place:
        file = Path(place) / "text"
        file.write_text(text, "utf-8")
        trained = SYSTEMS[name].train(file, REHEARSED, threads=1)
        trained.decode(trained.encode(text))


def main(folder: Path) -> None:
    """All that are installed, in one process."""
    plan = plan_from_json((folder / PLAN).read_text("utf-8"))
    for name in plan.systems:
        if SYSTEMS[name].is_installed:
            with suppress(Exception):
                ready(name, folder)


if __name__ == "__main__":
    answers = own_output()
    end_with_parent()
    main(Path(sys.argv[1]))
    say(answers, {"done": True})
