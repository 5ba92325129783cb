"""``bpe-lab train`` and ``convert``: a vocabulary from texts, or in another format, as files.

All of its files are written or none.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Annotated, NamedTuple

import typer

import bpe_core
from bpe_core.errors import BPELabError, FormatError, OptionError
from bpe_core.formats.folders import write_texts
from bpe_core.formats.known_formats import written_names
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS, pattern_text
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.registry import FORMATS, TRAINERS, look_up
from bpe_core.runtime.files import check_apart
from bpe_core.runtime.machine import temporary_folder
from bpe_core.runtime.progress import OnProgress
from bpe_core.shards.counts_file import load_counts
from bpe_core.texts.download import DOWNLOADS
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import AUTO, COMPILED, SMALL
from bpe_lab.cli.arguments import (
    HELP,
    OpenPattern,
    OpenSpecials,
    Text,
    Ties,
    files_of,
    model_files,
    model_of,
    texts_of,
    where,
)
from bpe_lab.cli.commands import AsJson, Specials, Threads
from bpe_lab.cli.pipes import OutFolder, check_out_folder, name_or_number
from bpe_lab.cli.report import costs, show
from bpe_lab.cli.terminal import Meter, compile_first, refuse, say, stoppable


def train_command(
    vocab_size: Annotated[
        int, typer.Option(help="How many tokens at most: bytes, special tokens and merges.")
    ],
    out: OutFolder,
    corpus: Annotated[
        list[str] | None,
        typer.Argument(
            help="UTF-8 files, folders of them, - for standard input, library (Python's own),"
            f" sample:NAME, download:NAME ({', '.join(DOWNLOADS)})."
        ),
    ] = None,
    counts: Annotated[
        Path | None, typer.Option(help="A file of `count` instead of texts.")
    ] = None,
    special_token: Specials = None,
    pattern: Annotated[
        str | None,
        typer.Option(
            help=f"How texts are cut: {', '.join(PATTERNS)}, custom:REGEX; gpt2 without it."
        ),
    ] = None,
    tie_break: Ties = "greatest",
    min_count: Annotated[int, typer.Option(help="No merge of a pair that is rarer.")] = 1,
    trainer: Annotated[
        str, typer.Option(help=f"auto, or one of {', '.join(TRAINERS)}.")
    ] = "auto",
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Train a vocabulary on texts, or on the counts of a corpus (see `count`).

    Writes vocab.json, merges.txt, bpe-lab.json and tokenizer.json, all of them or none. Every
    file is a text of its own: no token crosses from one into the next.
    """
    started = perf_counter()
    check_one_source(corpus, counts)
    specials = special_token or []
    pattern_text(pattern or "gpt2")
    TrainOptions(
        vocab_size=vocab_size,
        special_tokens=specials,
        tie_break=tie_break,
        min_count=min_count,
    )
    check_out_folder(out)
    sources = map(name_or_number, files_of(corpus or [])) if counts is None else [counts]
    # Written, or removed with an earlier model.
    check_apart([out / name for name in sorted(written_names())], sources)
    with (
        stoppable() as stop,
        temporary_folder() as copies,
        Meter() as meter,
    ):
        if counts is None:
            training = from_texts(corpus or [], copies, pattern or "gpt2", specials, meter)
        else:
            training = from_counts(counts, pattern, specials)
        size = training.size
        if trainer == COMPILED or (trainer == AUTO and size >= SMALL):
            compile_first(meter, *(["texts"] if counts is None else []), "train")
        try:
            model = bpe_core.train(
                training.source,
                vocab_size=vocab_size,
                special_tokens=training.special_tokens,
                pattern=training.pattern,
                trainer=trainer,
                tie_break=tie_break,
                min_count=min_count,
                threads=threads,
                on_progress=meter,
            )
        except BPELabError as error:
            refuse(where(error, training.texts) + str(error))
        trained = perf_counter()
        files = _files(model)
        stop.heeded = True  # all files are written or none
        write_texts(out, files)
        written = perf_counter()
    if stop.code:
        raise typer.Exit(stop.code)
    if len(model.vocabulary) < vocab_size:
        say(f"no pair is left to merge at {len(model.vocabulary)} tokens")
    figures = {
        "bytes": size,
        "vocab_size": len(model.vocabulary),
        "merges": len(model.merges),
        **costs(meter.seconds | {"write": written - trained}, started),
        "files": [str(out / name) for name in files],
    }
    show(str(out), figures, as_json=as_json)


def _files(model: BPEModel) -> dict[str, str]:
    """The files of both formats; prints what ``tokenizer.json`` cannot hold."""
    files = FORMATS["gpt2"].write(model)
    try:
        return files | FORMATS["huggingface"].write(model)
    except FormatError as error:
        say(f"{error}; the file is left out")
        return files


class TrainingInput(NamedTuple):
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
) -> TrainingInput:
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
    return TrainingInput(counts.table, size, [], counts.pattern, counts.special_tokens)


def from_texts(
    corpus: Sequence[str],
    copies: Path,
    pattern: str,
    special_tokens: Sequence[str],
    on_progress: OnProgress,
) -> TrainingInput:
    """The texts that the arguments name; pipes are copied to the folder ``copies``."""
    texts = texts_of(corpus, copies, on_progress)
    size = sum(text.size for text in texts)
    return TrainingInput([text.source for text in texts], size, texts, pattern, special_tokens)


def convert_command(
    model: Annotated[str, typer.Argument(help=HELP)],
    to: Annotated[str, typer.Option(help=f"The format: {', '.join(FORMATS)}.")],
    out: OutFolder,
    pattern: OpenPattern = None,
    special_token: OpenSpecials = None,
) -> None:
    """Write a vocabulary in another format.

    All files are written or none, and their names printed. What the format cannot hold
    is an error, never a loss.
    """
    with stoppable() as stop:
        form = look_up("format", FORMATS, to)
        check_out_folder(out)
        files = form.write(model_of(model, pattern=pattern, special_token=special_token))
        check_apart([out / name for name in sorted(written_names())], model_files(model))
        stop.heeded = True  # all files are written or none
        write_texts(out, files)
    sys.stdout.writelines(f"{out / name}\n" for name in files)
    sys.stdout.flush()
    raise typer.Exit(stop.code)
