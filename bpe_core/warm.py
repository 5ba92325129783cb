"""Compile the kernels ahead of the first long call, once: in processes of their own.

    python -m bpe_core.warm [texts] [encode] [train] [bytepiece]

Compiling takes some ten to twenty seconds and holds the interpreter's lock, so other processes
do it, one for each part (`kernels/objects.py`), and later ones load the result.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress

# Few users need what BytePiece has, so it waits for them.
AT_START = ("texts", "encode", "train")


def warm(parts: Iterable[str] = AT_START) -> None:
    """Get the kernels of ``parts`` into memory: loaded, or compiled first.

    Where nothing compiled runs there is nothing to do.
    """
    from bpe_core.errors import NothingCompiledError
    from bpe_core.kernels.objects import libraries  # which imports numpy

    with suppress(NothingCompiledError):
        libraries(parts)


def is_warm(parts: Collection[str] = AT_START) -> bool:
    """Whether nothing has to be compiled for ``parts``; does not import numba."""
    from bpe_core.kernels.objects import is_compiled

    return all(map(is_compiled, parts))


def start(parts: Iterable[str] = AT_START) -> list[subprocess.Popen[bytes]]:
    """A process for each part that is not compiled; they end with this one."""
    from bpe_core.kernels.objects import compiling, is_compiled

    nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return [compiling(part, **nowhere) for part in parts if not is_compiled(part)]


if __name__ == "__main__":
    warm(sys.argv[1:] or AT_START)
