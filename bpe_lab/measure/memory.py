"""How much memory this process has had, and a bound to it."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from bpe_lab.measure.room import free_memory

STATUS = Path("/proc/self/status")
GB = 2**30  # bytes
# Bytes that a lane may have on any machine: some 80 times the largest corpus offered. What asks
# for more gets a MemoryError, and so does what asks for more than its part of what is free.
MOST_BYTES = 6 * GB
LEAST_BYTES = GB // 4
PART_OF_FREE = 2  # a half, so that the program that races has the other
LIBRARIES = GB  # addresses that libraries of compiled code map, mostly without using them


def forget_peak() -> None:
    """On Linux: let `high_water` start anew from what is in memory now."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def high_water() -> int:
    """The most bytes that this process has had in memory; 0 where the system does not tell.

    subtle: on Linux ``ru_maxrss`` starts from the parent's peak, so that a child of a big
    process shows the parent; the figure of /proc starts anew.
    """
    if STATUS.exists():
        return of_status("VmHWM")
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def of_status(name: str) -> int:
    """Bytes of that name in the system's account of this process; 0: it has none."""
    with suppress(OSError):
        for line in STATUS.read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return 0


@cache
def at_rest() -> int:
    """What was in memory when this was first asked: to be asked before any run.

    A process keeps what it has freed, so that a later run begins with room that an earlier
    one took; what it rises from there on is not what it needs.
    """
    forget_peak()
    return high_water()


def bound(most: int | None = None) -> None:
    """Take no more than ``most`` bytes beyond what is taken, where the system can see to it.

    None: a part of what is free now. To be asked before every run, since others take and leave.
    """
    try:
        import resource
    except ImportError:
        return
    addresses = of_status("VmSize") + (allowance(free_memory()) if most is None else most)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        addresses = min(addresses, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (addresses, hard))


def allowance(free: int | None) -> int:
    """Bytes that a lane may take where ``free`` are free; None: the system does not tell.

    >>> allowance(None) == allowance(100 * GB) == 6 * GB
    True
    >>> allowance(2 * GB) == GB
    True
    """
    if free is None:
        return MOST_BYTES
    return max(LEAST_BYTES, min(MOST_BYTES, free // PART_OF_FREE))
