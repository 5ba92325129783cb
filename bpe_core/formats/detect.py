"""What format files are: each format's row says by what it is recognised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.known_formats import FORMATS
from bpe_core.formats.model_files import read_bytes
from bpe_core.formats.recognise import NAMES, Part, known, roles

HALF_A_PAIR = "gpt2"  # its reader says what is missing


def detect(files: Mapping[str, bytes]) -> str:
    """The name of the format that ``files`` are together; raises ``FormatError``.

    >>> detect({"mine.txt": b"#version: 0.2\\ne s\\nes t</w>\\n"})
    'subword_nmt'
    """
    by_role = roles(files, tuple(_own_parts()))
    return next(
        (name for name, form in FORMATS.items() if form.recognises(files, by_role)), HALF_A_PAIR
    )


def read_files(path: Path) -> dict[str, bytes]:
    """A file, or the files of a folder whose names say that they belong to a tokenizer."""
    return {file.name: read_bytes(file) for file in paths_of(path)}


def paths_of(path: Path) -> list[Path]:
    """The paths of these files, in the order of their names; raises ``FormatError``."""
    if not path.is_dir():
        return [path]
    own = tuple(_own_parts())
    patterns = [*NAMES.values(), *(part.name for part in own)]
    names = sorted(
        entry.name
        for entry in path.iterdir()
        if entry.is_file() and any(pattern.search(entry.name) for pattern in patterns)
    )
    if not names:
        raise broken(str(path), WHOLE, "unknown", known=known(own))
    return [path / name for name in names]


def _own_parts() -> Iterator[Part]:
    """The files of formats that share none with others."""
    for form in FORMATS.values():
        yield from form.parts
