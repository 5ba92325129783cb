"""How much the files that readers upload may take: those of one reader, and of all together.

Seen with Streamlit 1.67: an upload may bear any name, and what is stored has no total, so one
connected reader could have the server hold any number of files of the largest size.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TypeAlias

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from ui.serving.memory_weights import MB

# Two vocabularies side by side are six files of 32 MB, more than any other page takes. One that
# replaces another may come first, and one that has just come counts twice for a moment.
MOST_FILES = 8
MOST_BYTES = 7 * 32 * MB
ROOM = 768 * MB  # as much as the vocabularies that sessions hold

Sizes: TypeAlias = dict[str, list[int]]  # the bytes of each file, by session


@dataclass(slots=True)
class UploadRoom:
    """Decides whether one more file is let in, by what is stored and what is under way.

    ``give_back`` ends one of the sessions named, if its reader has left. All of it is for the
    thread of the server's event loop alone.
    """

    give_back: Callable[[Container[str]], bool] = lambda names: False
    most_files: int = MOST_FILES
    most_bytes: int = MOST_BYTES
    limit: int = ROOM
    under_way: list[tuple[str, int]] = field(default_factory=list)  # session and bytes

    def refusal(
        self, uploads: MemoryUploadedFileManager, session_id: str, size: int
    ) -> HTTPStatus | None:
        """Why a reader may not upload ``size`` bytes more; None: there is room for them."""
        own = self._sizes(uploads).get(session_id, [])
        if len(own) >= self.most_files or sum(own) + size > self.most_bytes:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        while self._together(uploads) + size > self.limit:
            if not self.give_back(sizes_of(uploads)):
                return HTTPStatus.INSUFFICIENT_STORAGE
        return None

    @contextmanager
    def taken(self, session_id: str, size: int) -> Iterator[None]:
        """Count a file while it is under way."""
        upload = (session_id, size)
        self.under_way.append(upload)
        try:
            yield
        finally:
            self.under_way.remove(upload)

    def _sizes(self, uploads: MemoryUploadedFileManager) -> Sizes:
        sizes = sizes_of(uploads)
        for session_id, size in self.under_way:
            sizes.setdefault(session_id, []).append(size)
        return sizes

    def _together(self, uploads: MemoryUploadedFileManager) -> int:
        return sum(map(sum, self._sizes(uploads).values()))


def sizes_of(uploads: MemoryUploadedFileManager) -> Sizes:
    """What is stored; a session without a file is left out.

    Each dictionary is copied at once, since other threads let go of files meanwhile.
    """
    sessions = [*uploads.file_storage.items()]
    sizes = {name: [len(file.data) for file in [*files.values()]] for name, files in sessions}
    return {name: each for name, each in sizes.items() if each}
