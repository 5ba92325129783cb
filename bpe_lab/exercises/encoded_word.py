"""A word to be encoded by hand, and the few merges that it is encoded by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bpe_core.encode.other_encoders import encode_leftmost
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.fold import fold_model
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_lab.exercises.draws import Draws
from bpe_lab.exercises.encode_moments import encode_moments
from bpe_lab.exercises.material import CHARACTERS, SYLLABLES, Script, row

DIFFERENT = 3  # syllables or characters of one exercise
WORDS, SYLLABLES_OF_A_WORD = 10, 3
SENTENCE = 14  # characters


class Drawn(NamedTuple):
    """What the merges are trained on, and the word."""

    text: str
    word: str


@dataclass(frozen=True, slots=True)
class WordMarks:
    """What happens while a word is encoded.

    ``ties``: merges whose pair stands at several places. ``tempting``: merges before which a
    pair further left could be merged as well. ``parts``: whether merging from left to right,
    whatever the ranks, gives other tokens.
    """

    size: int
    merges: int
    tokens: int
    ties: int
    tempting: int
    parts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedWord:
    """What a word must show: at least so many of each, and two tokens at its end.

    ``merges`` is the size of the list, all of whose pairs stand at least twice.
    """

    merges: int = 8
    most_bytes: int = 9
    steps: int = 3
    ties: int = 0
    tempting: int = 0
    parts: bool = False

    def fits(self, marks: WordMarks) -> bool:
        """Whether a word with ``marks`` shows all of it."""
        return (
            marks.size <= self.most_bytes
            and marks.tokens >= 2
            and marks.merges >= self.steps
            and marks.ties >= self.ties
            and marks.tempting >= self.tempting
            and (marks.parts or not self.parts)
        )


def syllables(draws: Draws) -> Drawn:
    """Words of the same three syllables, and one more, of three or four of them."""
    parts = draws.some_of(SYLLABLES, DIFFERENT)
    words = [row(draws, parts, 1 + draws.below(SYLLABLES_OF_A_WORD)) for _ in range(WORDS)]
    return Drawn(" ".join(words), row(draws, parts, 3 + draws.below(2)))


def characters(draws: Draws) -> Drawn:
    """A row of the same three characters, and another, of two or three of them."""
    parts = draws.some_of(CHARACTERS, DIFFERENT)
    return Drawn(row(draws, parts, SENTENCE), row(draws, parts, 2 + draws.below(2)))


DRAWN: Mapping[Script, Callable[[Draws], Drawn]] = {"latin": syllables, "chinese": characters}


def fits(drawn: Drawn, wanted: WantedWord, options: TrainOptions) -> bool:
    """Whether the merges are learned and the word shows what is wanted."""
    if len(drawn.word.encode()) > wanted.most_bytes:
        return False
    model = model_of(drawn.text, options)
    return len(model.merges) == wanted.merges and wanted.fits(word_marks(model, drawn.word))


def word_marks(model: BPEModel, word: str) -> WordMarks:
    """The marks of encoding ``word``, a pre-token.

    >>> word_marks(model_of("ab abab", TrainOptions(num_merges=1)), "abba")
    WordMarks(size=4, merges=1, tokens=3, ties=0, tempting=0, parts=False)
    """
    data = word.encode()
    *merging, last = encode_moments(model, data)
    ties = tempting = 0
    for moment in merging:
        assert moment.merged, "only the last has none"
        position, rank = moment.merged.position, moment.merged.rank
        ranks = {
            at: model.merge_ranks[pair][0]
            for at, pair in moment.pairs().items()
            if pair in model.merge_ranks
        }
        ties += sum(other == rank for other in ranks.values()) > 1
        tempting += min(ranks) < position
    return WordMarks(
        len(data),
        len(merging),
        len(last.ids),
        ties,
        tempting,
        tuple(last.ids) != tuple(left_to_right(model, data)),
    )


def left_to_right(model: BPEModel, data: bytes) -> Sequence[int]:
    """The ids of who merges the leftmost pair that is on the list, whatever its rank."""
    run = encode_leftmost(model, data)
    try:
        while True:
            next(run)
    except StopIteration as end:
        ids: Sequence[int] = end.value
        return ids


def model_of(text: str, options: TrainOptions) -> BPEModel:
    """The merges that ``text`` gives."""
    return fold_model(train_linked(pre_tokenize(text), options), options)
