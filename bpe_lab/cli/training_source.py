"""What ``bpe-lab train`` learns from: texts, or a file of counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from bpe_core.errors import OptionError
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.runtime.progress import OnProgress
from bpe_core.shards.counts_file import load_counts
from bpe_lab.cli.corpora import Text, texts_of
from bpe_lab.cli.saying import say


class TrainingSource(NamedTuple):
    """The texts or their counts; ``size`` in bytes decides which trainer runs."""

    source: list[str | Path] | PreTokenTable
    size: int
    texts: Sequence[Text]
    pattern: str
    special_tokens: Sequence[str]


def check_one_source(corpus: Sequence[str] | None, counts: Path | None) -> None:
    """Texts or counts are needed."""
    if bool(corpus) == (counts is not None):
        raise typer.BadParameter("give texts or --counts, one of both")


def from_counts(
    path: Path, pattern: str | None, special_tokens: Sequence[str] | None
) -> TrainingSource:
    """The counts of a file, which says how its texts were cut; says so if they are a sample's.

    Raises ``OptionError`` for another pattern or other special tokens, whose order is that of
    their ids.
    """
    counts = load_counts(path)
    if pattern and pattern != counts.pattern:
        rule = f"not beside {path}, whose texts were cut by {counts.pattern}"
        raise OptionError(name="pattern", value=pattern, rule=rule)
    if special_tokens and tuple(special_tokens) != counts.special_tokens:
        known = ", ".join(counts.special_tokens) or "none"
        rule = f"not beside {path}, which was counted with {known}"
        raise OptionError(name="special_token", value=", ".join(special_tokens), rule=rule)
    if counts.sample is not None:
        say(f"{path} has the counts of a sample, {counts.sample:.0%} of the documents")
    size = len(counts.table.data)
    return TrainingSource(counts.table, size, [], counts.pattern, counts.special_tokens)


def from_texts(
    corpus: Sequence[str],
    copies: Path,
    pattern: str,
    special_tokens: Sequence[str],
    on_progress: OnProgress,
) -> TrainingSource:
    """The texts that the arguments name; pipes are copied to the folder ``copies``."""
    texts = texts_of(corpus, copies, on_progress)
    size = sum(text.size for text in texts)
    return TrainingSource([text.source for text in texts], size, texts, pattern, special_tokens)
