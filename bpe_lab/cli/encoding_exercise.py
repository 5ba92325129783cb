"""``bpe-lab exercise trace.encode``: merges and a word to encode by them, and the answers."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from bpe_core.model import BPEModel, Pair
from bpe_lab.cli.tables import Table
from bpe_lab.exercises.draw import Exercise, model_of
from bpe_lab.exercises.encode_questions import EncodeMoment, encode_moments
from bpe_lab.sheets.tables import pair_on_paper

LIST_HEADS = ("rank", "merge")
KEY_HEADS = ("step", "merged", "rank", "at", "cuts after it")


def draw_encoding(exercise: Exercise, console: Console, *, key: bool) -> None:
    """The list of merges, the word, and with ``key`` every step."""
    model = model_of(exercise.text, exercise.options)
    console.file.write(
        f"{exercise.kind}, level {exercise.level}, seed {exercise.seed}: "
        f"encode {exercise.word} by {len(model.merges)} merges\n"
    )
    pairs = (written(model, (merge.left, merge.right)) for merge in model.merges)
    Table(LIST_HEADS, [[rank, pair] for rank, pair in enumerate(pairs)]).draw(console)
    if key:
        Table(KEY_HEADS, list(_rows(model, exercise.word))).draw(console)


def encoding_values(exercise: Exercise) -> dict[str, object]:
    """The merges, the word and the answers as JSON has them."""
    model = model_of(exercise.text, exercise.options)
    *moments, last = encode_moments(model, exercise.word.encode())
    return {
        "merges": [written(model, (merge.left, merge.right)) for merge in model.merges],
        "word": exercise.word,
        "answers": [
            {
                "pair": written(model, _pair(moment)),
                "rank": moment.merged.rank,
                "position": moment.merged.position,
            }
            for moment in moments
            if moment.merged
        ],
        "ids": list(last.ids),
        "cuts": list(last.starts[1:]),
    }


def written(model: BPEModel, pair: Pair) -> str:
    """A pair as it is written on paper."""
    return pair_on_paper(pair, {each: model.vocabulary[each] for each in pair})


def _pair(moment: EncodeMoment) -> Pair:
    assert moment.merged, "all but the last merge"
    return moment.pair_around(moment.merged.absorbed)


def _rows(model: BPEModel, word: str) -> Iterator[list[object]]:
    for number, moment in enumerate(encode_moments(model, word.encode()), 1):
        if merged := moment.merged:
            cuts = (at for at in moment.starts[1:] if at != merged.absorbed)
            where = ", ".join(map(str, cuts))
            pair = written(model, _pair(moment))
            yield [str(number), pair, merged.rank, merged.position, where]
