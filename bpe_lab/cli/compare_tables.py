"""A comparison's outcome as tables: the article's, its ideal properties, languages, texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bpe_lab.cli.compare_words import (
    LOSSY,
    compression,
    figure,
    lossless,
    megabytes,
    name_of,
    ratio,
    state_of,
    trained,
)
from bpe_lab.cli.tables import Table
from bpe_lab.compare.comparison import CompareEntry, CompareStanding, CompareTask, Training
from bpe_lab.compare.ideals import Ideals, ideals
from bpe_lab.compare.texts import BREAKING

MARKS = {"same": "=", "nfc": "NFC", "other": "≠", "refused": "error"}


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
