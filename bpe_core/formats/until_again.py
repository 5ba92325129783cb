"""A vocabulary whose merge list has a merge twice, as far as it goes: up to that merge.

Such lists are refused, since nobody can say which rank is meant. Trainers with a fault write
them, and what comes before can be set beside what a sound trainer gives.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import Rule
from bpe_core.formats.model_files import json_of, text_of
from bpe_core.formats.recognise import Role, part
from bpe_core.runtime.text import CHARACTERS

AGAIN = "merge_again"


def until_again(files: Mapping[str, bytes], error: FormatError) -> dict[str, bytes] | None:
    """The files without the merge that ``error`` found twice, and without those behind it.

    Tokens that only these make are left out, and the others are numbered anew in their order.
    None for an error of another kind.

    >>> from bpe_core.formats.format_rules import at, broken
    >>> ids, merges = b'{"ab": 5, "bb": 6, "<x>": 7}', b"a b\\na b\\nb b"
    >>> error = broken("merges.txt", at("line", 2), AGAIN, place=at("line", 1))
    >>> until_again({"vocab.json": ids, "merges.txt": merges}, error)
    {'vocab.json': b'{"ab": 0, "<x>": 1}', 'merges.txt': b'a b'}
    """
    rule, where = error.values["rule"], error.values["where"]
    if not (isinstance(rule, Rule) and isinstance(where, Rule) and rule.key == AGAIN):
        return None
    number = int(re.findall(r"\d+", str(where))[-1])  # line 4, or key 'model.merges[3]'
    is_line = where.key == "line"
    return _pair_until(files, number - 1) if is_line else _tokenizer_until(files, number)


def _pair_until(files: Mapping[str, bytes], line: int) -> dict[str, bytes]:
    vocabulary, data = part(files, Role.VOCABULARY)
    name, merges = part(files, Role.MERGES)
    lines = text_of(name, merges).split("\n")
    ids = _numbered_anew(json_of(vocabulary, data), [each.split() for each in lines], line)
    return {
        vocabulary: json.dumps(ids, ensure_ascii=False).encode(),
        name: "\n".join(lines[:line]).encode(),
    }


def _tokenizer_until(files: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    name, data = part(files, Role.TOKENIZER)
    tokenizer: dict[str, Any] = json_of(name, data)
    model = tokenizer["model"]
    pairs = [each.split(" ") if isinstance(each, str) else each for each in model["merges"]]
    ids = _numbered_anew(model["vocab"], pairs, number)
    for token in tokenizer.get("added_tokens") or []:
        token["id"] = ids.setdefault(token["content"], len(ids))
    tokenizer["model"] = {**model, "vocab": ids, "merges": model["merges"][:number]}
    return {name: json.dumps(tokenizer, ensure_ascii=False).encode()}


def _numbered_anew(
    ids: Mapping[str, int], pairs: Sequence[Iterable[str]], number: int
) -> dict[str, int]:
    """The tokens that the first ``number`` pairs make, or none of all, numbered in order."""
    before = {*map("".join, pairs[:number]), *CHARACTERS}
    later = {*map("".join, pairs)} - before
    tokens = sorted((token for token in ids if token not in later), key=ids.__getitem__)
    return {token: k for k, token in enumerate(tokens)}
