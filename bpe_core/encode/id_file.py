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
    """The header of a ``.npy`` file of ``count`` numbers.

    subtle: numpy leaves space for the count to grow, so all headers have the same length.

    >>> len(header(np.dtype("<u2"), 0)) == len(header(np.dtype("<u2"), 10**18))
    True
    """
    fields = {"descr": dtype.str, "fortran_order": False, "shape": (count,)}
    stream = BytesIO()
    np.lib.format.write_array_header_1_0(stream, fields)
    return stream.getvalue()


def smallest_type(model: BPEModel) -> np.dtype[Any]:
    """The smallest type that holds every id of a model: 16 bits, else 32, little-endian.

    >>> from bpe_core.model import Vocabulary
    >>> smallest_type(BPEModel(Vocabulary.of_bytes(), ())).str
    '<u2'
    """
    return np.dtype("<u2" if len(model.vocabulary) <= 2**16 else "<u4")
