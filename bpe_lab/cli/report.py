"""What a command prints of its work: tables, sentences and figures, each under the other.

A table has columns at a terminal and is Markdown, or one line of JSON, elsewhere.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from bpe_lab.cli.terminal import console, unit_of
from bpe_lab.measure.memory import high_water
from bpe_lab.measure.reasons import printable

if TYPE_CHECKING:
    from rich.console import Console

    from bpe_lab.measure.record import Band

BUSY = 0.1  # cores that others took, from which on it is said
LABELS: Mapping[str, str] = {
    "bytes": "bytes of text",
    "shards": "shards",
    "texts": "texts",
    "occurrences": "pre-tokens",
    "pre_tokens": "distinct pre-tokens",
    "vocab_size": "tokens in the vocabulary",
    "merges": "merges",
    "ids": "ids",
    "bytes_per_id": "bytes an id",
    "peak_memory": "peak memory, MB",
}


def show(title: str, figures: Mapping[str, object], *, as_json: bool) -> None:
    """Print figures to stdout: a table for people, one line of JSON for programs.

    ``figures["seconds"]`` holds those of every phase and of all; ``peak_memory`` is in bytes,
    and 0 if the system does not report it.
    """
    if as_json:
        print_json(figures)
    else:
        print_table([title, ""], list(_rows(figures)))


def costs(seconds: Mapping[str, float], started: float) -> dict[str, object]:
    """What work has taken, for its figures: each phase, all since ``started``, and memory."""
    total = perf_counter() - started
    return {"seconds": {**seconds, "total": total}, "peak_memory": high_water()}


def print_json(values: object) -> None:
    """One line of JSON to stdout, now."""
    sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table to stdout, now."""
    Table(headers, rows).draw(console())
    sys.stdout.flush()


def _rows(figures: Mapping[str, object]) -> Iterator[list[object]]:
    for name, value in figures.items():
        if name == "seconds" and isinstance(value, Mapping):
            for phase, taken in value.items():
                doing = "in all" if phase == "total" else unit_of(phase).doing
                yield [f"{doing}, s", taken]
        elif name == "peak_memory" and isinstance(value, int):
            yield from [[LABELS[name], value / 1e6]] if value else []
        elif name in LABELS and value is not None:
            yield [LABELS[name], f"{value:,}" if isinstance(value, int) else value]


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` are as long as ``headers``; the first column holds names."""

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]

    def draw(self, console: Console) -> None:
        """Columns at a terminal, else Markdown; no cell is ever cut or folded."""
        form = aligned if console.is_terminal else table
        console.file.write(form(self.headers, self.rows) + "\n")


Part: TypeAlias = Table | str


def draw(
    screen: Console, parts: Iterable[Part | Sequence[Part]], *, markdown: bool = False
) -> None:
    """Tables in columns at a terminal, as Markdown elsewhere and where it is asked for.

    An empty line stands between parts, but none within several that are one.
    """
    for number, part in enumerate(parts):
        if number:
            screen.file.write("\n")
        for each in [part] if isinstance(part, str | Table) else part:
            if isinstance(each, str):
                screen.file.write(printable(each) + "\n")
            elif markdown:
                screen.file.write(table(each.headers, each.rows) + "\n")
            else:
                each.draw(screen)


def aligned(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as necessary, the first left-aligned, the others right-aligned.

    >>> print(aligned(["lane", "s"], [["linked", 0.12345]]))
    lane        s
    linked  0.123
    """
    lines = [list(map(cell_text, line)) for line in (headers, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; floats with three significant digits, bars of a cell escaped.

    >>> print(table(["lane", "s"], [["linked", 0.12345]]))
    | lane | s |
    | --- | --- |
    | linked | 0.123 |
    """
    lines = [headers, ["---"] * len(headers), *rows]
    cells = ([cell_text(cell).replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def cell_text(value: object) -> str:
    """The text of a cell; no exponents, so that figures compare at a glance.

    >>> [cell_text(value) for value in (1234.5, 0.001234, 0.0000123, "x", None)]
    ['1234', '0.00123', '0.0000123', 'x', '']
    """
    if value is None:
        return ""
    if not isinstance(value, float):
        return printable(str(value))
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) >= 0.0001 or not value else f"{value:.7f}"


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


def size_of(size: int) -> str:
    """Bytes as people say them.

    >>> size_of(20_999_280), size_of(400_702), size_of(999)
    ('21.0 MB', '401 KB', '999 bytes')
    """
    if size >= 1_000_000:
        return f"{size / 1e6:.1f} MB"
    return f"{size / 1e3:.0f} KB" if size >= 1000 else f"{size} bytes"


def duration(seconds: float) -> str:
    """Seconds, or milliseconds where there is not one.

    >>> duration(12.345), duration(0.01234)
    ('12.3 s', '12.3 ms')
    """
    return f"{in_unit_of(seconds, seconds)} {'s' if seconds >= 1 else 'ms'}"


def in_unit_of(other: float, seconds: float) -> str:
    """``seconds`` in the unit that ``duration`` gives another time, without it."""
    return cell_text(seconds if other >= 1 else seconds * 1e3)


def spread(band: Band | None, *, bound: bool = False) -> str | None:
    """Quartiles, without the median; ``bound``: the upper one is at least as high."""
    return (
        f"{cell_text(band.lower)}–{'≥' if bound else ''}{cell_text(band.upper)}"
        if band
        else None
    )
