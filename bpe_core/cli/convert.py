"""``bpe-lab convert``: a vocabulary's files in another format."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from bpe_core.cli.models import HELP, model_files, model_of
from bpe_core.cli.pipes import OutFolder, check_out_folder
from bpe_core.cli.stopping import stoppable
from bpe_core.formats.detect import written_names
from bpe_core.formats.folders import write_texts
from bpe_core.registry import FORMATS, look_up
from bpe_core.runtime.same_file import check_apart

NUMBERED = re.compile(r"(.+)=(\d{1,9})", re.DOTALL)


def convert_command(
    model: Annotated[str, typer.Argument(help=HELP)],
    to: Annotated[str, typer.Option(help=f"The format: {', '.join(FORMATS)}.")],
    out: OutFolder,
    pattern: Annotated[
        str | None, typer.Option(help="How texts are cut, where the files leave it open.")
    ] = None,
    special_token: Annotated[
        list[str] | None,
        typer.Option(help="NAME or NAME=ID, where the files leave them open."),
    ] = None,
) -> None:
    """Write a vocabulary in another format.

    All files are written or none, and their names printed. What the format cannot hold
    is an error, never a loss.
    """
    with stoppable() as stop:
        form = look_up("format", FORMATS, to)
        check_out_folder(out)
        specials = _specials(special_token) if special_token else None
        files = form.write(model_of(model, pattern=pattern, special_tokens=specials))
        check_apart([out / name for name in sorted(written_names())], model_files(model))
        stop.heeded = True  # all files are written or none
        write_texts(out, files)
    sys.stdout.writelines(f"{out / name}\n" for name in files)
    sys.stdout.flush()
    raise typer.Exit(stop.code)


def _specials(asked: Sequence[str]) -> Sequence[str] | Mapping[str, int]:
    """Names, or where every one has a number, names with ids.

    >>> _specials(["<a>=7", "<b>=8"]), _specials(["<a>", "<b>=8"])
    ({'<a>': 7, '<b>': 8}, ['<a>', '<b>=8'])
    """
    matches = [NUMBERED.fullmatch(token) for token in asked]
    if all(matches):
        return {one[1]: int(one[2]) for one in matches if one}
    return list(asked)
