"""What is printed after a comparison: tables for each corpus and size, then sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from bpe_lab.cli.compare_tables import article, breaking, groups, languages, properties
from bpe_lab.cli.compare_words import changed, how_measured, name_of, title_of
from bpe_lab.cli.report_parts import circumstances, draw, not_installed
from bpe_lab.cli.tables import Table
from bpe_lab.cli.units import size_of
from bpe_lab.compare.comparison import CompareStanding, CompareTask


def report(
    console: Console,
    standing: CompareStanding,
    facts: Mapping[str, str],
    *,
    show_details: bool = False,
    markdown: bool = False,
) -> None:
    """Tables in columns at a terminal, as Markdown elsewhere and where it is asked for."""
    parts = sections(standing, facts, show_details=show_details)
    draw(console, parts, markdown=markdown)


def sections(
    standing: CompareStanding, facts: Mapping[str, str], *, show_details: bool = False
) -> Iterator[Table | str]:
    """Tables and sentences on them, in order."""
    yield how_measured(standing.plan)
    for tasks in groups(standing):
        if tasks:
            yield _heading(standing, tasks[0])
            yield article(standing, tasks)
            yield properties(standing, tasks)
            if show_details:
                yield languages(standing, tasks)
                yield breaking(standing, tasks)
            yield from _sentences(standing, tasks)
    entries = standing.entries.values()
    yield from not_installed(str(entry.reason) for entry in entries if entry.state == "absent")
    yield from circumstances(standing.others, facts)


def _heading(standing: CompareStanding, task: CompareTask) -> str:
    sizes = standing.texts.get(task.corpus)
    suffix = (
        f" ({size_of(sizes.training)}; held out {size_of(sizes.held_out)})" if sizes else ""
    )
    return f"Learned from {task.corpus}{suffix}, {task.vocab_size:,} tokens"


def _sentences(standing: CompareStanding, tasks: Sequence[CompareTask]) -> Iterator[str]:
    """Which texts do not come back, and why a run failed."""
    for task in tasks:
        entry = standing.entries[task]
        nfc, other, refused = changed(entry)
        clauses = [
            *([f"gives back as NFC: {', '.join(nfc)}"] if nfc else []),
            *([f"changes: {', '.join(other)}"] if other else []),
            *([f"refuses: {', '.join(refused)}"] if refused else []),
        ]
        if clauses:
            yield f"{name_of(task.system)} {'; '.join(clauses)}."
        if entry.state == "failed":
            yield f"{title_of(task)} failed: {entry.reason}."
