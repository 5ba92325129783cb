"""Which part of a format a file is, by its content and, where that is silent, its name.

    vocab.json + merges.txt (+ bpe-lab.json)    gpt2, or bbpe
    tokenizer.json                              huggingface
    *.tiktoken                                  tiktoken
    codes                                       subword_nmt

Names that occur in practice count as well: ``my-vocab.json``, ``merges (1).txt``, GPT-2's own
``encoder.json`` and ``vocab.bpe``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import check_is_text
from bpe_core.runtime.arguments import check_type

KNOWN = "vocab.json + merges.txt, tokenizer.json, *.tiktoken, codes.bpe"


class Role(StrEnum):
    """The part that a file plays in a format."""

    VOCABULARY = "vocab.json"
    MERGES = "merges.txt"
    SIDE = "bpe-lab.json"
    TOKENIZER = "tokenizer.json"
    RANKS = "*.tiktoken"
    CODES = "codes.bpe"


NAMES: Mapping[Role, re.Pattern[str]] = {
    role: re.compile(pattern, re.IGNORECASE)
    for role, pattern in (
        (Role.SIDE, r"bpe-lab.*\.json$"),
        (Role.TOKENIZER, r"tokenizer(?!_config).*\.json$"),
        (Role.VOCABULARY, r"(vocab|encoder).*\.json$"),
        (Role.RANKS, r"\.tiktoken$"),
        (Role.MERGES, r"(merges.*\.txt|vocab\.bpe)$"),
        (Role.CODES, r"(codes|\.bpe$)"),
    )
}
JSON_START = re.compile(rb'\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(.)', re.DOTALL)
RANK_LINE = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)? \d+\r?")
PAIR_LINE = re.compile(rb"[^ ]+ [^ ]+")


class Part(NamedTuple):
    """A file that one format alone has: its role, its names, and how its content begins."""

    role: str
    name: re.Pattern[str]
    start: re.Pattern[bytes] | None = None


def known(parts: Iterable[Part] = ()) -> str:
    """The files that make a vocabulary, as people call them.

    >>> known([Part("*.bin", re.compile(r"bin$"))]).split(", ")[-2:]
    ['codes.bpe', '*.bin']
    """
    return ", ".join([KNOWN, *(part.role for part in parts)])


def roles(files: Mapping[str, bytes], parts: Sequence[Part] = ()) -> dict[str, str]:
    """Which file plays which part; raises ``FormatError`` for one that plays none.

    ``parts`` are the files that a format has for itself.
    """
    check_type("files", files, Mapping, "names with the bytes of files")
    for name, data in files.items():
        check_type("files", name, str, "names with the bytes of files")
        check_type(f"files[{name!r}]", data, bytes, "bytes")
    if not files:
        raise broken("–", WHOLE, "unknown", known=known(parts))
    of_file = {name: _role(name, data, parts) for name, data in files.items()}
    by_role: dict[str, str] = {}
    has_vocabulary = Role.VOCABULARY in of_file.values()
    for name, role in of_file.items():
        if role in (Role.MERGES, Role.CODES):
            is_codes = not has_vocabulary and (role is Role.CODES or b"</w>" in files[name])
            role = Role.CODES if is_codes else Role.MERGES
        if role in by_role:
            raise broken(name, WHOLE, "same_part", other=by_role[role])
        by_role[role] = name
    return by_role


def part(
    files: Mapping[str, bytes], role: str, parts: Sequence[Part] = ()
) -> tuple[str, bytes]:
    """Name and content of the file that plays ``role``; raises ``FormatError`` without one."""
    name = roles(files, parts).get(role)
    if name is None:
        raise broken(str(role), WHOLE, "missing", others=", ".join(files))
    return name, files[name]


def _role(name: str, data: bytes, parts: Sequence[Part]) -> str:
    """What the file's beginning says, else its name, else its first line."""
    check_is_text(name, data)
    for each in parts:
        if each.start is not None and each.start.match(data[:4096]):
            return each.role
    start = JSON_START.match(data[:4096])
    if start:
        if start[2] in b"-0123456789":
            return Role.VOCABULARY
        return Role.SIDE if start[1] == b"format" else Role.TOKENIZER
    lines = [line for line in data[: 2**16].split(b"\n")[:5] if line]
    if lines and all(RANK_LINE.fullmatch(line) for line in lines):
        return Role.RANKS
    own: dict[str, re.Pattern[str]] = {each.role: each.name for each in parts}
    for role, pattern in (own | dict(NAMES)).items():
        if pattern.search(name):
            return role
    if lines and PAIR_LINE.fullmatch(lines[-1].rstrip(b"\r")):
        return Role.MERGES
    raise broken(name, WHOLE, "unknown", known=known(parts))
