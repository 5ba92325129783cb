"""What format files are: each format's row says by what it is recognised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from bpe_core.formats.known_formats import FORMATS
from bpe_core.formats.recognise import Part, Role, roles, written_name

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


def written_names() -> set[str]:
    """The names of all files that some format writes.

    >>> sorted(written_names() & {"vocab.json", "vocabulary.tiktoken", "encoder.json"})
    ['vocab.json', 'vocabulary.tiktoken']
    """
    return {written_name(role) for role in (*Role, *(part.role for part in own_parts()))}


def is_whole(names: Set[str], form: str | None = None) -> bool:
    """Whether files of these names, as formats write them, hold a whole model.

    ``form``: of this format; else of any.

    >>> is_whole({"vocab.json", "bpe-lab.json"}), is_whole({"vocab.json", "merges.txt"})
    (False, True)
    """
    return bool(whole_parts(names, form))


def whole_parts(names: Set[str], form: str | None = None) -> set[str]:
    """Those of the names that models are whole by, as formats write them."""
    needed = [row.needed for name, row in FORMATS.items() if form in (None, name)]
    return {name for each in needed if each and each <= names for name in each}
