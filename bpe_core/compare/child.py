"""One run in a process of its own; see `one_run.py` for the other side.

    python -m bpe_core.compare.child FOLDER TASK [KEEP]

FOLDER is what `lay_out` wrote, with ``plan.json``; TASK the JSON of a `plan.Task`. The trained
system is saved in KEEP. What goes out, one JSON object a line:

    {"clock": "started"}           learning begins; `compare`'s budget is for all from here on
    {"reached": [phase, done, n]}  ten times a second at the most
    {"learned": [an events.Training]}
    {"encoded": [[an events.Encoding], …]}
    {"done": [an events.Measured]}
    {"failed": "one line"}         in its place
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bpe_core.compare.measure import Given, measure
from bpe_core.compare.plan import Task, plan_from_json
from bpe_core.compare.prepare import PLAN, ready
from bpe_core.race.child import HangUp, end_with_parent, one_line, own_output, say
from bpe_core.race.memory import LIBRARIES, allowance, be_killed_first, bound
from bpe_core.race.room import free_memory


def main(folder: Path, task: Task, keep: Path | None) -> None:
    """Do the run and tell it."""
    out = own_output()
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        plan = plan_from_json((folder / PLAN).read_text("utf-8"))
        with HangUp():
            ready(task.system, folder)
            say(out, {"clock": "started"})
            measured = measure(Given(plan, task, folder, keep), lambda said: say(out, said))
        say(out, {"done": measured})
    except BaseException as error:  # a panic of compiled code is no Exception
        say(out, {"failed": one_line(error)})


if __name__ == "__main__":
    to_keep = Path(sys.argv[3]) if sys.argv[3:] else None
    main(Path(sys.argv[1]), Task(*json.loads(sys.argv[2])), to_keep)
