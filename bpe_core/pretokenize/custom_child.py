"""A process that cuts texts by custom patterns; see `custom_processes.py` for the other side.

    python -m bpe_core.pretokenize.custom_child

Tasks come in, cuts or errors go out, pickled, one for one. It ends when its input ends.
"""

from __future__ import annotations

import os
import pickle
import sys

from bpe_core.errors import PatternError
from bpe_core.pretokenize.custom_tasks import Cut, Task, run


def main() -> None:
    """Answer tasks until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed output must not get between the answers
    while True:
        try:
            task: Task = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(answer(task), answers, protocol=pickle.HIGHEST_PROTOCOL)
        answers.flush()


def answer(task: Task) -> Cut | PatternError:
    try:
        return run(task)
    except PatternError as error:
        return error


if __name__ == "__main__":
    main()
