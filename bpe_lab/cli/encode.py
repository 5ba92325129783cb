"""``bpe-lab encode``: a text's token ids, to a pipe or a file."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated

import numpy as np
import typer

import bpe_core
from bpe_core.encode.encode_file import EncodedFile
from bpe_core.encode.id_file import IdFormat, smallest_type
from bpe_core.errors import NotUTF8Error
from bpe_core.model import BPEModel
from bpe_core.runtime.files import naming
from bpe_core.runtime.machine import temporary_folder
from bpe_lab.cli.compiling import compile_first
from bpe_lab.cli.figures import show
from bpe_lab.cli.ids import format_of, read_blocks, write_text
from bpe_lab.cli.meter import meter_of
from bpe_lab.cli.models import (
    HELP,
    OpenPattern,
    OpenSpecials,
    allowed,
    model_files,
    model_of,
)
from bpe_lab.cli.pipes import STDIN, STDIN_NAME, as_file, check_out, out_path, written
from bpe_lab.cli.saying import refuse
from bpe_lab.cli.shard_options import (
    SHARDS,
    Address,
    Part,
    Spread,
    TextField,
    are_shards,
    parsed_part,
)
from bpe_lab.cli.stopping import stoppable
from bpe_lab.measure.memory import high_water

SHORT = 2**15  # bytes


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
    threads: Annotated[
        int | None, typer.Option(min=1, help="As many as there are cores without it.")
    ] = None,
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
        from bpe_lab.cli.encode_many import encode_many

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
        direct = out if form is not IdFormat.TEXT else None
        try:
            if form is IdFormat.TEXT and is_short(text):
                encoded = encode_short(vocabulary, text, copies / "ids.bin", specials)
            else:
                compile_first(meter, "texts")
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
            with encoded.path.open("rb") as ids, written(out) as target:
                if form is IdFormat.TEXT:
                    write_text(read_blocks(ids, IdFormat.RAW, encoded.dtype), target)
                else:
                    shutil.copyfileobj(ids, target)
    if out:
        figures = {
            "bytes": encoded.size,
            "ids": encoded.count,
            "bytes_per_id": encoded.size / encoded.count if encoded.count else None,
            "seconds": {**meter.seconds, "total": perf_counter() - started},
            "peak_memory": high_water(),
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
