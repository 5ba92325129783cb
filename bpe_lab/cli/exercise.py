"""``bpe-lab exercise``: a text to be trained on by hand, and the answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_lab.cli.encoding_exercise import draw_encoding, encoding_values
from bpe_lab.cli.tables import Table
from bpe_lab.exercises.draw import KINDS, Exercise, Script, draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.exercises.train_questions import MergeMoment, merge_moments
from bpe_lab.sheets.tables import token_on_paper

HEADS = ("merge", "pair", "count", "merged at", "tokens left")


def exercise_command(
    kind: Annotated[str, typer.Argument(help=f"{', '.join(KINDS)}.")] = "trace.naive",
    level: Annotated[int, typer.Option(help="1 to 5, from the easiest on.")] = 1,
    seed: Annotated[str | None, typer.Option(help="Which text; the first without it.")] = None,
    script: Annotated[Script, typer.Option(help="What it is written in.")] = "latin",
    key: Annotated[bool, typer.Option("--key", help="With the answers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All of it as JSON.")] = False,
) -> None:
    """Draw a text to be trained on with pencil and paper.

    A seed gives the same text everywhere. Merge the pair that stands most often, of several
    the greatest by its bytes, as often as the first line says. Positions count bytes from 0.
    Of trace.encode merges are given and a word to encode: the lowest rank first, of equal ranks
    the leftmost.
    """
    exercise = draw(kind, level, Seed(0) if seed is None else Seed.read(seed), script)
    console = Console()
    if exercise.word:
        if as_json:
            _write(console, {**_named(exercise), **encoding_values(exercise)})
        else:
            draw_encoding(exercise, console, key=key)
        return
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    answers = list(merge_moments(run))
    if as_json:
        _write(console, _values(exercise, answers))
        return
    merges = exercise.options.num_merges
    console.file.write(
        f"{exercise.kind}, level {exercise.level}, seed {exercise.seed}: {merges} merges\n"
        f"{exercise.text}\n"
    )
    if key:
        Table(HEADS, list(_rows(answers))).draw(console)


def _write(console: Console, values: dict[str, object]) -> None:
    console.file.write(json.dumps(values, ensure_ascii=False) + "\n")


def _named(exercise: Exercise) -> dict[str, object]:
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "script": exercise.script,
        "seed": str(exercise.seed),
    }


def _rows(answers: list[MergeMoment]) -> Iterator[list[object]]:
    tokens = {value: bytes([value]) for value in range(256)}
    for moment in answers:
        left, right = (tokens[token_id] for token_id in moment.pair)
        tokens[moment.new_id] = left + right
        yield _row(moment, f"{token_on_paper(left)} + {token_on_paper(right)}")


def _row(moment: MergeMoment, pair: str) -> list[object]:
    merged = ", ".join(map(str, moment.merged))
    return [str(moment.number + 1), pair, moment.count, merged, moment.tokens_left]


def _values(exercise: Exercise, answers: list[MergeMoment]) -> dict[str, object]:
    return {
        **_named(exercise),
        "text": exercise.text,
        "answers": [
            {
                "pair": moment.pair,
                "count": moment.count,
                "merged": moment.merged,
                "tokens_left": moment.tokens_left,
            }
            for moment in answers
        ],
    }
