"""Which part of a table is shown: what was learned from, and how many tokens."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Setup
from ui.page.fields import relabel
from ui.page.links import keep, one_of, remember, seed
from ui.page.problems import show
from ui.text import t


def block_switch(setup: Setup) -> tuple[str, int]:
    """A corpus of the plan and a vocabulary size; the switches are there where they choose."""
    plan = setup.plan
    sizes = tuple(map(str, plan.vocab_sizes))
    if len(plan.corpora) == 1 and len(sizes) == 1:
        return plan.corpora[0], plan.vocab_sizes[0]
    with st.container(key="compare_switches", horizontal=True, vertical_alignment="center"):
        corpus = _one("learned", plan.corpora, lambda name: named_file(setup.given, name))
        size = _one("size", sizes, lambda n: t("compare.size_tokens", tokens=int(n)))
    return corpus, int(size)


def _one(name: str, options: tuple[str, ...], named: Callable[[str], str]) -> str:
    if len(options) == 1:
        return options[0]
    key, label = f"compare_{name}", t(f"compare.{name}")
    if st.session_state.get(key) not in options:  # those of a table before
        st.session_state.pop(key, None)
    for notice in seed(key, options[0], param=name, label=label, read=one_of(options)):
        show(notice)
    if st.session_state[key] not in options:
        st.session_state[key] = options[0]
    relabel(key)
    shown = {option: named(option) for option in options}
    chosen = st.segmented_control(
        label,
        options,
        format_func=shown.__getitem__,
        key=key,
        required=True,
        persist_state="session",
    )
    found = chosen or options[0]
    keep(name, found if found != options[0] else None)
    remember(key, found)
    return found
