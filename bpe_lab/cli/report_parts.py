"""Tables and sentences one under the other, and the sentences that several reports have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console

from bpe_lab.cli.tables import Table, printable, table

BUSY = 0.1  # cores that others took, from which on it is said


def draw(console: Console, parts: Iterable[Table | str], *, markdown: bool = False) -> None:
    """Tables in columns at a terminal, as Markdown elsewhere and where it is asked for."""
    for number, part in enumerate(parts):
        if number:
            console.file.write("\n")
        if isinstance(part, str):
            console.file.write(printable(part) + "\n")
        elif markdown:
            console.file.write(table(part.headers, part.rows) + "\n")
        else:
            part.draw(console)


def circumstances(others: float | None, facts: Mapping[str, str]) -> Iterator[str]:
    """What else took cores meanwhile, and which machine it was."""
    if others is not None and others > BUSY:
        yield f"Other programs took {others:.1f} cores on average meanwhile."
    yield f"{machine_of(facts)}."


def machine_of(facts: Mapping[str, str]) -> str:
    """The machine in a line."""
    return "Machine: " + ", ".join(f"{name} {fact}" for name, fact in facts.items())


def not_installed(libraries: Iterable[str]) -> Iterator[str]:
    """A sentence where there are any."""
    missing = sorted(set(libraries))
    if missing:
        yield f"Not installed: {', '.join(missing)}."
