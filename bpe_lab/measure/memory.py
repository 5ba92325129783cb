"""How much memory this process has had, what is free for it, and a bound to it.

Free is what the machine has left, and what the groups leave that bound this process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

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


ROOT = Path("/")
# Where a group's files lie, with its bound, what it takes, and what of that is a mere copy of
# files and given back when asked for: version 2, then version 1.
UNIFIED = ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file")
BY_KIND = (
    *("sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    *("memory.usage_in_bytes", "total_inactive_file"),
)


def free_memory(root: Path = ROOT) -> int | None:
    """Bytes that this process can have without driving others out; None where nothing tells.

    ``root`` is where ``proc`` and ``sys`` lie.
    """
    known = [*_of_machine(root), *_of_groups(root)]
    return min(known) if known else None


def _of_machine(root: Path) -> Iterator[int]:
    for name, value in _figures(root / "proc" / "meminfo"):
        if name == "MemAvailable:":
            yield value * 1024


def _of_groups(root: Path) -> Iterator[int]:
    """What each group leaves, from this process's own to the outermost that can be seen."""
    for kinds, path in _groups(root):
        if kinds in ("", "memory"):
            folder, most, taken, copies = BY_KIND if kinds else UNIFIED
            top = root / folder
            own = top / path
            for group in (own, *own.parents):
                yield from _left(group, most, taken, copies)
                if group == top:
                    break


def _groups(root: Path) -> Iterator[tuple[str, str]]:
    """(kind, path) of the groups that this process is in; the kind of version 2 is empty."""
    with suppress(OSError):
        for line in (root / "proc" / "self" / "cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            yield from ((kind, path.lstrip("/")) for kind in kinds.split(","))


def _left(group: Path, most: str, taken: str, copies: str) -> Iterator[int]:
    """Nothing where the group has no bound."""
    with suppress(OSError, ValueError):  # "max" is no number
        bound, used = (int((group / name).read_text()) for name in (most, taken))
        reclaimable = dict(_figures(group / "memory.stat")).get(copies, 0)
        yield max(0, bound - used + reclaimable)


def _figures(path: Path) -> Iterator[tuple[str, int]]:
    """The name and the number at the beginning of each line."""
    with suppress(OSError, ValueError):
        for line in path.read_text().splitlines():
            name, number, *_ = line.split()
            yield name, int(number)
