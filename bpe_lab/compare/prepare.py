"""What runs need before any clock starts: compiled code, made once in a process of its own.

python -m bpe_lab.compare.prepare FOLDER
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from bpe_core.registry import SYSTEMS
from bpe_lab.compare.languages import sentences
from bpe_lab.compare.plan import ComparePlan, plan_from_json
from bpe_lab.measure.endings import RunError
from bpe_lab.measure.guards import HangUp
from bpe_lab.measure.prologue import answering
from bpe_lab.measure.run import prepare_in_process

PLAN = "plan.json"
REHEARSED = 600  # tokens, of some four kilobytes


def prepare(folder: Path, plan: ComparePlan, stop: Event) -> None:
    """Do it and wait; raises ``StoppedError``.

    What goes wrong here goes wrong again in the run that it is for, and is reported there.
    """
    with suppress(RunError):
        prepare_in_process("bpe_lab.compare.prepare", folder, plan.threads, stop)


def ready(name: str, folder: Path) -> None:
    """Have all that the system loads in memory: kernels, its library, what it makes once."""
    from bpe_core.warm import warm

    warm(SYSTEMS[name].kernels)
    text = "\n".join(sentences().values())
    with suppress(Exception), TemporaryDirectory(dir=folder) as temporary:
        file = Path(temporary) / "text"
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
    with answering() as say, HangUp():
        main(Path(sys.argv[1]))
        say({"done": True})
