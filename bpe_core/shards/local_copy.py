"""A shard as a file of this machine, decompressed."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, cast

from bpe_core.runtime.files import naming
from bpe_core.runtime.machine import temporary_folder
from bpe_core.runtime.text import TextFlaw
from bpe_core.shards.shard_errors import DamagedShardError, check_pyarrow
from bpe_core.shards.store import is_remote, reaching
from bpe_core.texts.sources import is_pointer

COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


@contextmanager
def local_copy(address: str) -> Iterator[Path]:
    """The file itself, or a temporary copy of one that is remote or compressed.

    Memory stays bounded; the temporary folder needs room for the decompressed text. The copy's
    name ends like the shard's, without ``.gz`` or ``.zst``. Raises ``DamagedShardError`` for
    what cannot be decompressed, and ``OSError``.
    """
    path = Path(address)
    if not is_remote(address) and path.suffix not in COMPRESSED:
        yield path
        return
    if not is_remote(address):
        check_fetched(path)
    with temporary_folder("bpe-lab-shard-") as folder:
        copy = folder / f"shard{Path(plain_name(address)).suffix}"
        with naming(copy), copy.open("xb") as file, _opened(address) as source:
            _copy(source, file, COMPRESSED.get(path.suffix))
        yield copy


def check_fetched(path: Path) -> None:
    """Raise ``DamagedShardError`` for a Git LFS pointer: a text that is not the one meant."""
    if is_pointer(path):
        raise DamagedShardError(position=0, reason=TextFlaw("pointer"))


def plain_name(address: str) -> str:
    """The address without the suffix of a compression.

    >>> plain_name("s3://corpus/00.jsonl.zst")
    's3://corpus/00.jsonl'
    """
    return address.removesuffix(".gz").removesuffix(".zst")


@contextmanager
def _opened(address: str) -> Iterator[IO[bytes]]:
    with ExitStack() as stack:
        if is_remote(address):
            import fsspec

            with reaching(address):
                source = stack.enter_context(fsspec.open(address, "rb"))
            yield cast(IO[bytes], source)
        else:
            yield stack.enter_context(Path(address).open("rb"))


def _copy(source: IO[bytes], target: IO[bytes], compression: str | None) -> None:
    if compression is None:
        shutil.copyfileobj(source, target)
        return
    check_pyarrow()
    import pyarrow as pa

    size = source.tell
    try:
        with pa.CompressedInputStream(pa.PythonFile(source, "r"), compression) as stream:
            shutil.copyfileobj(stream, target)
    except (EOFError, zlib.error, pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the file or the disk
        offset = 0 if source.closed else size()
        raise DamagedShardError(position=offset, reason=str(error)) from error
