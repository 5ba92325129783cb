"""The texts in a shard: the file itself, or the rows of JSON lines or of Parquet."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bpe_core.errors import LoneSurrogateError
from bpe_core.runtime.text import LFS_POINTER, TextFlaw, as_text, not_utf8
from bpe_core.shards.local_copy import check_fetched
from bpe_core.shards.shard_errors import (
    DamagedShardError,
    JSONLineError,
    NoTextColumnError,
    NoTextInRowError,
    check_pyarrow,
)
from bpe_core.texts.sources import is_pointer

Reader = Callable[[Path, str], Iterator[str]]


def rows_of(path: Path, text_field: str) -> Iterator[str] | None:
    """The texts of a file that holds many, in order; None for a file that is one text.

    Raises the classes below ``InputError``, each with the line or row, when it gets there.
    """
    reader = READERS.get(path.suffix)
    if reader is None:
        check_fetched(path)
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
    def wrong(flaw: str, **values: object) -> JSONLineError:
        return JSONLineError(line=number, position=offset, reason=TextFlaw(flaw, values))

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
    except LoneSurrogateError as error:  # subtle: JSON can hold half a pair, "\\ud83d"
        raise wrong("half", field=text_field, **error.values) from error


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
        raise not_utf8(error.object, error, 0) from error
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise DamagedShardError(position=0, reason=_damage(path, error)) from error


def _damage(path: Path, error: Exception) -> TextFlaw | str:
    return TextFlaw("pointer") if is_pointer(path) else str(error)


def _is_text(field: object) -> bool:
    import pyarrow as pa

    kind = getattr(field, "type", None)
    return kind in (pa.string(), pa.large_string(), pa.string_view())


READERS: Mapping[str, Reader] = {
    ".jsonl": _json_lines,
    ".ndjson": _json_lines,
    ".parquet": _parquet_rows,
}
