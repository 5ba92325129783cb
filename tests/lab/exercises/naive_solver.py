"""A solver of naive traces: it cuts and joins lists of bytes and knows no event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.questions import Answer, Question

Bytes = tuple[bytes, bytes]


@dataclass(frozen=True)
class Solved:
    """What the solver knows of one merge."""

    answers: Mapping[str, Answer]
    counts_after: Mapping[Pair, int]

    def answer(self, question: Question) -> Answer:
        """Its answer to a question of the naive trace."""
        if question.ask == "count_after":
            pair = question.values["pair"]
            assert isinstance(pair, tuple)
            return self.counts_after.get(pair, 0)
        return self.answers[question.ask]


def counted(words: list[list[bytes]]) -> dict[Bytes, int]:
    """How often each pair stands."""
    counts: dict[Bytes, int] = {}
    for word in words:
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def joined_by(best: Bytes, words: list[list[bytes]]) -> frozenset[int]:
    """Join ``best`` in ``words``, from the left; where it was joined, in bytes."""
    places, offset = set(), 0
    for k, word in enumerate(words):
        joined: list[bytes] = []
        for token in word:
            is_right_half = joined and (joined[-1], token) == best
            if is_right_half and offset - len(best[0]) not in places:
                places.add(offset - len(best[0]))
                joined[-1] += token
            else:
                joined.append(token)
            offset += len(token)
        words[k] = joined
    return frozenset(places)


def by_hand(exercise: Exercise) -> Iterator[Solved]:
    """Every merge of the exercise."""
    words = [[bytes([value]) for value in p.data] for p in pre_tokenize(exercise.text)]
    id_of = {bytes([value]): value for value in range(256)}
    for _ in range(exercise.options.num_merges or 0):
        counts = counted(words)
        best = max(counts, key=lambda pair: (counts[pair], pair))
        places = joined_by(best, words)
        pair = id_of[best[0]], id_of[best[1]]
        id_of[best[0] + best[1]] = len(id_of)
        answers: dict[str, Answer] = {
            "next_pair": pair,
            "its_count": counts[best],
            "its_positions": places,
            "tokens_left": sum(map(len, words)),
        }
        after = {(id_of[a], id_of[b]): n for (a, b), n in counted(words).items()}
        yield Solved(answers, after)
