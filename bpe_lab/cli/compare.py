"""``bpe-lab compare``: the systems of the seeds side by side, with the article's table.

The command, then its report: the article's table, its ideal properties, languages and texts
that break tokenizers, for each corpus and size, and sentences on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bpe_core.errors import OptionError
from bpe_core.registry import SYSTEMS, look_up
from bpe_core.runtime.machine import temporary_folder
from bpe_lab.cli.arguments import DOWNLOAD, SAMPLE, files_of, texts_of
from bpe_lab.cli.pipes import check_outs, write_file, write_json
from bpe_lab.cli.report import (
    Part,
    Table,
    circumstances,
    draw,
    duration,
    not_installed,
    size_of,
)
from bpe_lab.cli.terminal import Stop, console, exit_stopped, fold_all, stoppable
from bpe_lab.compare.comparison import (
    CompareEntry,
    CompareEvent,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    Reached,
    Trained,
    Training,
    apply,
)
from bpe_lab.compare.ideals import Ideals, ideals
from bpe_lab.compare.kept import SavedComparison, read_record, record_of, table_csv
from bpe_lab.compare.runs import CorpusParts, compare, planned
from bpe_lab.compare.texts import BREAKING
from bpe_lab.measure.frame import Cut, Failed, Started
from bpe_lab.measure.machine import libraries_of, machine
from bpe_lab.measure.reasons import one_line

VOCAB_SIZE = 32_000
LOSSY = " ≠"  # beside what was measured of a text that does not come back
MARKS = {"same": "=", "nfc": "NFC", "other": "≠", "refused": "error"}
PHASES: Mapping[str, str] = {
    "train": "learning",
    "count": "counting",
    "merge": "merging",
    "encode": "encoding",
    "check": "checking",
    "exchange": "with exchanged characters",
}


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
                parts = sections(standing, facts, show_details=details)
                draw(console(), parts, markdown=markdown)
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


def run_comparison(
    plan: ComparePlan, sources: Mapping[str, CorpusParts], stop: Stop
) -> CompareStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else lines."""
    return fold_all(
        CompareStanding.before(plan),
        compare(plan, sources, stop=stop.event),
        apply,
        stop,
        first="preparing",
        total=len(planned(plan)),
        doing=doing,
        line=line_of,
    )


def doing(event: CompareEvent) -> str | None:
    """The text beside the bar; None leaves the one before.

    >>> doing(Reached(CompareTask("zh", 8000, "bbpe"), "merge", 3000, 8000))
    'zh 8,000, BBPE: merging 38 %'
    """
    if isinstance(event, Started):
        return title_of(event.task)
    if isinstance(event, Reached):
        part = f" {event.done / event.total:.0%}".replace("%", " %") if event.total else ""
        return f"{title_of(event.task)}: {PHASES.get(event.phase, event.phase)}{part}"
    return None


def line_of(event: CompareEvent) -> str | None:
    """What is worth a line of its own where no bar is drawn."""
    if isinstance(event, Trained):
        return f"{title_of(event.task)}: learned in {duration(event.training.seconds)}"
    if isinstance(event, Done):
        return f"{title_of(event.task)}: done"
    if isinstance(event, Cut):
        return f"{title_of(event.task)}: cut at {duration(event.seconds)}"
    if isinstance(event, Failed):
        return f"{title_of(event.task)}: failed: {event.reason}"
    return None


def sections(
    standing: CompareStanding, facts: Mapping[str, str], *, show_details: bool = False
) -> Iterator[Part]:
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


def groups(standing: CompareStanding) -> Iterator[list[CompareTask]]:
    """The runs that compare with each other: one corpus, one size, systems that are there."""
    plan = standing.plan
    for corpus in plan.corpora:
        for size in plan.vocab_sizes:
            tasks = (CompareTask(corpus, size, system) for system in plan.systems)
            yield [task for task in tasks if standing.entries[task].state != "absent"]


def article(standing: CompareStanding, tasks: Sequence[CompareTask]) -> Table:
    """The article's table: training, memory, compression, speed; and whether it is lossless."""
    headers = [
        *("system", "training", "MB/s", "peak memory, MB", "tokens"),
        *("bytes per token, same source", "other source", "encoding, MB/s", "lossless"),
    ]
    return Table(headers, [_article_row(standing, task) for task in tasks])


def _article_row(standing: CompareStanding, task: CompareTask) -> list[object]:
    entry, figures = standing.entries[task], ideals(standing, task)
    own, training = entry.encoding(task.corpus), entry.training
    mark = LOSSY if figures.lossy else ""
    return [
        name_of(task.system),
        _state_or_time(entry),
        _rate(standing, task, training),
        _memory(training),
        training and f"{training.vocab_size:,}",
        own and f"{figures.same_source:.2f}{mark}",
        figures.other_source and f"{figures.other_source:.2f}{mark}",
        own and own.bytes_per_second / 1e6,
        lossless(figures),
    ]


def _state_or_time(entry: CompareEntry) -> str | None:
    state = state_of(entry)
    seconds = entry.training and entry.training.seconds
    took = "" if seconds is None else f"{figure(seconds, 2 if seconds >= 1 else 3)} s"
    return ", ".join(filter(None, (took, state)))


def _rate(
    standing: CompareStanding, task: CompareTask, training: Training | None
) -> float | None:
    sizes = standing.texts.get(task.corpus)
    if training is None or sizes is None:
        return None
    return sizes.training / 1e6 / max(training.seconds, 1e-9)


def _memory(training: Training | None) -> str | None:
    if training is None or not training.peak_bytes:
        return None
    return f"{megabytes(training.peak_bytes)} ({megabytes(training.own_bytes) or 0})"


def properties(standing: CompareStanding, tasks: Sequence[CompareTask]) -> Table:
    """The article's five ideal properties as rows, each as it was measured."""
    figures = [ideals(standing, task) for task in tasks]
    entries = [standing.entries[task] for task in tasks]
    rows: list[list[object]] = [
        ["lossless: texts that come back", *map(lossless, figures)],
        ["high compression: bytes per token", *map(compression, figures)],
        [
            "language-independent: tokens with exchanged characters",
            *_ratios(figures, "exchanged"),
        ],
        ["data-driven: own source over another", *_ratios(figures, "follows")],
        [
            "trainable: time, memory by learning",
            *(
                trained(one.training, entry)
                for one, entry in zip(figures, entries, strict=True)
            ),
        ],
    ]
    return Table(["property", *(name_of(task.system) for task in tasks)], rows)


def _ratios(figures: Sequence[Ideals], name: str) -> list[str | None]:
    return [ratio(getattr(one, name)) for one in figures]


def languages(standing: CompareStanding, tasks: Sequence[CompareTask]) -> Table:
    """Bytes per token of the same sentences in several languages, and most over least."""
    rows: list[list[object]] = []
    headers: list[str] = []
    for task in tasks:
        measured = standing.entries[task].measured
        if measured and measured.languages:
            values = [each.bytes_per_token for each in measured.languages]
            headers = [each.name for each in measured.languages]
            spread = max(values) / max(min(values), 1e-9)
            mark = LOSSY if ideals(standing, task).lossy else ""
            name = name_of(task.system) + mark
            rows.append([name, *map(figure, values), figure(spread)])
    return Table(["bytes per token", *headers, "spread"], rows)


def breaking(standing: CompareStanding, tasks: Sequence[CompareTask]) -> Table:
    """What becomes of each text that breaks tokenizers."""
    measured = [standing.entries[task].measured for task in tasks]
    by_name = [
        {each.name: each.verdict for each in one.checks} if one else {} for one in measured
    ]
    rows = [
        [name, *(MARKS.get(verdicts.get(name, ""), "") for verdicts in by_name)]
        for name in BREAKING
    ]
    return Table(["text", *(name_of(task.system) for task in tasks)], rows)


def name_of(system: str) -> str:
    """What people call it."""
    row = SYSTEMS.get(system)
    return row.title if row and row.title else system


def title_of(task: CompareTask) -> str:
    """A run in a few words.

    >>> title_of(CompareTask("zh", 32_000, "bytepiece"))
    'zh 32,000, BytePiece'
    """
    return f"{task.corpus} {task.vocab_size:,}, {name_of(task.system)}"


def state_of(entry: CompareEntry) -> str:
    """What has become of a run that has no figure to show."""
    if entry.state == "cut":
        return f"cut at {entry.cut_at:g} s"
    return {"done": "", "waiting": "not run", "absent": "not installed"}.get(
        entry.state, entry.state
    )


def figure(value: float | None, digits: int = 2) -> str | None:
    """With as many digits behind the point, so that a column's compare at a glance.

    >>> figure(4.8), figure(None)
    ('4.80', None)
    """
    return None if value is None else f"{value:.{digits}f}"


def megabytes(size: int) -> str | None:
    """None where the system did not tell.

    >>> megabytes(233_803_776), megabytes(2_200_000), megabytes(0)
    ('234', '2.2', None)
    """
    if not size:
        return None
    return f"{size / 1e6:.0f}" if size >= 1e7 else f"{size / 1e6:.1f}"


def lossless(figures: Ideals) -> str | None:
    """How many texts came back.

    >>> lossless(Ideals(unchanged=19, composed=2, texts=21))
    '19 of 21, 2 more as NFC'
    >>> lossless(Ideals(unchanged=3, texts=3))
    '3 of 3'
    """
    if figures.unchanged is None:
        return None
    more = f", {figures.composed} more as NFC" if figures.composed else ""
    return f"{figures.unchanged} of {figures.texts}{more}"


def compression(figures: Ideals) -> str | None:
    """Bytes per token of both sources.

    >>> compression(Ideals(same_source=4.9, other_source=1.0))
    '4.90, other source 1.00'
    >>> compression(Ideals(same_source=4.9, other_source=20.0, lossy=True))
    '4.90 ≠, other source 20.00 ≠'
    """
    if figures.same_source is None:
        return None
    mark = LOSSY if figures.lossy else ""
    other = f", other source {figures.other_source:.2f}{mark}" if figures.other_source else ""
    return f"{figures.same_source:.2f}{mark}{other}"


def trained(training: Training | None, entry: CompareEntry) -> str:
    """Time and memory."""
    if training is None:
        return state_of(entry)
    memory = f", {megabytes(training.own_bytes)} MB" if training.own_bytes else ""
    return duration(training.seconds) + memory


def ratio(value: float | None) -> str | None:
    """A factor.

    >>> ratio(1.8), ratio(None)
    ('× 1.80', None)
    """
    return None if value is None else f"× {value:.2f}"


def changed(entry: CompareEntry) -> tuple[list[str], list[str], list[str]]:
    """The texts by name that came back as NFC, came back changed, and were refused."""
    measured = entry.measured
    verdicts: list[tuple[str, str]] = []
    if measured:
        verdicts += [(check.name, check.verdict) for check in measured.checks]
        verdicts += [(f"held-out {each.corpus}", each.returned) for each in measured.encodings]
    nfc, other, refused = (
        [name for name, verdict in verdicts if verdict == wanted]
        for wanted in ("nfc", "other", "refused")
    )
    return nfc, other, refused


def how_measured(plan: ComparePlan) -> str:
    """What stands above the tables."""
    return (
        f"Each run in a process of its own, one after the other, cut at {plan.budget:g} s; up "
        f"to {plan.threads} threads. Peak memory is that of the whole process, in brackets how "
        "far it rose while learning. Bytes per token and encoding are of held-out texts: that "
        "of the corpus learned from (same source), those of the others (other source); "
        "encoding is a first pass on one thread. Lossless: of the held-out texts and "
        f"{len(BREAKING)} that break tokenizers. ≠: a held-out text does not come back."
    )
