"""Which part of a format a file is, by its content and, where that is silent, its name.

    vocab.json + merges.txt (+ bpe-lab.json,
      added_tokens.json)                        gpt2, or bbpe
    tokenizer.json                              huggingface
    *.tiktoken, tokenizer.model of ranks,
      or tekken.json                            tiktoken
    codes                                       subword_nmt

Names that occur in practice count as well: ``my-vocab.json``, ``merges (1).txt``, GPT-2's own
``encoder.json`` and ``vocab.bpe``. In a folder they count where the content says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import (
    INVERTED,
    MODEL_KEY,
    NUMBERED,
    check_is_text,
    json_of,
    mistaken_json,
)
from bpe_core.runtime.arguments import check_type

KNOWN = "vocab.json + merges.txt, tokenizer.json, *.tiktoken, codes.bpe"


class Role(StrEnum):
    """The part that a file plays in a format."""

    VOCABULARY = "vocab.json"
    MERGES = "merges.txt"
    SIDE = "bpe-lab.json"
    ADDED = "added_tokens.json"
    TOKENIZER = "tokenizer.json"
    RANKS = "*.tiktoken"
    CODES = "codes.bpe"


NAMES: Mapping[Role, re.Pattern[str]] = {
    role: re.compile(pattern, re.IGNORECASE)
    for role, pattern in (
        (Role.SIDE, r"bpe-lab.*\.json$"),
        (Role.ADDED, r"^added_tokens( ?\(\d+\))?\.json$"),
        (Role.TOKENIZER, r"tokenizer(?!_config).*\.json$"),
        (Role.VOCABULARY, r"(vocab|encoder).*\.json$"),
        (Role.RANKS, r"\.tiktoken$"),
        (Role.MERGES, r"(merges.*\.txt|vocab\.bpe)$"),
        (Role.CODES, r"(codes|\.bpe$)"),
    )
}
# Of Llama 3 and 4; more often SentencePiece's, so that the content has to say it.
RANKS_OR_NOT = re.compile(r"^((tokenizer|tiktoken)\.model|tekken.*\.json)$", re.IGNORECASE)
FEWEST = 256  # entries of a byte-level vocabulary
# The first merge joins two characters, in whatever alphabet they are written.
MERGES_START = re.compile(r"(#version[^\n]*\n)?\S (\S|</w>|\S</w>)\r?(\n|$)")
JSON_START = re.compile(rb'\s*\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*(.)', re.DOTALL)
RANK_LINE = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]=)? \d+\r?")
PAIR_LINE = re.compile(rb"[^ ]+ [^ ]+")


def written_name(role: str) -> str:
    """The name under which formats write a file that plays ``role``.

    >>> written_name("vocab.json"), written_name("*.tiktoken")
    ('vocab.json', 'vocabulary.tiktoken')
    """
    return role.replace("*", "vocabulary")


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
    role = role_by_content(name, data, parts)
    if role is not None:
        return role
    own: dict[str, re.Pattern[str]] = {each.role: each.name for each in parts}
    for role, pattern in (own | dict(NAMES)).items():
        if pattern.search(name):
            return role
    lines = _first_lines(data)
    if lines and PAIR_LINE.fullmatch(lines[-1].rstrip(b"\r")):
        return Role.MERGES
    raise broken(name, WHOLE, "unknown", known=known(parts))


def role_by_content(name: str, data: bytes, parts: Sequence[Part]) -> str | None:
    """What the file's beginning says; None where it could be of several kinds, or of none.

    Raises ``FormatError`` for what is no part of any vocabulary.
    """
    check_is_text(name, data)
    if NAMES[Role.ADDED].search(name):  # its content may be that of a vocabulary
        return Role.ADDED
    for each in parts:
        if each.start is not None and each.start.match(data[:4096]):
            return each.role
    start = JSON_START.match(data[:4096])
    if start:
        if start[2] in b"-0123456789":
            if start[1].decode("utf-8", "replace") in NUMBERED:
                _check_is_no_record(name, json_of(name, data), data)
            return Role.VOCABULARY
        if start[1] == b"format":
            return Role.SIDE
        if start[2] in b"{[" and is_tekken(data):
            return Role.RANKS
        if INVERTED.match(data) or not MODEL_KEY.search(data):
            raise mistaken_json(name, data, json_of(name, data))
        return Role.TOKENIZER
    return Role.RANKS if are_ranks(data) else None


def are_ranks(data: bytes) -> bool:
    """Whether a file begins as tiktoken's do, whatever it is called.

    >>> are_ranks(b"IQ== 0"), are_ranks(b"<unk> 0")
    (True, False)
    """
    lines = _first_lines(data)
    return bool(lines) and all(RANK_LINE.fullmatch(line) for line in lines)


def _check_is_no_record(name: str, value: object, data: bytes) -> None:
    """Settings, or a server's refusal, may begin with a number too; a vocabulary has more."""
    if isinstance(value, dict) and len(value) < FEWEST:
        raise mistaken_json(name, data, value)


def _first_lines(data: bytes) -> list[bytes]:
    return [line for line in data[: 2**16].split(b"\n")[:5] if line]


def is_tekken(data: bytes) -> bool:
    """Whether JSON is Mistral's ``tekken.json``, by a key that its tokens have.

    >>> is_tekken(b'{"config": {}, "vocab": [{"rank": 0, "token_bytes": "AA=="}]}')
    True
    """
    return b'"token_bytes"' in data and b'"config"' in data
