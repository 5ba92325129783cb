"""The comparison under way: one run after the other, each in a fresh process.

All runs read one folder: every corpus as two files, checked to be UTF-8. The trained systems
may be kept as files, to be loaded for another text.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import NamedTuple

from bpe_core.errors import FormatError, InputError
from bpe_core.registry import SYSTEMS, look_up
from bpe_core.runtime.files import read_set, write_set
from bpe_core.runtime.text import whole_characters
from bpe_core.systems.system import TrainedSystem
from bpe_core.texts.corpus import held_out_from
from bpe_lab.compare.comparison import (
    Absent,
    CompareEvent,
    ComparePlan,
    CompareTask,
    Done,
    Encoded,
    Reached,
    RunEvent,
    TextSizes,
    Trained,
)
from bpe_lab.lab_errors import LabError
from bpe_lab.measure.frame import Ended, Prepared, Started, session
from bpe_lab.measure.messages import Clock, Protocol
from bpe_lab.measure.process import command_of, prepare_in_process, run_task, variables
from bpe_lab.measure.reasons import RunError

MOST_TEXT_BYTES = 1_000_000_000  # of a text
MOST_SAVED_BYTES = 256_000_000  # of a file that is read
TRAINING, HELD_OUT = "training", "held-out"


class CorpusParts(NamedTuple):
    """A corpus: what is learned from and what is encoded; None: the last part of the first."""

    training: Path | bytes
    held_out: Path | bytes | None = None


def compare(
    plan: ComparePlan,
    sources: Mapping[str, CorpusParts],
    *,
    keep: Path | None = None,
    stop: Event | None = None,
) -> Generator[CompareEvent, None, None]:
    """Run ``plan`` over ``sources``, by the names that it has for them.

    With ``keep``, a folder, the trained systems are saved there (see `load_system`).
    What goes wrong in a run is an event. Setting ``stop``, closing the generator and an error
    in its consumer end all processes.

    Raises ``InputError("empty_text")``, ``InputError("text_too_large")``, ``NotUTF8Error``,
    ``UnknownNameError``, ``OSError``.
    """
    stop = stop or Event()

    def runs(folder: Path) -> Iterator[CompareEvent]:
        texts = lay_out(folder, plan.corpora, sources)
        prepare(folder, plan, stop)
        yield Prepared(texts)
        for name in plan.systems:
            if not SYSTEMS[name].is_installed:
                yield Absent(name, SYSTEMS[name].library)
        for task in planned(plan):
            yield Started(task)
            yield from run(folder, plan, task, keep, stop)

    return session(plan, runs, Ended)


def planned(plan: ComparePlan) -> list[CompareTask]:
    """The runs whose systems are installed."""
    return [task for task in plan.tasks if SYSTEMS[task.system].is_installed]


def prepare(folder: Path, plan: ComparePlan, stop: Event) -> None:
    """Have `measuring.prepare` done in a process of its own; raises ``StoppedError``.

    What goes wrong here goes wrong again in the run that it is for, and is reported there.
    """
    with suppress(RunError):
        prepare_in_process("bpe_lab.compare.measuring:prepare", folder, plan.threads, stop)


def run(
    folder: Path, plan: ComparePlan, task: CompareTask, keep: Path | None, stop: Event
) -> Iterator[RunEvent]:
    """Do the task in a fresh process; its outcome comes last. Raises ``StoppedError``."""
    protocol: Protocol[RunEvent] = Protocol(
        answers={"done": partial(Done, task)},
        steps={
            "reached": lambda progress: Reached(task, *progress),
            "learned": partial(Trained, task),
            "encoded": partial(Encoded, task),
        },
        form="pickle",
    )
    messages = run_task(
        task,
        command_for(folder, plan, task, keep),
        variables(str(folder), plan.threads),
        protocol,
        stop,
        home=folder,
        budget=plan.budget,
    )
    return (message for message in messages if not isinstance(message, Clock))


def command_for(
    folder: Path, plan: ComparePlan, task: CompareTask, keep: Path | None
) -> list[str]:
    """What its process runs: the task is told by its index, since names may be anything."""
    saved = [str(folder_of(keep, plan, task).absolute())] if keep else []
    index = str(plan.tasks.index(task))
    return command_of("bpe_lab.compare.measuring:run", folder, index, *saved)


def lay_out(
    folder: Path, corpora: tuple[str, ...], sources: Mapping[str, CorpusParts]
) -> dict[str, TextSizes]:
    """Write the texts of ``corpora``, and return how many bytes they have.

    Raises ``InputError("empty_text")``, ``InputError("text_too_large")``, ``NotUTF8Error``,
    ``LabError("nothing_held_out")``, ``UnknownNameError``, ``OSError``.
    """
    sizes = {}
    for index, name in enumerate(corpora):
        source = look_up("corpus", sources, name)
        try:
            training, held_out = texts_of(source)
        except InputError as error:
            error.add_note(name)  # which of them
            raise
        path_of(folder, TRAINING, index).write_bytes(training)
        path_of(folder, HELD_OUT, index).write_bytes(held_out)
        sizes[name] = TextSizes(len(training), len(held_out))
    return sizes


def path_of(folder: Path, kind: str, index: int) -> Path:
    """A text's file; corpora are named by their index, since names may be anything."""
    return folder / f"{kind}-{index}.txt"


def texts_of(source: CorpusParts) -> tuple[bytes, bytes]:
    """What is learned from and what is held out."""
    training = read(source.training)
    if source.held_out is not None:
        return training, read(source.held_out)
    at = held_out_from(training)
    if not training[at:]:
        raise LabError("nothing_held_out", size=len(training))
    return training[:at], training[at:]


def read(text: Path | bytes) -> bytes:
    """Bounded, and UTF-8."""
    size = len(text) if isinstance(text, bytes) else text.stat().st_size
    if size > MOST_TEXT_BYTES:
        raise InputError("text_too_large", size=size, limit=MOST_TEXT_BYTES)
    data = text if isinstance(text, bytes) else text.read_bytes()
    if not data:
        raise InputError("empty_text")
    whole_characters(data)
    return data


def folder_of(keep: Path, plan: ComparePlan, task: CompareTask) -> Path:
    """Where a run's system lies; the corpus is named by its index in the plan."""
    index = plan.corpora.index(task.corpus)
    return keep / f"{index}-{task.vocab_size}-{task.system}"


def save(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a system's own files into ``folder``, which is made; all are there or none."""
    for name in files:
        if Path(name).name != name:
            raise FormatError(file=name, where="name", rule="a file's name and no path")
    write_set(folder, files)


def load_system(keep: Path, plan: ComparePlan, task: CompareTask) -> TrainedSystem:
    """The system that a run has left; raises ``OSError``, ``FormatError``."""
    files = read_set(folder_of(keep, plan, task), iter, _bounded)
    return SYSTEMS[task.system].load(files)


def _bounded(path: Path) -> bytes:
    if path.stat().st_size > MOST_SAVED_BYTES:
        raise FormatError(
            file=path.name, where="size", rule=f"at most {MOST_SAVED_BYTES} bytes"
        )
    return path.read_bytes()
