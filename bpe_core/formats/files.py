"""Reading with bounds and clear errors, writing whole files or none."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import regex

from bpe_core.errors import FormatError

MAX_FILE_BYTES = 64 * 2**20


def read_text(path: Path) -> str:
    """A UTF-8 file as text, line ends untouched; raises ``FormatError``."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            rule = f"at most {MAX_FILE_BYTES} bytes, not {size}"
            raise FormatError(file=path.name, where="size", rule=rule)
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise FormatError(file=path.name, where=str(path), rule=str(error)) from error
    except UnicodeDecodeError as error:
        where = f"byte {error.start}"
        raise FormatError(file=path.name, where=where, rule="UTF-8") from error


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write all files beside their names and only then rename, so that none is ever half there.

    Raises ``OSError``; what was there before a failed write is still there after it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    partials = {name: folder / f"{name}.partial" for name in texts}
    try:
        for name, text in texts.items():
            partials[name].write_bytes(text.encode())
        for name, partial in partials.items():
            partial.replace(folder / name)
    finally:
        for partial in partials.values():
            partial.unlink(missing_ok=True)


def parse_json(file: str, text: str) -> Any:
    """JSON in which no object has a key twice; raises ``FormatError`` with place and rule."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table: dict[str, Any] = {}
        for key, value in pairs:
            if key in table:
                raise FormatError(file=file, where=repr(key), rule="a key stands once")
            table[key] = value
        return table

    try:
        return json.loads(text, object_pairs_hook=unique)
    except FormatError:
        raise
    except (ValueError, RecursionError) as error:  # ValueError: also an integer of many digits
        raise FormatError(file=file, where="JSON", rule=str(error)) from error


def checksum(texts: Iterable[str]) -> str:
    """SHA-256 over several texts, each preceded by its length in bytes."""
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def unicode_version() -> str:
    """The Unicode version of the tables that split texts, as ``regex`` documents it.

    subtle: letters and digits depend on it, and it is not Python's own (``unicodedata``). The
    module has no attribute for it, only its description says it.
    """
    info = metadata("regex")
    description = info.get("Description") or info.get_payload()  # type: ignore[attr-defined]  # a Message at run time
    found = re.search(r"Unicode (\d+(?:\.\d+)+)", str(description))
    return found[1] if found else f"regex {regex.__version__}"
