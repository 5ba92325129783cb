"""Our side file: what a vocabulary and its merges cannot express."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from bpe_core.errors import FormatError, InputError
from bpe_core.formats.assemble import named_specials
from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.formats.model_files import checksum, json_of, unicode_version
from bpe_core.model import SIDES, BPEModel
from bpe_core.pretokenize.patterns import check_name, version_of
from bpe_core.train.tie_break import TIE_BREAKS

VERSION = "bpe-lab 1"
BY_TOKEN = "token"  # ranks: every split of a token is a merge, its rank the token's id


class Side(NamedTuple):
    """The fields that a reader needs; their defaults are those of files without a side file."""

    special_tokens: Mapping[str, int] | None = None
    pattern: str = "gpt2"
    tie_break: str = "greatest"
    ranks: str | list[int] | None = None
    whole_first: bool = False
    normalization: str = ""
    always: Sequence[str] = ()
    strips: Mapping[str, str] = {}  # of a NamedTuple, whose fields are constant


def write_side(model: BPEModel, pair: Sequence[bytes], *, of_ranks: bool = False) -> str:
    """The side file of a model whose vocabulary and merges are written as ``pair``.

    ``of_ranks``: it is written as one file of ranks, which itself says what goes before what.
    """
    fields: dict[str, Any] = {
        "format": VERSION,
        "pattern": model.pattern,
        "special_tokens": dict(model.special_tokens),
        "tie_break": model.tie_break,
        "unicode": version_of(model.pattern) or unicode_version(),
        "checksum": checksum(pair),
    }
    if model.ranks is not None and not of_ranks:
        fields["ranks"] = list(model.ranks) if model.has_merge_list else BY_TOKEN
    if model.whole_first and not of_ranks:
        fields["whole_first"] = True
    if model.normalization:
        fields["normalization"] = model.normalization
    if model.always:
        fields["always"] = [token for token in model.special_tokens if token in model.always]
    if model.strips:
        fields["strips"] = dict(model.strips)
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def is_side(data: bytes) -> bool:
    """Whether a file is of this kind, whatever it is called."""
    return bool(_fields(data))


def is_side_of(data: bytes, contents: Sequence[bytes]) -> bool:
    """Whether ``data`` is the side file of files with these contents."""
    return _fields(data).get("checksum") == checksum(contents)


def _fields(data: bytes) -> dict[str, Any]:
    """What a side file holds; nothing where it is none."""
    try:
        side = json_of("", data)
    except FormatError:
        return {}
    return side if isinstance(side, dict) and side.get("format") == VERSION else {}


def read_side(
    file: str,
    data: bytes,
    *,
    pair: Sequence[bytes],
    names: str,
    ids: Mapping[str, int] | None = None,
) -> Side:
    """The checked side file of the files ``names``, whose contents are ``pair``.

    Special tokens are looked up in ``ids``, unless the files hold ordinary tokens alone.
    """
    side = json_of(file, data)
    if not isinstance(side, dict):
        raise broken(file, WHOLE, "an_object")
    _one_of(file, side, "format", (VERSION,))
    if side.get("checksum") != checksum(pair):
        raise broken(file, at("key", "checksum"), "checksum", files=names)
    _check_pattern(file, side.get("pattern"))
    _one_of(file, side, "tie_break", TIE_BREAKS)
    _one_of(file, side, "whole_first", (None, False, True))
    _one_of(file, side, "normalization", (None, "NFC"))
    specials = side.get("special_tokens")
    if not isinstance(specials, dict):
        raise broken(file, at("key", "special_tokens"), "an_object")
    if ids is not None:
        named_specials(file, ids, specials)
    unicode = side.get("unicode", "")
    if not isinstance(unicode, str):
        raise broken(file, at("key", "unicode"), "not_text", value=repr(unicode))
    always = side.get("always", [])
    if not isinstance(always, list):
        raise broken(file, at("key", "always"), "a_list")
    for token in always:
        if not isinstance(token, str) or token not in specials:
            raise broken(file, at("key", "always"), "not_special", token=repr(token))
    strips = side.get("strips", {})
    if not isinstance(strips, dict):
        raise broken(file, at("key", "strips"), "an_object")
    for token, sides in strips.items():
        if token not in specials or token in always:
            raise broken(file, at("key", "strips"), "not_special", token=repr(token))
        if sides not in SIDES:
            known = {"known": ", ".join(SIDES), "value": repr(sides)}
            raise broken(file, at("key", "strips"), "one_of", **known)
    ranks = side.get("ranks")
    if ranks is not None and ranks != BY_TOKEN:
        _check_ranks(file, ranks)
    return Side(
        specials,
        side["pattern"],
        side["tie_break"],
        ranks,
        bool(side.get("whole_first")),
        side.get("normalization") or "",
        always,
        strips,
    )


def _one_of(file: str, side: Mapping[str, Any], key: str, known: tuple[object, ...]) -> None:
    if not any(side.get(key) is value or side.get(key) == value for value in known):
        listed = ", ".join(map(str, known))
        raise broken(file, at("key", key), "one_of", known=listed, value=repr(side.get(key)))


def _check_pattern(file: str, pattern: object) -> None:
    where = at("key", "pattern")
    if not isinstance(pattern, str):
        raise broken(file, where, "not_text", value=repr(pattern))
    try:
        check_name(pattern)
    except InputError as error:
        raise broken(file, where, "pattern", problem=error) from error


def _check_ranks(file: str, ranks: Any) -> None:
    is_list = isinstance(ranks, list) and all(type(rank) is int for rank in ranks)
    if not is_list or any(low >= high for low, high in pairwise(ranks)):
        raise broken(file, at("key", "ranks"), "ascending")
