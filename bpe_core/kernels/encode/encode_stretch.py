"""Cut a text into pre-tokens and encode them, by turns, in one call.

Ends of pre-tokens are written for 16 KB of text and read at once, so they and that text stay in
the processor's nearest cache, and arrays are handed to compiled code once per half a megabyte.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import kernel
from bpe_core.kernels.encode.encode_batch import (
    DONE,
    END_COUNT,
    PRE_TOKEN,
    Encoding,
    encode_batch,
)
from bpe_core.kernels.scan.scan_batch import scan_batch

MOST_ENDS = 2**12  # of a turn
TURN = 2**14  # bytes; its last pre-token may go beyond


class Scanning(NamedTuple):
    """What `scan_batch` cuts a text with; ``state`` and ``ends`` are written."""

    part_ends: NDArray[np.int64]
    special: NDArray[np.int32]
    classes: NDArray[np.uint8]
    pattern: int
    state: NDArray[np.int64]
    ends: NDArray[np.int64]


@kernel
def encode_stretch(
    encoding: Encoding,  # in; its known and its scratch arrays also out
    scanning: Scanning,  # in and out
    text: NDArray[np.uint8],  # in
    until: int,  # in: offset in the text where no other turn is begun
    specials: NDArray[np.uint32],  # in: see encode_batch, as out and now
    out: NDArray[np.uint32],  # out: the ids
    now: NDArray[np.int64],  # in and out
) -> int:
    """Write the ids of the text from ``now`` to ``until`` to ``out``.

    Returns what ``encode_batch`` does: called again, it goes on within the turn.
    """
    part_ends, special, classes, pattern, state, ends = scanning
    while True:
        ended = encode_batch(encoding, text, ends[: now[END_COUNT]], specials, out, now)
        if ended != DONE or state[0] >= until:
            return ended
        now[PRE_TOKEN] = 0
        now[END_COUNT] = scan_batch(
            text, part_ends, special, classes, pattern, state, TURN, ends
        )
