"""Files as they come in: read with bounds and clear errors, and known where they are mistaken.

What is given in place of a vocabulary is known by its content and named:

not fetched      a Git LFS pointer, a web page, a server's refusal
not text         an archive, a pickle, weights, a picture, UTF-16
another part     a tokenizer's or a model's settings
another library  SentencePiece, minbpe, fastBPE, ids before tokens
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.runtime.files import read_file
from bpe_core.runtime.text import LFS_POINTER, encoding_marked

MAX_FILE_BYTES = 64 * 2**20
MAX_PARTS = 2**22  # brackets and commas of JSON, lines of text: they determine the memory


def read_bytes(path: Path) -> bytes:
    """A file of bounded size, also while a save is at it; raises ``FormatError``."""
    return read_file(path, bounded)


def bounded(path: Path) -> bytes:
    """A file as it is on the disk."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):  # to open a pipe may wait for ever
            raise broken(path.name, WHOLE, "is_no_file")
        if status.st_size > MAX_FILE_BYTES:  # weights, an archive: that is said first
            with path.open("rb") as file:
                check_is_text(path.name, file.read(LOOKED_AT))
        check_size(path.name, status.st_size)
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise broken(path.name, WHOLE, "unreadable", reason=reason) from error


def check_size(file: str, size: int) -> None:
    """Raise ``FormatError`` for more than ``MAX_FILE_BYTES``."""
    if size > MAX_FILE_BYTES:
        raise broken(file, WHOLE, "too_large", limit=MAX_FILE_BYTES, size=size)


def text_of(file: str, data: bytes) -> str:
    """UTF-8 as text, line ends untouched; raises ``FormatError``."""
    check_size(file, len(data))
    check_is_text(file, data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise broken(file, at("offset", error.start), "not_utf8") from error


def lines_of(file: str, data: bytes) -> list[tuple[int, str]]:
    """The lines that are not empty, each with its number; ends of ``\\n`` or ``\\r\\n``."""
    return [(number, line) for number, line in enumerate(_all_lines(file, data), 1) if line]


def full_text(file: str, data: bytes) -> str:
    """These lines as one text, ``\\n`` between them: most files are that already.

    >>> full_text("x", b"t h\\r\\n\\nth e\\n")
    't h\\nth e'
    """
    text = text_of(file, data)
    if "\r" in text or "\n\n" in text or text.startswith("\n"):
        return "\n".join(filter(None, _all_lines(file, data)))
    _check_parts(file, text.count("\n"))
    return text.removesuffix("\n")


def _all_lines(file: str, data: bytes) -> list[str]:
    text = text_of(file, data)
    _check_parts(file, text.count("\n"))
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def json_of(file: str, data: bytes) -> Any:
    """JSON in which no object has a key twice; raises ``FormatError`` with the location."""
    text = text_of(file, data)
    if not text.strip():
        raise broken(file, WHOLE, "is_empty")
    _check_parts(file, sum(text.count(sign) for sign in "[{,"))

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) < len(pairs):
            (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
            raise broken(file, at("key", twice), "key_twice")
        return table

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        position = {"line": error.lineno, "column": error.colno}
        raise broken(file, WHOLE, "not_json", **position) from error
    except RecursionError as error:
        raise broken(file, WHOLE, "deep_json") from error
    except ValueError as error:
        if isinstance(error, FormatError):
            raise
        raise broken(file, WHOLE, "long_number") from error


def numbers_of(file: str, data: bytes) -> Any:
    """The same for an object of numbers, in six sevenths of the time.

    Where an object has as many keys as its file has strings, no key stands there twice. What is
    not such an object is left to `json_of` and its errors.
    """
    text = text_of(file, data)
    if sum(map(data.count, (b"[", b"{", b","))) <= MAX_PARTS:
        with suppress(ValueError, RecursionError):
            table = json.loads(text)
            if isinstance(table, dict) and len(table) == _strings_in(data):
                return table
    return json_of(file, data)


def _strings_in(data: bytes) -> int:
    """How many strings JSON has: two quotes each, and none within that is not escaped.

    >>> _strings_in(rb'{"a": 0, "\\": 1, "\"": 2}')
    3
    """
    unescaped = data.replace(rb"\\", b"") if b"\\" in data else data
    return (unescaped.count(b'"') - unescaped.count(b'\\"')) // 2


def _check_parts(file: str, count: int) -> None:
    if count > MAX_PARTS:
        raise broken(file, WHOLE, "too_many", limit=MAX_PARTS, count=count)


LOOKED_AT = 4096  # bytes at a file's beginning
LONGEST_REFUSAL = 2048  # bytes; a server's error is shorter than any vocabulary

# How files begin, and what they are; the value is an archive's or a picture's own name.
BEGINNINGS: Mapping[bytes, tuple[str, str]] = {
    LFS_POINTER: ("is_pointer", ""),
    b"PK\x03\x04": ("is_archive", "zip"),
    b"PK\x05\x06": ("is_archive", "zip"),
    b"\x1f\x8b": ("is_archive", "gzip"),
    b"BZh": ("is_archive", "bzip2"),
    b"\xfd7zXZ\x00": ("is_archive", "xz"),
    b"\x28\xb5\x2f\xfd": ("is_archive", "zstd"),
    b"7z\xbc\xaf\x27\x1c": ("is_archive", "7z"),
    b"Rar!\x1a\x07": ("is_archive", "RAR"),
    b"\x80\x02": ("is_pickle", ""),
    b"\x80\x03": ("is_pickle", ""),
    b"\x80\x04": ("is_pickle", ""),
    b"\x80\x05": ("is_pickle", ""),
    b"GGUF": ("is_weights", "GGUF"),
    b"ggjt": ("is_weights", "GGML"),
    b"\x89HDF": ("is_weights", "HDF5"),
    b"PAR1": ("is_table", "Parquet"),
    b"SQLite format 3": ("is_table", "SQLite"),
    b"\x89PNG": ("is_image", ""),
    b"\xff\xd8\xff": ("is_image", ""),
    b"GIF8": ("is_image", ""),
    b"%PDF": ("is_pdf", ""),
    b"minbpe v": ("is_minbpe", ""),
    b"[\\u0000] 0": ("is_minbpe", ""),  # its file for people
}
TORCH = b"data.pkl"  # the first member of the zip that `torch.save` makes
SAFETENSORS = re.compile(rb".{5}\x00{3}\{\s*\"", re.DOTALL)  # behind the size of its head
TAR = re.compile(rb".{257}ustar", re.DOTALL)
WIDE = re.compile(rb"(?:[^\x00]\x00){4}|(?:\x00[^\x00]){4}")  # UTF-16 without its mark
XML = rb"\s*(?:<\?xml[^>]*>)?\s*"
WEB_PAGE = re.compile(
    XML + rb"<(?:!doctype\b|html|head|body|title|meta|script|!--|(?:div|h\d|p|svg)\b)",
    re.IGNORECASE,
)
REFUSAL_XML = re.compile(XML + rb"<Error\b[^>]*>.*?<Code>(\w+)</Code>", re.DOTALL)
REFUSAL = re.compile(
    r"\s*(?:(?:error|http(?:/\S+)?|[45]\d\d)\W+)*(?:"
    r"access (?:denied|to .{1,300}? is restricted)|(?:\w+ ){0,3}not found|unauthorized"
    r"|forbidden|permission denied|invalid (?:user|credential|token|auth|api)|authentication"
    r"|cannot access|this repository is|sorry, |please (?:log|sign) in|no such (?:file|key)"
    r"|too many requests|(?:\w+ )?rate limit|(?:internal server|client|server) error"
    r"|bad gateway|service unavailable|gateway time-?out"
    r"|you (?:are|do not|don't|need|must) .{0,80}access"
    r")(?![^\s\w]*\s*\d)",  # subtle: "forbidden 5" is a word and its count
    re.IGNORECASE,
)
# fastBPE's codes: two symbols and a count. The first merge joins two characters.
COUNTED = re.compile(rb"\S{1,4} \S{1,4}(?:</w>)? \d+\r?\n(?:\S+ \S+ \d+\r?(?:\n|\Z)|\Z)")
REFUSAL_KEYS = ("error", "message", "detail", "errors", "Message", "msg", "error_description")
SETTINGS = frozenset(
    {
        *("tokenizer_class", "added_tokens_decoder", "model_max_length"),
        *(
            "clean_up_tokenization_spaces",
            "bos_token",
            "eos_token",
            "additional_special_tokens",
        ),
        *("model_type", "architectures", "transformers_version"),
        *("bos_token_id", "eos_token_id"),
        *("vocab_size", "n_vocab", "attention_dropout", "attn_pdrop"),
    }
)
# Keys of these that may have a number; a vocabulary could begin with such a token as well.
NUMBERED = SETTINGS | {"status", "statusCode", "status_code", "code", "Code"}
MODEL_KEY = re.compile(rb'"model"\s*:')
INVERTED = re.compile(rb'\s*\{\s*"\d+"\s*:\s*"')


def check_is_text(file: str, data: bytes) -> None:
    """Raise ``FormatError`` for a file of a known kind that is no vocabulary, naming the kind.

    Looks at its beginning alone, and at the whole of a short one.
    """
    has_mark = data.startswith(BOM_UTF8)  # as servers send it before a refusal, too
    data = data.removeprefix(BOM_UTF8)
    head = data[:LOOKED_AT]
    for beginning, (rule, kind) in BEGINNINGS.items():
        if head.startswith(beginning):
            if TORCH in head[:256]:
                rule, kind = "is_weights", "PyTorch"
            raise broken(file, WHOLE, rule, **({"kind": kind} if kind else {}))
    if SAFETENSORS.match(head):
        raise broken(file, WHOLE, "is_weights", kind="safetensors")
    if TAR.match(head):
        raise broken(file, WHOLE, "is_archive", kind="tar")
    if begins_as_sentencepiece(head):
        raise broken(file, WHOLE, "is_sentencepiece")
    if COUNTED.match(head):
        raise broken(file, WHOLE, "is_counted")
    encoding = encoding_marked(head) or ("UTF-16" if WIDE.match(head) else None)
    if encoding:
        raise broken(file, WHOLE, "is_encoded", encoding=encoding)
    if refusal := REFUSAL_XML.match(head):
        raise broken(file, WHOLE, "is_refusal", text=refusal[1].decode())
    if WEB_PAGE.match(head):
        raise broken(file, WHOLE, "is_web_page")
    if len(data) <= LONGEST_REFUSAL and (line := _refusal(data)):
        raise broken(file, WHOLE, "is_refusal", text=line)
    if has_mark:
        raise broken(file, WHOLE, "has_mark")


def begins_as_sentencepiece(head: bytes) -> bool:
    r"""Whether protobuf begins with a piece: its size, its text's size, its text, a float.

    >>> begins_as_sentencepiece(b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02")
    True
    """
    if len(head) < 6 or head[0] != 0x0A or head[2] != 0x0A:
        return False
    behind = 4 + head[3]
    return behind <= 2 + head[1] and head[behind : behind + 1] == b"\x15"


def _refusal(data: bytes) -> str | None:
    """The first line of a server's refusal in words."""
    text = data.decode("utf-8", "replace")
    return text.strip().split("\n")[0].strip() if REFUSAL.match(text) else None


def mistaken_json(file: str, data: bytes, value: Any) -> FormatError:
    """What JSON is that is no ``tokenizer.json``: ``value``, parsed from ``data``."""
    if INVERTED.match(data):
        return broken(file, WHOLE, "is_inverted")
    if not isinstance(value, dict):
        return broken(file, WHOLE, "an_object")
    if text := next(_refusals(value), None):
        return broken(file, WHOLE, "is_refusal", text=text)
    if "weight_map" in value:
        return broken(file, WHOLE, "is_weights", kind="index")
    if SETTINGS & value.keys():
        return broken(file, WHOLE, "is_settings")
    return broken(file, WHOLE, "no_model", keys=", ".join(value))


def _refusals(value: dict[str, Any]) -> Iterator[str]:
    for key in REFUSAL_KEYS:
        text = value.get(key)
        if isinstance(text, list) and text:
            text = text[0]
        if isinstance(text, dict):
            text = text.get("message") or text.get("code")
        if isinstance(text, str):
            yield text
