"""A process that measures, from inside; `process.py` is the other side.

    python -m bpe_lab.measure.child WORK FOLDER [ARGUMENT …]

WORK is ``module:function``. The function gets what sends messages, FOLDER, the plan that
`frame.session` laid there, and the arguments; what it says are pickled `messages`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from bpe_lab.measure.frame import PLAN
from bpe_lab.measure.guards import (
    Form,
    HangUp,
    Say,
    be_killed_first,
    end_with_parent,
    own_output,
    pickled,
)
from bpe_lab.measure.memory import LIBRARIES, allowance, bound, free_memory
from bpe_lab.measure.messages import in_json, unpickled
from bpe_lab.measure.reasons import Reason


@contextmanager
def answering(form: Form = in_json) -> Iterator[Say]:
    """A process set up to measure, and what sends its messages; an error is the last one.

    It answers on an output of its own, ends with the process that started it, has bounded
    memory, is the first to be killed where memory runs out, and says what went wrong.
    """
    say = own_output(form)
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        yield say
    except BaseException as error:  # a panic of compiled code is no Exception
        say({"failed": Reason.of(error)})


def main(work: str, folder: Path, *arguments: str) -> None:
    """Do the work of a plan, guarded."""
    with answering(pickled) as say, HangUp():
        module, _, name = work.partition(":")
        plan = unpickled((folder / PLAN).read_bytes())
        getattr(import_module(module), name)(say, folder, plan, *arguments)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
