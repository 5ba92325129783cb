"""The strict check of `runtime/utf8.py`, of long texts in compiled code."""

from __future__ import annotations

import numpy as np

from bpe_core.kernels.objects import can_run
from bpe_core.pretokenize.scan import read_only
from bpe_core.runtime.utf8 import whole_characters

LONG = 2**17  # bytes: fewer are not worth loading a kernel


def checked_utf8(data: bytes | memoryview, *, start: int = 0, at_end: bool = True) -> int:
    """What ``whole_characters`` returns and raises, in less time if the text is long.

    >>> checked_utf8("né".encode()[:2], at_end=False)
    1
    """
    done = 0
    if len(data) >= LONG and can_run():
        from bpe_core.kernels.scan.valid_utf8 import valid_until

        done = valid_until(read_only(np.frombuffer(data, np.uint8)))
    rest = memoryview(data)[done:]
    return done + whole_characters(rest, start=start + done, at_end=at_end)
