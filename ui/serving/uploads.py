"""Files that readers upload: each run of a page gets its own, all of them share the bytes."""

from __future__ import annotations

import copyreg
from typing import Any

from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec


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
