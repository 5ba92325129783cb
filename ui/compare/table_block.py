"""Which part of a table is shown: what was learned from, and how many tokens."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_lab.fields import choice
from bpe_lab.text import t
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Setup
from ui.page.fields import segments


def block_switch(setup: Setup) -> tuple[str, int]:
    """A corpus of the plan and a vocabulary size; the switches are there where they choose."""
    plan = setup.plan
    sizes = tuple(map(str, plan.vocab_sizes))
    if len(plan.corpora) == 1 and len(sizes) == 1:
        return plan.corpora[0], plan.vocab_sizes[0]
    with st.container(key="compare_switches", horizontal=True, vertical_alignment="center"):
        corpus = _one("learned", plan.corpora, lambda name: named_file(setup.uploads, name))
        size = _one("size", sizes, lambda n: t("compare.size_tokens", tokens=int(n)))
    return corpus, int(size)


def _one(name: str, options: tuple[str, ...], title: Callable[[str], str]) -> str:
    if len(options) == 1:
        return options[0]
    return segments(
        choice(name, *options),
        f"compare_{name}",
        label=t(f"compare.{name}"),
        title=title,
        label_visibility="visible",
    )
