"""Files of counts: Parquet with three columns, a row group per bucket, what was counted beside.

    pre_token   binary   the bytes of a pre-token
    count       int64    how often it occurs
    first       int64    where it first occurs: number of the shard << 40 | row in that shard

A bucket is ``crc32(pre_token) % 64``; its rows are in the order of ``first``. So equal counts
are equal files, byte for byte, whoever wrote them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import BPELabError, InputError, OptionError
from bpe_core.pretokenize.patterns import check_name
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.arguments import as_integer, as_number, check_type
from bpe_core.runtime.files import as_path
from bpe_core.shards.shard_files import ShardError, arrow

Number = TypeVar("Number", np.int32, np.int64)
Table: TypeAlias = Any  # this and the next of pyarrow, which has no types
Array: TypeAlias = Any

BUCKETS = 64
ROW_BITS = 40  # of `first`: room for 8 million shards with 2**40 distinct pre-tokens each
KEY = "bpe-lab"  # of the metadata
VERSION = 1
# What a file says of its counts: fields of `Counts`, and of which types they are.
ABOUT: Mapping[str, tuple[type, ...]] = {
    "pattern": (str,),
    "special_tokens": (list,),
    "unicode": (str,),
    "sample": (float, int, type(None)),
    "seed": (int,),
    "shards": (int,),
}


@dataclass(frozen=True, slots=True)
class CountingOptions:
    """How shards are cut into pre-tokens; ``sample`` is a share of the documents, or None."""

    pattern: str = "gpt2"
    special_tokens: tuple[str, ...] = ()
    text_field: str = "text"
    sample: float | None = None
    seed: int = 0


def counting_options(
    pattern: str,
    special_tokens: Sequence[str],
    text_field: str,
    sample: float | None,
    seed: int,
) -> CountingOptions:
    """The options, checked; raises ``OptionError`` and what ``train`` raises for the same."""
    check_name(pattern)
    specials = tuple(check_special_tokens(special_tokens))
    check_type("text_field", text_field, str, "a name")
    seed = as_integer("seed", seed)
    if sample is not None:
        number = as_number("sample", sample, "between 0 and 1")
        if not 0 < number < 1:
            raise OptionError(name="sample", value=sample, rule="between 0 and 1")
    return CountingOptions(pattern, specials, text_field, sample, seed if sample else 0)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a corpus, in the order of first occurrence, and how they were made.

    ``sample`` is the share of documents that was counted, None for all: then they are exact.
    """

    table: PreTokenTable
    pattern: str
    special_tokens: tuple[str, ...]
    unicode: str
    sample: float | None
    seed: int
    shards: int

    @property
    def is_exact(self) -> bool:
        return self.sample is None


def write_shard_counts(
    file: BinaryIO, table: PreTokenTable, shard: int, about: Mapping[str, object]
) -> None:
    """Write the counts of one shard."""
    buckets = _buckets_of(table)
    sizes = np.bincount(buckets, minlength=BUCKETS).tolist()
    rows = _as_arrow(table, shard).take(_int64(np.argsort(buckets, kind="stable")))
    with counts_writer(file, about) as writer:
        start = 0
        for size in sizes:
            writer.write_table(rows.slice(start, size), row_group_size=max(1, size))
            start += size


@contextmanager
def counts_writer(file: BinaryIO, about: Mapping[str, object]) -> Iterator[Any]:
    """Write row groups of counts; raises ``PackageMissingError`` without pyarrow."""
    _, pq = arrow()
    with pq.ParquetWriter(
        file,
        _schema(),
        compression="zstd",
        use_dictionary=False,
        store_schema=False,
        write_page_checksum=True,
    ) as writer:
        writer.add_key_value_metadata({KEY: json.dumps(about, sort_keys=True)})
        yield writer


def load_counts(path: str | Path) -> Counts:
    """Read a file that ``count_shards`` has written.

    Raises ``ShardError("not_counts")`` for another file, or one whose columns are not what they
    have to be, ``PackageMissingError`` without pyarrow, and ``OSError``.
    """
    path = as_path("path", path)
    _, pq = arrow()
    if path.is_dir():
        raise InputError("is_a_folder", path=str(path))
    with _reading(str(path)), pq.ParquetFile(path, page_checksum_verification=True) as file:
        about = _about_of(file.metadata.metadata or {})
        _check_columns(file.schema_arrow)
        return Counts(table=_as_table(file.read(columns=_schema().names)), **about)


def read_bucket(file: BinaryIO, bucket: int, name: str) -> Table:
    """The rows of row group ``bucket``; raises ``ShardError`` with the file's ``name``."""
    _, pq = arrow()
    with _reading(name), pq.ParquetFile(file, page_checksum_verification=True) as rows:
        _check_columns(rows.schema_arrow)
        if bucket >= rows.num_row_groups:
            raise _FaultError(f"it has {rows.num_row_groups} row groups")
        return rows.read_row_group(bucket)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """What is wrong with the file within is a ``ShardError("not_counts")``."""
    pa, _ = arrow()
    try:
        yield
    except _FaultError as error:
        raise ShardError("not_counts", path=name, reason=str(error)) from error
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # of a damaged name
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ShardError("not_counts", path=name, reason=str(error)) from error


class _FaultError(Exception):
    """Why a file is none of counts."""


def _about_of(metadata: Mapping[bytes, bytes]) -> dict[str, Any]:
    """What a file says of its counts."""
    if KEY.encode() not in metadata:
        raise _FaultError(f"it has no {KEY!r}")
    try:
        about = json.loads(metadata[KEY.encode()])
    except (ValueError, RecursionError) as error:
        raise _FaultError(f"its {KEY!r} is no JSON") from error
    if not isinstance(about, dict) or about.get("version") != VERSION:
        raise _FaultError(
            f"version {about.get('version') if isinstance(about, dict) else about}"
        )
    for name, kinds in ABOUT.items():
        if name not in about:
            raise _FaultError(f"it has no {name!r}")
        if not isinstance(about[name], kinds) or isinstance(about[name], bool):
            raise _FaultError(f"its {name!r} cannot be {about[name]!r}")
    how = (about[name] for name in ("sample", "seed"))
    try:
        options = counting_options(about["pattern"], about["special_tokens"], "", *how)
    except BPELabError as error:
        raise _FaultError(str(error)) from error
    return {name: about[name] for name in ABOUT} | {"special_tokens": options.special_tokens}


def _check_columns(schema: Any) -> None:
    """Raises ``_FaultError`` for columns of other types: their numbers would be others."""
    pa, _ = arrow()
    for field in _schema():
        if (there := schema.names.count(field.name)) != 1:
            how = f"has {there} columns" if there else "has no column"
            raise _FaultError(f"it {how} {field.name!r}")
        kind = schema.field(field.name).type
        if kind != field.type and (field.name, kind) != ("pre_token", pa.binary()):
            raise _FaultError(f"its column {field.name!r} has {kind} for {field.type}")


def merged(tables: Sequence[Table]) -> Table:
    """The rows of one bucket in all shards, in their order: counts added, the first kept."""
    pa, _ = arrow()
    rows = pa.concat_tables(tables)
    pre_tokens = _large(rows["pre_token"]).dictionary_encode()
    codes = _values([pre_tokens.indices], np.int32)
    distinct = len(pre_tokens.dictionary)
    counts = np.zeros(distinct, np.int64)
    np.add.at(counts, codes, _values(rows["count"].chunks, np.int64))
    first = np.full(distinct, np.iinfo(np.int64).max)
    np.minimum.at(first, codes, _values(rows["first"].chunks, np.int64))
    columns = [pre_tokens.dictionary, _int64(counts), _int64(first)]
    return pa.table(columns, schema=_schema())


def _schema() -> Any:
    pa, _ = arrow()
    columns = {"pre_token": pa.large_binary(), "count": pa.int64(), "first": pa.int64()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])


def _buckets_of(table: PreTokenTable) -> NDArray[np.int64]:
    data = table.data.data
    hashes = (crc32(data[start:end]) for start, end in pairwise([0, *table.ends.tolist()]))
    return np.fromiter(hashes, np.int64, len(table.ends)) % BUCKETS


def _as_arrow(table: PreTokenTable, shard: int) -> Table:
    pa, _ = arrow()
    rows = len(table.ends)
    offsets = np.concatenate((np.zeros(1, np.int64), table.ends))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(table.data)]
    pre_tokens = pa.LargeBinaryArray.from_buffers(pa.large_binary(), rows, buffers)
    first = np.arange(rows, dtype=np.int64) | shard << ROW_BITS
    columns = [pre_tokens, _int64(table.counts), _int64(first)]
    return pa.table(columns, schema=_schema())


def _int64(values: NDArray[np.int64]) -> Array:
    """subtle: ``pa.array`` and ``to_numpy`` import pandas, which takes half a second."""
    pa, _ = arrow()
    buffers = [None, pa.py_buffer(np.ascontiguousarray(values))]
    return pa.Int64Array.from_buffers(pa.int64(), len(values), buffers)


def _values(chunks: Sequence[Array], kind: type[Number]) -> NDArray[Number]:
    """The integers of all chunks in one array."""
    arrays = [
        np.frombuffer(chunk.buffers()[1], kind)[chunk.offset : chunk.offset + len(chunk)]
        for chunk in chunks
        if len(chunk)
    ]
    return np.concatenate(arrays) if arrays else np.empty(0, kind)


def _large(pre_tokens: Array) -> Array:
    """The chunks in one array, which may have more than 2 GiB."""
    pa, _ = arrow()
    chunks = [chunk.cast(pa.large_binary()) for chunk in pre_tokens.chunks]
    return pa.chunked_array(chunks, pa.large_binary()).combine_chunks()


def _as_table(rows: Table) -> PreTokenTable:
    """The rows by where they first occur; raises ``_FaultError`` for what are no counts."""
    for name in rows.column_names:
        if rows[name].null_count:
            raise _FaultError(f"its column {name!r} has a null")
    first, counts = (_values(rows[name].chunks, np.int64) for name in ("first", "count"))
    pre_tokens = _large(rows["pre_token"])
    if not len(first):
        return PreTokenTable.from_counts({})
    order = np.argsort(first)
    in_order = pre_tokens.take(_int64(order))
    _, offsets, data = in_order.buffers()
    ends = np.frombuffer(offsets, np.int64)[1 : len(order) + 1]
    table = PreTokenTable(
        data=np.frombuffer(data, np.uint8)[: ends[-1]], ends=ends, counts=counts[order]
    )
    _check_rows(table, first[order], len(pre_tokens.unique()))
    return table


def _check_rows(table: PreTokenTable, first: NDArray[np.int64], distinct: int) -> None:
    """``first`` in ascending order; ``distinct``: how many pre-tokens differ."""
    if first[0] < 0 or (np.diff(first) < 1).any():
        raise _FaultError("its column 'first' has a number twice, or below 0")
    if (np.diff(table.ends, prepend=0) < 1).any():
        raise _FaultError("its column 'pre_token' has one without a byte")
    if (table.counts < 1).any():
        raise _FaultError(f"its column 'count' has {table.counts.min()}")
    if distinct < len(first):
        raise _FaultError("its column 'pre_token' has one twice")
