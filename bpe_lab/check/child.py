"""The process that a student's code runs in; see `subject.py` for the other side.

    python -m bpe_lab.check.child SOURCE

SOURCE is the JSON of a `Source`. One JSON object a line comes in, ``{"do": …}`` with what
`tasks.py` reads; the end of input ends it. What goes out, one JSON object a line:

    {"clock": "started"}, {"clock": "stopped"}  around the student's code
    {"answer": {…}}                             what it gave, see `tasks.py`
    {"raised": "one line"}                      the error that it ended with
    {"failed": {"text": "one line"}}            it did what ends the process
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from sysconfig import get_paths
from typing import Any

import bpe_lab.check
from bpe_lab.check.endings import sentence
from bpe_lab.check.fences import Fence, bound_files, own_input, swallow_prints
from bpe_lab.check.source import MB, Source
from bpe_lab.check.tasks import Tasks
from bpe_lab.measure.child import answering
from bpe_lab.measure.guards import HangUp, Say
from bpe_lab.measure.memory import at_rest, bound
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.reasons import one_line


def main(source: Source) -> None:
    """Answer requests until there are no more."""
    requests = own_input()
    hide_main()
    with answering() as say:
        swallow_prints()
        bound_files()
        at_rest()
        bound(source.memory)
        fence = Fence(Path.cwd(), say)
        tasks = Tasks(source)
        for line in requests:
            fence.reset()
            with HangUp():
                answer(json.loads(line), tasks.do, say, source.memory)


def hide_main() -> None:
    """Let processes that the student's code starts not import this module with all it needs."""
    own = sys.modules["__main__"]
    own.__spec__ = None
    vars(own).pop("__file__", None)


def answer(
    request: dict[str, Any], do: Callable[[dict[str, Any]], Any], say: Say, memory: int
) -> None:
    """The answer to one request, or the error that the student's code ended with."""
    say(STARTED)
    try:
        value = do(request)
    except BaseException as error:  # also exit() and panics of compiled code
        say(STOPPED)
        say({"raised": error_line(error, memory)})
        return
    say(STOPPED)
    say({"answer": value})


def error_line(error: BaseException, memory: int) -> str:
    """An error in a line, with the line of code that it came from."""
    if isinstance(error, SystemExit):
        return one_line(sentence("exits", code=error.code))
    if isinstance(error, MemoryError):
        return sentence("memory", megabytes=memory // MB)
    words = one_line(f"{type(error).__name__}: {error}".removesuffix(": "))
    libraries = {Path(bpe_lab.check.__file__).parent, *map(Path, get_paths().values())}
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if libraries.isdisjoint(Path(frame.filename).parents)]
    if not theirs:
        return words
    return f"{words} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})"


if __name__ == "__main__":
    main(Source(**json.loads(sys.argv[1])))
