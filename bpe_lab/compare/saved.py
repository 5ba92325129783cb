"""The trained systems of a comparison as files, to be loaded for another text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_core.runtime.files import read_set, write_set
from bpe_core.systems.system import TrainedSystem
from bpe_lab.compare.plan import ComparePlan, Task

MOST_BYTES = 256_000_000  # of a file that is read


def folder_of(keep: Path, plan: ComparePlan, task: Task) -> Path:
    """Where a run's system lies; the corpus is named by its index in the plan."""
    index = plan.corpora.index(task.corpus)
    return keep / f"{index}-{task.vocab_size}-{task.system}"


def save(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a system's own files into ``folder``, which is made; all are there or none."""
    for name in files:
        if Path(name).name != name:
            raise FormatError(file=name, where="name", rule="a file's name and no path")
    write_set(folder, files)


def load_system(keep: Path, plan: ComparePlan, task: Task) -> TrainedSystem:
    """The system that a run has left; raises ``OSError``, ``FormatError``."""
    files = read_set(folder_of(keep, plan, task), iter, _bounded)
    return SYSTEMS[task.system].load(files)


def _bounded(path: Path) -> bytes:
    if path.stat().st_size > MOST_BYTES:
        raise FormatError(file=path.name, where="size", rule=f"at most {MOST_BYTES} bytes")
    return path.read_bytes()
