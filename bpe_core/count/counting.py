"""Count the pre-tokens of texts of any size: compiled, in threads, with bounded memory.

Every thread has a hash table of its own for all blocks and takes one share of each block, so no
thread waits for another within a block. At the end the tables are merged, in the order in which
pre-tokens first occur, like `pre_tokens.count_pre_tokens`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.text_parts import counted_from_item
from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads

if TYPE_CHECKING:
    from bpe_core.pretokenize.text_parts import Block

SMALL = 2**18  # bytes; a thread for a smaller share costs more than it saves


def count_table(
    blocks: Iterable[Block],
    *,
    pattern: str = "gpt2",
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> PreTokenTable:
    """How often each distinct pre-token occurs in ``blocks``, special tokens left out.

    ``threads``: the most to use; by default one per processor. A small block takes fewer.
    ``on_progress`` gets the phase ``count``; an exception that it raises ends the work and is
    passed on.

    Memory: a block, and for each distinct pre-token its bytes and some 48 to 64 more, in each
    thread that meets it and, with more than one block, once more at the end. Raises
    ``UnknownNameError`` for a pattern that ``scan`` does not know, ``OptionError`` for less
    than one thread, ``TextTooLargeError`` for more than 4 GiB of distinct pre-tokens, and what
    ``blocks`` and ``scan`` raise.

    >>> import numpy as np
    >>> from bpe_core.pretokenize.text_parts import Block, parts_of
    >>> text = np.frombuffer(b"to be or not to be", np.uint8)
    >>> count_table([Block(text, parts_of(text))]).as_counts()
    {b'to': 1, b' be': 2, b' or': 1, b' not': 1, b' to': 1}
    """
    from bpe_core.count.counters import PreTokenCounter, Stretch, joined
    from bpe_core.kernels.eight_bytes import random_keys
    from bpe_core.pretokenize.scan import read_only
    from bpe_core.pretokenize.text_parts import shares

    # Custom patterns are scanned in processes, over all of a block.
    most = 1 if is_custom(pattern) else number_of_threads(threads)
    keys = random_keys()
    counters: list[PreTokenCounter] = []
    stretches: list[Stretch] = []
    phase, done = Phase(on_progress, "count", None), 0
    for text, parts, items in blocks:
        text, size = read_only(text), parts.end - parts.start
        cut = shares(text, parts, pattern, max(1, min(most, size // SMALL)))
        while len(counters) < len(cut):
            counters.append(PreTokenCounter(keys, size))
        before = [counter.rows for counter in counters]
        works = [c.count(text, share, pattern) for c, share in zip(counters, cut, strict=False)]
        with counted_from_item(items):
            drain(works, partial(_tell, phase, done))
        stretches += [Stretch(c, row, c.rows) for c, row in zip(counters, before, strict=True)]
        done += size
    counted = joined(stretches, lambda: phase.reached(done)) if stretches else None
    phase.finished(done)
    return PreTokenTable.from_counts({}) if counted is None else counted.as_table()


def _tell(phase: Phase, before: int, done: int) -> None:
    phase.reached(before + done)
