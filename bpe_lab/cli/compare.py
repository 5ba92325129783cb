"""``bpe-lab compare``: the systems of the seeds side by side, with the article's table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bpe_core.errors import OptionError
from bpe_core.registry import SYSTEMS, look_up
from bpe_core.runtime.machine import temporary_folder
from bpe_lab.cli.compare_report import report
from bpe_lab.cli.comparing import run_comparison
from bpe_lab.cli.corpora import DOWNLOAD, SAMPLE, files_of, texts_of
from bpe_lab.cli.measuring import check_outs, exit_stopped, write_file, write_json
from bpe_lab.cli.stopping import stoppable
from bpe_lab.compare.comparison import ComparePlan
from bpe_lab.compare.kept import SavedComparison, read_record, record_of, table_csv
from bpe_lab.compare.runs import CorpusParts, planned
from bpe_lab.measure.machine import libraries_of, machine
from bpe_lab.measure.reasons import one_line

VOCAB_SIZE = 32_000


def compare_command(
    corpus: Annotated[
        list[str] | None,
        typer.Argument(
            help="CORPUS or CORPUS:HELD-OUT, UTF-8 files; without the second one the last "
            "2 % are held out. Of several corpora, each is the others' other source.",
            metavar="CORPUS[:HELD-OUT]...",
        ),
    ] = None,
    vocab_size: Annotated[
        list[int] | None,
        typer.Option(help=f"Tokens; as often as wanted, {VOCAB_SIZE} without it."),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(help="As often as wanted; all without it: " + ", ".join(SYSTEMS) + "."),
    ] = None,
    budget: Annotated[
        float, typer.Option(help="Seconds until a run is cut, checks included.")
    ] = 300.0,
    threads: Annotated[
        int | None, typer.Option(help="To learn with; all cores without it.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of what is left to chance.")] = 0,
    details: Annotated[
        bool, typer.Option("--details", help="Show languages and breaking texts, too.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown at a terminal, too.")
    ] = False,
    csv: Annotated[Path | None, typer.Option(help="Write a row for each run here.")] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write machine and all figures here.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--from", help="Run nothing: print what --json wrote here before."),
    ] = None,
) -> None:
    """Compare the systems.

    Each learns from each corpus in a process of its own, one at a time: time and memory of
    learning, bytes per token on held-out text of the same and of other sources, speed, and
    whether texts that break tokenizers come back. Exits with 1 where a system failed. Ctrl-C
    ends it with 130 and with what was done by then.
    """
    with stoppable() as stop, temporary_folder() as folder:
        names = [part for name in corpus or () for part in split(name)]
        check_outs([csv, json_file], [*files_of(names), record or ""])
        if record:
            standing, facts = _read(record, corpus)
        else:
            sources = sources_of(corpus or [], folder)
            plan = ComparePlan(
                corpora=tuple(sources),
                systems=tuple(system or SYSTEMS),
                vocab_sizes=tuple(vocab_size or [VOCAB_SIZE]),
                budget=budget,
                threads=threads or 0,
                seed=seed,
            )
            facts = machine(libraries(plan))
            standing = run_comparison(plan, sources, stop)
        if not stop.code or standing.runs_done:
            try:
                _write(SavedComparison(standing, facts), csv, json_file)
            finally:  # a full disk loses nobody the figures
                report(Console(), standing, facts, show_details=details, markdown=markdown)
    if stop.code:
        runs = len(planned(standing.plan))
        exit_stopped(stop, f" after {standing.runs_done} of {runs} runs")
    if any(entry.state == "failed" for entry in standing.entries.values()):
        raise typer.Exit(1)


def _write(comparison: SavedComparison, csv: Path | None, json_file: Path | None) -> None:
    if csv:
        write_file(csv, table_csv(comparison.standing))
    if json_file:
        write_json(json_file, record_of(*comparison), ensure_ascii=False)


def _read(record: Path, corpus: Sequence[str] | None) -> SavedComparison:
    if corpus:
        raise OptionError(name="from", value=str(record), rule="not beside a corpus")
    return read_record(record.read_bytes(), record.name)


def sources_of(names: Sequence[str], folder: Path) -> dict[str, CorpusParts]:
    """The corpora by the names of their files, without what follows the last point."""
    if not names:
        raise OptionError(name="CORPUS", value="", rule="one or more")
    sources: dict[str, CorpusParts] = {}
    for name in names:
        training, held_out = split(name)
        title = one_line(Path(training).stem) or training
        if title in sources:
            raise OptionError(name="CORPUS", value=name, rule="files of different names")
        sources[title] = CorpusParts(
            text_of(training, folder), text_of(held_out, folder) if held_out else None
        )
    return sources


def split(name: str) -> tuple[str, str]:
    """A corpus and its held-out text; a file whose name has a colon is taken as it is.

    >>> split("zh.txt:held.txt"), split("sample:story_en"), split("zh.txt")
    (('zh.txt', 'held.txt'), ('sample:story_en', ''), ('zh.txt', ''))
    """
    prefix = next((known for known in (SAMPLE, DOWNLOAD) if name.startswith(known)), "")
    if Path(name).exists() or ":" not in name[len(prefix) :]:
        return name, ""
    training, _, held_out = name.rpartition(":")
    if not (training and held_out):
        raise OptionError(name="CORPUS", value=name, rule="CORPUS or CORPUS:HELD-OUT")
    return training, held_out


def text_of(name: str, folder: Path) -> Path | bytes:
    """One text: a file, or a name that `texts_of` knows."""
    texts = texts_of([name], folder)
    if len(texts) != 1:
        raise OptionError(name="CORPUS", value=name, rule="one text, not a folder of them")
    source = texts[0].source
    return source if isinstance(source, Path) else source.encode()


def libraries(plan: ComparePlan) -> list[str]:
    """All that the plan's systems need."""
    rows = (look_up("system", SYSTEMS, name).library for name in plan.systems)
    return ["numba", "numpy", *libraries_of(rows)]
