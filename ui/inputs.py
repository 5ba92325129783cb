"""What a reader can set: the text, the special tokens, how to train. Shared by the pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st

from bpe_core.corpus import SAMPLES, Corpus, from_bytes, sample
from bpe_core.errors import Notice, NotUTF8Error
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from ui.links import integer, keep, one_of, pack, seed, unpack
from ui.problems import show
from ui.text import t

OWN, UPLOAD = "own", "upload"
TEXTS = (*SAMPLES, OWN, UPLOAD)
OWN_LIMIT = 20_000  # characters
UPLOAD_LIMIT = 200_000  # bytes; the naive trainer takes some seconds for 200 merges of it
MERGES, MOST_MERGES, MOST_COUNT = 24, 200, 10**9

Option = TypeVar("Option", bound=str)


@dataclass(frozen=True, slots=True)
class Training:
    """What to train on and how."""

    corpus: Corpus
    options: TrainOptions
    pattern: str
    notices: list[Notice] = field(default_factory=list, compare=False)


def training_inputs() -> Training | None:
    """The whole row of inputs; None while a file is still to be chosen.

    Raises the errors of `bpe_core` for what the reader has set wrong.
    """
    notices: list[Notice] = []
    with st.container(key="inputs"):
        left, middle, right = st.columns([5, 2, 2], vertical_alignment="bottom")
        with left:
            name = _choice("text", TEXTS, notices, names="sample")
        with middle:
            merges = _number("merges", MERGES, 1, MOST_MERGES, notices)
        with right, st.popover(t("input.options"), width="stretch"):
            specials = _special_tokens(name, notices)
            pattern = _choice("pattern", tuple(PRE_TOKENIZERS), notices)
            tie_break = _choice("tie_break", TIE_BREAKS, notices)
            min_count = _number("min_count", 1, 1, MOST_COUNT, notices)
            vocab_size = _number("vocab_size", None, 0, 256 + MOST_MERGES, notices)
        corpus = _corpus(name, notices)
    if corpus is None:
        return None
    options = TrainOptions(
        num_merges=merges if vocab_size is None else None,
        vocab_size=vocab_size,
        special_tokens=specials,
        tie_break=tie_break,
        min_count=min_count or 1,
    )
    return Training(corpus, options, pattern, notices)


def _choice(
    key: str, options: tuple[Option, ...], notices: list[Notice], *, names: str = ""
) -> Option:
    """A select box; the catalogue's section ``names`` (else ``key``) names the options."""
    notices += seed(key, options[0], param=key, read=one_of(options))
    shown = {option: t(f"{names or key}.{option}") for option in options}
    chosen = st.selectbox(
        t(f"input.{key}"),
        options,
        format_func=shown.__getitem__,
        key=key,
        filter_mode=None,
        persist_state="session",
    )
    keep(key, chosen if chosen != options[0] else None)
    return chosen


def _number(
    key: str, default: int | None, low: int, high: int, notices: list[Notice]
) -> int | None:
    notices += seed(key, default, param=key, read=integer(low, high))
    number = st.number_input(
        t(f"input.{key}"),
        low,
        high,
        value=None if default is None else "min",
        step=1,
        key=key,
        help=t(f"input.{key}_help"),
        persist_state="session",
    )
    keep(key, str(number) if number not in (None, default) else None)
    return number


def _special_tokens(name: str, notices: list[Notice]) -> tuple[str, ...]:
    """Special tokens of a text; each text has its own, the samples with a default.

    Those in a link belong to the text that the link opens with.
    """
    key = f"special_{name}"
    default = ", ".join(sample(name).special_tokens) if name in SAMPLES else ""
    linked = st.session_state.setdefault("special_of_link", name) == name
    param = "special" if linked else ""
    notices += seed(key, default, param=param, read=lambda asked: asked[:500])
    typed = st.text_input(
        t("input.special_tokens"),
        key=key,
        help=t("input.special_tokens_help"),
        max_chars=500,
        persist_state="session",
    )
    keep("special", typed if typed != default else None)
    return tuple(part.strip() for part in typed.split(",")) if typed.strip() else ()


def _corpus(name: str, notices: list[Notice]) -> Corpus | None:
    if name == OWN:
        return _typed(notices)
    keep(OWN, None)
    return _uploaded() if name == UPLOAD else sample(name)


def _typed(notices: list[Notice]) -> Corpus:
    """A text of the reader's; a short one is part of the link."""
    notices += seed(OWN, t("input.own_start"), param=OWN, read=unpack(OWN_LIMIT))
    typed = st.text_area(
        t("input.own"),
        key=OWN,
        max_chars=OWN_LIMIT,
        height=110,
        help=t("input.own_help", limit=OWN_LIMIT),
        persist_state="session",
    )
    corpus = Corpus(typed)
    keep(OWN, pack(typed))
    return corpus


def _uploaded() -> Corpus | None:
    """An uploaded text; one that is not UTF-8 is refused, with replacement on offer."""
    help_text = t("input.upload_help", limit=UPLOAD_LIMIT // 1000)
    file = st.file_uploader(t("input.upload"), key="file", help=help_text)
    if file is None:
        st.info(t("input.upload_wait"))
        return None
    replace = st.session_state.get("replace", False)
    try:
        errors = "replace" if replace else "strict"
        return from_bytes(file.getvalue(), errors=errors, limit=UPLOAD_LIMIT)
    except NotUTF8Error as error:
        show(error)
        st.checkbox(t("input.replace"), key="replace")
        return None
