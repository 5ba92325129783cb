"""A page about work in the background: a press begins it, one watches it, it leaves a result.

The race, the table of systems, the workshop and its trial of a long text have this form. What
differs is theirs: what is asked for, how the work looks before, under way and when it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

import streamlit as st

from bpe_lab.text import language, speak, t
from ui.page.presenting import key_to_start
from ui.page.problems import show_failure
from ui.page.session import hold, run_again
from ui.serving.jobs import Job, SessionWork, Work

EVERY = 1.0  # seconds between two drawings, seldom enough not to disturb what is timed

Draw: TypeAlias = Callable[[], object]


class Watched(Work, Protocol):
    """Work as far as its page must know it; keys and values are those of the page's texts."""

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""

    @property
    def has_outcome(self) -> bool:
        """Whether it has left something to show, whole or not."""

    @property
    def stopped_by(self) -> str:
        """The key of the sentence that says why it did not come to its end."""

    def reached(self) -> Mapping[str, object]:
        """How far it is."""


W = TypeVar("W", bound=Watched)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPage(Generic[W]):
    """One run of such a page.

    ``name`` begins the keys of its elements, ``texts`` those of its sentences. ``work`` is what
    the page is about, under way or over, and None before.
    """

    name: str
    texts: str
    own: SessionWork[W]
    work: W | None
    job: Job | None = field(init=False)  # the work's, where it is the session's
    is_under_way: bool = field(init=False)

    def __post_init__(self) -> None:
        """Look once: work that ends during the run is still shown as under way."""
        job = self.own.job_of(self.work) if self.work is not None else None
        object.__setattr__(self, "job", job)
        object.__setattr__(self, "is_under_way", job is not None and job.is_open)

    @property
    def ahead(self) -> int | None:
        """How many jobs of the machine's line come first; None once the work runs."""
        if self.job is None or self.job.state != "waiting":
            return None
        return self.own.jobs.line.ahead_of(self.job)

    def button(
        self,
        label: str,
        begin: Callable[[], None] | None,
        *,
        is_primary: bool,
        by_clicker: bool = False,
        key: str = "start",
        width: Literal["content", "stretch"] = "content",
    ) -> None:
        """The one that begins the work, or cancels what is under way.

        ``begin`` is None while the inputs have no answer. ``by_clicker``: a lecturer's key
        presses it, too.
        """
        if self.is_under_way:
            self.cancel_button(width=width)
            return
        st.button(
            label,
            key=f"{self.name}_{key}",
            type="primary" if is_primary else "secondary",
            shortcut=key_to_start() if by_clicker else None,
            disabled=begin is None,
            on_click=begin,
            width=width,
        )

    def cancel_button(
        self, key: str = "cancel", *, width: Literal["content", "stretch"] = "content"
    ) -> None:
        """It answers when the work has ended, if that is soon."""
        st.button(
            t("job.cancel"), key=f"{self.name}_{key}", on_click=self.own.cancel, width=width
        )

    def elsewhere(self) -> None:
        """Say that work with other settings than the page's is under way, until it ends."""
        other, job = self.own.mine(), self.own.open_job()
        if other is None or other is self.work or job is None:
            return

        def draw() -> None:
            if self.own.open_job() is None:  # cancelled, though others watch it
                run_again()
            with st.container(
                key=f"{self.name}_elsewhere", horizontal=True, vertical_alignment="center"
            ):
                st.caption(t(f"{self.texts}.elsewhere", **other.reached()))
                self.cancel_button("cancel_other")

        redrawn(draw, job)

    def body(
        self,
        *,
        before: Draw,
        live: Callable[[W], object],
        after: Callable[[W], object] | None = None,
    ) -> None:
        """What the page is about: to come, under way, or over.

        Where the work has left nothing to show, that is what stood there ``before``.
        """
        if self.work is not None and self.is_under_way:
            live(self.work)
            return
        self.say_how_it_ended()
        if after is not None and self.work is not None and self.work.has_outcome:
            after(self.work)
        else:
            before()

    def live(self, draw: Draw, *, part: str = "live", every: float = EVERY) -> None:
        """A part of the page that is drawn anew until the work has ended; else once."""
        with st.container(key=f"{self.name}_{part}"):
            redrawn(draw, self.job if self.is_under_way else None, every=every)

    def say_how_it_ended(self) -> None:
        """Why the work came to nothing, or has not come to its end."""
        error = self.job.error if self.job is not None else None
        if isinstance(error, MemoryError):
            st.error(t("job.out_of_memory"))
        elif error is not None:
            show_failure(error, t(f"{self.texts}.broken"))
        elif self.work is not None and not self.work.is_whole:
            st.info(t(f"{self.texts}.{self.work.stopped_by}", **self.work.reached()))


def redrawn(draw: Draw, job: Job | None, *, every: float = EVERY) -> None:
    """Draw every so many seconds; the whole page once ``job`` begins and once it is over.

    Without a job it is drawn once.
    """
    began = job.state if job is not None else None

    @st.fragment(run_every=every if job is not None else None)
    def drawn() -> None:
        hold()  # by itself it runs without the shell
        speak(language())
        if job is not None and (job.state != began or not job.is_open):
            run_again()
        draw()

    drawn()
