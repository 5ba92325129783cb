"""Cut texts into words by the language model, in compiled code, and count the distinct ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.scan import Batch
from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads
from bpe_core.systems.bytepiece.bytepiece_options import BytePieceOptions
from bpe_core.systems.bytepiece.language_model import LanguageModel
from bpe_core.systems.bytepiece.training_blocks import LONGEST, TextBlock

ENDS = 2 * LONGEST  # in a batch, at most; a text may be all single bytes


def cut_words(
    model: LanguageModel, options: BytePieceOptions, block: TextBlock, start: int, stop: int
) -> Iterator[Batch]:
    """The words of texts from ``start`` on, where a text ends at ``stop``, in batches.

    The compiled form of ``presegment_taught``, for many texts.
    """
    from bpe_core.systems.bytepiece.kernels.presegmenting import cut_batch, empty_work

    cursor, work = np.array([start]), empty_work(LONGEST)
    ends = np.empty(ENDS, np.int64)
    how = (model.table, model.order, options.ensure_unicode, options.robust)
    while start < stop:
        count = cut_batch(*how, block.data, block.last, cursor, stop, work, ends)
        yield Batch(start, ends[:count])
        start = int(cursor[0])


def count_words(
    blocks: Iterable[TextBlock],
    model: LanguageModel,
    options: BytePieceOptions,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> PreTokenTable:
    """The distinct words of all texts, in any order, and how often each occurs.

    ``on_progress`` gets the phase ``pieces`` (bytes).
    """
    from bpe_core.kernels.eight_bytes import random_keys
    from bpe_core.pretokenize.counting import PreTokenCounter

    keys, most = random_keys(), number_of_threads(threads)
    counters = [PreTokenCounter(keys, 0) for _ in range(most)]
    phase, done = Phase(on_progress, "pieces", None), 0
    for block in blocks:
        works = [
            counter.count_batches(block.data, cut_words(model, options, block, *share))
            for counter, share in zip(counters, block.shares(most), strict=False)
        ]
        drain(works, partial(_tell, phase, done))
        done += block.size
    first, *others = counters
    for counter in others:
        first.add(counter, 0, counter.rows)
    phase.finished(done)
    return first.as_table()


def _tell(phase: Phase, before: int, done: int) -> None:
    phase.reached(before + done)
