"""The systems that come along trained, so that a text is cut as soon as the page is open.

``python -m scripts.ready_systems`` has trained them, and writes the file again. What they
learned from is in it too: this lab's texts, English and Chinese, as they were then.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from lzma import LZMAError
from pathlib import Path
from zipfile import ZIP_LZMA, BadZipFile, ZipFile, ZipInfo

from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_core.systems.system import TrainedSystem

FILE = Path(__file__).with_name("ready_systems.zip")
TEXT = "text.txt"  # what they learned from
VOCAB_SIZE = 2000  # tokens: enough to differ
MOST_BYTES = 2_000_000  # of all that is in the file


@cache
def ready_system(name: str) -> TrainedSystem:
    """One of them, loaded once for all readers; raises ``FormatError``."""
    return SYSTEMS[name].load(files_of(name, ready_files()))


def ready_files() -> Mapping[str, bytes]:
    """All that is in the file, by name."""
    return unpacked(FILE.read_bytes(), FILE.name)


def files_of(name: str, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """A system's own files.

    >>> files_of("bbpe", {"bpe/a": b"1", "bbpe/a": b"2"})
    {'a': b'2'}
    """
    start = f"{name}/"
    return {
        path.removeprefix(start): data for path, data in files.items() if path.startswith(start)
    }


def packed(files: Mapping[str, bytes]) -> bytes:
    """The same files always give the same archive.

    >>> unpacked(packed({"bpe/a": b"1"}), "a.zip")
    {'bpe/a': b'1'}
    """
    whole = BytesIO()
    with ZipFile(whole, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, compress_type=ZIP_LZMA)
    return whole.getvalue()


def unpacked(data: bytes, file: str) -> Mapping[str, bytes]:
    """The files of an archive; raises ``FormatError`` for one that is damaged or too long.

    >>> unpacked(b"PK", "a.zip")
    Traceback (most recent call last):
    bpe_core.errors.FormatError: a.zip, archive: a whole zip file of at most 2000000 bytes
    """
    try:
        with ZipFile(BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) <= MOST_BYTES:
                return {name: archive.read(name) for name in archive.namelist()}
    except (BadZipFile, EOFError, LZMAError, NotImplementedError, OSError, ValueError):
        pass
    rule = f"a whole zip file of at most {MOST_BYTES} bytes"
    raise FormatError(file=file, where="archive", rule=rule)
