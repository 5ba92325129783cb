"""The formats by name, and which of them files are.

Adding one is its file, a row here, and its texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, fields
from typing import Protocol

from bpe_core.errors import FormatError, Notice
from bpe_core.formats.assemble import Specials
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.gpt2 import assumed_of_pair, read_bbpe, read_gpt2, write_bbpe, write_gpt2
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.model_files import json_of
from bpe_core.formats.recognize import Part, Role, roles, written_name
from bpe_core.formats.subword_nmt_codes import read_subword_nmt, write_subword_nmt
from bpe_core.formats.tiktoken import (
    assumed_of_ranks,
    last_merges,
    read_tiktoken,
    write_tiktoken,
)
from bpe_core.model import BPEModel, Merge, check_model
from bpe_core.pretokenize.patterns import is_custom

Files = Mapping[str, bytes]
Roles = Mapping[str, str]  # role -> file name
PAIR = {Role.VOCABULARY, Role.MERGES}
BEGINNING = 2**13  # bytes; the keys of GPT-2 are sorted for its first 3,300

HALF_A_PAIR = "gpt2"  # its reader says what is missing


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

    ``written``: the files without the proof that `write` has. ``is_there``: whether files,
    whose roles are known, are of this format; without it, they are where all of its ``parts``
    are, the files that no other format has. ``needs``: the roles of files that make a whole
    model, if not those of its parts. ``says_all``: its files leave neither pattern nor
    special tokens open. ``assumes``: what to say of files that were read without a pattern and
    need one.
    """

    written: Callable[[BPEModel], dict[str, str]]
    read: ModelReader
    is_there: Callable[[Files, Roles], bool] | None = None
    parts: tuple[Part, ...] = ()
    needs: Set[str] = frozenset()
    says_all: bool = False
    assumes: Callable[[Files], Notice | None] = lambda _: None

    def write(self, model: BPEModel) -> dict[str, str]:
        """The model's files by name, which were read again: they give its ids.

        Raises ``FormatError`` for a model that the format cannot hold, ``OptionError`` for what
        is no model.
        """
        check_model(model)
        files = self.written(model)
        again = self.read({name: text.encode() for name, text in files.items()})
        _check_same(model, again, next(iter(files)))
        return files

    @property
    def needed(self) -> Set[str]:
        """The roles of files that make a whole model."""
        return self.needs or {part.role for part in self.parts}

    def recognizes(self, files: Files, roles: Roles) -> bool:
        """Whether the files are of this format."""
        if self.is_there is not None:
            return self.is_there(files, roles)
        return bool(self.parts) and all(part.role in roles for part in self.parts)


def _check_same(model: BPEModel, again: BPEModel, file: str) -> None:
    """Raise ``FormatError`` if ``again``, read from the files of ``model``, gives other ids.

    Lists of merges turn into ranks, and the other way, with a proof of their own.
    """
    aside = {"tie_break", "whole_first", "merges", "ranks"}
    if is_custom(model.pattern) and not is_custom(again.pattern):
        aside.add("pattern")  # a reader calls it by its name
    names = [field.name for field in fields(model) if field.compare]
    differing = [
        name
        for name in names
        if name not in aside and getattr(model, name) != getattr(again, name)
    ]
    if model.has_merge_list == again.has_merge_list and _in_order(model) != _in_order(again):
        differing.append("merges")
    if differing:
        raise broken(file, WHOLE, "not_read_back", part=", ".join(differing))
    if model.whole_first != again.whole_first:
        last_merges(file, model)  # raises for a token that merging does not make


def _in_order(model: BPEModel) -> list[tuple[Merge, int]]:
    """The merges and which of them go together, whatever numbers their ranks are."""
    ranks = range(len(model.merges)) if model.ranks is None else model.ranks
    indices = {rank: index for index, rank in enumerate(sorted({*ranks}))}
    return [(merge, indices[rank]) for merge, rank in zip(model.merges, ranks, strict=True)]


def _is_bbpe(files: Files, roles: Roles) -> bool:
    """Whether tokens stand in the order of their characters, and merges without a header."""
    if not roles.keys() >= PAIR or roles.keys() & alone():
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


FORMATS: Mapping[str, ModelFormat] = {
    "gpt2": ModelFormat(
        write_gpt2,
        read_gpt2,
        # Only with our side file: without it, the pair is what is left.
        lambda _, roles: {*PAIR, Role.SIDE} <= roles.keys(),
        needs=PAIR,
        assumes=assumed_of_pair,
    ),
    "bbpe": ModelFormat(write_bbpe, read_bbpe, _is_bbpe, needs=PAIR),
    "tiktoken": ModelFormat(
        write_tiktoken,
        read_tiktoken,
        lambda _, roles: Role.RANKS in roles and Role.TOKENIZER not in roles,
        needs={Role.RANKS},
        assumes=assumed_of_ranks,
    ),
    "huggingface": ModelFormat(
        write_huggingface,
        read_huggingface,
        lambda _, roles: Role.TOKENIZER in roles,
        needs={Role.TOKENIZER},
        says_all=True,
    ),
    "subword_nmt": ModelFormat(
        write_subword_nmt,
        read_subword_nmt,
        lambda _, roles: (
            Role.CODES in roles and not roles.keys() & {Role.TOKENIZER, Role.RANKS}
        ),
        needs={Role.CODES},
        says_all=True,
    ),
}


def detect(files: Mapping[str, bytes]) -> str:
    """The name of the format that ``files`` are together; raises ``FormatError``.

    >>> detect({"mine.txt": b"#version: 0.2\\ne s\\nes t</w>\\n"})
    'subword_nmt'
    """
    by_role = roles(files, own_parts())
    return next(
        (name for name, form in FORMATS.items() if form.recognizes(files, by_role)), HALF_A_PAIR
    )


def own_parts() -> tuple[Part, ...]:
    """The files of formats that share none with others."""
    return tuple(part for form in FORMATS.values() for part in form.parts)


def alone() -> set[str]:
    """The roles of files that are each a vocabulary by itself.

    >>> sorted(map(str, alone()))
    ['*.tiktoken', 'codes.bpe', 'tokenizer.json']
    """
    return {role for form in FORMATS.values() if len(form.needed) == 1 for role in form.needed}


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
    rows = (row for name, row in FORMATS.items() if form in (None, name))
    needed = [{*map(written_name, row.needed)} for row in rows]
    return {name for each in needed if each and each <= names for name in each}
