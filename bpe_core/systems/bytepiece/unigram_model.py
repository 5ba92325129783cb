"""What BytePiece learns, pieces and how often each was counted, and its JSON file.

    piece            bytes with an id and a count         "的".encode(), id 4711, count 90210
    log-probability  log(count) - log(sum of all counts)  -3.8

Ids 0, 1 and 2 stand for padding, beginning and end, and for no bytes; the first piece has id 3.
The file has a piece in base64, then its id, its text for readers and its count:

    {
        "AA==": [3, "\\u0000", 1],          ids from 3 on, shortest pieces first
        "55qE": [4711, "的", 90210]

The text leaves out bytes that are not whole characters, and is ignored when reading.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from types import MappingProxyType
from typing import Any

import numpy as np

from bpe_core.errors import OptionError
from bpe_core.formats.format_rules import MAX_TOKENS, WHOLE, at, broken
from bpe_core.formats.model_files import json_of, read_bytes
from bpe_core.runtime.arguments import as_integer, as_tuple, check_type
from bpe_core.runtime.files import as_path, write_set

PAD, BOS, EOS, FIRST_ID = range(4)
SINGLE_BYTES = tuple(bytes([value]) for value in range(256))
MAX_TOTAL = 2**63 - 1  # of all counts
FILE = "bytepiece.model"
MAX_PIECE_BYTES = 2**10  # as many pieces may start at each byte of a text
MAX_ALL_BYTES = 2**24  # of all pieces: each may take 16 bytes of tables and more


@dataclass(frozen=True)  # no slots: what follows from a model is cached in it
class UnigramModel:
    """Pieces in the order of their ids, from ``FIRST_ID`` on, and their counts, each over 0.

    All single bytes are pieces, so any text can be segmented; no piece is empty or there twice.
    Raises ``OptionError`` for others.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 8})
    >>> model.pieces[-1], model.ids[b"ab"], model.vocab_size
    (b'ab', 259, 260)
    """

    pieces: tuple[bytes, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check both: compiled code that finds no piece for a byte reads beyond its arrays."""
        object.__setattr__(self, "pieces", _checked_pieces(self.pieces))
        object.__setattr__(self, "counts", _checked_counts(self.counts, len(self.pieces)))

    @classmethod
    def of_counts(cls, counts: Mapping[bytes, int]) -> UnigramModel:
        """Short pieces first, those of one length in the order of their bytes."""
        check_type("counts", counts, Mapping, "a mapping from pieces to their counts")
        _checked_pieces((*counts,))
        pieces = sorted(counts, key=lambda piece: (len(piece), piece))
        return cls(tuple(pieces), tuple(counts[piece] for piece in pieces))

    @property
    def vocab_size(self) -> int:
        """The number of ids, including the three that stand for no bytes."""
        return FIRST_ID + len(self.pieces)

    @cached_property
    def ids(self) -> Mapping[bytes, int]:
        """Piece -> id."""
        numbered = enumerate(self.pieces, FIRST_ID)
        return MappingProxyType({piece: number for number, piece in numbered})

    @cached_property
    def log_probabilities(self) -> tuple[float, ...]:
        """By piece, in the order of ids."""
        logs = np.log(np.array(self.counts, np.int64)) - np.log(sum(self.counts))
        return tuple(logs.tolist())

    @cached_property
    def longest(self) -> int:
        """The size of the longest piece, in bytes."""
        return max(map(len, self.pieces), default=0)

    def log_probability(self, piece: bytes) -> float:
        """Raises ``KeyError`` for bytes that are not a piece."""
        return self.log_probabilities[self.ids[piece] - FIRST_ID]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor: read-only mappings do not pickle."""
        return UnigramModel, (self.pieces, self.counts)


def check_unigram(model: object) -> None:
    """Raise ``OptionError`` for what is no model."""
    rule = "a UnigramModel, as train_bytepiece and load_bytepiece give it; it comes first"
    if not isinstance(model, UnigramModel):
        raise OptionError(name="model", value=type(model).__name__, rule=rule)


def _checked_pieces(pieces: Iterable[bytes]) -> tuple[bytes, ...]:
    listed = as_tuple("pieces", pieces, "the pieces in the order of ids, each of them bytes")
    if not {*map(type, listed)} <= {bytes}:
        wrong = next(piece for piece in listed if type(piece) is not bytes)
        raise OptionError(name="pieces", value=wrong, rule="every one bytes")
    distinct = {*listed}
    if len(distinct) < len(listed):
        [(again, _)] = Counter(listed).most_common(1)
        raise OptionError(name="pieces", value=again, rule="none of them twice")
    if b"" in distinct:
        raise OptionError(name="pieces", value=b"", rule="every one has a byte or more")
    if not distinct.issuperset(SINGLE_BYTES):
        missing = next(byte for byte in SINGLE_BYTES if byte not in distinct)
        rule = f"all single bytes among them; {missing!r} is missing"
        raise OptionError(name="pieces", value=f"{len(listed)} pieces", rule=rule)
    return listed


def _checked_counts(counts: Iterable[int], pieces: int) -> tuple[int, ...]:
    rule = f"an integer of at least 1 for each of {pieces} pieces"
    listed = as_tuple("counts", counts, rule)
    if not {*map(type, listed)} <= {int}:
        listed = tuple(as_integer("counts", count) for count in listed)
    if len(listed) != pieces:
        raise OptionError(name="counts", value=f"{len(listed)} counts", rule=rule)
    if min(listed) < 1:
        raise OptionError(name="counts", value=min(listed), rule=rule)
    if sum(listed) > MAX_TOTAL:
        raise OptionError(
            name="counts", value=sum(listed), rule=f"at most {MAX_TOTAL} together"
        )
    return listed


def load_bytepiece(path: str | PathLike[str]) -> UnigramModel:
    """The model in a file, BytePiece's own or ours; raises ``FormatError``."""
    path = as_path("path", path)
    return read_bytepiece({path.name: read_bytes(path)})


def save_bytepiece(model: UnigramModel, path: str | PathLike[str]) -> None:
    """Write the file that BytePiece's ``Tokenizer`` loads; whole or not at all.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> with TemporaryDirectory() as folder:
    ...     save_bytepiece(model, Path(folder) / "my.model")
    ...     load_bytepiece(Path(folder) / "my.model") == model
    True
    """
    check_unigram(model)
    path = as_path("path", path)
    (text,) = write_bytepiece(model).values()
    write_set(path.parent, {path.name: text.encode()})


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
