"""Token ids in a file: bare integers, or numpy's ``.npy``, whose header is written last."""

from __future__ import annotations

from io import BytesIO
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from bpe_core.model import BPEModel

NUMPY = ".npy"


class IdFile:
    """Writes ids block by block; ``end`` puts their number into the header."""

    def __init__(self, file: BinaryIO, suffix: str, dtype: np.dtype[Any]) -> None:
        self.file, self.dtype = file, dtype
        self.count = 0
        self.has_header = suffix == NUMPY
        if self.has_header:
            file.write(header(dtype, 0))

    def write(self, ids: NDArray[np.uint32]) -> None:
        self.file.write(np.ascontiguousarray(ids, self.dtype).data)
        self.count += len(ids)

    def end(self) -> None:
        if self.has_header:
            self.file.seek(0)
            self.file.write(header(self.dtype, self.count))


def header(dtype: np.dtype[Any], count: int) -> bytes:
    """What precedes ``count`` numbers in a ``.npy``.

    subtle: numpy leaves room for the number to grow, so the length is the same for all.

    >>> len(header(np.dtype("<u2"), 0)) == len(header(np.dtype("<u2"), 10**18))
    True
    """
    told = {"descr": dtype.str, "fortran_order": False, "shape": (count,)}
    written = BytesIO()
    np.lib.format.write_array_header_1_0(written, told)
    return written.getvalue()


def smallest_type(model: BPEModel) -> np.dtype[Any]:
    """The integers that hold every id of a model: 16 bits, else 32, little-endian.

    >>> from bpe_core.model import Vocabulary
    >>> smallest_type(BPEModel(Vocabulary.of_bytes(), ())).str
    '<u2'
    """
    return np.dtype("<u2" if len(model.vocabulary) <= 2**16 else "<u4")
