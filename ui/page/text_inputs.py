"""The inputs that pages share: a text, typed or uploaded, and how to train."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from bpe_core.errors import BPELabError, InputError, Notice, NotUTF8Error
from bpe_core.runtime.text import decode_utf8, whole_characters
from bpe_core.texts.corpus import SAMPLES, Corpus, from_bytes, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.fields import WITHOUT_TEXT, PackedText
from bpe_lab.pages import (
    MERGES,
    MIN_COUNT,
    OWN,
    OWN_TEXT,
    PATTERN,
    SPECIAL,
    TEXT,
    TIE_BREAK,
    TRAINING,
    UPLOAD,
    VOCAB_SIZE,
    Training,
)
from bpe_lab.text import t
from ui.page.elements import as_code
from ui.page.fields import (
    Inputs,
    begin,
    first_value,
    link,
    number,
    remember_typed,
    select_box,
    settle,
    text_area,
)
from ui.page.problems import show
from ui.page.session import held
from ui.page.visit import name_text
from ui.serving.uploads import beside_file

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

OWN_LIMIT = OWN_TEXT.most  # characters
UPLOAD_LIMIT = 200_000  # bytes; the naive trainer takes some seconds for 200 merges of it
REPLACEMENT = "\ufffd"
# What a link says of a training, and how it is shown.
CARRIED = (*(field.param for field in TRAINING), "lang", "mode")
WRITTEN = re.compile(r"<\|[^\s,<>|]{1,30}\|>")  # as tokenizers in use write special tokens
MB = 1_000_000  # bytes
LONG_LIMIT = 32 * MB


def training_inputs(
    notices: list[Notice],
    *,
    container_key: str = "inputs",
    beside: Callable[[], None] | None = None,
    below: Callable[[], None] | None = None,
) -> Training | None:
    """The whole row of inputs; None while a file is still to be chosen.

    ``beside`` draws what stands at its right, ``below`` what stands below it.

    ``container_key`` begins with "inputs" for the sake of the page's frame.
    Adds to ``notices``; raises the errors of `bpe_core` for wrong settings.
    """
    with st.container(key=container_key):
        widths = [4, 2.5, 1.8, 1.7] if beside else [5, 2, 2]
        left, middle, right, *end = st.columns(widths, vertical_alignment="bottom")
        if beside:
            with end[0]:
                beside()
        with left:
            name = select_box(TEXT, notices, names="sample")
        with right, st.popover(t("input.options"), width="stretch"):
            specials = special_tokens_field(name, notices)
            pattern = select_box(PATTERN, notices)
            tie_break = select_box(TIE_BREAK, notices)
            min_count = number(MIN_COUNT, notices)
            vocab_size = number(VOCAB_SIZE, notices)
        with middle:
            merges = _merges(vocab_size, specials, notices)
        corpus = chosen_text(name, notices)
        if corpus is not None:
            offer_special(name, corpus.text, specials)
        if below:
            below()
    if corpus is None:
        return None
    options = TrainOptions(
        num_merges=merges,
        vocab_size=vocab_size,
        special_tokens=specials,
        tie_break=tie_break,
        min_count=min_count or 1,
    )
    return Training(name, corpus, options, pattern)


def _merges(
    vocab_size: int | None, specials: Sequence[str], notices: list[Notice]
) -> int | None:
    """How many merges to train; None where the size decides, which the field then follows."""
    if vocab_size is None:
        return number(MERGES, notices)
    st.session_state["merges_of_size"] = max(0, vocab_size - 256 - len(specials))
    st.number_input(
        t("input.merges"),
        0,
        MERGES.high,
        step=1,
        key="merges_of_size",
        disabled=True,
        help=t("input.merges_of_size"),
    )
    return None


def megabytes(size: int) -> int:
    """What an uploader must be told to let ``size`` bytes pass; a million of them are one.

    >>> megabytes(32_000_000), megabytes(200_000)
    (32, 1)
    """
    return -(-size // 1_000_000)


def special_tokens_field(name: str, notices: list[Notice]) -> tuple[str, ...]:
    """Special tokens of a text; each text has its own, the samples with a default.

    Those in a link belong to the text that the link opens with.
    """
    key, label = f"special_{name}", t("input.special_tokens")
    own = replace(
        SPECIAL, default=", ".join(sample(name).special_tokens) if name in SAMPLES else ""
    )
    is_linked = held(Inputs).of_link.setdefault("special tokens", name) == name
    notices += begin(own if is_linked else replace(own, param=""), key, label=label)
    typed = st.text_input(
        label,
        first_value(key, ""),
        key=key,
        help=t("input.special_tokens_help"),
        on_change=remember_typed,
        args=(key,),
        max_chars=own.most,
        persist_state="session",
    )
    settle(own, typed, key)
    return tuple(part.strip() for part in typed.split(",")) if typed.strip() else ()


def offer_special(name: str, text: str, specials: Sequence[str]) -> None:
    """Where a text of the reader's holds what looks like a special token: take it for one."""
    if name not in (OWN, UPLOAD):
        return
    held = [token for token in dict.fromkeys(WRITTEN.findall(text)) if token not in specials]
    together = ", ".join((*specials, *held))
    if not held or len(together) > SPECIAL.most:
        return
    with st.container(key="special_held", horizontal=True, vertical_alignment="center"):
        tokens = ", ".join(map(as_code, held))
        st.caption(t("input.special_held", tokens=tokens), width="content")
        st.button(
            t("input.as_special"),
            key="as_special",
            on_click=_take_as_special,
            args=(name, together),
        )


def _take_as_special(name: str, tokens: str) -> None:
    st.session_state[f"special_{name}"] = tokens


def training_in_link() -> dict[str, str]:
    """What the address says of the page's training, and how it is shown."""
    return {name: st.query_params[name] for name in CARRIED if name in st.query_params}


def chosen_text(
    name: str,
    notices: list[Notice],
    *,
    own: PackedText = OWN_TEXT,
    limit: int = UPLOAD_LIMIT,
) -> Corpus | None:
    """The text called ``name``, typed or uploaded where it says so; None: still to come.

    ``own`` is the field of the text that is typed; ``limit`` are the bytes of an upload.
    """
    if name == OWN:
        corpus: Corpus | None = Corpus(typed_text(own, notices))
    else:
        link(own.param, None)
        corpus = _uploaded(notices, limit) if name == UPLOAD else sample(name)
    name_text(corpus.text if corpus else "")
    return corpus


def typed_text(own: PackedText, notices: list[Notice]) -> str:
    """A text of the reader's; a short one is part of the link."""
    about = t("input.own_help", limit=own.most)
    typed = text_area(
        own, notices, start=t("input.own_start"), label=t("input.own"), about=about
    )
    if own.write(typed) == WITHOUT_TEXT:
        st.caption(t("input.own_unlinked"))
    return typed


def _uploaded(notices: list[Notice], limit: int) -> Corpus | None:
    """An uploaded text; one that is not UTF-8 is refused, with replacement on offer."""
    label = t("input.upload", limit=limit // 1000)
    help_text = t("input.upload_help")
    file = st.file_uploader(label, key="file", help=help_text, max_upload_size=megabytes(limit))
    if file is None:
        st.info(t("input.upload_wait"))
        return None
    data = file.getvalue()
    try:
        return from_bytes(data, limit=limit)
    except NotUTF8Error as error:
        replace = st.checkbox(t("input.replace"), key=f"replace_{file.file_id}")
        if not replace:
            show(error)
            return None
    corpus = from_bytes(data, errors="replace", limit=limit)
    replaced = corpus.text.count(REPLACEMENT) - data.count(REPLACEMENT.encode())
    notices.append(Notice("replaced_bytes", count=replaced))
    return corpus


@dataclass(frozen=True, slots=True)
class UploadedText:
    """A reader's file. Equal contents are equal, whatever the file's name."""

    name: str = field(compare=False)
    data: bytes = field(compare=False, repr=False)
    digest: str
    replace: bool = False  # put U+FFFD where it is not UTF-8

    @classmethod
    def of(cls, name: str, data: bytes, *, replace: bool = False) -> UploadedText:
        """Told by its content."""
        return cls(name, data, sha256(data).hexdigest(), replace)

    def text(self) -> bytes:
        """The content as UTF-8; raises ``InputError("empty_text")``, ``NotUTF8Error``."""
        if not self.data:
            raise InputError("empty_text")
        if self.replace:
            return decode_utf8(self.data, errors="replace").encode()
        whole_characters(self.data)  # a piece at a time, so that other readers get their turn
        return self.data


class Looked(NamedTuple):
    """A file once it was looked at, so that no run looks again."""

    replace: bool
    uploaded: UploadedText | None
    messages: tuple[BPELabError, ...]


def one_file(key: str, limit: int, notices: list[Notice]) -> UploadedText | None:
    """A text file in UTF-8; one that is not is refused, with replacement on offer."""
    file = st.file_uploader(
        t(f"input.{key}", limit=limit // MB),
        key=key,
        help=t("input.upload_help"),
        max_upload_size=megabytes(limit),
    )
    if file is None:
        st.info(t("workshop.upload_wait"))
        return None
    looked = looked_at(file, limit, replace=False)
    is_foreign = any(isinstance(each, NotUTF8Error) for each in looked.messages)
    messages = st.container() if is_foreign else nullcontext()  # above the offer it speaks of
    if is_foreign and st.checkbox(t("input.replace"), key=f"replace_{file.file_id}"):
        looked = looked_at(file, limit, replace=True)
    for each in looked.messages:
        if isinstance(each, Notice):
            notices.append(each)
            continue
        with messages:
            show(each)
    return looked.uploaded


def looked_at(file: UploadedFile, limit: int, *, replace: bool) -> Looked:
    """Checked once: its size, whether it is UTF-8, the messages about it."""
    beside = beside_file(file.file_id)
    before: Looked | None = beside.get("looked")
    if before is not None and before.replace == replace:
        return before
    looked = Looked(replace, *checked(file.name, file.getvalue(), limit, replace))
    beside["looked"] = looked
    return looked


def checked(
    name: str, data: bytes, limit: int, replace: bool
) -> tuple[UploadedText | None, tuple[BPELabError, ...]]:
    """A file's content, and the messages about it; None if it cannot be used.

    >>> checked("a.txt", b"caf\\xe9", 10, False)[1]
    (NotUTF8Error('byte 0xE9 at offset 3 is not UTF-8 (unexpected end of data)'),)
    """
    if len(data) > limit:
        return None, (InputError("text_too_large", size=len(data), limit=limit),)
    uploaded = UploadedText.of(name, data, replace=replace)
    try:
        text = uploaded.text()
    except InputError as error:
        return None, (error,)
    messages: list[BPELabError] = []
    if replace:
        mark = REPLACEMENT.encode()
        messages.append(Notice("replaced_bytes", count=text.count(mark) - data.count(mark)))
    if (position := text.find(b"\0")) >= 0:
        messages.append(Notice("nul_byte", count=text.count(b"\0"), position=position))
    return uploaded, tuple(messages)
