"""The workshop: what is asked for, the button, the training to come, under way or over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.texts.download import DOWNLOADS
from bpe_core.train.options import TrainOptions
from bpe_lab.fields import Field
from bpe_lab.pages import CORPUS, HELD_OUT, PATTERN, TARGET, TIE_BREAK, UPLOAD
from bpe_lab.text import t
from ui.charts.numbers import bytes_text
from ui.page.elements import plan_html, step_html
from ui.page.fields import begin, select_box, settle
from ui.page.job_page import JobPage
from ui.page.problems import show
from ui.page.text_inputs import LONG_LIMIT, one_file, special_tokens_field
from ui.serving.app_errors import AppError
from ui.serving.memory import LARGEST
from ui.workshop.phases import live_view
from ui.workshop.training_job import (
    HELD_OUT_LIMIT,
    PHASES,
    Setup,
    Trained,
    begin_training,
    refusal,
    session_training,
    trained_here,
)
from ui.workshop.training_result import result_view

Container: TypeAlias = st.delta_generator.DeltaGenerator
SIZES = ("1,000", "8,000", "32,000")


def workshop_setup(
    inputs: Container, row: Sequence[Container], notices: list[Notice]
) -> Setup | None:
    """What the ``inputs`` give, of which a ``row`` has the first three; None: not all yet.

    Raises the errors of `bpe_core` for what the reader has set wrong.
    """
    left, middle, right, *_ = row
    with left:
        name = select_box(CORPUS, notices, names="sample")
    with middle:
        size = _size(notices)
    with right, st.popover(t("input.options"), width="stretch"):
        specials = special_tokens_field(name, notices)
        pattern = select_box(PATTERN, notices)
        tie_break = select_box(TIE_BREAK, notices)
        aside = select_box(HELD_OUT, notices)
        held_out = None
        if aside == "file":
            held_out = one_file("held_out_file", HELD_OUT_LIMIT, notices)
    with inputs:
        _about(name)
        upload = one_file("corpus_file", LONG_LIMIT, notices) if name == UPLOAD else None
    if (name == UPLOAD and upload is None) or (aside == "file" and held_out is None):
        return None
    options = TrainOptions(
        vocab_size=size_of(size), special_tokens=specials, tie_break=tie_break
    )
    return Setup(name, options, pattern, upload, held_out)


def _about(name: str) -> None:
    """What to know beforehand of a text from the web or of the reader's own."""
    if name in DOWNLOADS:
        stated = DOWNLOADS[name]
        # subtle: a bare address would take the Chinese sentence behind it into its link.
        page = f"[{stated.page.removeprefix('https://')}]({stated.page})"
        st.caption(t("workshop.fetched", size=bytes_text(stated.size), page=page))
    elif name == UPLOAD:
        st.caption(t("workshop.own"))


def _size(notices: list[Notice]) -> str:
    """A size to choose, or any to type."""
    asked, label = Size(TARGET.param, SIZES[0]), t("input.target")
    notices += begin(asked, label=label)
    before = st.session_state[asked.param]
    chosen = st.selectbox(
        label,
        SIZES if before in SIZES else (*SIZES, before),
        key=asked.param,
        accept_new_options=True,
        help=t("input.target_help", limit=LARGEST),
        persist_state="session",
    )
    return settle(asked, chosen)


class Size(Field[str]):
    """A size as it is typed, with commas between thousands."""

    def read(self, asked: str) -> str | None:
        """As `size_of` reads it."""
        try:
            return f"{size_of(asked):,}"
        except AppError:
            return None

    def write(self, value: str) -> str | None:
        """Without commas."""
        return None if value == self.default else value.replace(",", "")


def size_of(typed: str) -> int:
    """A vocabulary size as typed; raises ``AppError("vocabulary_size")``.

    >>> size_of("32,000"), size_of(" 500 ")
    (32000, 500)
    """
    digits = "".join(typed.replace(",", "").replace("，", "").split())
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        raise AppError("vocabulary_size", value=typed, limit=LARGEST)
    if int(digits) > LARGEST:
        raise AppError("vocabulary_size", value=typed, limit=LARGEST)
    return int(digits)


def workshop_view(setup: Setup | None, container: Container) -> None:
    """``container`` is where the button stands; ``setup`` is None while something is wrong."""
    own = session_training()
    # subtle: looked at before its result is taken over, or one that ends in between is lost.
    page = JobPage(name="workshop", texts="workshop", own=own, work=own.mine())
    trained = trained_here()
    with container:
        page.button(
            t("workshop.train"),
            partial(begin_training, setup) if setup is not None else None,
            is_primary=True,
            by_clicker=trained is None,
            key="train",
            width="stretch",
        )
    page.body(before=partial(_last_result, trained), live=partial(live_view, page))


def _last_result(trained: Trained | None) -> None:
    """The vocabulary that the session has; before the first training, what one does."""
    if (error := refusal()) is not None:
        show(error)
    if trained is None:
        _plan()
        return
    for notice in trained.notices():
        show(notice)
    result_view(trained)


def _plan() -> None:
    """What will happen, before the first training."""
    phases = (
        step_html(t(f"workshop.phase.{name}"), t(f"workshop.what.{name}")) for name in PHASES
    )
    title, aside = t("workshop.plan"), t("workshop.plan_aside")
    st.html(plan_html("workshop", title, aside, phases, tag="ol"))
