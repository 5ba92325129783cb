"""The figures of a command's work: a table for people, one line of JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bpe_lab.cli.tables import Table

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
PHASES: Mapping[str, str] = {
    "download": "fetching, s",
    "compile": "compiling, this once, s",
    "count": "counting pre-tokens, s",
    "sum": "summing counts, s",
    "merge": "merging, s",
    "encode": "encoding, s",
    "decode": "decoding, s",
    "write": "writing, s",
    "total": "in all, s",
}


def show(title: str, figures: Mapping[str, object], *, as_json: bool) -> None:
    """Print them to stdout; ``figures["seconds"]`` holds those of every phase.

    ``peak_memory`` is in bytes, and 0 if the system does not report it.
    """
    from rich.console import Console  # which short work does not wait for

    console = Console()
    if as_json:
        console.file.write(json.dumps(figures, ensure_ascii=False) + "\n")
    else:
        Table([title, ""], list(_rows(figures))).draw(console)
    console.file.flush()


def _rows(figures: Mapping[str, object]) -> list[list[object]]:
    rows: list[list[object]] = []
    for name, value in figures.items():
        if name == "seconds" and isinstance(value, Mapping):
            rows += [[PHASES.get(phase, phase), taken] for phase, taken in value.items()]
        elif name == "peak_memory" and isinstance(value, int):
            rows += [[LABELS[name], value / 1e6]] if value else []
        elif name in LABELS and value is not None:
            rows.append([LABELS[name], f"{value:,}" if isinstance(value, int) else value])
    return rows
