"""Tokenizers by name, opened: from this package, from another, or fetched once and kept."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

from bpe_core.errors import NotAtHandError, OfflineError
from bpe_core.runtime.machine import user_cache
from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.download import Download, check_reached, fetch, is_whole
from bpe_core.tokenizers.names import TOKENIZERS, NamedTokenizer, tokenizer_name

PATIENCE = 2.0  # seconds until a server that does not answer counts as out of reach

Whence = Literal["comes along", "package", "fetched", ""]


def at_hand(name: str, *, folder: Path | None = None) -> Whence:
    """Whence the tokenizer is opened without a network; empty where it has to be fetched.

    ``folder`` has those that were fetched, in the user's cache by default. Raises
    ``UnknownNameError``.

    >>> at_hand("gpt-4o")
    'comes along'
    """
    entry = TOKENIZERS[tokenizer_name(name)]
    if entry.comes_along:
        return "comes along"
    if _in_package(entry):
        return "package"
    fetched = path_of(name, folder)
    return "fetched" if is_whole(_download(entry), fetched) else ""


def file_at_hand(
    name: str, *, folder: Path | None = None, on_progress: OnProgress | None = None
) -> Path:
    """The file of a tokenizer that does not come along, fetched where need be.

    Raises ``UnknownNameError``; ``NotAtHandError`` after two seconds where it has to be fetched
    and its server is out of reach; and what ``fetch`` raises.
    """
    entry = TOKENIZERS[tokenizer_name(name)]
    installed = _in_package(entry)
    if installed:
        return installed
    wanted, path = _download(entry), path_of(name, folder)
    if not is_whole(wanted, path):
        try:
            check_reached(wanted.url, PATIENCE)
            fetch(wanted, path, on_progress=on_progress)
        except OfflineError as error:
            raise NotAtHandError(name=name, **error.values) from error
    return path


def path_of(name: str, folder: Path | None = None) -> Path:
    """Where a fetched one is; another checksum is another file."""
    entry = TOKENIZERS[tokenizer_name(name)]
    folder = folder or user_cache() / "bpe-lab" / "tokenizers"
    return folder / entry.sha256[:16] / entry.file


def _in_package(entry: NamedTokenizer) -> Path | None:
    """The file in the package that has it, where this is installed; it is not imported."""
    if not entry.package:
        return None
    from importlib.metadata import PackageNotFoundError, distribution  # 50 ms

    package, inside = entry.package
    try:
        path = Path(str(distribution(package).locate_file(inside)))
    except PackageNotFoundError:
        return None
    return path if is_whole(_download(entry), path) and _digest(path) == entry.sha256 else None


def _digest(path: Path) -> str:
    """Of a package's file, which another version may have changed."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download(entry: NamedTokenizer) -> Download:
    return Download(entry.url, entry.size, entry.sha256, entry.page, entry.licence)
