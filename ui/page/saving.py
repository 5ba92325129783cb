"""Save a vocabulary in the format of a library, or hear why that format cannot hold it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import streamlit as st

from bpe_core.errors import FormatError
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from bpe_lab.text import t
from bpe_lab.text.messages import message
from ui.page.markup import section_title
from ui.serving.store import tried, unwrap, vocabulary_store

ARCHIVE_DATE = (1980, 1, 1, 0, 0, 0)  # zip's first date: equal files give equal archives


def saving(model: BPEModel) -> None:
    """Every format as a choice; nothing is written before one is chosen."""
    section_title("vocabulary.save")
    names = {each: t(f"vocabulary.format.{each}") for each in FORMATS}
    label = t("vocabulary.save_as")
    name = st.pills(label, list(names), format_func=names.__getitem__, key="save_as")
    if name is None:
        return
    st.caption(t(f"vocabulary.keeps.{name}"))
    try:
        with st.spinner(t("vocabulary.writing")):
            files = written(model, name)
    except FormatError as error:
        st.warning(t("vocabulary.cannot_hold", reason=message(error)))
        return
    data, file, kind = download_of(files, name)
    st.download_button(t("vocabulary.download", file=file), data, file, kind, on_click="ignore")
    if len(files) > 1:
        st.caption(t("vocabulary.unpack", files=", ".join(files)))


def written(model: BPEModel, name: str) -> dict[str, str]:
    """The files of a format or its ``FormatError``, cached while the model is in use."""
    store = vocabulary_store()
    return unwrap(
        store.value_of(model, name, lambda: tried(lambda: FORMATS[name].write(model)))
    )


def download_of(files: Mapping[str, str], name: str) -> tuple[bytes, str, str]:
    """Content, file name and media type: one file as it is, several in a zip.

    >>> download_of({"codes.bpe": "a b"}, "subword_nmt")
    (b'a b', 'codes.bpe', 'text/plain')
    """
    if len(files) == 1:
        [(file, text)] = files.items()
        kind = "application/json" if file.endswith(".json") else "text/plain"
        return text.encode(), file, kind
    return zipped(files), f"vocabulary-{name}.zip", "application/zip"


def zipped(files: Mapping[str, str]) -> bytes:
    """An archive of ``files``, in memory."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, ARCHIVE_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode())
    return buffer.getvalue()
