"""The text of a training: where it comes from, and the part of it that is set aside."""

from __future__ import annotations

from typing import NamedTuple

from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.corpus import sample
from bpe_core.texts.download import download, path_of
from bpe_core.texts.download_catalogue import DOWNLOADS
from bpe_core.texts.held_out import cut as cut
from bpe_core.texts.standard_library import library_bytes
from ui.page.text_inputs import MB, UploadedText

LIBRARY = {"library": None, "library_1m": MB}  # name: how much of it
STORIES = ("weather", "ferry", "story_en", "story_zh", "code")
FETCHED = ("hongloumeng", "sanguoyanyi", "shuihuzhuan", "xiyouji", "tiny_shakespeare")
CODE, ENGLISH, CHINESE = "code", "english", "chinese"
WRITTEN = {
    CODE: (*LIBRARY, "code"),
    ENGLISH: ("weather", "story_en", "tiny_shakespeare"),
    CHINESE: ("ferry", "story_zh", "hongloumeng", "sanguoyanyi", "shuihuzhuan", "xiyouji"),
}
HELD_OUT_LIMIT = 8 * MB  # of a file to measure with


def kind_of(name: str) -> str:
    """What a text is written in; empty for a reader's own."""
    return next((kind for kind, names in WRITTEN.items() if name in names), "")


class Split(NamedTuple):
    """What is trained on, a view of the text, and what is set aside to measure compression.

    ``was_read``: not so a text that is still in memory, of which a time would be no reading.
    """

    trained: memoryview
    held_out: bytes
    was_read: bool = True


IN_MEMORY: dict[str, bytes] = {}  # texts by name, for all readers


def split(name: str, upload: UploadedText | None, held_out: UploadedText | None) -> Split:
    """The text called ``name`` (``upload`` for a file) and its held-out part.

    Without a file for it, that is the text's own end, see `cut`. Raises ``NoLibraryError``
    and what `UploadedText.text` raises.
    """
    was_read = upload is not None or name not in IN_MEMORY
    text = upload.text() if upload is not None else built_in(name)
    if held_out is not None:
        return Split(memoryview(text), held_out.text(), was_read)
    at = cut(text)
    return Split(memoryview(text)[:at], text[at:], was_read)


def fetch(name: str, tell: OnProgress) -> None:
    """Have a text of the web on this machine; raises what `download` and ``tell`` raise."""
    if name in DOWNLOADS:
        download(name, on_progress=tell)


def built_in(name: str) -> bytes:
    """The library, a sample or a text that was fetched, read once for all readers."""
    if name not in IN_MEMORY:
        IN_MEMORY[name] = _read(name)
    return IN_MEMORY[name]


def _read(name: str) -> bytes:
    if name in DOWNLOADS:
        return path_of(name).read_bytes()
    if name in LIBRARY:
        return library_bytes(LIBRARY[name])
    return sample(name).text.encode()
