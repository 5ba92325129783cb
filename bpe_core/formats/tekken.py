"""Mistral's ``tekken.json``: tiktoken's ranks in JSON, with their pattern and special tokens.

Special tokens have the first ids, as many as the file's settings say; those without a name are
called ``<SPECIAL_20>`` by their owner (`mistralai/mistral-common`, `tekken.py`), and files
before version 7 leave all names to it. Ordinary tokens follow in the order of their ranks, of
which only so many count that the vocabulary has the size that the settings say.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from bpe_core.errors import InputError
from bpe_core.formats.assemble import MAX_TOKENS
from bpe_core.formats.format_rules import at, broken
from bpe_core.formats.model_files import json_of
from bpe_core.formats.side_file import Side
from bpe_core.pretokenize.patterns import pattern_name

UNNAMED = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


def read_tekken(file: str, data: bytes) -> tuple[dict[bytes, int], Side]:
    """Ordinary tokens with ids, and what a side file would tell; raises ``FormatError``."""
    value = json_of(file, data)
    config = value.get("config") if isinstance(value, dict) else None
    if not isinstance(config, dict):
        raise broken(file, at("key", "config"), "an_object")
    size = _number(file, config, "default_vocab_size")
    special = _number(file, config, "default_num_special_tokens")
    entries = value.get("vocab")
    if not isinstance(entries, list) or not special <= size <= len(entries) + special:
        raise broken(file, at("key", "vocab"), "a_list")
    ids: dict[bytes, int] = {}
    for rank, entry in enumerate(entries[: size - special]):
        token = _token(file, rank, entry)
        if token in ids:
            raise broken(file, at("key", f"vocab[{rank}]"), "twice", token=repr(token))
        ids[token] = special + rank
    return ids, Side(_specials(file, value, special), _pattern(file, config.get("pattern")))


def _number(file: str, config: Mapping[str, Any], key: str) -> int:
    number = config.get(key)
    if type(number) is not int or not 0 <= number <= MAX_TOKENS:
        values = {"last": MAX_TOKENS, "value": repr(number)}
        raise broken(file, at("key", f"config.{key}"), "not_an_id", **values)
    return number


def _token(file: str, rank: int, entry: Any) -> bytes:
    where = at("key", f"vocab[{rank}]")
    if not isinstance(entry, dict):
        raise broken(file, where, "an_object")
    if entry.get("rank") != rank:
        raise broken(file, where, "special_id", right=rank, value=repr(entry.get("rank")))
    try:
        return base64.b64decode(entry["token_bytes"], validate=True)
    except (KeyError, TypeError, ValueError) as error:
        raise broken(file, where, "base64") from error


def _specials(file: str, value: Mapping[str, Any], count: int) -> dict[str, int]:
    listed = value.get("special_tokens")
    if listed is None:
        names: dict[int, Any] = dict(enumerate(UNNAMED[:count]))
    elif isinstance(listed, list) and all(isinstance(each, dict) for each in listed):
        names = {each.get("rank"): each.get("token_str") for each in listed}
    else:
        raise broken(file, at("key", "special_tokens"), "a_list")
    for number, name in names.items():
        where = at("key", "special_tokens")
        if type(number) is not int or not 0 <= number < count:
            raise broken(file, where, "not_an_id", last=count - 1, value=repr(number))
        if not isinstance(name, str) or not name:
            raise broken(file, where, "no_text")
    ids = {names.get(k, f"<SPECIAL_{k}>"): k for k in range(count)}
    if len(ids) < count:
        raise broken(file, at("key", "special_tokens"), "key_twice")
    return ids


def _pattern(file: str, text: object) -> str:
    where = at("key", "config.pattern")
    if not isinstance(text, str):
        raise broken(file, where, "not_text", value=repr(text))
    try:
        return pattern_name(text)
    except InputError as error:
        raise broken(file, where, "pattern", problem=error) from error
