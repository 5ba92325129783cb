"""``bpe-lab convert``: a vocabulary's files in another format."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bpe_core.formats.folders import write_texts
from bpe_core.formats.known_formats import written_names
from bpe_core.registry import FORMATS, look_up
from bpe_core.runtime.files import check_apart
from bpe_lab.cli.models import HELP, OpenPattern, OpenSpecials, model_files, model_of
from bpe_lab.cli.pipes import OutFolder, check_out_folder
from bpe_lab.cli.stopping import stoppable


def convert_command(
    model: Annotated[str, typer.Argument(help=HELP)],
    to: Annotated[str, typer.Option(help=f"The format: {', '.join(FORMATS)}.")],
    out: OutFolder,
    pattern: OpenPattern = None,
    special_token: OpenSpecials = None,
) -> None:
    """Write a vocabulary in another format.

    All files are written or none, and their names printed. What the format cannot hold
    is an error, never a loss.
    """
    with stoppable() as stop:
        form = look_up("format", FORMATS, to)
        check_out_folder(out)
        files = form.write(model_of(model, pattern=pattern, special_token=special_token))
        check_apart([out / name for name in sorted(written_names())], model_files(model))
        stop.heeded = True  # all files are written or none
        write_texts(out, files)
    sys.stdout.writelines(f"{out / name}\n" for name in files)
    sys.stdout.flush()
    raise typer.Exit(stop.code)
