"""A training in the background: read, count, merge, and encode what was set aside."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from threading import Event

from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import Progress
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.machine import machine
from ui.page.long_uploads import UploadedText
from ui.page.training_limits import Memory, need_of, training_memory
from ui.serving.kernels import get_ready
from ui.serving.store import Store, vocabulary_store
from ui.workshop.engine import Cancelled, encoded, learned, pausing, until, warm_up
from ui.workshop.phase_meter import Metered, Span
from ui.workshop.prepared_result import prepare_ahead
from ui.workshop.training_text import fetch, split

PHASES = ("read", "count", "merge", "encode")
LEARNING = ("count", "merge")


class NoPairLeftNotice(Notice):
    message = "{size} tokens instead of {asked}: no pair is left"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be trained. ``text`` is a name of `corpus.TEXTS`."""

    text: str
    options: TrainOptions
    pattern: str
    upload: UploadedText | None = None
    held_out: UploadedText | None = None

    @property
    def key(self) -> Hashable:
        """Equal for trainings that give the same."""
        return self.text, self.upload, self.held_out, self.pattern, self.options

    @property
    def asked(self) -> int:
        """The vocabulary size that is asked for."""
        return self.options.vocab_size or 0


@dataclass(frozen=True, slots=True)
class Trained:
    """A vocabulary and what its training took.

    ``size`` are the bytes trained on; of the held-out text the bytes, and how many ids they
    became.
    """

    setup: Setup  # without the files' contents
    file: str  # the name of the reader's file, or empty
    model: BPEModel
    spans: tuple[Span, ...]
    size: int
    held_out: bytes
    held_out_ids: int
    facts: dict[str, str]
    was_read: bool = True

    @property
    def seconds(self) -> float:
        """The training alone, without reading and without what was measured afterwards."""
        return sum(span.seconds for span in self.spans if span.phase in LEARNING)

    def notices(self) -> list[Notice]:
        """What a reader should be told about it."""
        size, asked = len(self.model.vocabulary), self.setup.asked
        return [NoPairLeftNotice(size=size, asked=asked)] if size < asked else []


@dataclass(slots=True, eq=False)
class Work(Metered[Trained]):
    """A training under way, or over."""

    setup: Setup
    memory: Memory = field(default_factory=lambda: training_memory())
    store: Store = field(default_factory=lambda: vocabulary_store())
    was_read: bool = True  # see `Split`

    @property
    def key(self) -> Hashable:
        """That of its set-up."""
        return self.setup.key

    def run(self, stop: Event) -> None:
        """To its end. One that is stopped leaves nothing; raises the errors of `bpe_core`."""
        tell, pause = until(stop, self.meter.note), pausing(stop)
        try:
            with self.meter:
                pause()
                fetch(self.setup.text, tell)
                self.meter.begin("read")
                text, held_out, self.was_read = split(
                    self.setup.text, self.setup.upload, self.setup.held_out
                )
                self.meter.begin("wait")
                with self.memory.reserved(need_of(len(text)), stop):
                    self.meter.begin("ready")
                    with self.meter.apart():
                        get_ready(stop)
                    tell(Progress("count", 0, len(text)))
                    model = learned(text, self.setup.options, self.setup.pattern, tell)
                    self.meter.begin("ready")
                    pause()
                    warm_up(model)
                    ids = encoded(model, held_out, tell)
                tell(Progress("encode", len(held_out), len(held_out)))
                self.meter.begin("ready")
                prepare_ahead(self.store, model, held_out, pause)
        except Cancelled:
            return
        upload = self.setup.upload
        self.result = Trained(
            setup=replace(self.setup, upload=None, held_out=None),
            file=upload.name if upload else "",
            model=model,
            spans=tuple(span for span in self.meter.now.spans if span.phase in PHASES),
            size=len(text),
            held_out=held_out,
            held_out_ids=len(ids),
            facts=machine(["numba"]),
            was_read=self.was_read,
        )
