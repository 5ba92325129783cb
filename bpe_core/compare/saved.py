"""The trained systems of a comparison as files, to be loaded for another text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bpe_core.compare.plan import ComparePlan, Task
from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_core.runtime.whole_file import whole_file
from bpe_core.systems.system import TrainedSystem

MOST_BYTES = 256_000_000  # of a file that is read


def folder_of(keep: Path, plan: ComparePlan, task: Task) -> Path:
    """Where a run's system lies; the corpus is named by its index in the plan."""
    index = plan.corpora.index(task.corpus)
    return keep / f"{index}-{task.vocab_size}-{task.system}"


def save(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a system's own files into ``folder``, which is made; each is whole or not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        if Path(name).name != name:
            raise FormatError(file=name, where="name", rule="a file's name and no path")
        with whole_file(folder / name) as file:
            file.write(data)


def load_system(keep: Path, plan: ComparePlan, task: Task) -> TrainedSystem:
    """The system that a run has left; raises ``OSError``, ``FormatError``."""
    files = {}
    for path in sorted(folder_of(keep, plan, task).iterdir()):
        if path.stat().st_size > MOST_BYTES:
            rule = f"at most {MOST_BYTES} bytes"
            raise FormatError(file=path.name, where="size", rule=rule)
        files[path.name] = path.read_bytes()
    return SYSTEMS[task.system].load(files)
