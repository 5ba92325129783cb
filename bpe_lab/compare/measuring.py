"""A run in its own process: learning, encoding, then checks; `runs.py` is the other side.

`run` and `prepare` are works of a `bpe_lab.measure.child`. Its folder holds the corpora that
`runs.lay_out` wrote. What goes out beside the clock, which runs from the first byte that is
learned from to the last check:

    {"reached": a Progress}   ten times a second at the most
    {"learned": a Training}
    {"encoded": a tuple of HeldOutEncoding}
    {"done": a Measured}
"""

from __future__ import annotations

import gc
from collections.abc import Sized
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter
from typing import Any

from bpe_core.registry import SYSTEMS
from bpe_core.runtime.progress import INTERVAL, Progress
from bpe_core.systems.system import System, TrainedSystem
from bpe_core.warm import warm
from bpe_lab.compare.comparison import (
    Check,
    ComparePlan,
    CompareTask,
    Exchange,
    HeldOutEncoding,
    Language,
    Measured,
    Training,
    Verdict,
)
from bpe_lab.compare.runs import HELD_OUT, TRAINING, path_of, save
from bpe_lab.compare.texts import (
    BREAKING,
    EXCHANGED_VOCAB_SIZE,
    MOST_CHARACTERS,
    beginning,
    exchanged,
    sentences,
    verdict,
)
from bpe_lab.measure.guards import Say
from bpe_lab.measure.memory import at_rest, high_water
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.reasons import Reason

REHEARSED = 600  # tokens, of some four kilobytes


def prepare(say: Say, folder: Path, plan: ComparePlan) -> None:
    """What all systems that are installed load, compiled code above all, is made here."""
    for name in plan.systems:
        if SYSTEMS[name].is_installed:
            with suppress(Exception):
                ready(name, folder)
    say({"done": True})


def run(say: Say, folder: Path, plan: ComparePlan, index: str, keep: str = "") -> None:
    """Do the task of that index; the trained system is saved in ``keep``."""
    task = plan.tasks[int(index)]
    ready(task.system, folder)
    say(STARTED)
    measured = measure(RunInputs(plan, task, folder, Path(keep) if keep else None), say)
    say(STOPPED)
    say({"done": measured})


def ready(name: str, folder: Path) -> None:
    """Have all that the system loads in memory: kernels, its library, what it makes once."""
    warm(SYSTEMS[name].kernels)
    text = "\n".join(sentences().values())
    with suppress(Exception), TemporaryDirectory(dir=folder) as temporary:
        file = Path(temporary) / "text"
        file.write_text(text, "utf-8")
        trained = SYSTEMS[name].train(file, REHEARSED, threads=1)
        trained.decode(trained.encode(text))


@dataclass(frozen=True, slots=True)
class RunInputs:
    """A run, the folder that it reads, and where its system is saved, if anywhere."""

    plan: ComparePlan
    task: CompareTask
    folder: Path
    keep: Path | None = None

    @property
    def system(self) -> System:
        return SYSTEMS[self.task.system]

    @property
    def training(self) -> Path:
        """What is learned from."""
        return path_of(self.folder, TRAINING, self.plan.corpora.index(self.task.corpus))

    def held_out(self, corpus: str) -> str:
        """A held-out text; its line ends are as they were."""
        index = self.plan.corpora.index(corpus)
        return path_of(self.folder, HELD_OUT, index).read_bytes().decode()


def measure(inputs: RunInputs, say: Say) -> Measured:
    """All of it; ``say`` gets its progress, what learning took and what encoding gave."""
    tell = Teller(say)
    trained, training = learn(inputs, tell)
    say({"learned": training})
    encodings = tuple(encode_all(inputs, trained, tell))
    say({"encoded": encodings})
    files = trained.files()
    if inputs.keep:
        save(inputs.keep, files)
    return Measured(
        encodings,
        tuple(check_all(trained, tell)),
        tuple(language_all(trained)),
        exchange(inputs, tell),
        sum(map(len, files.values())),
        version(inputs.system.library) if inputs.system.library else "",
    )


class Teller:
    """Progress, ten times a second at the most and whenever a phase begins or ends."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._phase, self._next = "", 0.0

    def __call__(self, step: Progress) -> None:
        now = monotonic()
        if step.phase != self._phase or step.done == step.total or now >= self._next:
            self._phase, self._next = step.phase, now + INTERVAL
            self._say({"reached": step})


def learn(inputs: RunInputs, tell: Teller) -> tuple[TrainedSystem, Training]:
    """The timed training; memory is that of this whole process."""
    tell(Progress("train", 0, None))
    gc.collect()
    before, start = at_rest(), perf_counter()
    trained = inputs.system.train(
        inputs.training,
        inputs.task.vocab_size,
        seed=inputs.plan.seed,
        threads=inputs.plan.threads,
        on_progress=tell,
    )
    seconds = perf_counter() - start
    return trained, Training(seconds, high_water(), before, trained.vocab_size)


def encode_all(
    inputs: RunInputs, trained: TrainedSystem, tell: Teller
) -> list[HeldOutEncoding]:
    """Every held-out text, that of the run's own corpus first.

    One letter is encoded before, so that tables are laid out as in a program that runs.
    """
    own = inputs.task.corpus
    corpora = sorted(inputs.plan.corpora, key=lambda name: name != own)
    trained.encode("a")
    encodings = []
    for done, corpus in enumerate(corpora):
        tell(Progress("encode", done, len(corpora)))
        encodings.append(encode(trained, corpus, inputs.held_out(corpus)))
    return encodings


def encode(trained: TrainedSystem, corpus: str, text: str) -> HeldOutEncoding:
    """The first pass over a text, and what comes back of it."""
    gc.collect()
    start = perf_counter()
    encoded = trained.encode(text)
    seconds = perf_counter() - start
    returned, _ = there_and_back(trained, text)
    size = len(text.encode())
    return HeldOutEncoding(corpus, size, len(encoded), distinct(encoded), seconds, returned)


def distinct(encoded: Sized) -> int:
    """How many different tokens.

    >>> distinct(["a", "b", "a"])
    2
    """
    tokens: Any = encoded.tolist() if hasattr(encoded, "tolist") else encoded
    return len(set(tokens))


def check_all(trained: TrainedSystem, tell: Teller) -> list[Check]:
    """Every text of `BREAKING`, there and back."""
    checks = []
    for done, (name, text) in enumerate(BREAKING.items()):
        tell(Progress("check", done, len(BREAKING)))
        held, came_back = there_and_back(trained, text)
        checks.append(Check(name, held, came_back[:MOST_CHARACTERS]))
    return checks


def there_and_back(trained: TrainedSystem, text: str) -> tuple[Verdict, str]:
    """What became of ``text``; where the system raised an error, that."""
    try:
        came_back = trained.decode(trained.encode(text))
    except Exception as error:
        return "refused", str(Reason.of(error))
    return verdict(text, came_back), came_back


def language_all(trained: TrainedSystem) -> list[Language]:
    """The same sentences in every language."""
    return [
        Language(name, len(text.encode()), len(text), len(trained.encode(text)))
        for name, text in sentences().items()
    ]


def exchange(inputs: RunInputs, tell: Teller) -> Exchange | None:
    """Learn from the beginning of the corpus, and from the same with exchanged roles."""
    text = beginning(inputs.training)
    texts = (text, exchanged(text, seed=inputs.plan.seed))
    counts = []
    for done, each in enumerate(texts):
        tell(Progress("exchange", done, len(texts)))
        try:
            counts.append(tokens_of(inputs, each))
        except Exception:  # a library's own, for a text too short for so many tokens
            return None
    return Exchange(len(text.encode()), *counts)


def tokens_of(inputs: RunInputs, text: str) -> int:
    """Tokens of ``text``, learned from itself."""
    file = inputs.folder / f"exchange-{inputs.task.system}.txt"
    file.write_bytes(text.encode())
    size = min(inputs.task.vocab_size, EXCHANGED_VOCAB_SIZE)
    trained = inputs.system.train(
        file, size, seed=inputs.plan.seed, threads=inputs.plan.threads
    )
    return len(trained.encode(text))
