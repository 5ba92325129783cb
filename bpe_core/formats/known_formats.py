"""The formats by name: adding one is its file, a row here, and its texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from bpe_core.errors import FormatError
from bpe_core.formats.assemble import Specials
from bpe_core.formats.bbpe_files import read_bbpe, write_bbpe
from bpe_core.formats.gpt2 import read_gpt2, write_gpt2
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.model_files import json_of
from bpe_core.formats.recognise import Part, Role
from bpe_core.formats.subword_nmt_codes import read_subword_nmt, write_subword_nmt
from bpe_core.formats.tiktoken import read_tiktoken, write_tiktoken
from bpe_core.model import BPEModel, check_model

Files = Mapping[str, bytes]
Roles = Mapping[str, str]  # role -> file name
PAIR = {Role.VOCABULARY, Role.MERGES}
BEGINNING = 2**13  # bytes; the keys of GPT-2 are sorted for its first 3,300
ALONE = {Role.TOKENIZER, Role.RANKS, Role.CODES}  # each a vocabulary by itself


class ModelReader(Protocol):
    """Files by name in, a checked model out; what files leave open, the caller may say."""

    def __call__(
        self,
        files: Files,
        *,
        pattern: str | None = ...,
        special_tokens: Specials | None = ...,
    ) -> BPEModel: ...


@dataclass(frozen=True, slots=True)
class ModelFormat:
    """How a model becomes files, by name, and files become a model; both are pure.

    ``is_there``: whether files, whose roles are known, are of this format; without it, they are
    where all of its ``parts`` are, the files that no other format has. ``says_all``: its files
    leave neither pattern nor special tokens open.
    """

    write: Callable[[BPEModel], dict[str, str]]
    read: ModelReader
    is_there: Callable[[Files, Roles], bool] | None = None
    parts: tuple[Part, ...] = ()
    says_all: bool = False

    def __post_init__(self) -> None:
        """Have ``write`` refuse what is no model."""
        object.__setattr__(self, "write", partial(_written, self.write))

    def recognises(self, files: Files, roles: Roles) -> bool:
        """Whether the files are of this format."""
        if self.is_there is not None:
            return self.is_there(files, roles)
        return bool(self.parts) and all(part.role in roles for part in self.parts)


def _written(write: Callable[[BPEModel], dict[str, str]], model: BPEModel) -> dict[str, str]:
    check_model(model)
    return write(model)


def _is_gpt2(_: Files, roles: Roles) -> bool:
    """Only with our side file: without it, the pair is what is left."""
    return {*PAIR, Role.SIDE} <= roles.keys()


def _is_bbpe(files: Files, roles: Roles) -> bool:
    """Whether tokens stand in the order of their characters, and merges without a header."""
    if not roles.keys() >= PAIR or roles.keys() & ALONE:
        return False
    if files[roles[Role.MERGES]].startswith(b"#version"):
        return False
    name = roles[Role.VOCABULARY]
    if _begins_unsorted(files[name]):
        return False
    try:
        ids = json_of(name, files[name])
    except FormatError:  # its reader says it
        return False
    return isinstance(ids, dict) and list(ids) == sorted(ids)


def _begins_unsorted(vocabulary: bytes) -> bool:
    """Whether the first keys of JSON say that not all of them are sorted.

    Reading a vocabulary twice would be a fifth of the way to the first ids.

    >>> _begins_unsorted(b'{"a": 0, "c": 1, "b": 2, "'), _begins_unsorted(b'{"a": 0, "c": 1,')
    (True, False)
    """
    beginning, _, _ = vocabulary[:BEGINNING].rpartition(b",")
    try:
        ids = json.loads(beginning.decode("utf-8") + "}")
    except (ValueError, RecursionError):
        return False
    return isinstance(ids, dict) and list(ids) != sorted(ids)


def _is_tiktoken(_: Files, roles: Roles) -> bool:
    return Role.RANKS in roles and Role.TOKENIZER not in roles


def _is_huggingface(_: Files, roles: Roles) -> bool:
    return Role.TOKENIZER in roles


def _is_subword_nmt(_: Files, roles: Roles) -> bool:
    return Role.CODES in roles and not roles.keys() & {Role.TOKENIZER, Role.RANKS}


FORMATS: Mapping[str, ModelFormat] = {
    "gpt2": ModelFormat(write_gpt2, read_gpt2, _is_gpt2),
    "bbpe": ModelFormat(write_bbpe, read_bbpe, _is_bbpe),
    "tiktoken": ModelFormat(write_tiktoken, read_tiktoken, _is_tiktoken),
    "huggingface": ModelFormat(
        write_huggingface, read_huggingface, _is_huggingface, says_all=True
    ),
    "subword_nmt": ModelFormat(
        write_subword_nmt, read_subword_nmt, _is_subword_nmt, says_all=True
    ),
}
