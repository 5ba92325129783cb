"""``bpe-lab exercise`` and ``sheet``: texts to be trained on by hand, with their answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer

from bpe_core.model import BPEModel, Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.runtime.files import write_set
from bpe_core.train.naive import train_naive
from bpe_lab.cli.pipes import OutFolder, check_out_folder
from bpe_lab.cli.report import print_json, print_table
from bpe_lab.exercises.draw import KINDS, Exercise, Script, draw, model_of
from bpe_lab.exercises.encode_questions import EncodeMoment, borders_asked, encode_moments
from bpe_lab.exercises.seed import Seed
from bpe_lab.exercises.train_questions import MergeMoment, merge_moments
from bpe_lab.html_pages import Lang
from bpe_lab.sheets.sheet import SHEETS, make_sheets, sheets_page
from bpe_lab.sheets.tables import pair_on_paper, token_on_paper

WRITTEN_IN: Mapping[Lang, Script] = {"en": "latin", "zh": "chinese"}
FILES = {"sheets.html": False, "keys.html": True}  # and whether it has the answers
TRAINING_HEADS = ("merge", "pair", "count", "merged at", "tokens left")
MERGES_HEADS = ("rank", "merge")
ENCODING_HEADS = ("step", "merged", "rank", "at", "cuts after it")
REFUSED_HEADS = ("at", "refused without a heap", "merge across", "rank")


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
    if as_json:
        named = {
            "kind": exercise.kind,
            "level": exercise.level,
            "script": exercise.script,
            "seed": str(exercise.seed),
        }
        print_json(named | (_encoding_values if exercise.word else _training_values)(exercise))
    elif exercise.word:
        _print_encoding(exercise, key=key)
    else:
        _print_training(exercise, key=key)


def _training_values(exercise: Exercise) -> dict[str, object]:
    """The text and the answers as JSON has them."""
    return {
        "text": exercise.text,
        "answers": [
            {
                "pair": moment.pair,
                "count": moment.count,
                "merged": moment.merged,
                "tokens_left": moment.tokens_left,
            }
            for moment in _trained(exercise)
        ],
    }


def _print_training(exercise: Exercise, *, key: bool) -> None:
    """The text, and with ``key`` every merge."""
    _print_title(exercise, f"{exercise.options.num_merges} merges\n{exercise.text}")
    if key:
        print_table(TRAINING_HEADS, list(_training_rows(exercise)))


def _trained(exercise: Exercise) -> Iterator[MergeMoment]:
    pre_tokens = pre_tokenize(exercise.text)
    return merge_moments(train_naive(pre_tokens, exercise.options, detail=True))


def _training_rows(exercise: Exercise) -> Iterator[Sequence[object]]:
    tokens = {value: bytes([value]) for value in range(256)}
    for moment in _trained(exercise):
        left, right = (tokens[token_id] for token_id in moment.pair)
        tokens[moment.new_id] = left + right
        pair = f"{token_on_paper(left)} + {token_on_paper(right)}"
        merged = ", ".join(map(str, moment.merged))
        yield str(moment.number + 1), pair, moment.count, merged, moment.tokens_left


def _print_title(exercise: Exercise, task: str) -> None:
    title = f"{exercise.kind}, level {exercise.level}, seed {exercise.seed}: {task}"
    sys.stdout.write(f"{title}\n")


def _encoding_values(exercise: Exercise) -> dict[str, object]:
    """The merges, the word and the answers as JSON has them."""
    model = model_of(exercise.text, exercise.options)
    *moments, last = encode_moments(model, exercise.word.encode())
    return {
        "merges": _merges(model),
        "word": exercise.word,
        "answers": [
            {
                "pair": _written(model, _merged_pair(moment)),
                "rank": moment.merged.rank,
                "position": moment.merged.position,
            }
            for moment in moments
            if moment.merged
        ],
        "ids": list(last.ids),
        "cuts": list(last.starts[1:]),
        "refused": [
            {"position": at, "pair": pair, "across": across, "rank": rank}
            for at, pair, across, rank in _refused_rows(model, exercise.word)
        ],
    }


def _print_encoding(exercise: Exercise, *, key: bool) -> None:
    """The list of merges, the word, and with ``key`` every step."""
    model = model_of(exercise.text, exercise.options)
    _print_title(exercise, f"encode {exercise.word} by {len(model.merges)} merges")
    print_table(MERGES_HEADS, list(enumerate(_merges(model))))
    if key:
        print_table(ENCODING_HEADS, list(_encoding_rows(model, exercise.word)))
        if refused := list(_refused_rows(model, exercise.word)):
            print_table(REFUSED_HEADS, refused)


def _merges(model: BPEModel) -> list[str]:
    return [_written(model, (merge.left, merge.right)) for merge in model.merges]


def _written(model: BPEModel, pair: Pair) -> str:
    """A pair as it is written on paper."""
    return pair_on_paper(pair, {each: model.vocabulary[each] for each in pair})


def _merged_pair(moment: EncodeMoment) -> Pair:
    assert moment.merged, "all but the last merge"
    return moment.pair_around(moment.merged.absorbed)


def _encoding_rows(model: BPEModel, word: str) -> Iterator[Sequence[object]]:
    for number, moment in enumerate(encode_moments(model, word.encode()), 1):
        if merged := moment.merged:
            cuts = (cut for cut in moment.starts[1:] if cut != merged.absorbed)
            pair = _written(model, _merged_pair(moment))
            after = ", ".join(map(str, cuts))
            yield str(number), pair, merged.rank, merged.position, after


def _refused_rows(model: BPEModel, word: str) -> Iterator[Sequence[object]]:
    """The matches that encoding from left to right refuses, and by which merge."""
    for border in borders_asked(model, word.encode()):
        if border.across:
            across = _written(model, border.across)
            yield border.position, _written(model, border.pair), across, border.rank


def sheet_command(
    out: OutFolder,
    kind: Annotated[str, typer.Option(help=f"{', '.join(SHEETS)}.")] = "trace.naive",
    level: Annotated[int, typer.Option(help="1 to 5, from the easiest on.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="Of the first sheet; the first there is without it.")
    ] = None,
    copies: Annotated[int, typer.Option(help="How many, each of the next seed.")] = 1,
    language: Annotated[Lang, typer.Option(help="Of the words.")] = "en",
    script: Annotated[
        Script | None, typer.Option(help="Of the texts; that of the language without it.")
    ] = None,
) -> None:
    """Write exercises to be printed on A4 or Letter, and their keys.

    sheets.html has a page or two per copy, keys.html the same with the answers. The same seed
    gives the same sheet everywhere, and the same text that the app has under this seed.
    """
    check_out_folder(out)
    first = Seed(0) if seed is None else Seed.read(seed)
    sheets = make_sheets(kind, level, first, copies, script or WRITTEN_IN[language])
    pages = {name: sheets_page(sheets, language, key=key) for name, key in FILES.items()}
    write_set(out, {name: page.encode() for name, page in pages.items()})
    sys.stdout.write("".join(f"{out / name}\n" for name in FILES))
