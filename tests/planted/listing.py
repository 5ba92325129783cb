"""A sixth format: a line that says so, ranks under it, and our side file beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bpe_core.formats.assemble import Specials
from bpe_core.formats.recognize import Part, part
from bpe_core.formats.side_file import Side, side_of, write_side
from bpe_core.formats.tiktoken import read_tiktoken, write_tiktoken
from bpe_core.model import BPEModel

HEADER = "listing 1\n"
FILE = Part("*.listing", re.compile(r"\.listing$"), re.compile(rb"listing \d+\n"))


def write_listing(model: BPEModel) -> dict[str, str]:
    text = HEADER + write_tiktoken(model)["vocabulary.tiktoken"]
    side = write_side(model, [text.encode()], of_ranks=True)
    return {"vocabulary.listing": text, "bpe-lab.json": side}


def read_listing(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    file, data = part(files, FILE.role, [FILE])
    side = side_of(files, [file], parts=[FILE]) or Side()
    ranks = {"vocabulary.tiktoken": data.removeprefix(HEADER.encode())}
    specials = side.special_tokens if special_tokens is None else special_tokens
    return read_tiktoken(ranks, pattern=pattern or side.pattern, special_tokens=specials)
