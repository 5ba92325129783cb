"""How much memory is free: on this machine, and within the groups that bound this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

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
