"""Files at addresses for fsspec, such as ``s3://…``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bpe_core.errors import BPELabError, OptionError, PackageMissingError
from bpe_core.shards.shard_errors import StoreFailedError


def is_remote(address: str) -> bool:
    """Whether it is an address for fsspec, not the name of a file.

    >>> is_remote("s3://corpus/00.txt"), is_remote("corpus/00.txt")
    (True, False)
    """
    return "://" in address


def store_of(address: str, option: str) -> tuple[Any, str]:
    """The file system of ``address``, and its path there.

    Raises ``PackageMissingError``, and ``OptionError`` for ``option`` where the protocol is
    unknown or lacks its package.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise PackageMissingError(package="fsspec", extra="counts") from error
    try:
        system, path = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise OptionError(name=option, value=address, rule=str(error)) from error
    return system, path


@contextmanager
def reaching(address: str) -> Iterator[None]:
    """Around calls of a store: what its client raises on its own becomes an error of ours.

    A client without a key, for one, raises no ``OSError``. Raises ``StoreFailedError``.
    """
    try:
        yield
    except (BPELabError, OSError):
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise StoreFailedError(address=address, reason=reason) from error
