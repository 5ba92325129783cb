"""The text of a training: where it comes from, and the part of it that is set aside."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.corpus import sample
from bpe_core.texts.download import download, path_of
from bpe_core.texts.download_catalogue import DOWNLOADS
from bpe_core.texts.held_out import cut as cut
from bpe_core.texts.standard_library import library_bytes
from ui.page.long_uploads import MB, UploadedText

LIBRARY = {"library": None, "library_1m": MB}  # name: how much of it
STORIES = ("weather", "ferry", "story_en", "story_zh", "code")
FETCHED = ("hongloumeng", "sanguoyanyi", "shuihuzhuan", "xiyouji", "tiny_shakespeare")
UPLOAD = "upload"
TEXTS = (*LIBRARY, *STORIES, *FETCHED)
HELD_OUT_LIMIT = 8 * MB  # of a file to measure with


class Split(NamedTuple):
    """What is trained on, a view of the text, and what is set aside to measure compression."""

    trained: memoryview
    held_out: bytes


def split(name: str, upload: UploadedText | None, held_out: UploadedText | None) -> Split:
    """The text called ``name`` (``upload`` for a file) and its held-out part.

    Without a file for it, that is the text's own end, see `cut`. Raises ``NoLibraryError``
    and what `UploadedText.text` raises.
    """
    text = upload.text() if upload is not None else built_in(name)
    if held_out is not None:
        return Split(memoryview(text), held_out.text())
    at = cut(text)
    return Split(memoryview(text)[:at], text[at:])


def fetch(name: str, tell: OnProgress) -> None:
    """Have a text of the web on this machine; raises what `download` and ``tell`` raise."""
    if name in DOWNLOADS:
        download(name, on_progress=tell)


@cache
def built_in(name: str) -> bytes:
    """The library, a sample or a text that was fetched, read once for all readers."""
    if name in DOWNLOADS:
        return path_of(name).read_bytes()
    if name in LIBRARY:
        return library_bytes(LIBRARY[name])
    return sample(name).text.encode()
