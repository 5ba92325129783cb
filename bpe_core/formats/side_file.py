"""Our side file: what a vocabulary and its merges, or a file of ranks, cannot express.

Its checksum is that of the files it tells of. A save writes them in one step, so no save can
leave a wrong one; but files are copied, downloaded and replaced one by one, and only their
content tells which of them belong together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from bpe_core.errors import FormatError, Notice
from bpe_core.formats.assemble import named_specials
from bpe_core.formats.format_rules import as_object, at, broken, read_pattern
from bpe_core.formats.model_files import json_of
from bpe_core.formats.recognize import Part, Role, roles
from bpe_core.model import SIDES, BPEModel
from bpe_core.pretokenize.patterns import check_name, unicode_version, version_of
from bpe_core.train.tie_break import TIE_BREAKS

VERSION = "bpe-lab 1"
BY_TOKEN = "token"  # ranks: every split of a token is a merge, its rank the token's id

LONGEST = 40  # characters of a version that are shown
SAME_IN_ALL = ("whitespace", "none")  # patterns that ask for no letters and digits


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


def side_of(
    files: Mapping[str, bytes],
    names: Sequence[str],
    ids: Mapping[str, int] | None = None,
    parts: Sequence[Part] = (),
) -> Side | None:
    """What the side file among ``files`` tells of the files ``names``; None without one.

    ``parts`` are the files that the format has for itself (`recognize.py`). Special tokens are
    looked up in ``ids``, unless the files hold ordinary tokens alone. Raises ``FormatError``
    for one that is broken, or that does not belong to these files.
    """
    file = roles(files, parts).get(Role.SIDE)
    if file is None:
        return None
    side = as_object(file, json_of(file, files[file]))
    _one_of(file, side, "format", (VERSION,))
    if side.get("checksum") != checksum([files[name] for name in names]):
        raise broken(file, at("key", "checksum"), "checksum", files=" + ".join(names))
    read_pattern(file, "pattern", side.get("pattern"), check_name)
    _one_of(file, side, "tie_break", TIE_BREAKS)
    _one_of(file, side, "whole_first", (None, False, True))
    _one_of(file, side, "normalization", (None, "NFC"))
    specials = as_object(file, side.get("special_tokens"), at("key", "special_tokens"))
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
    strips = as_object(file, side.get("strips", {}), at("key", "strips"))
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


def _check_ranks(file: str, ranks: Any) -> None:
    is_list = isinstance(ranks, list) and all(type(rank) is int for rank in ranks)
    if not is_list or any(low >= high for low, high in pairwise(ranks)):
        raise broken(file, at("key", "ranks"), "ascending")


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


def checksum(contents: Iterable[bytes]) -> str:
    """SHA-256 over several files, each preceded by its length in bytes."""
    import hashlib  # for side files alone; it takes as long as a short file

    digest = hashlib.sha256()
    for data in contents:
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def recorded_unicode(files: Mapping[str, bytes], parts: Sequence[Part] = ()) -> str:
    """The version that our side file records; empty for all other files."""
    file = roles(files, parts).get(Role.SIDE)
    version = _fields(files[file]).get("unicode") if file else None
    return version[:LONGEST] if isinstance(version, str) else ""


def unicode_notice(recorded: str, model: BPEModel) -> Notice | None:
    """What to say of a model whose files record a version; None where ids cannot differ."""
    if not recorded or model.pattern in SAME_IN_ALL or version_of(model.pattern):
        return None
    running = unicode_version()
    if recorded == running:
        return None
    return Notice("other_unicode", recorded=recorded, running=running)
