"""A sixth format: a line that says so, and under it what ``tokenizer.json`` holds."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bpe_core.formats.assemble import Specials
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.recognize import Part, part
from bpe_core.model import BPEModel

HEADER = "listing 1\n"
FILE = Part("*.listing", re.compile(r"\.listing$"), re.compile(rb"listing \d+\n"))


def write_listing(model: BPEModel) -> dict[str, str]:
    [text] = write_huggingface(model).values()
    return {"vocabulary.listing": HEADER + text}


def read_listing(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    _, data = part(files, FILE.role, [FILE])
    rest = {"tokenizer.json": data.removeprefix(HEADER.encode())}
    return read_huggingface(rest, pattern=pattern, special_tokens=special_tokens)
