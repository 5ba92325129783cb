"""Errors and notices on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.text.messages import message

Result = TypeVar("Result")


def show(problem: BPELabError) -> None:
    """An error in red, a notice in blue; the page goes on."""
    draw = st.info if isinstance(problem, Notice) else st.error
    draw(message(problem))


def show_notices(notices: Iterable[Notice], key: str = "notices") -> None:
    """Notices together; while presenting they lie over the foot of the stage.

    ``key`` begins with ``notice`` and is used once a run.
    """
    notices = tuple(notices)
    if notices:
        with st.container(key=key):
            for notice in notices:
                show(notice)


def show_failure(error: BaseException, otherwise: str) -> None:
    """Why work ended with an error; ``otherwise`` is the text for a fault of ours."""
    if isinstance(error, BPELabError):
        show(error)
    else:
        st.error(otherwise)


def asked(read: Callable[[list[Notice]], Result]) -> Result | None:
    """What the inputs give that ``read`` draws; its error, then its notices are shown."""
    notices: list[Notice] = []
    result = None
    try:
        result = read(notices)
    except BPELabError as error:
        show(error)
    for notice in notices:
        show(notice)
    return result
