"""What a reader can set: the text, the special tokens, how to train. Shared by the pages.

Widgets bound to the query string make every set-up a link. What an old or hand-written link
asks for and does not exist falls back to the default with a notice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from bpe_core.corpus import SAMPLES, Corpus, from_bytes, sample
from bpe_core.errors import NotUTF8Error
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from ui.problems import show
from ui.text import t

OWN, UPLOAD = "own", "upload"
OWN_LIMIT = 20_000  # characters
UPLOAD_LIMIT = 200_000  # bytes; the naive trainer takes about 4 s for 200 merges of it
MOST_MERGES = 200

Option = TypeVar("Option", bound=str)


@dataclass(frozen=True, slots=True)
class Training:
    """What to train on and how."""

    corpus: Corpus
    options: TrainOptions
    pattern: str


def training_inputs() -> Training | None:
    """The whole row of inputs; None while a file is still to be chosen.

    Raises the errors of `bpe_core` for what the reader has set wrong.
    """
    with st.container(key="inputs"):
        left, middle, right = st.columns([5, 2, 2], vertical_alignment="bottom")
        with left:
            name = _choice("text", (*SAMPLES, OWN, UPLOAD), "sample")
        with middle:
            merges = st.number_input(
                t("input.merges"), 1, MOST_MERGES, 24, key="merges", bind="query-params"
            )
        with right, st.popover(t("input.options"), width="stretch"):
            specials = _special_tokens(name)
            pattern = _choice("pattern", tuple(PRE_TOKENIZERS))
            tie_break = _choice("tie_break", TIE_BREAKS)
            min_count = st.number_input(
                t("input.min_count"), 1, 10**9, 1, key="min_count", bind="query-params"
            )
            vocab_size = st.number_input(
                t("input.vocab_size"),
                value=None,
                step=1,
                min_value=0,
                max_value=256 + MOST_MERGES,
                help=t("input.vocab_size_help"),
                key="vocab_size",
                bind="query-params",
            )
        corpus = _corpus(name)
    if corpus is None:
        return None
    options = TrainOptions(
        num_merges=merges if vocab_size is None else None,
        vocab_size=vocab_size,
        special_tokens=specials,
        tie_break=tie_break,
        min_count=min_count,
    )
    return Training(corpus, options, pattern)


def _choice(key: str, options: tuple[Option, ...], names: str = "") -> Option:
    """A select box; the options' names stand in the catalogue's section ``names`` or ``key``."""
    shown = {option: t(f"{names or key}.{option}") for option in options}
    return st.selectbox(
        t(f"input.{key}"),
        options,
        format_func=shown.__getitem__,
        key=key,
        bind="query-params",
        filter_mode=None,
    )


def _special_tokens(name: str) -> tuple[str, ...]:
    default = ", ".join(sample(name).special_tokens) if name in SAMPLES else ""
    typed = st.text_input(
        t("input.special_tokens"),
        default,
        key=f"special_{name}",
        help=t("input.special_tokens_help"),
        max_chars=500,
    )
    return tuple(part.strip() for part in typed.split(",")) if typed.strip() else ()


def _corpus(name: str) -> Corpus | None:
    if name == OWN:
        help_text = t("input.own_help", limit=OWN_LIMIT)
        typed = st.text_area(
            t("input.own"), key="own", max_chars=OWN_LIMIT, height=110, help=help_text
        )
        return Corpus(typed)
    if name == UPLOAD:
        return _uploaded()
    return sample(name)


def _uploaded() -> Corpus | None:
    """An uploaded text; one that is not UTF-8 is refused, with replacement on offer."""
    limit = UPLOAD_LIMIT // 1000
    file = st.file_uploader(
        t("input.upload"), key="file", help=t("input.upload_help", limit=limit)
    )
    if file is None:
        st.info(t("input.upload_wait"))
        return None
    data = file.getvalue()
    replace = st.session_state.get("replace", False)
    try:
        return from_bytes(data, errors="replace" if replace else "strict", limit=UPLOAD_LIMIT)
    except NotUTF8Error as error:
        show(error)
        st.checkbox(t("input.replace"), key="replace")
        return None
