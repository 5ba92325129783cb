"""Files that readers upload: how much they may take, and that they go with their field.

Seen with Streamlit 1.67: an upload may bear any name, and what is stored has no total, so one
connected reader could have the server hold any number of files of the largest size. And a field
that is no longer drawn is forgotten, its file only with the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias

import streamlit as st

from ui.serving.belongings import belongings
from ui.serving.memory import MB
from ui.serving.streamlit_private import drop_file, own_session, stored_files

# Six tokenizers given at once, of 36 MB each, are more than any other page takes. One that
# replaces another may come first, and one that has just come counts twice for a moment.
MOST_FILES = 8
MOST_BYTES = 7 * 36 * MB
ROOM = 768 * MB  # as much as the vocabularies that sessions hold

IN_FIELDS, BESIDE = "files in fields", "beside files"

Stored: TypeAlias = dict[str, dict[str, int]]  # the bytes of each file, by session and its id


@dataclass(slots=True)
class UploadRoom:
    """Decides whether one more file is let in, by what is stored and what is under way.

    For the thread of the server's event loop alone.
    """

    stored: Callable[[], Stored] = stored_files
    most_files: int = MOST_FILES
    most_bytes: int = MOST_BYTES
    limit: int = ROOM
    under_way: list[tuple[str, int]] = field(default_factory=list)  # session and bytes

    def refusal(self, session: str, size: int) -> HTTPStatus | None:
        """Why a reader may not upload ``size`` bytes more; None: there is room for them."""
        sizes = [
            (name, each) for name, files in self.stored().items() for each in files.values()
        ]
        sizes += self.under_way
        own = [each for name, each in sizes if name == session]
        if len(own) >= self.most_files or sum(own) + size > self.most_bytes:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if sum(each for _, each in sizes) + size > self.limit:
            return HTTPStatus.INSUFFICIENT_STORAGE
        return None

    @contextmanager
    def taken(self, session: str, size: int) -> Iterator[None]:
        """Count a file while it is under way."""
        upload = (session, size)
        self.under_way.append(upload)
        try:
            yield
        finally:
            self.under_way.remove(upload)


def beside_file(file: str) -> dict[str, Any]:
    """What a page holds of a file, its content included, until the file is in no field."""
    beside: dict[str, dict[str, Any]] = belongings().held.setdefault(BESIDE, {})
    return beside.setdefault(file, {})


def taken_over(files: Iterable[str]) -> None:
    """Let go of files whose field is not drawn again: the page has what it needs of them."""
    session, beside = own_session(), belongings().held.get(BESIDE, {})
    for file in files:
        drop_file(session, file)
        beside.pop(file, None)


def release_files() -> None:
    """At the end of a run, let go of files that were in a field before it and are in none now.

    What has come during the run is in no field yet, and stays.
    """
    session, held = own_session(), belongings().held
    before: frozenset[str] = held.get(IN_FIELDS, frozenset())
    if not before and session not in stored_files():
        return
    now = frozenset(_files_in_fields())
    taken_over(before - now)
    held[IN_FIELDS] = now


def _files_in_fields() -> Iterator[str]:
    for value in st.session_state.to_dict().values():
        for each in value if isinstance(value, list) else [value]:
            if hasattr(each, "file_id"):
                yield each.file_id
