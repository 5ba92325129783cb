"""What the workshop asks for: the text, how large a vocabulary, how to train."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core.errors import (
    BPELabError,
    EmptyTextError,
    InputError,
    Notice,
    NotUTF8Error,
    NulByteNotice,
    ReplacedBytesNotice,
    TextTooLargeError,
)
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from ui.fields import choice
from ui.inputs import REPLACEMENT, special_tokens_field
from ui.links import keep, remember, seed
from ui.problems import show
from ui.race_numbers import whole_text
from ui.text import t
from ui.workshop_corpus import HELD_OUT_LIMIT, MB, TEXTS, UPLOAD, UPLOAD_LIMIT, Given
from ui.workshop_job import Setup

SIZES = ("1000", "8000", "32,000")  # as `whole_text` has them
LARGEST = 100_000  # tokens
HELD_OUT = ("tail", "file")


class VocabularySizeError(InputError):
    message = "{value!r} is no vocabulary size; one is a whole number up to {limit}"


class Looked(NamedTuple):
    """A file once it was looked at, so that no run looks again."""

    file: str
    replace: bool
    given: Given | None
    said: tuple[BPELabError, ...]


def workshop_setup(row: Sequence[DeltaGenerator], notices: list[Notice]) -> Setup | None:
    """The inputs in the first three places of ``row``; None while something is to come.

    Raises the errors of `bpe_core` for what the reader has set wrong.
    """
    left, middle, right, *_ = row
    with left:
        name = choice("corpus", TEXTS, notices, names="sample")
    with middle:
        size = _size(notices)
    with right, st.popover(t("input.options"), width="stretch"):
        specials = special_tokens_field(name)
        pattern = choice("pattern", tuple(PRE_TOKENIZERS), notices)
        tie_break = choice("tie_break", TIE_BREAKS, notices)
        aside = choice("held_out", HELD_OUT, notices)
        held_out = None
        if aside == "file":
            held_out = one_file("held_out_file", HELD_OUT_LIMIT, notices)
    given = one_file("corpus_file", UPLOAD_LIMIT, notices) if name == UPLOAD else None
    if (name == UPLOAD and given is None) or (aside == "file" and held_out is None):
        return None
    options = TrainOptions(
        vocab_size=size_of(size), special_tokens=specials, tie_break=tie_break
    )
    return Setup(name, options, pattern, given, held_out)


def _size(notices: list[Notice]) -> str:
    """A size to choose, or any to type."""
    key, label = "target", t("input.target")
    notices += seed(key, SIZES[0], param=key, label=label, read=_linked_size)
    chosen = st.selectbox(
        label,
        SIZES if st.session_state[key] in SIZES else (*SIZES, st.session_state[key]),
        key=key,
        accept_new_options=True,
        help=t("input.target_help", limit=LARGEST),
        persist_state="session",
    )
    keep(key, chosen.replace(",", "") if chosen != SIZES[0] else None)
    remember(key, chosen)
    return chosen


def _linked_size(asked: str) -> str | None:
    try:
        return whole_text(size_of(asked))
    except VocabularySizeError:
        return None


def size_of(typed: str) -> int:
    """A vocabulary size as typed; raises `VocabularySizeError`.

    >>> size_of("32,000"), size_of(" 500 ")
    (32000, 500)
    """
    digits = "".join(typed.replace(",", "").replace("，", "").split())
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        raise VocabularySizeError(value=typed, limit=LARGEST)
    if int(digits) > LARGEST:
        raise VocabularySizeError(value=typed, limit=LARGEST)
    return int(digits)


def one_file(key: str, limit: int, notices: list[Notice]) -> Given | None:
    """A text file in UTF-8; one that is not is refused, with replacement on offer."""
    file = st.file_uploader(
        t(f"input.{key}", limit=limit // MB),
        key=key,
        help=t("input.upload_help"),
        max_upload_size=-(-limit // 2**20),
    )
    if file is None:
        st.info(t("workshop.upload_wait"))
        return None
    looked = looked_at(key, file, limit, replace=False)
    is_foreign = any(isinstance(each, NotUTF8Error) for each in looked.said)
    said = st.container() if is_foreign else nullcontext()  # above the offer it speaks of
    if is_foreign and st.checkbox(t("input.replace"), key=f"replace_{file.file_id}"):
        looked = looked_at(key, file, limit, replace=True)
    for each in looked.said:
        if isinstance(each, Notice):
            notices.append(each)
            continue
        with said:
            show(each)
    return looked.given


def looked_at(key: str, file: UploadedFile, limit: int, *, replace: bool) -> Looked:
    """Checked once: its size, whether it is UTF-8, what is to be said about it."""
    before: Looked | None = st.session_state.get(f"looked {key}")
    if before is not None and (before.file, before.replace) == (file.file_id, replace):
        return before
    looked = Looked(file.file_id, replace, *checked(file.name, file.getvalue(), limit, replace))
    st.session_state[f"looked {key}"] = looked
    return looked


def checked(
    name: str, data: bytes, limit: int, replace: bool
) -> tuple[Given | None, tuple[BPELabError, ...]]:
    """A file's content to work on, and what is to be said; None for what cannot be used.

    >>> checked("a.txt", b"caf\\xe9", 10, False)[1]
    (NotUTF8Error('byte 0xE9 at offset 3 is not UTF-8 (unexpected end of data)'),)
    """
    if len(data) > limit:
        return None, (TextTooLargeError(size=len(data), limit=limit),)
    given = Given.of(name, data, replace=replace)
    try:
        text = given.text()
    except (EmptyTextError, NotUTF8Error) as error:
        return None, (error,)
    said: list[BPELabError] = []
    if replace:
        mark = REPLACEMENT.encode()
        said.append(ReplacedBytesNotice(count=text.count(mark) - data.count(mark)))
    if (position := text.find(b"\0")) >= 0:
        said.append(NulByteNotice(count=text.count(b"\0"), position=position))
    return given, tuple(said)
