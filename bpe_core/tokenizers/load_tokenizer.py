"""Any tokenizer behind one face, by a file or a name: read by the core, else by its owner.

What has a name comes along with this package, is in another one, or is fetched once and kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from bpe_core.errors import DownloadError, FormatError, OptionError
from bpe_core.files import load
from bpe_core.formats.folders import read_files
from bpe_core.formats.known_formats import FORMATS, detect
from bpe_core.runtime.arguments import check_function, check_type
from bpe_core.runtime.files import as_path
from bpe_core.runtime.machine import collector_paused, user_cache
from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.download import Download, check_reached, fetch, is_whole
from bpe_core.tokenizers.names import (
    TOKENIZERS,
    NamedTokenizer,
    is_tokenizer_name,
    tokenizer_name,
)
from bpe_core.tokenizers.owners import served_by_owner
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.vocabularies import o200k

PATIENCE = 2.0  # seconds until a server that does not answer counts as out of reach

Whence = Literal["comes along", "package", "fetched", ""]


def load_tokenizer(
    path: str | Path,
    *,
    name: str = "",
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
    unicode: str | None = None,
    on_progress: OnProgress | None = None,
) -> Tokenizer:
    """Open a tokenizer's file, or a folder of them, whatever kind it is, or a model by name.

    A file comes first: ``"gpt-4o"`` is one of `TOKENIZERS` unless there is a file of that name
    here, and ``"./gpt-4o"`` always a file. What no package on this machine has is fetched once,
    in the phase "download"; ``DownloadError("not_at_hand")`` without a network,
    ``UnknownNameError`` for a name of neither, which lists the known.

    ``name``: what to call it, by default what the file is called. The other options are those
    of ``load``, and the core's: where it does not read the file, they are refused with it.

    Raises ``FormatError`` naming the part for what neither the core nor its owner opens,
    ``PackageMissingError`` naming the extra where the owner's library is not installed, and
    whatever ``load`` raises and warns of.

    >>> from tempfile import mkdtemp
    >>> from bpe_core import save, train
    >>> folder = mkdtemp()
    >>> save(train("low lower", vocab_size=258), folder, format="huggingface")
    >>> tokenizer = load_tokenizer(folder, name="mine")
    >>> tokenizer.name, tokenizer.kind, tokenizer.pattern, tokenizer.vocab_size
    ('mine', 'byte_level_bpe', 'gpt2', 258)
    """
    where = as_path("path", path)
    check_type("name", name, str, "a name")
    check_function("on_progress", on_progress)
    options = (pattern, special_tokens, unicode)
    if isinstance(path, str) and where.name == path and not where.exists():
        if any(option is not None for option in options):
            rule = "for files; a model's name says what it is"
            raise OptionError(name="pattern, special_tokens, unicode", value=path, rule=rule)
        return named_tokenizer(path, name=name, on_progress=on_progress)
    try:
        model = load(where, pattern=pattern, special_tokens=special_tokens, unicode=unicode)
        return ByteLevelTokenizer(model, name or where.name)
    except FormatError as error:
        if any(option is not None for option in options):
            raise
        return served_by_owner(read_files(where), name or where.name, error)


def is_name(path: str | Path) -> bool:
    """Whether `load_tokenizer` takes it for a model's name: there is no file of that name."""
    return isinstance(path, str) and is_tokenizer_name(path) and not Path(path).exists()


def named_tokenizer(
    model: str, *, name: str = "", on_progress: OnProgress | None = None
) -> Tokenizer:
    """The tokenizer of a model, whatever files there are; raises ``UnknownNameError``.

    >>> named_tokenizer("gpt-4o").count("hello world")
    2
    """
    entry = TOKENIZERS[tokenizer_name(model)]
    if entry.comes_along:
        return ByteLevelTokenizer(o200k(entry.comes_along), name or model)
    path = file_at_hand(model, on_progress=on_progress)
    return tokenizer_of({entry.file: path.read_bytes()}, name=name or model)


def tokenizer_of(files: Mapping[str, bytes], *, name: str = "") -> Tokenizer:
    """The same of files by name, which need not be on a disk, such as a browser's uploads.

    It warns of nothing: ask a format's ``assumes`` where files leave the pattern open.
    """
    name = name or next(iter(files), "")
    try:
        with collector_paused():
            return ByteLevelTokenizer(FORMATS[detect(files)].read(files), name)
    except FormatError as error:
        return served_by_owner(files, name, error)


def at_hand(name: str) -> Whence:
    """Whence the tokenizer is opened without a network; empty where it has to be fetched.

    Raises ``UnknownNameError``.

    >>> at_hand("gpt-4o")
    'comes along'
    """
    entry = TOKENIZERS[tokenizer_name(name)]
    if entry.comes_along:
        return "comes along"
    if _in_package(entry):
        return "package"
    return "fetched" if is_whole(_download(entry), path_of(name)) else ""


def file_at_hand(name: str, *, on_progress: OnProgress | None = None) -> Path:
    """The file of a tokenizer that does not come along, fetched where need be.

    Raises ``UnknownNameError``; ``DownloadError("not_at_hand")`` after two seconds where it has
    to be fetched and its server is out of reach; and what ``fetch`` raises.
    """
    entry = TOKENIZERS[tokenizer_name(name)]
    installed = _in_package(entry)
    if installed:
        return installed
    wanted, path = _download(entry), path_of(name)
    if not is_whole(wanted, path):
        try:
            check_reached(wanted.url, PATIENCE)
            fetch(wanted, path, on_progress=on_progress)
        except DownloadError as error:
            if error.rule != "offline":
                raise
            raise DownloadError("not_at_hand", name=name, **error.values) from error
    return path


def path_of(name: str) -> Path:
    """Where a fetched one is, in the user's cache; another checksum is another file."""
    entry = TOKENIZERS[tokenizer_name(name)]
    return user_cache() / "bpe-lab" / "tokenizers" / entry.sha256[:16] / entry.file


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
    return Download(entry.url, entry.size, entry.sha256, entry.page, entry.license)
