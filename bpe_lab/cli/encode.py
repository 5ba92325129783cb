"""``bpe-lab encode`` and ``decode``: token ids of a text, and its bytes again.

Ids go through files and pipes a block at a time: as text, numpy's ``.npy``, or raw.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, BinaryIO, Literal, TypeAlias

import numpy as np
import typer
from numpy.typing import NDArray

import bpe_core
from bpe_core.encode.encode_file import EncodedFile
from bpe_core.encode.id_file import IdFormat, IdLines, format_named, smallest_type
from bpe_core.encode.whole_text import SHORT, decode_bytes
from bpe_core.errors import InputError, NotUTF8Error, OptionError, TokenIdError
from bpe_core.kernels import TO_ENCODE
from bpe_core.model import BPEModel
from bpe_core.runtime.files import naming
from bpe_core.runtime.machine import temporary_folder
from bpe_core.runtime.progress import Phase
from bpe_lab.cli.arguments import (
    HELP,
    OpenPattern,
    OpenSpecials,
    allowed,
    model_files,
    model_of,
)
from bpe_lab.cli.commands import Threads
from bpe_lab.cli.pipes import (
    STDIN,
    STDIN_NAME,
    as_file,
    check_out,
    out_path,
    output,
    read_bytes,
)
from bpe_lab.cli.report import costs, show
from bpe_lab.cli.shards import (
    SHARDS,
    Address,
    Part,
    Spread,
    TextField,
    are_shards,
    encode_many,
    parsed_part,
)
from bpe_lab.cli.terminal import compile_first, meter_of, refuse, stoppable

Ids: TypeAlias = NDArray[Any]

FEW = 4096  # ids, for decoding likewise
BLOCK = 1 << 18  # ids
MAGIC = b"\x93NUMPY"
LONGEST = 18  # characters of an id in a text, so that it fits into 64 bits
ALL_DIGITS = re.compile(rb"[0-9\s]*")
TOO_LONG = re.compile(rb"[0-9]{%d}" % (LONGEST + 1))


def encode_command(
    model: Annotated[str, typer.Argument(help=HELP)],
    files: Annotated[
        list[str] | None,
        typer.Argument(help=f"UTF-8; standard input without it. Or shards. {SHARDS}"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write ids here: .npy, text in .txt or .ids, else raw; to standard output "
            "without. Of shards, the folder for the .npy file of each.",
            parser=out_path,
            metavar="<path>",
        ),
    ] = None,
    id_format: Annotated[
        IdFormat | None, typer.Option("--format", help="Other than the file's name says.")
    ] = None,
    allow_special: Annotated[
        list[str] | None,
        typer.Option(help="A special token that the text may hold; all for all of them."),
    ] = None,
    pattern: OpenPattern = None,
    special_token: OpenSpecials = None,
    unicode: Annotated[
        str | None,
        typer.Option(help="Letters and digits of this version: 16.0, which is tiktoken's."),
    ] = None,
    threads: Threads = None,
    engine: Spread = None,
    address: Address = None,
    part: Part = None,
    text_field: TextField = "text",
    as_json: Annotated[
        bool, typer.Option("--json", help="With --out: figures as JSON.")
    ] = False,
) -> None:
    """Encode a text to token ids, or many texts in many files.

    They are written in decimal, twenty a line, or with --out to a file. Raw and .npy files
    hold 16 bits an id where the vocabulary fits, else 32, little-endian. Memory stays bounded
    however long the text is. Special tokens in it are ordinary text unless they are allowed.

    Of each shard the folder --out gets NAME.npy, its ids; NAME.ends.npy, the ids up to the end
    of each text; and NAME.json, what they are. The same command after a crash goes on.
    """
    names = files or [STDIN]
    read = partial(
        model_of, model, pattern=pattern, special_token=special_token, unicode=unicode
    )
    if engine or part is not None or are_shards(names):
        vocabulary = read()
        encode_many(
            vocabulary,
            names,
            out,
            engine=engine or "local",
            address=address,
            part=parsed_part(part),
            text_field=text_field,
            allowed_special=allowed(vocabulary, allow_special or ()),
            threads=threads,
            as_json=as_json,
        )
        return
    (file,) = names
    started = perf_counter()
    form = format_of(out, id_format)
    check_out(out, file, *model_files(model))
    with stoppable(), temporary_folder() as copies, meter_of(out) as meter:
        vocabulary = read()
        text = as_file(file, copies)
        specials = allowed(vocabulary, allow_special or ())
        # Integers go to their file at once; text, and what a pipe gets, by way of another one,
        # so that nothing is written where a text turns out to be no UTF-8.
        direct = out if form is not IdFormat.TEXT else None
        try:
            if form is IdFormat.TEXT and is_short(text):
                encoded = encode_short(vocabulary, text, copies / "ids.bin", specials)
            else:
                compile_first(meter, *TO_ENCODE)
                suffix = ".npy" if form is IdFormat.NPY else ".bin"
                encoded = bpe_core.encode_file(
                    vocabulary,
                    text,
                    direct or copies / f"ids{suffix}",
                    allowed_special=specials,
                    threads=threads,
                    on_progress=meter,
                )
        except NotUTF8Error as error:
            refuse(f"{STDIN_NAME if file == STDIN else file}: {error}")
        if direct is None:
            with encoded.path.open("rb") as ids, output(out) as target:
                if form is IdFormat.TEXT:
                    write_text(read_blocks(ids, IdFormat.RAW, encoded.dtype), target)
                else:
                    shutil.copyfileobj(ids, target)
    if out:
        figures = {
            "bytes": encoded.size,
            "ids": encoded.count,
            "bytes_per_id": encoded.size / encoded.count if encoded.count else None,
            **costs(meter.seconds, started),
            "file": str(out),
            "dtype": "text" if form is IdFormat.TEXT else np.dtype(encoded.dtype).name,
        }
        show(str(out), figures, as_json=as_json)


def is_short(text: Path) -> bool:
    """Whether loading compiled code would take longer than encoding without it."""
    return text.is_file() and text.stat().st_size < SHORT


def encode_short(
    model: BPEModel, text: Path, target: Path, allowed_special: Collection[str]
) -> EncodedFile:
    """Like ``bpe_core.encode_file``, in Python."""
    data = text.read_bytes()
    ids = np.array(bpe_core.encode(model, data, allowed_special=allowed_special))
    dtype = smallest_type(model)
    with naming(target):
        target.write_bytes(ids.astype(dtype).tobytes())
    return EncodedFile(target, len(data), len(ids), dtype)


def decode_command(
    model: Annotated[str, typer.Argument(help=HELP)],
    file: Annotated[
        str, typer.Argument(help="Ids as encode writes them; standard input without it.")
    ] = STDIN,
    out: Annotated[
        Path | None, typer.Option(help="Write here, not to standard output.")
    ] = None,
    id_format: Annotated[
        IdFormat | None, typer.Option("--format", help="Other than the file's name says.")
    ] = None,
    special_token: OpenSpecials = None,
    dtype: Annotated[
        Literal["uint16", "uint32"] | None,
        typer.Option(help="Of raw ids; what encode writes with this vocabulary without it."),
    ] = None,
) -> None:
    """Decode ids to the bytes they stand for.

    To the very byte, whether or not they are UTF-8. numpy's files are seen by how they begin;
    bytes go out while ids come in.
    """
    check_out(out, file, *model_files(model))
    with stoppable(), meter_of(out) as meter:
        vocabulary = _model(model, special_token)
        raw = np.dtype(dtype).newbyteorder("<") if dtype else smallest_type(vocabulary)
        with read_bytes(file) as source:
            form = id_format or _form(source, file)
            position = 0
            with output(out) as target:
                phase = Phase(meter, "decode", None)
                for ids in read_blocks(source, form, raw):
                    if not position and len(ids) > FEW:
                        compile_first(meter, "encode")
                    target.write(_decoded(vocabulary, ids, position))
                    position += len(ids)
                    phase.reached(position)
                phase.finished(position)


def _model(name: str, special_token: Sequence[str] | None) -> BPEModel:
    """The vocabulary; nothing is cut, so how is not asked, and nothing said of it."""
    pattern = "none" if Path(name).exists() else None
    return model_of(name, pattern=pattern, special_token=special_token)


def _decoded(model: BPEModel, ids: Ids, position: int) -> bytes:
    """The bytes of a block; an error counts from the first of all ids, not of the block."""
    try:
        return decode_bytes(model, ids if len(ids) > FEW else ids.tolist())
    except TokenIdError as error:
        absolute = position + int(str(error.values["position"]))
        raise TokenIdError(**{**error.values, "position": absolute}) from error


def _form(source: BinaryIO, name: str) -> IdFormat:
    """By the file's beginning, else by its name."""
    peek = getattr(source, "peek", None)
    if peek is not None and peek(len(MAGIC)).startswith(MAGIC):
        return IdFormat.NPY
    named = format_of(None if name == STDIN else Path(name), None)
    return IdFormat.TEXT if named is IdFormat.NPY else named


def format_of(path: Path | None, asked: IdFormat | None) -> IdFormat:
    """The requested form, else the one of the file's suffix, else raw.

    >>> format_of(None, None).value, format_of(Path("a.bin"), None).value
    ('text', 'raw')
    """
    named = format_named(path) if path else IdFormat.TEXT
    if path and asked and IdFormat.NPY in (asked, named) and asked != named:
        raise OptionError(name="format", value=asked.value, rule=f"not in {path.name}")
    return asked or named


def write_text(ids: Iterator[Ids], file: BinaryIO) -> None:
    """Decimal ids, spaces between them, twenty a line."""
    lines = IdLines(file)
    for block in ids:
        lines.write(block)
    lines.end()


def read_blocks(file: BinaryIO, form: IdFormat, dtype: np.dtype[Any]) -> Iterator[Ids]:
    """The ids of an open file or pipe, about ``BLOCK`` at a time.

    Raises ``InputError("not_an_id")`` for a text with anything else, ``OptionError`` for arrays
    that are not lists of integers.
    """
    if form is IdFormat.TEXT:
        return _of_text(file)
    if form is IdFormat.NPY:
        dtype = _npy_type(file)
    return _of_integers(file, dtype)


def _npy_type(file: BinaryIO) -> np.dtype[Any]:
    """The type of the array whose header comes next."""
    try:
        version = np.lib.format.read_magic(file)
        readers = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }
        shape, _, dtype = readers[version](file)
    except (ValueError, KeyError) as error:
        raise OptionError(name="format", value="npy", rule="the header is broken") from error
    if len(shape) != 1 or dtype.kind not in "iu":
        value = f"{dtype} {shape}"
        raise OptionError(name="array", value=value, rule="not one row of integers")
    return np.dtype(dtype)


def _of_integers(file: BinaryIO, dtype: np.dtype[Any]) -> Iterator[Ids]:
    while data := file.read(BLOCK * dtype.itemsize):
        if len(data) % dtype.itemsize:
            rule = "the file does not end with a whole id"
            raise OptionError(name="dtype", value=dtype.name, rule=rule)
        yield np.frombuffer(data, dtype).astype(dtype.newbyteorder("="), copy=False)


def _of_text(file: BinaryIO) -> Iterator[Ids]:
    """subtle: the last number of a block may go on in the next one, so it is held back."""
    held, position = b"", 0
    while data := held + (more := file.read(4 * BLOCK)):
        held = b"" if not more or data[-1:].isspace() else data.rsplit(None, 1)[-1]
        ids = _integers(data[: len(data) - len(held)], position)
        if len(held) > LONGEST:
            raise _no_id(held, position + len(ids))
        if len(ids):
            yield ids
            position += len(ids)


def _integers(text: bytes, position: int) -> Ids:
    """Parsed by numpy, unless something needs a closer look: a sign, or not an id."""
    if ALL_DIGITS.fullmatch(text) and not TOO_LONG.search(text) and not text.isspace():
        return np.fromstring(text, np.int64, sep=" ") if text else np.empty(0, np.int64)
    words = text.split()
    for index, word in enumerate(words):
        if not word.removeprefix(b"-").isdigit() or len(word) > LONGEST:
            raise _no_id(word, position + index)
    return np.array(list(map(int, words)), np.int64)


def _no_id(word: bytes, position: int) -> InputError:
    return InputError("not_an_id", value=word[:80].decode(errors="replace"), position=position)
