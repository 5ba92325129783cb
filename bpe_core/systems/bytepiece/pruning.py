"""From counted words to a vocabulary: remove rare ones, useless ones, then the rarest.

A piece ab is used only if p(ab) >= p(a) p(b), for every way to cut it. If the parts are
likelier, each text with ab is segmented differently, so ab can be removed and its count given
to the parts. That changes all probabilities, so rounds follow until no piece is removed.

`clean_up_taught` is one such round, as the lecture would do it; `prune` does them in compiled
code: a piece that no piece is segmented into, not even itself, is out of use. Pieces are only
ever removed, so one set of tables serves all rounds of all vocabulary sizes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.whole_text import result_of
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.systems.bytepiece.bytepiece_events import (
    CleanUpEvent,
    PieceKept,
    PieceRemoved,
    PieceSplit,
)
from bpe_core.systems.bytepiece.compiled_unigram import CompiledUnigram, laid
from bpe_core.systems.bytepiece.lattice import arcs_from, segment_taught
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES, UnigramModel


class Parts(NamedTuple):
    """The log-probability of pieces in a row."""

    pieces: tuple[bytes, ...]
    log_probability: float


def clean_up_taught(
    counts: Mapping[bytes, int], *, detail: bool = False
) -> Generator[CleanUpEvent, None, dict[bytes, int]]:
    """One round: return the counts of the pieces that every piece is segmented into.

    >>> counts = {**dict.fromkeys(SINGLE_BYTES, 1), b"a": 90, b"b": 90, b"ab": 2, b"ba": 70}
    >>> left = result_of(clean_up_taught(counts))
    >>> b"ab" in left, left[b"a"], left[b"ba"]
    (False, 92, 70)
    """
    model = UnigramModel.of_counts(counts)
    totals: Counter[bytes] = Counter()
    for piece, count in counts.items():
        ids = result_of(segment_taught(model, piece))
        parts = tuple(model.pieces[piece_id - FIRST_ID] for piece_id in ids)
        for part in parts:
            totals[part] += count
        if detail and len(parts) == 1:
            yield PieceKept(piece, count, model.log_probability(piece))
        elif detail:
            own, together = model.log_probability(piece), sum(map(model.log_probability, parts))
            yield PieceSplit(piece, count, own, parts, together)
    for piece in counts:
        if detail and piece not in totals:
            yield PieceRemoved(piece)
    return dict(totals)


def shared_out(counts: Mapping[bytes, int], dropped: Mapping[bytes, int]) -> dict[bytes, int]:
    """``counts``, plus those of texts that are not pieces, given to the pieces in them.

    >>> counts = shared_out({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9}, {b"abc": 2})
    >>> counts[b"ab"], counts[b"c"]
    (11, 3)
    """
    model = UnigramModel.of_counts(counts)
    totals = Counter(counts)
    for text, count in dropped.items():
        for piece_id in result_of(segment_taught(model, text)):
            totals[model.pieces[piece_id - FIRST_ID]] += count
    return dict(totals)


def best_parts(model: UnigramModel, piece: bytes) -> Parts:
    """The likeliest way to make ``piece`` of other pieces; a single byte has none (``-inf``).

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 7, b"abc": 9})
    >>> best_parts(model, b"abc").pieces
    (b'ab', b'c')
    """
    ways = [Parts((), 0.0)] + [Parts((), -inf)] * len(piece)
    for start in range(len(piece)):
        for arc in arcs_from(model, piece, start):
            score = ways[start].log_probability + arc.log_probability
            is_itself = arc.end - start == len(piece)
            if not is_itself and score > ways[arc.end].log_probability:
                pieces = (*ways[start].pieces, piece[start : arc.end])
                ways[arc.end] = Parts(pieces, score)
    return ways[-1]


def prune(
    words: PreTokenTable,
    *,
    vocab_sizes: Iterable[int],
    min_count: int = 2,
    max_piece_length: int = 36,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> dict[int, UnigramModel]:
    """A model for each size, counted with its three special ids; some may stay smaller.

    Pieces have at most ``max_piece_length`` bytes, and those of more than one byte had
    ``min_count`` words. Each size starts from the next larger one's model. ``on_progress``
    gets the phase ``prune`` (bytes of pieces segmented).
    """
    pruning = Pruning(
        words, min_count, max_piece_length, threads, Phase(on_progress, "prune", None)
    )
    models = {}
    for size in sorted(set(vocab_sizes), reverse=True):
        pruning.cut(size - FIRST_ID)
        models[size] = pruning.model()
    pruning.phase.finished(pruning.done)
    return models


class Pruning:
    """Pieces in ascending order with the counts that they have by now; 0: out of use."""

    def __init__(
        self,
        words: PreTokenTable,
        min_count: int,
        max_piece_length: int,
        threads: int | None,
        phase: Phase,
    ) -> None:
        self.threads, self.phase, self.done = threads, phase, 0
        keep = initial_rows(words, min_count, max_piece_length)
        counts = {**dict.fromkeys(SINGLE_BYTES, 1), **counts_of(words, keep)}
        self.pieces = sorted(counts)
        self.data, self.offsets = laid(self.pieces)
        self.counts = np.array([counts[piece] for piece in self.pieces], np.int64)
        self.unigram = CompiledUnigram(self.data, self.offsets, self.counts)
        dropped = np.where(keep, 0, words.counts)
        self.share_out(words.data, np.concatenate([[0], words.ends]), dropped)
        self.clean_up()

    def share_out(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> None:
        """Give the counts of texts that are not pieces (any more) to the pieces in them."""
        self.counts = self.counts + self.counted_in(data, offsets, counts)

    def clean_up(self) -> None:
        """Segment pieces until no further one goes out of use."""
        before = -1
        while (in_use := int(np.count_nonzero(self.counts))) != before:
            before = in_use
            self.counts = self.counted_in(self.data, self.offsets, self.counts)

    def cut(self, size: int) -> None:
        """Keep at most ``size`` pieces: all single bytes, then the most frequent ones.

        Of equal counts the longer one stays, then the one that comes first.
        """
        if np.count_nonzero(self.counts) <= size:
            return
        sizes = np.diff(self.offsets)
        order = np.lexsort((-sizes, -self.counts, sizes > 1))  # stable, so ascending at last
        dropped = self.counts.copy()
        dropped[order[:size]] = 0
        self.counts = self.counts - dropped
        self.share_out(self.data, self.offsets, dropped)
        self.clean_up()

    def counted_in(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """How often each piece in use occurs in texts; text k counts ``counts[k]`` times."""
        unigram = self.unigram.with_counts(self.counts)
        part_counts = unigram.count_parts(
            data,
            offsets,
            counts,
            threads=self.threads,
            tell=self.phase.behind(self.done),
        )
        self.done += int(offsets[-1])
        return part_counts

    def model(self) -> UnigramModel:
        """The pieces in use."""
        in_use = np.flatnonzero(self.counts).tolist()
        return UnigramModel.of_counts({self.pieces[k]: int(self.counts[k]) for k in in_use})


def initial_rows(
    words: PreTokenTable, min_count: int, max_piece_length: int
) -> NDArray[np.bool_]:
    """Which words are pieces at first: frequent ones that are not too long, single bytes."""
    sizes = np.diff(words.ends, prepend=0)
    frequent = (sizes <= max_piece_length) & (words.counts >= min_count)
    mask: NDArray[np.bool_] = frequent | (sizes == 1)
    return mask


def counts_of(words: PreTokenTable, keep: NDArray[np.bool_]) -> Mapping[bytes, int]:
    """Some rows of a table."""
    rows = np.flatnonzero(keep)
    ends = words.ends[rows].tolist()
    starts = np.concatenate([[0], words.ends])[rows].tolist()
    data = words.data.tobytes()
    texts = [data[start:end] for start, end in zip(starts, ends, strict=True)]
    return dict(zip(texts, words.counts[rows].tolist(), strict=True))
