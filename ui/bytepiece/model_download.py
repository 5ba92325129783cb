"""The BytePiece page: the model as BytePiece's own file."""

from __future__ import annotations

import streamlit as st

from bpe_core.systems.bytepiece.bytepiece_file import FILE, write_bytepiece
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.text import t
from ui.serving.store import vocabulary_store


def saved(model: UnigramModel) -> None:
    """A button to take the file away; it is written when it is pressed."""
    st.html(f'<h2 class="section">{t("bytepiece.file.title")}</h2>')
    st.caption(t("bytepiece.file.about"))
    st.download_button(
        t("bytepiece.file.download", file=FILE),
        lambda: written(model),
        FILE,
        "application/json",
        on_click="ignore",
        key="bytepiece_save",
    )


def written(model: UnigramModel) -> bytes:
    """The file, cached while the model is in use."""
    text, _ = vocabulary_store().get(
        ("bytepiece written", id(model)), lambda: (write_bytepiece(model)[FILE], model)
    )
    return str(text).encode()
