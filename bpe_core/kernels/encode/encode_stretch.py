"""Cut a text into pre-tokens and encode them, by turns, in one call.

Ends of pre-tokens are written for about 16 KB of text and read right away, while both are still
in the processor's cache, and the arrays are handed to compiled code once for many turns.
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

MOST_ENDS = 2**12  # of a turn: the length of `Scanning.ends`
TURN = 2**14  # bytes; its last pre-token or block may go beyond


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
    until: int,  # in: from here on no turn begins; at most the last of part_ends
    specials: NDArray[np.uint32],  # in: see encode_batch, as out and now
    out: NDArray[np.uint32],  # out: the ids
    now: NDArray[np.int64],  # in and out
) -> int:
    """Write the ids from ``now`` on to ``out``, until a turn ends at ``until`` or later.

    Returns what ``encode_batch`` does: called again, it goes on within the turn. It begins
    with what is left of the last turn; the first time that is nothing.
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
