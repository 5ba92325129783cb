"""What format files are: each format's row says by what it is recognised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bpe_core.formats.known_formats import FORMATS
from bpe_core.formats.recognise import Part, roles

HALF_A_PAIR = "gpt2"  # its reader says what is missing


def detect(files: Mapping[str, bytes]) -> str:
    """The name of the format that ``files`` are together; raises ``FormatError``.

    >>> detect({"mine.txt": b"#version: 0.2\\ne s\\nes t</w>\\n"})
    'subword_nmt'
    """
    by_role = roles(files, tuple(own_parts()))
    return next(
        (name for name, form in FORMATS.items() if form.recognises(files, by_role)), HALF_A_PAIR
    )


def own_parts() -> Iterator[Part]:
    """The files of formats that share none with others."""
    for form in FORMATS.values():
        yield from form.parts
