"""What a page's script did not expect: a sentence for the reader, the rest for the log.

The traceback names the server's folders, and is in English. Streamlit calls `say_failure` for
whatever a page, a fragment or a callback raises; ``client.showErrorDetails`` in
`.streamlit/config.toml` covers what never gets here.
"""

from __future__ import annotations

import logging
from secrets import randbelow

import streamlit as st

from bpe_core.errors import BPELabError
from bpe_lab.text import t
from ui.page.problems import show

LOGGER = logging.getLogger(__name__)
NUMBERS = 10**8


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
