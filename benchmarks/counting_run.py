"""One way to count a text, in a process of its own; `counting.py` is the other side.

    python counting_run.py LANE TEXT FOLDER [ids]

Run as a file, so that a peer's process loads nothing of this project.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

RANKS, HUGGING_FACE, PATTERN = "o200k.tiktoken", "tokenizer.json", "pattern.txt"
CALLS = ("open", "first", "second")
Timed = tuple[Callable[[str], Any], Callable[[str], Iterable[int]]]


def ours(_: Path) -> Timed:
    from bpe_core import count_tokens, encode_array, load_tokenizer

    tokenizer = load_tokenizer("gpt-4o")
    model = tokenizer.model
    assert model is not None
    return lambda text: count_tokens(tokenizer, text), lambda text: encode_array(model, text)


def tiktoken(folder: Path) -> Timed:
    import tiktoken as library
    from tiktoken.load import load_tiktoken_bpe

    encoding = library.Encoding(
        "o200k",
        pat_str=(folder / PATTERN).read_text("utf-8"),
        mergeable_ranks=load_tiktoken_bpe(str(folder / RANKS)),
        special_tokens={},
    )
    return lambda text: len(encoding.encode_ordinary(text)), encoding.encode_ordinary


def tokenizers(folder: Path) -> Timed:
    from tokenizers import Tokenizer

    owner = Tokenizer.from_file(str(folder / HUGGING_FACE))
    owner.encode_special_tokens = True  # as text, as the others take them

    def ids(text: str) -> list[int]:
        encoded: list[int] = owner.encode(text, add_special_tokens=False).ids
        return encoded

    return lambda text: len(ids(text)), ids


MAKERS: Mapping[str, Callable[[Path], Timed]] = {
    "count_tokens": ours,
    "tiktoken": tiktoken,
    "tokenizers": tokenizers,
}


def main(lane: str, text: Path, folder: Path, *, with_ids: bool) -> None:
    """One run: its count, its seconds, and a digest of its ids where these are asked for."""
    clock = [perf_counter()]
    count, ids = MAKERS[lane](folder)
    clock.append(perf_counter())
    content = text.read_bytes().decode()
    for _ in CALLS[1:]:
        start = perf_counter()
        tokens = count(content)
        clock.append(perf_counter() - start)
    seconds = dict(zip(CALLS, (clock[1] - clock[0], *clock[2:]), strict=True))
    digest = hashlib.sha256(array("I", ids(content)).tobytes()).hexdigest() if with_ids else ""
    print(json.dumps({"tokens": tokens, "seconds": seconds, "ids": digest}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), with_ids=sys.argv[4:] == ["ids"])
