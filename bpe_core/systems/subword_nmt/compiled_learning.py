"""Learn codes with the compiled merge loop of byte-pair encoding, over symbols.

The loop needs only a size and a position of its first tokens: words are laid out as text with
``</w>`` written out, so bytes compare as symbols do, and each symbol is a token of its bytes.

subtle: the loop identifies tokens by the merge that made them, subword-nmt by their text. That
is the same, since no two merges give the same text, unless ``</w>`` occurs literally in a word.
If that makes a symbol twice, this module gives no result.
"""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.events import Stopped
from bpe_core.pretokenize.pre_token_table import MAX_COUNT
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.progress import Phase
from bpe_core.systems.subword_nmt.codes import Codes
from bpe_core.systems.subword_nmt.symbols import END
from bpe_core.systems.subword_nmt.word_counts import Words
from bpe_core.train.compiled import MergeSlice, merge_slices, report_slices
from bpe_core.train.options import TrainOptions


def learn_compiled(words: Words, options: TrainOptions, phase: Phase) -> Codes | None:
    """The codes, or None if only the generator can learn them.

    Raises ``TextTooLargeError`` for more than 700 MB of distinct words.
    """
    if sum(count * len(word) for word, count in words.items()) > MAX_COUNT:
        return None  # more than 64 bits can count
    if all(len(word) == 1 for word in words):
        return Codes(())
    from bpe_core.kernels.train_loop import GREATEST
    from bpe_core.systems.subword_nmt.symbol_tables import lay_down

    tables, symbols = lay_down(words)
    taken = set(symbols) if any(END in word for word in words) else None
    slices = merge_slices(tables, options.merge_limit, GREATEST, options.min_count)
    del tables  # lets the loop free arrays that it outgrows
    with collector_paused():
        return _fold(report_slices(slices, phase), symbols, taken)


def _fold(
    slices: Iterator[MergeSlice | Stopped], symbols: list[str], taken: set[str] | None
) -> Codes | None:
    """The merges as text; None once one of them makes a symbol that is ``taken``."""
    merges: list[tuple[str, str]] = []
    for item in slices:
        if isinstance(item, Stopped):
            continue
        for left, right, _ in item.merges.tolist():
            pair = symbols[left], symbols[right]
            merges.append(pair)
            symbols.append(pair[0] + pair[1])
            if taken is not None:
                if symbols[-1] in taken:
                    return None
                taken.add(symbols[-1])
    return Codes(tuple(merges))
