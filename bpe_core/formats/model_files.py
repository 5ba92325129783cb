"""Reading files with bounds and clear errors."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

import regex

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.formats.mistaken import LOOKED_AT, check_is_text
from bpe_core.runtime.files import read_file

MAX_FILE_BYTES = 64 * 2**20
MAX_PARTS = 2**22  # brackets and commas of JSON, lines of text: they determine the memory


def read_bytes(path: Path) -> bytes:
    """A file of bounded size, also while a save is at it; raises ``FormatError``."""
    return read_file(path, bounded)


def bounded(path: Path) -> bytes:
    """A file as it is on the disk."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):  # to open a pipe may wait for ever
            raise broken(path.name, WHOLE, "is_no_file")
        if status.st_size > MAX_FILE_BYTES:  # weights, an archive: that is said first
            with path.open("rb") as file:
                check_is_text(path.name, file.read(LOOKED_AT))
        check_size(path.name, status.st_size)
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise broken(path.name, WHOLE, "unreadable", reason=reason) from error


def check_size(file: str, size: int) -> None:
    """Raise ``FormatError`` for more than ``MAX_FILE_BYTES``."""
    if size > MAX_FILE_BYTES:
        raise broken(file, WHOLE, "too_large", limit=MAX_FILE_BYTES, size=size)


def text_of(file: str, data: bytes) -> str:
    """UTF-8 as text, line ends untouched; raises ``FormatError``."""
    check_size(file, len(data))
    check_is_text(file, data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise broken(file, at("offset", error.start), "not_utf8") from error


def lines_of(file: str, data: bytes) -> list[tuple[int, str]]:
    """The lines that are not empty, each with its number; ends of ``\\n`` or ``\\r\\n``."""
    return [(number, line) for number, line in enumerate(_all_lines(file, data), 1) if line]


def full_text(file: str, data: bytes) -> str:
    """These lines as one text, ``\\n`` between them: most files are that already.

    >>> full_text("x", b"t h\\r\\n\\nth e\\n")
    't h\\nth e'
    """
    text = text_of(file, data)
    if "\r" in text or "\n\n" in text or text.startswith("\n"):
        return "\n".join(filter(None, _all_lines(file, data)))
    _check_parts(file, text.count("\n"))
    return text.removesuffix("\n")


def _all_lines(file: str, data: bytes) -> list[str]:
    text = text_of(file, data)
    _check_parts(file, text.count("\n"))
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def json_of(file: str, data: bytes) -> Any:
    """JSON in which no object has a key twice; raises ``FormatError`` with the location."""
    text = text_of(file, data)
    if not text.strip():
        raise broken(file, WHOLE, "is_empty")
    _check_parts(file, sum(text.count(sign) for sign in "[{,"))

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) < len(pairs):
            (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
            raise broken(file, at("key", twice), "key_twice")
        return table

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        position = {"line": error.lineno, "column": error.colno}
        raise broken(file, WHOLE, "not_json", **position) from error
    except RecursionError as error:
        raise broken(file, WHOLE, "deep_json") from error
    except ValueError as error:
        if isinstance(error, FormatError):
            raise
        raise broken(file, WHOLE, "long_number") from error


def numbers_of(file: str, data: bytes) -> Any:
    """The same for an object of numbers, in six sevenths of the time.

    Where an object has as many keys as its file has strings, no key stands there twice. What is
    not such an object is left to `json_of` and its errors.
    """
    text = text_of(file, data)
    if sum(map(data.count, (b"[", b"{", b","))) <= MAX_PARTS:
        with suppress(ValueError, RecursionError):
            table = json.loads(text)
            if isinstance(table, dict) and len(table) == _strings_in(data):
                return table
    return json_of(file, data)


def _strings_in(data: bytes) -> int:
    """How many strings JSON has: two quotes each, and none within that is not escaped.

    >>> _strings_in(rb'{"a": 0, "\\": 1, "\"": 2}')
    3
    """
    unescaped = data.replace(rb"\\", b"") if b"\\" in data else data
    return (unescaped.count(b'"') - unescaped.count(b'\\"')) // 2


def _check_parts(file: str, count: int) -> None:
    if count > MAX_PARTS:
        raise broken(file, WHOLE, "too_many", limit=MAX_PARTS, count=count)


def checksum(contents: Iterable[bytes]) -> str:
    """SHA-256 over several files, each preceded by its length in bytes."""
    import hashlib  # for side files alone; it takes as long as a short file

    digest = hashlib.sha256()
    for data in contents:
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def unicode_version() -> str:
    """The Unicode version of the tables that split texts, as ``regex`` documents it.

    subtle: letters and digits depend on it, and it is not Python's own (``unicodedata``). The
    module has no attribute for it, only its description mentions it.
    """
    match = re.search(r"Unicode (\d+(?:\.\d+)+)", _about_regex())
    return match[1] if match else f"regex {regex.__version__}"


def _about_regex() -> str:
    """Its metadata, from the file beside it: asking Python for them imports half of `email`."""
    beside = [*Path(regex.__file__).parents[1].glob("regex-*.dist-info/METADATA")]
    if len(beside) == 1:
        return beside[0].read_text("utf-8")
    from importlib.metadata import distribution

    return distribution("regex").read_text("METADATA") or ""
