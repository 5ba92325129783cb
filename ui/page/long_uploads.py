"""Files of a reader that are long texts: each checked once, and identified by its content."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from bpe_core.errors import (
    BPELabError,
    EmptyTextError,
    Notice,
    NotUTF8Error,
    NulByteNotice,
    ReplacedBytesNotice,
    TextTooLargeError,
)
from bpe_core.runtime.utf8 import decode_utf8, whole_characters
from bpe_lab.text import t
from ui.page.problems import show
from ui.page.text_inputs import REPLACEMENT, megabytes
from ui.serving.uploads import beside_file

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

MB = 1_000_000  # bytes
UPLOAD_LIMIT = 32 * MB


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
        """The content as UTF-8; raises ``EmptyTextError``, ``NotUTF8Error``."""
        if not self.data:
            raise EmptyTextError
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
        return None, (TextTooLargeError(size=len(data), limit=limit),)
    uploaded = UploadedText.of(name, data, replace=replace)
    try:
        text = uploaded.text()
    except (EmptyTextError, NotUTF8Error) as error:
        return None, (error,)
    messages: list[BPELabError] = []
    if replace:
        mark = REPLACEMENT.encode()
        messages.append(ReplacedBytesNotice(count=text.count(mark) - data.count(mark)))
    if (position := text.find(b"\0")) >= 0:
        messages.append(NulByteNotice(count=text.count(b"\0"), position=position))
    return uploaded, tuple(messages)
