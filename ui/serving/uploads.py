"""Files that readers upload: each run of a page gets its own, all of them share the bytes.

They go with their field. Seen with Streamlit 1.67: it forgets a field that is no longer drawn,
and holds its file until the session ends.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, MutableMapping
from typing import Any

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

IN_FIELDS = "in fields"
BESIDE = "beside"


class Uploads(dict[str, Any]):
    """What a session holds of them."""


def share_bytes() -> None:
    """From now on have files copied by their constructor's arguments.

    Streamlit gives every run a deep copy of each widget's value. Of a file of 21 MB that copies
    the bytes, and holds the interpreter, and with it every other reader's page, for 15 ms.
    """
    copyreg.pickle(UploadedFile, _reduced)


def _reduced(file: UploadedFile) -> tuple[Any, ...]:
    """The constructor and its arguments; `BytesIO` shares the bytes passed to it."""
    record = UploadedFileRec(file.file_id, file.name, file.type, file.getvalue())
    return UploadedFile, (record, file._file_urls)


def beside_file(held: MutableMapping[str, Any], file_id: str) -> dict[str, Any]:
    """What a page holds of a file, its content included, until the file is in no field."""
    beside: dict[str, dict[str, Any]] = held.setdefault(BESIDE, {})
    return beside.setdefault(file_id, {})


def release_files(held: MutableMapping[str, Any]) -> None:
    """At the end of a run, let go of files that were in a field before it and are in none now.

    What has come during the run is in no field yet, and stays. ``held`` is the session's.
    """
    context = get_script_run_ctx()
    uploads = context.uploaded_file_mgr if context else None
    if context is None or not isinstance(uploads, MemoryUploadedFileManager):
        return
    before = held.get(IN_FIELDS, frozenset())
    if not before and not uploads.file_storage.get(context.session_id):
        return
    now = frozenset(_files_in_fields())
    for file_id in before - now:
        uploads.remove_file(context.session_id, file_id)
        held.get(BESIDE, {}).pop(file_id, None)
    held[IN_FIELDS] = now


def _files_in_fields() -> Iterator[str]:
    for value in st.session_state.to_dict().values():
        files = value if isinstance(value, list) else [value]
        yield from (file.file_id for file in files if isinstance(file, UploadedFile))
