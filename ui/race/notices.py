"""Notices that outlast a race: the page is drawn anew when one ends."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from bpe_core.errors import Notice

TOLD = "race notices"


def lasting(notices: list[Notice], key: Hashable) -> list[Notice]:
    """``notices``, and those told before of the same contest; another one begins anew.

    What a link has wrong is found once, when the page opens.
    """
    of, told = st.session_state.get(TOLD, (None, []))
    told = list(told) if of == key else []
    known = set(map(str, told))
    told += [notice for notice in notices if str(notice) not in known]
    st.session_state[TOLD] = key, told
    return told
