"""``bpe-lab sheet``: exercises to be printed, and their keys."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from bpe_core.runtime.file_set import write_set
from bpe_lab.cli.pipes import OutFolder, check_out_folder
from bpe_lab.exercises.draw import Script
from bpe_lab.exercises.seed import Seed
from bpe_lab.html_pages import Language
from bpe_lab.sheets.sheet import SHEETS, make_sheets, sheets_page

WRITTEN_IN: dict[Language, Script] = {"en": "latin", "zh": "chinese"}
FILES = {"sheets.html": False, "keys.html": True}  # and whether it has the answers


def sheet_command(
    out: OutFolder,
    kind: Annotated[str, typer.Option(help=f"{', '.join(SHEETS)}.")] = "trace.naive",
    level: Annotated[int, typer.Option(help="1 to 5, from the easiest on.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="Of the first sheet; the first there is without it.")
    ] = None,
    copies: Annotated[int, typer.Option(help="How many, each of the next seed.")] = 1,
    language: Annotated[Language, typer.Option(help="Of the words.")] = "en",
    script: Annotated[
        Script | None, typer.Option(help="Of the texts; that of the language without it.")
    ] = None,
) -> None:
    """Write exercises to be printed on A4 or Letter, and their keys.

    sheets.html has a page or two per copy, keys.html the same with the answers. The same seed
    gives the same sheet everywhere, and the same text that the app has under this seed.
    """
    check_out_folder(out)
    first = Seed(0) if seed is None else Seed.read(seed)
    sheets = make_sheets(kind, level, first, copies, script or WRITTEN_IN[language])
    pages = {name: sheets_page(sheets, language, key=key) for name, key in FILES.items()}
    write_set(out, {name: page.encode() for name, page in pages.items()})
    Console().file.write("".join(f"{out / name}\n" for name in FILES))
