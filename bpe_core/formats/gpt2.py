"""GPT-2's pair of files, which most tools read, and our side file.

A folder gets ``vocab.json`` ({token: id}), ``merges.txt`` (one merge a line, in rank order)
and ``bpe-lab.json``, our side file with what the other two cannot say. Tokens are written
with GPT-2's map from bytes to printable characters. Everything read is checked: ids without
gaps or repeats, all 256 bytes there, every merge made of known tokens, no key given twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bpe_core.errors import FormatError, SpecialTokenTakenError
from bpe_core.formats.byte_characters import CHARACTERS, read_back, written
from bpe_core.formats.files import (
    checksum,
    parse_json,
    read_text,
    unicode_version,
    write_texts,
)
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize import PATTERNS, pattern_text
from bpe_core.train.tie_break import TIE_BREAKS

VOCABULARY_FILE, MERGES_FILE, SIDE_FILE = "vocab.json", "merges.txt", "bpe-lab.json"
MERGES_HEADER = "#version: 0.2"


def save_gpt2(model: BPEModel, folder: Path) -> None:
    """Write the three files, or raise and leave what was there."""
    special_names = {token_id: name for name, token_id in model.special_tokens.items()}
    tokens: dict[str, int] = {}
    for token_id, token in enumerate(model.vocabulary):
        text = special_names.get(token_id, written(token))
        if text in tokens:
            rule = f"ids {tokens[text]} and {token_id} would be written alike"
            raise FormatError(file=VOCABULARY_FILE, where=repr(text), rule=rule)
        tokens[text] = token_id
    merges = [f"{written(left)} {written(right)}" for left, right in model.merges_as_bytes()]
    vocabulary_text = json.dumps(tokens, ensure_ascii=False)
    merges_text = "\n".join([MERGES_HEADER, *merges]) + "\n"
    side = {
        "format": "bpe-lab 1",
        "pattern": model.pattern,
        "special_tokens": dict(model.special_tokens),
        "tie_break": model.tie_break,
        "unicode": unicode_version(),
        "checksum": checksum([vocabulary_text, merges_text]),
    }
    side_text = json.dumps(side, ensure_ascii=False, indent=2) + "\n"
    files = {VOCABULARY_FILE: vocabulary_text, MERGES_FILE: merges_text, SIDE_FILE: side_text}
    write_texts(folder, files)


def load_gpt2(
    folder: Path, *, pattern: str | None = None, special_tokens: Iterable[str] | None = None
) -> BPEModel:
    """Read the pair, and our side file where there is one.

    Without it the pattern is gpt2 and every token that is neither a byte nor made by a merge
    is special; ``pattern`` and ``special_tokens`` overrule both.
    """
    if pattern is not None:
        pattern_text(pattern)
    vocabulary_text = read_text(folder / VOCABULARY_FILE)
    merges_text = read_text(folder / MERGES_FILE)
    ids = _parse_vocabulary(vocabulary_text)
    merge_lines = _parse_merges(merges_text)
    side: dict[str, Any] = {}
    if (folder / SIDE_FILE).exists():
        side = _parse_side(
            read_text(folder / SIDE_FILE), checksum([vocabulary_text, merges_text]), ids
        )
    if special_tokens is None:
        special_tokens = side.get("special_tokens")
    if special_tokens is None:
        made = {"".join(line) for line in merge_lines} | set(CHARACTERS)
        special_tokens = [token for token in ids if token not in made]
    return _build(
        ids,
        merge_lines,
        special_tokens=list(special_tokens),
        pattern=pattern or side.get("pattern", "gpt2"),
        tie_break=side.get("tie_break", "greatest"),
    )


def _build(
    ids: Mapping[str, int],
    merge_lines: list[tuple[str, str]],
    *,
    special_tokens: list[str],
    pattern: str,
    tie_break: str,
) -> BPEModel:
    for token in special_tokens:
        if token not in ids:
            raise FormatError(
                file=VOCABULARY_FILE, where=repr(token), rule="a special token needs an id"
            )
    specials = {token: ids[token] for token in special_tokens}
    tokens = [b""] * len(ids)
    for text, token_id in ids.items():
        tokens[token_id] = _token_bytes(text, is_special=text in specials)
    for value, character in enumerate(CHARACTERS):
        if character not in ids or character in specials:
            raise FormatError(
                file=VOCABULARY_FILE, where=repr(character), rule=f"byte {value} has no id"
            )
    merges = []
    for number, (left, right) in enumerate(merge_lines):
        for part in (left, right, left + right):
            if part not in ids or part in specials:
                problem = (
                    "is a special token" if part in specials else f"is not in {VOCABULARY_FILE}"
                )
                raise FormatError(
                    file=MERGES_FILE, where=f"merge {number}", rule=f"{part!r} {problem}"
                )
        merges.append(Merge(ids[left], ids[right], ids[left + right]))
    byte_ids = tuple(ids[character] for character in CHARACTERS)
    vocabulary = Vocabulary(tuple(tokens), byte_ids)
    try:
        return BPEModel(vocabulary, tuple(merges), specials, pattern, tie_break)
    except SpecialTokenTakenError as error:
        where, rule = repr(error.values["token"]), "no ordinary token has a special one's bytes"
        raise FormatError(file=VOCABULARY_FILE, where=where, rule=rule) from error


def _token_bytes(text: str, *, is_special: bool) -> bytes:
    try:
        return text.encode() if is_special else read_back(text)
    except (KeyError, UnicodeEncodeError) as error:
        rule = "a special token is text" if is_special else f"{error} stands for no byte"
        raise FormatError(file=VOCABULARY_FILE, where=repr(text), rule=rule) from error


def _parse_vocabulary(text: str) -> dict[str, int]:
    ids = parse_json(VOCABULARY_FILE, text)
    if not isinstance(ids, dict):
        raise FormatError(
            file=VOCABULARY_FILE, where="top level", rule="an object of token: id"
        )
    holders: dict[int, str] = {}
    for token, token_id in ids.items():
        if type(token_id) is not int or not 0 <= token_id < len(ids):
            rule = f"ids are the integers 0 to {len(ids) - 1} without gaps, not {token_id!r}"
            raise FormatError(file=VOCABULARY_FILE, where=repr(token), rule=rule)
        if token_id in holders:
            rule = f"id {token_id} belongs to {holders[token_id]!r} already"
            raise FormatError(file=VOCABULARY_FILE, where=repr(token), rule=rule)
        if not token:
            rule = "a token has at least one byte"
            raise FormatError(file=VOCABULARY_FILE, where=f"id {token_id}", rule=rule)
        holders[token_id] = token
    return ids


def _parse_merges(text: str) -> list[tuple[str, str]]:
    merges: list[tuple[str, str]] = []
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if (number == 1 and line.startswith("#version")) or not line:
            continue
        parts = line.removesuffix("\r").split(" ")
        if len(parts) != 2 or not all(parts):
            raise FormatError(
                file=MERGES_FILE, where=f"line {number}", rule="two tokens and one space"
            )
        merge = (parts[0], parts[1])
        if merge in seen:
            rule = f"the merge of line {seen[merge]} again"
            raise FormatError(file=MERGES_FILE, where=f"line {number}", rule=rule)
        seen[merge] = number
        merges.append(merge)
    return merges


def _parse_side(text: str, expected: str, ids: Mapping[str, int]) -> dict[str, Any]:
    side = parse_json(SIDE_FILE, text)
    if not isinstance(side, dict) or side.get("format") != "bpe-lab 1":
        raise FormatError(file=SIDE_FILE, where="format", rule='"bpe-lab 1"')
    if side.get("checksum") != expected:
        rule = (
            f"not the checksum of {VOCABULARY_FILE} and {MERGES_FILE}; one of them was changed"
        )
        raise FormatError(file=SIDE_FILE, where="checksum", rule=rule)
    if side.get("pattern") not in tuple(PATTERNS):
        known = ", ".join(PATTERNS)
        raise FormatError(file=SIDE_FILE, where="pattern", rule=f"one of {known}")
    if side.get("tie_break") not in TIE_BREAKS:
        known = ", ".join(TIE_BREAKS)
        raise FormatError(file=SIDE_FILE, where="tie_break", rule=f"one of {known}")
    specials = side.get("special_tokens")
    if not isinstance(specials, dict):
        raise FormatError(file=SIDE_FILE, where="special_tokens", rule="an object of token: id")
    for token, token_id in specials.items():
        if token_id != ids.get(token):
            rule = f"its id is {ids.get(token)} in {VOCABULARY_FILE}, not {token_id!r}"
            raise FormatError(file=SIDE_FILE, where=repr(token), rule=rule)
    return side
