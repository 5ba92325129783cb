"""What a file is and what format files are, by their content and, where that is silent, names.

    vocab.json + merges.txt (+ bpe-lab.json)    gpt2, or bbpe
    tokenizer.json                              huggingface
    *.tiktoken                                  tiktoken
    codes                                       subword_nmt

Names as people have them count as well: ``my-vocab.json``, ``merges (1).txt``, GPT-2's own
``encoder.json`` and ``vocab.bpe``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import check_is_text, json_of, read_bytes

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


def detect(files: Mapping[str, bytes]) -> str:
    """The name of the format that ``files`` are together; raises ``FormatError``.

    >>> detect({"mine.txt": b"#version: 0.2\\ne s\\nes t</w>\\n"})
    'subword_nmt'
    """
    found = roles(files)
    pair = Role.VOCABULARY in found and Role.MERGES in found
    if Role.SIDE in found and pair:
        return "gpt2"
    if Role.TOKENIZER in found:
        return "huggingface"
    if Role.RANKS in found:
        return "tiktoken"
    if Role.CODES in found:
        return "subword_nmt"
    if pair and _is_bbpe(files, found):
        return "bbpe"
    return "gpt2"  # if it is half a pair, its reader says what is missing


def roles(files: Mapping[str, bytes]) -> dict[Role, str]:
    """Which file plays which part; raises ``FormatError`` for one that plays none."""
    if not files:
        raise broken("–", WHOLE, "unknown", known=KNOWN)
    of_file = {name: _role(name, data) for name, data in files.items()}
    found: dict[Role, str] = {}
    has_vocabulary = Role.VOCABULARY in of_file.values()
    for name, role in of_file.items():
        if role in (Role.MERGES, Role.CODES):
            is_codes = not has_vocabulary and (role is Role.CODES or b"</w>" in files[name])
            role = Role.CODES if is_codes else Role.MERGES
        if role in found:
            raise broken(name, WHOLE, "same_part", other=found[role])
        found[role] = name
    return found


def part(files: Mapping[str, bytes], role: Role) -> tuple[str, bytes]:
    """Name and content of the file that plays ``role``; raises ``FormatError`` without one."""
    name = roles(files).get(role)
    if name is None:
        raise broken(role.value, WHOLE, "missing", others=", ".join(files))
    return name, files[name]


def read_files(path: Path) -> dict[str, bytes]:
    """A file, or the files of a folder whose names say that they belong to a tokenizer."""
    if not path.is_dir():
        return {path.name: read_bytes(path)}
    names = sorted(
        entry.name
        for entry in path.iterdir()
        if entry.is_file() and any(pattern.search(entry.name) for pattern in NAMES.values())
    )
    if not names:
        raise broken(str(path), WHOLE, "unknown", known=KNOWN)
    return {name: read_bytes(path / name) for name in names}


def _role(name: str, data: bytes) -> Role:
    """What the file's beginning says, else its name, else its first line."""
    check_is_text(name, data)
    start = JSON_START.match(data[:4096])
    if start:
        if start[2] in b"-0123456789":
            return Role.VOCABULARY
        return Role.SIDE if start[1] == b"format" else Role.TOKENIZER
    lines = [line for line in data[: 2**16].split(b"\n")[:5] if line]
    if lines and all(RANK_LINE.fullmatch(line) for line in lines):
        return Role.RANKS
    for role, pattern in NAMES.items():
        if pattern.search(name):
            return role
    if lines and PAIR_LINE.fullmatch(lines[-1].rstrip(b"\r")):
        return Role.MERGES
    raise broken(name, WHOLE, "unknown", known=KNOWN)


def _is_bbpe(files: Mapping[str, bytes], found: Mapping[Role, str]) -> bool:
    """Whether tokens stand in the order of their characters, and merges without a header."""
    if files[found[Role.MERGES]].startswith(b"#version"):
        return False
    name = found[Role.VOCABULARY]
    try:
        ids = json_of(name, files[name])
    except FormatError:  # its reader says it
        return False
    return isinstance(ids, dict) and list(ids) == sorted(ids)
