"""One run in a process of its own; see `one_run.py` for the other side.

    python -m bpe_lab.compare.child FOLDER TASK [KEEP]

FOLDER is what `lay_out` wrote, with ``plan.json``; TASK the JSON of a `plan.Task`. The trained
system is saved in KEEP. What goes out, one JSON object a line:

    {"clock": "started"}           learning begins; `compare`'s budget is for all until
    {"clock": "stopped"}           the last check is over
    {"reached": [phase, done, n]}  ten times a second at the most
    {"learned": [an events.Training]}
    {"encoded": [[an events.Encoding], …]}
    {"done": [an events.Measured]}
    {"failed": {"text": …}}        instead of "done"
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bpe_lab.compare.measure import RunInputs, measure
from bpe_lab.compare.plan import Task, plan_from_json
from bpe_lab.compare.prepare import PLAN, ready
from bpe_lab.measure.guards import HangUp
from bpe_lab.measure.prologue import STARTED, STOPPED, answering


def main(folder: Path, task: Task, keep: Path | None) -> None:
    """Do the run and report what was measured."""
    with answering() as say:
        plan = plan_from_json((folder / PLAN).read_text("utf-8"))
        with HangUp():
            ready(task.system, folder)
            say(STARTED)
            measured = measure(RunInputs(plan, task, folder, keep), say)
            say(STOPPED)
        say({"done": measured})


if __name__ == "__main__":
    to_keep = Path(sys.argv[3]) if sys.argv[3:] else None
    main(Path(sys.argv[1]), Task(*json.loads(sys.argv[2])), to_keep)
