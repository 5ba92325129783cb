"""The texts in a shard: the file itself, or the rows of JSON lines or of Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bpe_core.errors import NotUTF8Error
from bpe_core.shards.shard_errors import (
    DamagedShardError,
    JSONLineError,
    NoTextColumnError,
    NoTextInRowError,
    check_pyarrow,
)

Reader = Callable[[Path, str], Iterator[str]]


def rows_of(path: Path, text_field: str) -> Iterator[str] | None:
    """The texts of a file that holds many, in order; None for a file that is one text.

    Raises the classes below ``InputError``, each with the line or row, when it gets there.
    """
    reader = READERS.get(path.suffix)
    return None if reader is None else reader(path, text_field)


def _json_lines(path: Path, text_field: str) -> Iterator[str]:
    """Lines of nothing but white space are skipped."""
    with path.open("rb") as lines:
        offset = 0
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _text_of_line(line, text_field, number, offset)
            offset += len(line)


def _text_of_line(line: bytes, text_field: str, number: int, offset: int) -> str:
    try:
        value = json.loads(line.decode())
    except UnicodeDecodeError as error:
        position = offset + error.start
        byte = line[error.start]
        raise NotUTF8Error(byte=byte, position=position, reason=error.reason) from error
    except (ValueError, RecursionError):
        value = None
    text = value.get(text_field) if isinstance(value, dict) else None
    if not isinstance(text, str) or not _has_utf8_form(text):
        raise JSONLineError(line=number, position=offset, field=text_field)
    return text


def _has_utf8_form(text: str) -> bool:
    r"""JSON can hold half a surrogate pair: ``"\ud83d"``."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _parquet_rows(path: Path, text_field: str) -> Iterator[str]:
    check_pyarrow()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            names = file.schema_arrow.names
            if text_field not in names or not _is_text(file.schema_arrow.field(text_field)):
                raise NoTextColumnError(field=text_field, known=", ".join(names))
            row = 0
            for batch in file.iter_batches(columns=[text_field]):
                for text in batch.column(0).to_pylist():
                    if text is None:
                        raise NoTextInRowError(row=row, field=text_field)
                    yield text
                    row += 1
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise NotUTF8Error(byte=byte, position=error.start, reason=error.reason) from error
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise DamagedShardError(position=0, reason=str(error)) from error


def _is_text(field: object) -> bool:
    import pyarrow as pa

    kind = getattr(field, "type", None)
    return kind in (pa.string(), pa.large_string(), pa.string_view())


READERS: Mapping[str, Reader] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".parquet": _parquet_rows,
}
