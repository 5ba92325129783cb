"""Try a trained vocabulary: a text or a file to ids and back, with the speed of both."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from threading import Event
from typing import Literal, TypeAlias

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bpe_core.errors import BPELabError, Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress, Progress
from bpe_lab.pages import TRIAL, UPLOAD
from bpe_lab.scenes.drawn_tokens import token_board
from bpe_lab.text import t
from ui.charts.file_buttons import file_button
from ui.charts.numbers import time_text, whole_text
from ui.page.fields import select_box
from ui.page.job_page import JobPage
from ui.page.markup import html_of, section_title
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.page.text_inputs import LONG_LIMIT, OWN_LIMIT, one_file
from ui.player.player import board
from ui.serving.app_errors import AppError
from ui.serving.belongings import belongings
from ui.serving.jobs import SessionWork, session_trainings
from ui.serving.kernels import get_ready
from ui.serving.memory import Parts, room
from ui.workshop.engine import Cancelled, Metered, decoded, encoded, until, warm_up
from ui.workshop.phases import EVERY, TIMED, figures_html, rate_text, stage
from ui.workshop.training_job import CHINESE, CODE, ENGLISH, Trained, kind_of

Ids: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]

AT_ONCE = 50_000  # ids written at a time, so that others get their turn in between
JOB = "trial"
VIEW, ALONE = "view", "trial"  # in the address
TYPED = "workshop_typed"  # the short text last tried, with its outcome
PAUSE = 0.4  # seconds until a click's page is drawn
DRAWN = 300  # tokens, and ids listed
# To begin with, a text of the kind that was learned: of another one nothing is merged.
STARTS = {
    CODE: "for path in sorted(folder.iterdir()):\n    print(path.name, path.stat().st_size)",
    ENGLISH: "An old man came down to the river, and nobody knew what he was looking for.",
    CHINESE: "天快黑的时候，有人看见老人一个人站在河边，不知道他在等什么。",
}
STARTED = "trial began with"


@dataclass(frozen=True, eq=False)  # no slots: weakly held
class Tried:
    """The ids of a text of ``size`` bytes, the seconds both ways, whether it came back."""

    model: BPEModel
    name: str
    size: int
    ids: Ids
    encode_seconds: float
    decode_seconds: float
    same: bool
    parts: Parts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The ids are what takes memory."""
        object.__setattr__(self, "parts", {id(self.ids): self.ids.nbytes})


@dataclass(slots=True, eq=False)
class Trial(Metered[Tried]):
    """A text on its way there and back.

    ``pause``: seconds before the clock runs, in which the page that asked is drawn. Both at
    once would share the interpreter, and a short text seem five times slower than it is.
    """

    model: BPEModel
    name: str
    text: bytes
    pause: float = 0.0

    def run(self, stop: Event) -> None:
        """To its end, or until ``stop`` is set; then there is no result."""
        tell = until(stop, self.meter.note)
        try:
            with self.meter:
                self.meter.begin("ready")
                get_ready(stop)
                warm_up(self.model)
                stop.wait(self.pause)
                ids, same = there_and_back(self.model, self.text, tell)
        except Cancelled:
            return
        seconds = {span.phase: span.seconds for span in self.meter.now.spans}
        self.result = Tried(
            *(self.model, self.name, len(self.text), ids),
            encode_seconds=seconds["encode"],
            decode_seconds=seconds["decode"],
            same=same,
        )


def there_and_back(model: BPEModel, text: bytes, tell: OnProgress) -> tuple[Ids, bool]:
    """The ids, as small as the vocabulary allows, and whether they give the same bytes.

    Special tokens count as such: the text is the reader's own.
    """
    tell(Progress("encode", 0, len(text)))
    ids = encoded(model, text, tell)
    tell(Progress("decode", 0, len(ids)))
    back = decoded(model, ids, tell)
    tell(Progress("compare", 0, None))
    is_small = len(model.vocabulary) <= 2**16
    return (ids.astype(np.uint16) if is_small else ids), back == text


def as_lines(ids: Ids) -> bytes:
    """One id a line.

    >>> as_lines(np.array([5, 6], np.uint16))
    b'5\\n6\\n'
    """
    blocks = (ids[at : at + AT_ONCE].tolist() for at in range(0, len(ids), AT_ONCE))
    return "".join("\n".join(map(str, block)) + "\n" for block in blocks).encode()


def as_npy(ids: Ids) -> bytes:
    """A file for ``numpy.load``."""
    buffer = BytesIO()
    np.save(buffer, ids)
    return buffer.getvalue()


def is_alone() -> bool:
    """Whether a hall is to see the trial and nothing else: the address says so."""
    return is_presenting() and st.query_params.get(VIEW) == ALONE


def try_it(trained: Trained) -> None:
    """The text, the way there and back, what came of it."""
    if not is_alone():
        section_title("workshop.try")
    with st.container(key="workshop_try"):
        page = page_of_trial()
        tried = _settled(page, trained)
        is_aside = st.session_state.get("trial") == "aside"  # a button alone stands beside it
        align: Literal["top", "bottom"] = "bottom" if is_aside else "top"
        choosing, text_column = st.columns([3, 7], vertical_alignment=align)
        with choosing:
            notices: list[Notice] = []
            kind = select_box(TRIAL, notices)
        for notice in notices:
            show(notice)
        with text_column:
            text = _own(trained) if kind == "own" else _long(page, trained, kind)
        if text is None:
            return
        if page.is_under_way and page.work is not None:
            _live(page, page.work)
            return
        if kind == "own":
            tried = _at_once(trained, *text)
        if tried is not None and tried.name == text[0]:
            _outcome(tried)


def _own(trained: Trained) -> tuple[str, bytes] | None:
    """A text short enough to be encoded on every run; not typed, it follows the corpus."""
    start = STARTS.get(kind_of(trained.setup.text), t("input.own_start"))
    before = st.session_state.get(STARTED)
    if st.session_state.get("trial_own", before) == before:
        st.session_state["trial_own"] = start
    st.session_state[STARTED] = start
    typed = st.text_area(
        t("input.own"),
        key="trial_own",
        max_chars=OWN_LIMIT,
        height=68,
        persist_state="session",
    )
    return ("own", typed.encode()) if typed else None


def _long(page: JobPage[Trial], trained: Trained, kind: str) -> tuple[str, bytes] | None:
    """The held-out text or a file, by its outcome's name, with the button that starts it."""
    name, data = "aside", trained.held_out
    if kind == UPLOAD:
        notices: list[Notice] = []
        upload = one_file("trial_file", LONG_LIMIT, notices)
        for notice in notices:
            show(notice)
        if upload is None:
            return None
        name, data = f"file {upload.digest}", upload.text()
    elif not data:
        st.info(t("workshop.foot.none"))
        return None

    def begin() -> None:
        page.own.begin(Trial(trained.model, name, data, pause=PAUSE), is_short=True)

    page.button(t("workshop.encode"), begin, is_primary=False)
    return name, data


def _at_once(trained: Trained, name: str, data: bytes) -> Tried | None:
    """The outcome of a short text; kept while nothing else is typed, so that its times rest."""
    typed, before = belongings().held.get(TYPED, (b"", None))
    if before is not None and before.model is trained.model and typed == data:
        result: Tried = before
        return result
    trial = Trial(trained.model, name, data)
    try:
        trial.run(Event())
    except BPELabError as error:
        show(error)
    belongings().held[TYPED] = data, trial.result
    return trial.result


def page_of_trial() -> JobPage[Trial]:
    """The part of the page that tries a long text, which the session has in the background."""
    own: SessionWork[Trial] = SessionWork(JOB, session_trainings())
    return JobPage(name="trial", texts="workshop", own=own, work=own.mine())


def _live(page: JobPage[Trial], trial: Trial) -> None:
    """A long text on its way to ids and back."""
    page.live(lambda: st.html(stage(page.ahead, trial.meter.now)), every=EVERY)


def _settled(page: JobPage[Trial], trained: Trained) -> Tried | None:
    """The last outcome with this vocabulary; one that has just ended takes its place."""
    before: Tried | None = belongings().held.get("workshop_tried")
    if (trial := page.work) is not None and not page.is_under_way:
        if page.job is not None and page.job.error is not None:
            page.say_how_it_ended()
        elif trial.result is not None:
            try:
                before = room().admit(trial.result, instead_of=before)
            except AppError as error:
                show(error)
        belongings().held["workshop_tried"] = before
        page.own.forget()  # last, as in `trained_here`
    return before if before is not None and before.model is trained.model else None


def _outcome(tried: Tried) -> None:
    """Figures, the verdict on the way back, tokens, ids to take away."""
    size, count = tried.size, len(tried.ids)
    figures = {
        "tokens": whole_text(count),
        "bytes_per_token": f"{size / count:.2f}",
        "encoding": speed_text(size, tried.encode_seconds),
        "decoding": speed_text(size, tried.decode_seconds),
    }
    verdict = "same" if tried.same else "other"
    st.html(html_of("workshop", "tried", figures_html(figures), verdict, size))
    first = tried.ids[:DRAWN].tolist()
    if count > len(first):
        st.caption(t("workshop.ids", shown=len(first), count=count))
    board(
        token_board(tried.model, first, styles=("text",), leads=is_alone()),
        key="trial_tokens",
        texts=("encode",),
        name=t("workshop.try"),
        leads=is_alone(),
    )
    st.code(" ".join(map(str, first)), language=None, wrap_lines=True)
    if is_alone():
        return
    with st.container(key="trial_files", horizontal=True):
        for suffix, make in (("npy", as_npy), ("txt", as_lines)):
            label = t("workshop.ids_file", suffix=suffix)
            file = f"ids.{suffix}"
            file_button(label, partial(make, tried.ids), file, None, key=f"trial_{suffix}")


def speed_text(size: int, seconds: float) -> str:
    """Bytes a second; of a short text the time alone."""
    if size < TIMED:
        return time_text(seconds)
    return rate_text("encode", size / max(seconds, 1e-9))
