"""A training in the background: its text, the work, and the vocabulary that a session keeps."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from threading import Event
from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.library import library_bytes
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress, Progress
from bpe_core.texts.corpus import held_out_from, sample
from bpe_core.texts.download import DOWNLOADS, download, path_of
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.machine import machine
from bpe_lab.text import t
from ui.page.text_inputs import MB, UploadedText
from ui.serving.app_errors import AppError
from ui.serving.belongings import belongings
from ui.serving.jobs import SessionWork, session_trainings
from ui.serving.kernels import get_ready
from ui.serving.memory import Loaded, Memory, need_of, room, training_memory
from ui.serving.store import Store, vocabulary_store
from ui.workshop.engine import (
    Cancelled,
    Metered,
    Span,
    encoded,
    learned,
    pausing,
    until,
    warm_up,
)
from ui.workshop.growing import prepare_ahead

LIBRARY = {"library": None, "library_1m": MB}  # name: how much of it
CODE, ENGLISH, CHINESE = "code", "english", "chinese"
WRITTEN = {
    CODE: (*LIBRARY, "code"),
    ENGLISH: ("weather", "story_en", "tiny_shakespeare"),
    CHINESE: ("ferry", "story_zh", "hongloumeng", "sanguoyanyi", "shuihuzhuan", "xiyouji"),
}
HELD_OUT_LIMIT = 8 * MB  # of a file to measure with
PHASES = ("read", "count", "merge", "encode")
LEARNING = ("count", "merge")
JOB = "training"
REFUSED = "workshop_refused"
NEW = "workshop_new"


def kind_of(name: str) -> str:
    """What a text is written in; empty for a reader's own."""
    return next((kind for kind, names in WRITTEN.items() if name in names), "")


class Split(NamedTuple):
    """What is trained on, a view of the text, and what is set aside to measure compression.

    ``was_read``: not so a text that is still in memory, of which a time would be no reading.
    """

    trained: memoryview
    held_out: bytes
    was_read: bool = True


IN_MEMORY: dict[str, bytes] = {}  # texts by name, for all readers


def split(name: str, upload: UploadedText | None, held_out: UploadedText | None) -> Split:
    """The text called ``name`` (``upload`` for a file) and its held-out part.

    Without a file for it, that is the text's own end, see `cut`. Raises
    ``InputError("no_library")`` and what `UploadedText.text` raises.
    """
    was_read = upload is not None or name not in IN_MEMORY
    text = upload.text() if upload is not None else built_in(name)
    if held_out is not None:
        return Split(memoryview(text), held_out.text(), was_read)
    at = held_out_from(text)
    return Split(memoryview(text)[:at], text[at:], was_read)


def fetch(name: str, tell: OnProgress) -> None:
    """Have a text of the web on this machine; raises what `download` and ``tell`` raise."""
    if name in DOWNLOADS:
        download(name, on_progress=tell)


def built_in(name: str) -> bytes:
    """The library, a sample or a text that was fetched, read once for all readers."""
    if name not in IN_MEMORY:
        IN_MEMORY[name] = _read(name)
    return IN_MEMORY[name]


def _read(name: str) -> bytes:
    if name in DOWNLOADS:
        return path_of(name).read_bytes()
    if name in LIBRARY:
        return library_bytes(LIBRARY[name])
    return sample(name).text.encode()


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
        return [Notice("no_pair_left", size=size, asked=asked)] if size < asked else []


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


def trained_here() -> Trained | None:
    """The session's last whole training; one that has just ended takes its place.

    Where all sessions together have no room for it, the one before stays; see `refusal`.

    subtle: each look into the session's state ends this run where another is asked for. So the
    job is let go of last: until then the next run does it all again.
    """
    own = session_training()
    work = own.mine()
    if own.open_job() is None and work is not None and work.result is not None:
        try:
            _hold(work.result)
        except AppError as error:
            st.session_state[REFUSED] = error
        own.forget()
    trained: Trained | None = belongings().held.get("workshop_trained")
    return trained


def _hold(trained: Trained) -> None:
    mine = belongings().held
    before: Loaded | None = mine.get("workshop_loaded")
    tokenizer = ByteLevelTokenizer(trained.model)
    loaded = room().admit(Loaded(tokenizer, (), JOB), instead_of=before)
    mine |= {"workshop_loaded": loaded, "workshop_trained": trained}
    st.session_state[NEW] = True
    for key in ("table", "workshop_tried", "workshop_typed"):  # of the vocabulary before
        mine.pop(key, None)


def is_drawn_first() -> bool:
    """Whether the last training's result is drawn for the first time; asked once a run."""
    is_new: bool = st.session_state.pop(NEW, False)
    return is_new


def refusal() -> AppError | None:
    """Why the last training could not be kept, until the next one begins."""
    error: AppError | None = st.session_state.get(REFUSED)
    return error


def begin_training(setup: Setup) -> None:
    """Put a training in the machine's line; equal ones of several readers are one."""
    st.session_state.pop(REFUSED, None)
    session_training().begin(Work(setup))


def session_training() -> SessionWork[Work]:
    """The session's training that is under way, or that ended without a vocabulary."""
    return SessionWork(JOB, session_trainings())


def workshop_model(notices: list[Notice]) -> BPEModel | None:
    """For the pages that choose among vocabularies; None: none was trained yet."""
    trained = trained_here()
    if trained is None:
        st.info(t("workshop.none_yet"))
        return None
    return trained.model
