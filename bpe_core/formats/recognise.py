"""The format of files, by their content and, where that leaves it open, by their names.

    vocab.json + merges.txt (+ bpe-lab.json)    gpt2, or bbpe
    tokenizer.json                              huggingface
    *.tiktoken                                  tiktoken
    codes                                       subword_nmt

Names that occur in practice count as well: ``my-vocab.json``, ``merges (1).txt``, GPT-2's own
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
    by_role = roles(files)
    pair = Role.VOCABULARY in by_role and Role.MERGES in by_role
    if Role.SIDE in by_role and pair:
        return "gpt2"
    if Role.TOKENIZER in by_role:
        return "huggingface"
    if Role.RANKS in by_role:
        return "tiktoken"
    if Role.CODES in by_role:
        return "subword_nmt"
    if pair and _is_bbpe(files, by_role):
        return "bbpe"
    return "gpt2"  # of half a pair, the reader says what is missing


def roles(files: Mapping[str, bytes]) -> dict[Role, str]:
    """Which file plays which part; raises ``FormatError`` for one that plays none."""
    if not files:
        raise broken("–", WHOLE, "unknown", known=KNOWN)
    of_file = {name: _role(name, data) for name, data in files.items()}
    by_role: dict[Role, str] = {}
    has_vocabulary = Role.VOCABULARY in of_file.values()
    for name, role in of_file.items():
        if role in (Role.MERGES, Role.CODES):
            is_codes = not has_vocabulary and (role is Role.CODES or b"</w>" in files[name])
            role = Role.CODES if is_codes else Role.MERGES
        if role in by_role:
            raise broken(name, WHOLE, "same_part", other=by_role[role])
        by_role[role] = name
    return by_role


def part(files: Mapping[str, bytes], role: Role) -> tuple[str, bytes]:
    """Name and content of the file that plays ``role``; raises ``FormatError`` without one."""
    name = roles(files).get(role)
    if name is None:
        raise broken(role.value, WHOLE, "missing", others=", ".join(files))
    return name, files[name]


def read_files(path: Path) -> dict[str, bytes]:
    """A file, or those files of a folder that have a tokenizer's file names."""
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
    """The role by the first bytes, else by the name, else by the first line."""
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


def _is_bbpe(files: Mapping[str, bytes], by_role: Mapping[Role, str]) -> bool:
    """Whether tokens are in the order of their characters, and merges without a header."""
    if files[by_role[Role.MERGES]].startswith(b"#version"):
        return False
    name = by_role[Role.VOCABULARY]
    try:
        ids = json_of(name, files[name])
    except FormatError:  # the reader reports it
        return False
    return isinstance(ids, dict) and list(ids) == sorted(ids)
