"""A process that says what it is told to, then does as it is told.

python said.py NAME THEN LINE …: NAME is for who looks for it; it rests, or ends with a word.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable


def main(_: str, then: str, *lines: str) -> None:
    """All in one write: nothing can hold it up between its lines."""
    os.write(1, "".join(f"{line}\n" for line in lines).encode())
    if then == "rests":
        time.sleep(3600)
    elif then:
        sys.exit(then)


def command(name: str, then: str, messages: Iterable[object]) -> list[str]:
    """Such a process; a message in bytes is a line already."""
    from bpe_lab.measure.guards import pickled  # the process itself starts without it

    lines = [each if isinstance(each, bytes) else pickled(each) for each in messages]
    stub = (sys.executable, "-S", "-E", __file__)
    return [*stub, name, then, *(line.decode() for line in lines)]


if __name__ == "__main__":  # pytest imports it too, to look for doctests
    main(*sys.argv[1:])
