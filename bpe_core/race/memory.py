"""How much memory this process has had, and a bound to it."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

STATUS = Path("/proc/self/status")
# Bytes of addresses a lane may have: some 80 times the largest corpus offered, and a library
# of compiled code maps 1 GB before its work. What asks for more gets a MemoryError.
MOST_ADDRESSES = 6 * 2**30


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
        for line in STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@cache
def at_rest() -> int:
    """What was in memory when this was first asked, before any run of this process.

    It keeps what it has freed, so that a later run begins with room that an earlier one
    took; what it rises from there on is not what it needs.
    """
    forget_peak()
    return high_water()


def bound(addresses: int = MOST_ADDRESSES) -> None:
    """Take no more addresses than this, where the system can see to it."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        addresses = min(addresses, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (addresses, hard))
