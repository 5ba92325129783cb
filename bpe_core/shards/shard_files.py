"""The files of a corpus: which ones they are, a local copy of each, and the texts in it.

    Shard        a file, as it was when it was listed
    store_of     the file system at an address for fsspec, such as ``s3://…``
    local_copy   a shard as a file of this machine, decompressed
    rows_of      the texts in it: rows of JSON lines or of Parquet

What can be wrong with shards, with their counts and with where they are counted stands first.
"""

from __future__ import annotations

import glob
import json
import shutil
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any, ClassVar, NamedTuple

from bpe_core.errors import BPELabError, InputError, OptionError, PackageMissingError
from bpe_core.runtime.arguments import as_tuple, check_type
from bpe_core.runtime.files import as_path, check_once, naming
from bpe_core.runtime.machine import temporary_folder
from bpe_core.runtime.text import LFS_POINTER, TextFlaw, as_text, not_utf8
from bpe_core.texts.sources import is_pointer

COMPRESSED = {".gz": "gzip", ".zst": "zstd"}


class ShardError(InputError):
    """A shard, a file of counts or an engine that the work cannot go on with."""

    messages: ClassVar[Mapping[str, str]] = {
        "no_shards": "no file is named {pattern}",
        "json_line": "line {line}, at byte {position}: {reason}",
        "no_text_column": "no column {field!r} of texts; columns: {known}",
        "no_text_in_row": "row {row}, counted from 0, has no text in {field!r}",
        "damaged": "cannot be read from byte {position} of the file on: {reason}",
        "store_failed": "{address} cannot be reached: {reason}",
        "not_counts": "{path} is no file of counts: {reason}",
        "engine_failed": "{engine} could not run the work: {reason}",
    }


def arrow() -> tuple[ModuleType, ModuleType]:
    """pyarrow and its Parquet, which wait for who needs them.

    Raises ``PackageMissingError`` where they are missing, or cannot be imported.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise PackageMissingError(package="pyarrow", extra="counts") from error


class Shard(NamedTuple):
    """A file of the corpus; ``stamp`` changes when it is written to.

    ``number`` is its position in the corpus, from 0: where a pre-token first occurs is told
    by it.
    """

    number: int
    address: str
    size: int
    stamp: str


def find_shards(addresses: Sequence[str | Path]) -> list[Shard]:
    """The files that ``addresses`` name, in their order; those of a glob in order of names.

    Raises ``OptionError`` for one that is named twice, which would be counted twice;
    ``ShardError("no_shards")``, ``InputError("is_a_folder")``, ``PackageMissingError``,
    ``ShardError("store_failed")`` and ``OSError``.
    """
    names = as_tuple("shards", addresses, "a list of files, globs or addresses")
    for name in names:
        check_type("shards", name, (str, Path), "each a str or a Path")
        as_path("shards", name)
    listed = (shard for name in names for shard in _listed(str(name)))
    shards = [shard._replace(number=number) for number, shard in enumerate(listed)]
    if not shards:
        raise ShardError("no_shards", pattern=" ".join(map(str, names)))
    check_once("shards", local_files(shards))
    remote: set[str] = set()
    for address in (shard.address for shard in shards if is_remote(shard.address)):
        if address in remote:
            raise OptionError(name="shards", value=address, rule="name each file once")
        remote.add(address)
    return shards


def local_files(shards: Iterable[Shard]) -> list[str]:
    """The names of those that are files of this machine, ``file://`` or not.

    >>> local_files([Shard(0, "s3://corpus/a", 1, ""), Shard(1, "file:///b", 1, "")])
    ['/b']
    """
    names = [shard.address.removeprefix("file://") for shard in shards]
    return [name for name in names if not is_remote(name)]


def is_unchanged(shard: Shard) -> bool:
    """Whether a shard still is what it was when it was listed."""
    return next(_listed(shard.address)) == shard._replace(number=0)


def _listed(address: str) -> Iterator[Shard]:
    """The files at an address as they are now, each with the number 0."""
    if is_remote(address):
        yield from _listed_in_store(address)
    elif glob.has_magic(address) and not Path(address).exists():
        names = sorted(glob.glob(address, recursive=True))  # noqa: PTH207  # Path.glob has no absolute patterns
        paths = [path for path in map(Path, names) if path.is_file()]
        if not paths:
            raise ShardError("no_shards", pattern=address)
        yield from map(_local_shard, paths)
    else:
        yield _local_shard(Path(address))


def _local_shard(path: Path) -> Shard:
    status = path.stat()
    if path.is_dir():
        raise InputError("is_a_folder", path=str(path))
    if not path.is_file():
        raise OptionError(name="shard", value=str(path), rule="a file, not a pipe or device")
    return Shard(0, str(path.absolute()), status.st_size, str(status.st_mtime_ns))


def _listed_in_store(address: str) -> list[Shard]:
    system, path = store_of(address, "shard")
    shards = []
    with reaching(address):
        system.invalidate_cache()  # a file may have been written to since it was listed
        paths = sorted(system.glob(path)) if glob.has_magic(path) else [path]
        if not paths:
            raise ShardError("no_shards", pattern=address)
        for each in paths:
            about = system.info(each)
            if about["type"] == "directory":
                raise InputError("is_a_folder", path=address)
            stamp = about.get("ETag") or about.get("mtime") or system.modified(each)
            shards.append(Shard(0, system.unstrip_protocol(each), about["size"], str(stamp)))
    return shards


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

    A client without a key, for one, raises no ``OSError``. Raises
    ``ShardError("store_failed")``.
    """
    try:
        yield
    except (BPELabError, OSError):
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise ShardError("store_failed", address=address, reason=reason) from error


@contextmanager
def local_copy(address: str) -> Iterator[Path]:
    """The file itself, or a temporary copy of one that is remote or compressed.

    Memory stays bounded; the temporary folder needs room for the decompressed text. The copy's
    name ends like the shard's, without ``.gz`` or ``.zst``. Raises ``ShardError("damaged")``
    for what cannot be decompressed, and ``OSError``.
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
    """Raise ``ShardError`` for a Git LFS pointer: a text that is not the one meant."""
    if is_pointer(path):
        raise ShardError("damaged", position=0, reason=TextFlaw("pointer"))


def plain_name(address: str) -> str:
    """The address without the suffix of a compression.

    >>> plain_name("s3://corpus/00.jsonl.zst")
    's3://corpus/00.jsonl'
    """
    return address.removesuffix(".gz").removesuffix(".zst")


def _opened(address: str) -> IO[bytes]:
    if not is_remote(address):
        return Path(address).open("rb")
    system, path = store_of(address, "shard")
    with reaching(address):
        source: IO[bytes] = system.open(path, "rb")
    return source


def _copy(source: IO[bytes], target: IO[bytes], compression: str | None) -> None:
    if compression is None:
        shutil.copyfileobj(source, target)
        return
    pa, _ = arrow()
    size = source.tell
    try:
        with pa.CompressedInputStream(pa.PythonFile(source, "r"), compression) as stream:
            shutil.copyfileobj(stream, target)
    except (EOFError, zlib.error, pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the file or the disk
        offset = 0 if source.closed else size()
        raise ShardError("damaged", position=offset, reason=str(error)) from error


def rows_of(path: Path, text_field: str) -> Iterator[str] | None:
    """The texts of a file that holds many, in order; None for a file that is one text.

    Raises ``InputError``, with the line or row, when it gets there.
    """
    if reader := READERS.get(path.suffix):
        return reader(path, text_field)
    check_fetched(path)
    return None


def _json_lines(path: Path, text_field: str) -> Iterator[str]:
    """Lines of nothing but white space are skipped."""
    with path.open("rb") as lines:
        offset = 0
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _text_of_line(line, text_field, number, offset)
            offset += len(line)


def _text_of_line(line: bytes, text_field: str, number: int, offset: int) -> str:
    def wrong(flaw: str, **values: object) -> ShardError:
        return ShardError(
            "json_line", line=number, position=offset, reason=TextFlaw(flaw, values)
        )

    if number == 1 and line.startswith(BOM_UTF8):
        raise wrong("marked")
    try:
        value = json.loads(line.decode())
    except UnicodeDecodeError as error:
        raise not_utf8(line, error, offset) from error
    except json.JSONDecodeError as error:
        if line.startswith(LFS_POINTER):
            raise wrong("pointer") from error
        raise wrong("no_json", column=error.colno) from error
    except (ValueError, RecursionError) as error:  # a number of too many digits, deep nesting
        raise wrong("no_json", column=1) from error
    if not isinstance(value, dict):
        raise wrong("no_object")
    if text_field not in value:
        raise wrong("no_field", field=text_field, known=", ".join(value) or "–")
    text = value[text_field]
    if not isinstance(text, str):
        raise wrong("no_text", field=text_field, value=json.dumps(text))
    try:
        return as_text(text)
    except InputError as error:  # subtle: JSON can hold half a pair, "\\ud83d"
        raise wrong("half", field=text_field, **error.values) from error


def _parquet_rows(path: Path, text_field: str) -> Iterator[str]:
    pa, pq = arrow()
    try:
        with pq.ParquetFile(path) as file:
            names = file.schema_arrow.names
            if text_field not in names or not _is_text(file.schema_arrow.field(text_field)):
                raise ShardError("no_text_column", field=text_field, known=", ".join(names))
            row = 0
            for batch in file.iter_batches(columns=[text_field]):
                for text in batch.column(0).to_pylist():
                    if text is None:
                        raise ShardError("no_text_in_row", row=row, field=text_field)
                    yield text
                    row += 1
    except UnicodeDecodeError as error:
        raise not_utf8(error.object, error, 0) from error
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        reason = TextFlaw("pointer") if is_pointer(path) else str(error)
        raise ShardError("damaged", position=0, reason=reason) from error


def _is_text(field: object) -> bool:
    pa, _ = arrow()
    kind = getattr(field, "type", None)
    return kind in (pa.string(), pa.large_string(), pa.string_view())


READERS: Mapping[str, Callable[[Path, str], Iterator[str]]] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".parquet": _parquet_rows,
}
