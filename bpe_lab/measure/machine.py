"""The machine that ran something: times mean little without it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from typing import NamedTuple

CPU_QUOTA = Path("/sys/fs/cgroup/cpu.max")
CPU_INFO = Path("/proc/cpuinfo")
CPU_TIMES = Path("/proc/stat")
SHORTEST = 0.1  # seconds; the system counts in hundredths


def machine(libraries: Iterable[str]) -> dict[str, str]:
    """Cores, processor, memory, system, Python, and the versions of ``libraries``.

    What the system does not tell is left out; a library that is not installed is ``absent``.
    ``shared`` is there where others may take part of the cores, ``load`` how many programs
    wanted a core in the last minute.

    >>> machine(["no-such-library"])["no-such-library"]
    'absent'
    """
    facts = {
        "cores": str(os.cpu_count() or ""),
        "processor": processor(),
        "memory": memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_version()} {platform.python_implementation()}",
        "shared": shared(),
        "load": "" if load() is None else f"{load():.2f}",
    }
    facts |= {library: installed(library) for library in ("bpe-lab", "regex", *libraries)}
    return {name: fact for name, fact in facts.items() if fact}


def libraries_of(rows: Iterable[str]) -> list[str]:
    """The libraries that rows of a registry name, each once; those without one name ``""``.

    >>> libraries_of(["tiktoken", "", "rustbpe", "tiktoken"])
    ['rustbpe', 'tiktoken']
    """
    return sorted({library for library in rows if library})


class ProcessorTime(NamedTuple):
    """Seconds of processor time so far: all programs together, and ours; ``clock`` runs on.

    Ours are this process and its children that have ended.
    """

    everyone: float
    ours: float
    clock: float


def processor_time() -> ProcessorTime | None:
    """As the system tells it now; None where it does not."""
    try:
        first = CPU_TIMES.read_text("utf-8").split("\n", 1)[0].split()
        a_second = os.sysconf("SC_CLK_TCK")
        user, nice, system, _, _, irq, softirq, steal = map(int, first[1:9])
    except (AttributeError, OSError, ValueError):
        return None
    times = os.times()  # children are in it once they have been waited for
    everyone = (user + nice + system + irq + softirq + steal) / a_second
    return ProcessorTime(everyone, sum(times[:4]), monotonic())


def taken_by_others(before: ProcessorTime | None, now: ProcessorTime | None) -> float | None:
    """As many cores as other programs took on average in between; None: not known.

    A core that the host of a virtual machine took away counts as taken.

    >>> taken_by_others(ProcessorTime(100.0, 10.0, 0.0), ProcessorTime(115.0, 20.0, 10.0))
    0.5
    """
    if before is None or now is None:
        return None
    everyone, ours, seconds = (b - a for a, b in zip(before, now, strict=True))
    if everyone <= 0 or seconds < SHORTEST:
        return None
    return max(0.0, everyone - ours) / seconds


def installed(library: str) -> str:
    """The version of a library, or ``absent``."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


def processor() -> str:
    """The processor's name where the system tells it."""
    return _cpu_info("model name") or platform.processor() or platform.machine()


def memory() -> str:
    """All memory of the machine, as ``15.6 GB``; empty where the system does not tell it."""
    try:
        size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return ""
    return f"{size / 1e9:.1f} GB"


def load() -> float | None:
    """How many programs wanted a core in the last minute, on average; None: not known."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def crowding() -> float:
    """How many programs had to share one of our cores in the last minute; 1: none had to."""
    return max(1.0, (load() or 0.0) / usable_cores())


def shared() -> str:
    """Why the cores may not be ours alone; empty where nothing tells so.

    ``virtual``: a virtual machine, whose host may give its cores to others. ``2.0 of 8``: only
    part of the machine's cores may be used.
    """
    cores = os.cpu_count() or 1
    if usable_cores() < cores:
        return f"{usable_cores():.1f} of {cores}"
    return "virtual" if "hypervisor" in _cpu_info("flags").split() else ""


def usable_cores() -> float:
    """As many cores as this process may use at the same time."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    try:
        quota, period = CPU_QUOTA.read_text().split()
        return min(float(cores), int(quota) / int(period))
    except (OSError, ValueError):  # no such file, or "max"
        return float(cores)


def _cpu_info(name: str) -> str:
    """The first entry of this name that Linux tells of its processors."""
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == name:
                return value.strip()
    return ""
