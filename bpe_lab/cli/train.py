"""``bpe-lab train``: a vocabulary from texts, in the files that most tools read."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

import bpe_core
from bpe_core.errors import BPELabError, FormatError
from bpe_core.formats.folders import write_texts
from bpe_core.formats.known_formats import written_names
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS, pattern_text
from bpe_core.registry import FORMATS, TRAINERS
from bpe_core.runtime.files import check_apart
from bpe_core.runtime.machine import temporary_folder
from bpe_core.texts.download import DOWNLOADS
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import AUTO, COMPILED, trainer_for
from bpe_core.train.tie_break import TieBreak
from bpe_lab.cli.compiling import compile_first
from bpe_lab.cli.corpora import files_of, where
from bpe_lab.cli.figures import show
from bpe_lab.cli.meter import Meter
from bpe_lab.cli.pipes import OutFolder, check_out_folder, opened
from bpe_lab.cli.saying import refuse, say
from bpe_lab.cli.stopping import stoppable
from bpe_lab.cli.training_source import check_one_source, from_counts, from_texts
from bpe_lab.measure.memory import high_water


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
    special_token: Annotated[
        list[str] | None, typer.Option(help="Kept whole; as often as wanted.")
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(
            help=f"How texts are cut: {', '.join(PATTERNS)}, custom:REGEX; gpt2 without it."
        ),
    ] = None,
    tie_break: Annotated[
        TieBreak, typer.Option(help="Which of equal counts is merged.")
    ] = "greatest",
    min_count: Annotated[int, typer.Option(help="No merge of a pair that is rarer.")] = 1,
    trainer: Annotated[
        str, typer.Option(help=f"auto, or one of {', '.join(TRAINERS)}.")
    ] = "auto",
    threads: Annotated[
        int | None, typer.Option(min=1, help="As many as there are cores without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
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
    sources = map(opened, files_of(corpus or [])) if counts is None else [counts]
    # Written, or removed with an earlier model.
    check_apart([out / name for name in sorted(written_names())], sources)
    with (
        stoppable() as stop,
        temporary_folder() as copies,
        Meter() as meter,
    ):
        if counts is None:
            learned = from_texts(corpus or [], copies, pattern or "gpt2", specials, meter)
        else:
            learned = from_counts(counts, pattern, specials)
        size = learned.size
        if (trainer_for(size) if trainer == AUTO else trainer) == COMPILED:
            compile_first(meter, *(["texts"] if counts is None else []), "train")
        try:
            model = bpe_core.train(
                learned.source,
                vocab_size=vocab_size,
                special_tokens=learned.special_tokens,
                pattern=learned.pattern,
                trainer=trainer,
                tie_break=tie_break,
                min_count=min_count,
                threads=threads,
                on_progress=meter,
            )
        except BPELabError as error:
            refuse(where(error, learned.texts) + str(error))
        trained = perf_counter()
        files = _files(model, out)
        stop.heeded = True  # all files are written or none
        write_texts(out, files)
    if stop.code:
        raise typer.Exit(stop.code)
    ended = perf_counter()
    if len(model.vocabulary) < vocab_size:
        say(f"no pair is left to merge at {len(model.vocabulary)} tokens")
    figures = {
        "bytes": size,
        "vocab_size": len(model.vocabulary),
        "merges": len(model.merges),
        "seconds": {**meter.seconds, "write": ended - trained, "total": ended - started},
        "peak_memory": high_water(),
        "files": [str(out / name) for name in files],
    }
    show(str(out), figures, as_json=as_json)


def _files(model: BPEModel, out: Path) -> dict[str, str]:
    """The files of both formats; prints what ``tokenizer.json`` cannot hold."""
    files = FORMATS["gpt2"].write(model)
    try:
        return files | FORMATS["huggingface"].write(model)
    except FormatError as error:
        say(f"{error}; the file is left out")
        return files
