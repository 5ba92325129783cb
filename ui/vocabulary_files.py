"""A vocabulary from the reader's files, kept for the session."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from bpe_core import load
from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from ui.text import t

LIMIT = 64  # MB


def loaded_model(notices: list[Notice]) -> BPEModel | None:
    """The model of the files just given, else of those given before, else None.

    Raises ``FormatError`` for files that are no vocabulary.
    """
    files = st.file_uploader(
        t("tokenizer_file.label", limit=LIMIT),
        key="vocabulary_files",
        accept_multiple_files=True,
        max_upload_size=LIMIT,
        help=t("tokenizer_file.help"),
    )
    given = tuple(sorted(file.file_id for file in files))
    if given and given != st.session_state.get("loaded_files"):
        with TemporaryDirectory() as folder:
            for file in files:
                Path(folder, Path(file.name).name).write_bytes(file.getvalue())
            st.session_state["loaded_model"] = load(folder)
        st.session_state["loaded_files"] = given
    model: BPEModel | None = st.session_state.get("loaded_model")
    if model is None:
        st.info(t("tokenizer_file.wait"))
    return model
