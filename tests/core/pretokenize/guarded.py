"""Texts with nothing that may be read before and behind them: whoever does is ended.

    python -m tests.core.pretokenize.guarded

It ends by reading too far itself, which shows that the pages are guarded.

Compiled code looks at no bounds, and what lies behind a text is mostly there to be read, so a
load too far goes unseen. Here it ends the process by a signal.
"""

from __future__ import annotations

import ctypes
import mmap
import random
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.encode_array import MODEL_ENCODERS
from bpe_core.encode.whole_text import encode
from bpe_core.kernels.eight_bytes import random_keys
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.counting import PreTokenCounter
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.pretokenize.scan import COMPILED_PATTERNS
from bpe_core.pretokenize.text_parts import Block, Text, parts_of
from tests.examples import by_set

PAGE = mmap.PAGESIZE
NO_ACCESS = 0
TEXTS = by_set(60, 200, 200)
ITEMS = [
    *("a", "b", "A", "Z", "1", "23", "aaaaaaaa", " word"),
    *("!", "/", ".", "'", "'s", "'ll", "'re"),
    *(" ", "  ", "\n", "\r", "\t", "\u00a0", "\u2028", "é", "ſ", "ª", "哈", "\u0301", "🙂"),
]


def guarded_page() -> NDArray[np.uint8]:
    """A page between two that may not be touched."""
    room = np.frombuffer(mmap.mmap(-1, 3 * PAGE), np.uint8)
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    for page in (0, 2):
        if protect(room.ctypes.data + page * PAGE, PAGE, NO_ACCESS) != 0:
            raise OSError("the system does not protect pages")
    return room[PAGE : 2 * PAGE]


def at_both_ends(page: NDArray[np.uint8], data: bytes) -> Iterator[Text]:
    """``data`` where the page begins, then where it ends."""
    for text in (page[: len(data)], page[PAGE - len(data) :]):
        text[:] = np.frombuffer(data, np.uint8)
        yield text


def some_texts() -> Iterator[bytes]:
    draw = random.Random(6)
    for _ in range(TEXTS):
        items = draw.sample(ITEMS, draw.randint(1, len(ITEMS)))
        yield "".join(draw.choices(items, k=draw.choice((1, 2, 3, 8, 40, 150)))).encode()


def check(page: NDArray[np.uint8], data: bytes, model: BPEModel) -> None:
    """Count and encode ``data`` at both ends, as Python does."""
    counts = count_pre_tokens(data, pattern=model.pattern)
    ids = encode(model, data)
    for text in at_both_ends(page, data):
        parts = parts_of(text)
        counter = PreTokenCounter(random_keys(), 0)
        for _ in counter.count(text, parts, model.pattern):
            pass
        assert counter.as_table().as_counts() == counts
        found = MODEL_ENCODERS.of(model).encode(Block(text, parts), np.empty(0, np.uint32), 1)
        assert found.tolist() == ids


def main() -> None:
    page = guarded_page()
    tokens = Vocabulary.of_bytes([b"aa", b" w", b"aaaa"])
    merges = (Merge(97, 97, 256), Merge(32, 119, 257), Merge(256, 256, 258))
    for pattern in COMPILED_PATTERNS:
        for whole_first in (False, True):
            model = BPEModel(tokens, merges, {}, pattern, whole_first=whole_first)
            for data in some_texts():
                check(page, data, model)
    sys.stdout.write("nothing beside a text was read\n")
    sys.stdout.flush()
    page.base[2 * PAGE]


if __name__ == "__main__":
    main()
