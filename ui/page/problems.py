"""Errors and notices on a page, and what its script did not expect.

Of that a reader gets a sentence, and the log the rest: a traceback names the server's folders,
and is in English. Streamlit calls `say_failure` for whatever a page, a fragment or a callback
raises; ``client.showErrorDetails`` in `.streamlit/config.toml` covers what never gets here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from secrets import randbelow
from typing import TypeVar

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.measure.reasons import OUT_OF_MEMORY, Reason
from bpe_lab.text import t
from bpe_lab.text.messages import escaped, localized, message

Result = TypeVar("Result")
LOGGER = logging.getLogger(__name__)
NUMBERS = 10**8


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


def say_failure(error: Exception) -> bool:
    """Say it in the reader's language; True: nothing else is to be shown.

    An error of `bpe_core` has its own text. Any other gets a number, under which the log has
    its traceback.
    """
    if isinstance(error, BPELabError):
        show(error)
        return True
    number = f"{randbelow(NUMBERS):08d}"
    LOGGER.error("failure %s", number, exc_info=error)
    st.error(t("app.failure", number=number))
    return True


def sentence_of(reason: Reason) -> str | None:
    """A refusal of ours, or a lack of memory, as a message; None: `clause_of` it."""
    if isinstance(reason.problem, BPELabError):
        return message(reason.problem)
    return clause_of(reason) if reason.problem == OUT_OF_MEMORY else None


def clause_of(reason: Reason) -> str:
    """How a process ended, as a part of a message; another program's words stay as they are."""
    return escaped(reason.text) if reason.problem is None else str(localized(reason.problem))
