"""A lane's own process: reads commands, runs, and answers; see `entrant.py` for the other side.

    python -m bpe_lab.race.child FOLDER LANE

FOLDER holds ``text`` (UTF-8), ``plan.json`` and for encoders ``model/``. One JSON object a line
comes in, ``{"do": "time" or "count", "size": bytes, "number": k}``; the end of input ends it.
What goes out, one JSON object a line:

    {"ready": {library: version}}              once
    {"reached": [parts done, nanoseconds]}     at most ten a second
    {"clock": "started"}, {"clock": "stopped"} around the work that the budget is for
    {"run": {…}}, {"tally": {…}}               the answer
    {"failed": {"text": "one line", …}}        instead of an answer; then it ends
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bpe_lab.measure.guards import HangUp
from bpe_lab.measure.memory import at_rest, bound
from bpe_lab.measure.prologue import answering
from bpe_lab.race.lane_work import LaneWork


def main(folder: Path, lane: str) -> None:
    """Answer commands until there are no more, or one fails."""
    with answering() as say:
        work = LaneWork(folder, lane, say)
        at_rest()
        say({"ready": work.versions()})
        for line in sys.stdin:
            bound()
            with HangUp():
                answer = work.answer(json.loads(line))
            say(answer)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
