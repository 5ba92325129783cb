"""Commands by name: each is imported when somebody asks for it, not for a list of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pkgutil import resolve_name

import typer

# By its name: where a command stands, as ``module:name``, and its line in the list of all.
Commands = Mapping[str, tuple[str, str]]

ABOUT = "Byte-pair encoding to import, to watch and to time."


def program(commands: Commands, words: Sequence[str]) -> typer.Typer:
    """The program with all ``commands``, of which those are loaded that ``words`` name.

    A program of one command needs no name for it.
    """
    app = typer.Typer(help=ABOUT, add_completion=False, rich_markup_mode=None)
    for name, (where, line) in commands.items():
        if name in words or len(commands) == 1:
            _add(app, name, resolve_name(where))
        else:
            app.command(name, help=line)(_listed)
    return app


def _add(app: typer.Typer, name: str, command: Callable[..., None] | typer.Typer) -> None:
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


def _listed() -> None:
    """A command that nobody asked for: it stands in the list, and never runs."""
