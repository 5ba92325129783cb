"""``bpe-lab tokens``: how many tokens texts have, by one model or by several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Annotated, NamedTuple

import typer

from bpe_core.encode.whole_text import SHORT
from bpe_core.errors import NotUTF8Error
from bpe_core.kernels import TO_ENCODE
from bpe_core.runtime.machine import temporary_folder
from bpe_core.tokenizers.tokenizer import Tokenizer
from bpe_core.warm import is_warm
from bpe_lab.cli.arguments import MODELS, OpenPattern, tokenizer_named
from bpe_lab.cli.pipes import STDIN, STDIN_NAME, as_file
from bpe_lab.cli.report import print_json, print_table
from bpe_lab.cli.terminal import Meter, compile_first, refuse, stoppable

# Bytes that another library gets: it takes a text whole, and a gigabyte of memory for these.
OWNED = 16 * 2**20
# Bytes in all that are left to Python where kernels are not compiled yet: it takes 1 to 5 s for
# as many, compiling ten and more.
PATIENT = 2**20


class Counted(NamedTuple):
    """A text's size, in bytes and in tokens."""

    file: str
    size: int
    tokens: int

    @property
    def bytes_per_token(self) -> float | None:
        return self.size / self.tokens if self.tokens else None


def tokens_command(
    model: Annotated[str, typer.Argument(help=f"{MODELS} Several with commas between them.")],
    files: Annotated[
        list[str] | None, typer.Argument(help="UTF-8; - or none for standard input.")
    ] = None,
    pattern: OpenPattern = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Count the tokens of texts, by one model or several, as gpt-4o,llama-3.

    Special tokens in a text are ordinary text, and none is added around it. Memory stays
    bounded however long a text is where the core reads the model; what another library serves
    takes texts of up to 16 MB. A model that is not on this machine is fetched once.
    """
    started = perf_counter()
    names = files or [STDIN]
    if names.count(STDIN) > 1:
        refuse("- is standard input, which is read once")
    with stoppable(), temporary_folder() as copies, Meter() as meter:
        texts = {STDIN_NAME if name == STDIN else name: as_file(name, copies) for name in names}
        tokenizers = [
            tokenizer_named(each, pattern=pattern, on_progress=meter)
            for each in models_in(model)
        ]
        size = sum(text.stat().st_size for text in texts.values()) * len(tokenizers)
        patient = SHORT <= size <= PATIENT and not is_warm(TO_ENCODE)
        least = PATIENT if patient else SHORT
        results = [
            (each, [counted_in(each, *text, copies, meter, least) for text in texts.items()])
            for each in tokenizers
        ]
        seconds = {**meter.seconds, "total": perf_counter() - started}
    show(results, seconds, as_json=as_json)


def models_in(asked: str) -> list[str]:
    """The models that an argument names; a file whose name has commas is one.

    >>> models_in("gpt-4o, llama-3")
    ['gpt-4o', 'llama-3']
    """
    if Path(asked).exists():
        return [asked]
    return [name for each in asked.split(",") if (name := each.strip())] or [asked]


def counted_in(
    tokenizer: Tokenizer, name: str, text: Path, copies: Path, meter: Meter, least: int
) -> Counted:
    """Texts of ``least`` bytes by compiled code, in blocks, their ids in a file that goes."""
    try:
        size = text.stat().st_size
        if tokenizer.model is None:
            if size > OWNED:
                refuse(
                    f"{name} has {size} bytes; {tokenizer.name} is served by "
                    f"{tokenizer.library}, which takes texts whole: {OWNED} at most"
                )
            return Counted(name, size, tokenizer.count(text.read_bytes()))
        if size <= least:
            data = text.read_bytes()
            return Counted(name, len(data), len(tokenizer.encode(data)))
        from bpe_core.encode.encode_file import encode_file  # which imports numpy

        compile_first(meter, *TO_ENCODE)
        ids = copies / "ids.bin"
        encoded = encode_file(tokenizer.model, text, ids, on_progress=meter)
        ids.unlink()
        return Counted(name, encoded.size, encoded.count)
    except NotUTF8Error as error:
        refuse(f"{name}: {error}")


def show(
    results: Sequence[tuple[Tokenizer, list[Counted]]],
    seconds: dict[str, float],
    *,
    as_json: bool,
) -> None:
    """Print a table with a line per model and file, or all of it as JSON."""
    if as_json:
        models = [figures(tokenizer, counted) for tokenizer, counted in results]
        print_json({"models": models, "seconds": seconds})
    else:
        headers = ["model", "text", "bytes", "tokens", "bytes a token"]
        print_table(headers, [row for each in results for row in rows(*each)])


def figures(tokenizer: Tokenizer, counted: Sequence[Counted]) -> dict[str, object]:
    """What is known of a model's counts."""
    total = total_of(counted)
    return {
        "model": tokenizer.name,
        "kind": tokenizer.kind,
        "library": tokenizer.library or "bpe_core",
        "tokens": total.tokens,
        "bytes": total.size,
        "bytes_per_token": total.bytes_per_token,
        "files": [
            {
                "file": each.file,
                "tokens": each.tokens,
                "bytes": each.size,
                "bytes_per_token": each.bytes_per_token,
            }
            for each in counted
        ],
    }


def rows(tokenizer: Tokenizer, counted: Sequence[Counted]) -> Iterator[list[object]]:
    """A line per text, and of several their total."""
    for each in (*counted, *([total_of(counted)] if len(counted) > 1 else [])):
        size, tokens = f"{each.size:,}", f"{each.tokens:,}"
        yield [tokenizer.name, each.file, size, tokens, each.bytes_per_token]


def total_of(counted: Sequence[Counted]) -> Counted:
    """All texts together."""
    size, tokens = sum(each.size for each in counted), sum(each.tokens for each in counted)
    return Counted("total", size, tokens)
