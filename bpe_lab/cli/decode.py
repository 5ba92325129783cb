"""``bpe-lab decode``: the bytes of token ids, exactly, to a pipe or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import numpy as np
import typer

from bpe_core.encode.id_file import IdFormat, smallest_type
from bpe_core.encode.whole_text import decode_bytes
from bpe_core.errors import TokenIdError
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import Phase
from bpe_lab.cli.compiling import compile_first
from bpe_lab.cli.ids import (
    MAGIC,
    Ids,
    format_of,
    read_blocks,
)
from bpe_lab.cli.meter import meter_of
from bpe_lab.cli.models import HELP, OpenSpecials, model_files, model_of
from bpe_lab.cli.pipes import STDIN, check_out, read_bytes, written
from bpe_lab.cli.stopping import stoppable

FEW = 4096  # ids; below, loading compiled code takes longer than it saves


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
            with written(out) as target:
                phase = Phase(meter, "decode", None)
                for ids in read_blocks(source, form, raw):
                    if not position and len(ids) > FEW:
                        compile_first(meter, "texts")
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
