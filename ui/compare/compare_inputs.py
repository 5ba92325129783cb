"""What the table asks for, and which part of it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.registry import SYSTEMS
from bpe_lab.compare.comparison import ComparePlan
from bpe_lab.fields import Several, choice
from bpe_lab.pages import COMPARE_BUDGET, CORPORA, SIZES, TABLE_SYSTEMS
from bpe_lab.text import t
from ui.charts.numbers import whole_text
from ui.compare.compare_job import UPLOADS, Setup
from ui.page.fields import begin, pills, segments, select_box, settle
from ui.page.text_inputs import LONG_LIMIT, UploadedText, one_file
from ui.serving.app_errors import AppError

MOST = 4  # corpora, and sizes: a table that is done while one watches


def installed() -> tuple[str, ...]:
    """The systems that can be trained here, in the registry's order."""
    return tuple(name for name, system in SYSTEMS.items() if system.is_installed)


def compare_setup(notices: list[Notice]) -> Setup | None:
    """The inputs; None while a file is still to come. Raises the errors of `bpe_core`."""
    with st.container(key="inputs_compare"):
        left, middle, right = st.columns([6, 4, 2], vertical_alignment="bottom")
        with left:
            corpora = corpora_list(notices)
        with middle:
            sizes = several(SIZES, notices, _size_name)
        with right, st.popover(t("input.options"), width="stretch"):
            budget = select_box(COMPARE_BUDGET, notices)
        systems = several(replace(TABLE_SYSTEMS, default=installed()), notices, _system_name)
        files = {
            name: one_file(f"compare_{name}", LONG_LIMIT, notices)
            for name in UPLOADS
            if name in corpora
        }
    uploads = tuple((name, file) for name, file in files.items() if file)
    if len(uploads) < len(files):
        return None
    plan = ComparePlan(
        corpora=checked("corpora", corpora, MOST),
        vocab_sizes=tuple(map(int, checked("sizes", sizes, MOST))),
        systems=checked("systems", systems, len(SYSTEMS)),
        budget=float(budget),
    )
    return Setup(plan, uploads)


def several(
    asked: Several, notices: list[Notice], named: Callable[[str], str]
) -> tuple[str, ...]:
    """Some of the options, which ``named`` names."""
    key, label = f"compare_{asked.param}", t(f"input.compare_{asked.param}")
    return pills(asked, key, notices, label=label, title=named)


def corpora_list(notices: list[Notice]) -> tuple[str, ...]:
    """Some of the corpora, in the order of choosing: a list that opens, since they are many."""
    key, label = "compare_corpora", t("input.compare_corpora")
    notices += begin(CORPORA, key, label=label)
    st.session_state[key] = list(st.session_state[key])
    titles = {option: t(f"corpus.{option}") for option in CORPORA.options}
    picked = st.multiselect(
        label,
        CORPORA.options,
        format_func=titles.__getitem__,
        key=key,
        placeholder=t("compare.choose"),
        persist_state="session",
    )
    return settle(CORPORA, tuple(picked), key)


def checked(field: str, chosen: tuple[str, ...], most: int) -> tuple[str, ...]:
    """At least one and at most so many."""
    if not chosen:
        raise AppError("nothing_chosen", field=t(f"input.compare_{field}"))
    if len(chosen) > most:
        label = t(f"input.compare_{field}")
        raise AppError("too_many_chosen", field=label, count=len(chosen), limit=most)
    return chosen


def _size_name(size: str) -> str:
    return whole_text(int(size))


def _system_name(name: str) -> str:
    title = t(f"system.{name}")
    return title if SYSTEMS[name].is_installed else t("compare.absent_option", system=title)


def named_file(uploads: tuple[tuple[str, UploadedText], ...], name: str) -> str:
    """A corpus as people call it: a reader's file by the file's name."""
    files = {corpus: file.name for corpus, file in uploads}
    return files.get(name) or t(f"corpus.{name}")


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
