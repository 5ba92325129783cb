"""BytePiece's JSON file: a piece in base64, then its id, its text for readers and its count.

    {
        "AA==": [3, "\\u0000", 1],          ids from 3 on, shortest pieces first
        "55qE": [4711, "的", 90210]

The text leaves out bytes that are not whole characters, and is ignored when reading.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from typing import Any

from bpe_core.formats.format_rules import MAX_TOKENS, WHOLE, at, broken
from bpe_core.formats.model_files import json_of
from bpe_core.systems.bytepiece.unigram_model import (
    FIRST_ID,
    MAX_TOTAL,
    SINGLE_BYTES,
    UnigramModel,
)

FILE = "bytepiece.model"
MAX_PIECE_BYTES = 2**10  # as many pieces may start at each byte of a text
MAX_ALL_BYTES = 2**24  # of all pieces: each may take 16 bytes of tables and more


def write_bytepiece(model: UnigramModel) -> dict[str, str]:
    """The file by name, to the byte as BytePiece writes it.

    >>> model = UnigramModel(SINGLE_BYTES, (5,) * 256)
    >>> write_bytepiece(model)["bytepiece.model"].split()[:7]
    ['{', '"AA==":', '[', '3,', '"\\\\u0000",', '5', '],']
    """
    entries = {
        b64encode(piece).decode(): [number, piece.decode(errors="ignore"), count]
        for number, (piece, count) in enumerate(
            zip(model.pieces, model.counts, strict=True), FIRST_ID
        )
    }
    return {FILE: json.dumps(entries, indent=4, ensure_ascii=False)}


def read_bytepiece(files: Mapping[str, bytes]) -> UnigramModel:
    """The model in the one file of ``files``; entries may be in any order.

    Raises ``FormatError`` naming the file, the location and the broken rule.
    """
    if len(files) != 1:
        raise broken(", ".join(files) or "–", WHOLE, "one_file", count=len(files))
    (file, data), *_ = files.items()
    entries = json_of(file, data)
    if not isinstance(entries, dict):
        raise broken(file, WHOLE, "an_object")
    if len(entries) > MAX_TOKENS:
        raise broken(file, WHOLE, "too_many", limit=MAX_TOKENS, count=len(entries))
    counts = {_piece(file, key): count for key, count in _in_order(file, entries)}
    for value, byte in enumerate(SINGLE_BYTES):
        if byte not in counts:
            raise broken(file, WHOLE, "missing_byte", value=f"0x{value:02X}")
    if sum(counts.values()) > MAX_TOTAL:
        raise broken(file, WHOLE, "counts_sum", limit=MAX_TOTAL)
    if (size := sum(map(len, counts))) > MAX_ALL_BYTES:
        raise broken(file, WHOLE, "pieces_sum", limit=MAX_ALL_BYTES, size=size)
    return UnigramModel(tuple(counts), tuple(counts.values()))


def _in_order(file: str, entries: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Keys with their counts, in the order of their ids, which have no gaps."""
    last = FIRST_ID + len(entries) - 1
    by_id: dict[int, tuple[str, int]] = {}
    for key, entry in entries.items():
        number, count = _entry(file, key, entry)
        if not FIRST_ID <= number <= last:
            limits = {"first": FIRST_ID, "last": last, "value": number}
            raise broken(file, at("key", key), "piece_id", **limits)
        if number in by_id:
            holder = repr(by_id[number][0])
            raise broken(file, at("key", key), "id_taken", number=number, holder=holder)
        by_id[number] = (key, count)
    return [by_id[number] for number in sorted(by_id)]


def _entry(file: str, key: str, entry: Any) -> tuple[int, int]:
    """Id and count of an entry."""
    if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[1], str):
        raise broken(file, at("key", key), "piece_entry")
    number, _, count = entry
    if type(number) is not int:
        raise broken(file, at("key", key), "piece_entry")
    if type(count) is not int or not 0 < count <= MAX_TOTAL:
        raise broken(file, at("key", key), "not_a_count", least=1, value=repr(count))
    return number, count


def _piece(file: str, key: str) -> bytes:
    """The bytes of ``key``, which must be in canonical base64."""
    try:
        piece = b64decode(key, validate=True)
    except (Error, ValueError) as error:
        raise broken(file, at("key", key), "base64") from error
    if b64encode(piece).decode() != key:
        raise broken(file, at("key", key), "base64")
    if not piece:
        raise broken(file, at("key", key), "empty_token")
    if len(piece) > MAX_PIECE_BYTES:
        raise broken(file, at("key", key), "long_token", limit=MAX_PIECE_BYTES, size=len(piece))
    return piece
