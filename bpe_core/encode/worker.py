"""What one thread encodes with: a model's tables, known pre-tokens, scratch arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.encoder_tables import Tables
from bpe_core.pretokenize.scan import BYTES, scanner_of
from bpe_core.pretokenize.text_parts import Parts, Text
from bpe_core.runtime.large_arrays import zeros

if TYPE_CHECKING:
    from bpe_core.kernels.encode.known_pre_tokens import Known

Ids = NDArray[np.uint32]
NO_IDS = np.empty(0, np.uint32)


class Capacity(NamedTuple):
    """The size of a table of known pre-tokens: slots (32 bytes each), bytes, ids."""

    slots: int
    data: int
    ids: int


FIRST = Capacity(2**12, 2**16, 2**14)
# 80 MB: half a million words, or what 10 MB of Chinese has.
MOST = Capacity(2**20, 2**24, 2**23)
LEAST = Capacity(2, 2**7, 2**7)  # one pre-token
BYTES_A_SLOT, LARGEST_FIRST = 16, 2**17  # of a text: how many slots to begin with
MAX_SCRATCH = 2**16  # bytes of the longest pre-token whose scratch arrays stay allocated


class Worker:
    """Encodes batches of pre-tokens, one after the other; for one thread at a time.

    A pre-token that was encoded is known from then on, in later texts too, until the table has
    reached ``most`` and is full: then all are forgotten and it starts again.
    """

    def __init__(self, tables: Tables, most: Capacity = MOST) -> None:
        from bpe_core.kernels.encode.encode_batch import ENTRIES, Encoding
        from bpe_core.kernels.encode.known_pre_tokens import LONGEST, empty_known
        from bpe_core.kernels.encode.long_pre_tokens import long_scratch
        from bpe_core.kernels.encode.short_pre_tokens import empty_scratch

        first = Capacity(*map(min, zip(FIRST, most, strict=True)))
        known, scratch = empty_known(*first), empty_scratch()
        self._most = most
        self._encoding = Encoding(
            tables.ranks, tables.tokens, known, scratch, long_scratch(LONGEST)
        )
        self._out, self._specials = NO_IDS, NO_IDS
        self._now = np.zeros(ENTRIES, np.int64)

    def expect(self, size: int) -> None:
        """Allocate the slots for a text of ``size`` bytes at once, instead of growing."""
        from bpe_core.kernels.encode.known_pre_tokens import SLOT

        known = self._encoding.known
        wanted = min(1 << (size // BYTES_A_SLOT).bit_length(), LARGEST_FIRST, self._most.slots)
        if SLOT * wanted > len(known.slots):
            self._encoding = self._encoding._replace(known=with_slots(known, wanted))

    @contextmanager
    def writing(self, out: Ids) -> Iterator[None]:
        """Within, the ids of what comes are written to ``out``, from its beginning on.

        It has ``entries_for`` all bytes that come. Afterwards the worker has let go of it, and
        of what a very long pre-token took.
        """
        from bpe_core.kernels.encode.known_pre_tokens import LONGEST
        from bpe_core.kernels.encode.long_pre_tokens import long_scratch

        self._out = out
        self._now[:] = 0
        try:
            yield
        finally:
            self._out, self._specials = NO_IDS, NO_IDS
            if len(self._encoding.long_scratch.tokens) > MAX_SCRATCH:
                self._encoding = self._encoding._replace(long_scratch=long_scratch(LONGEST))

    @property
    def id_count(self) -> int:
        """How many ids have been written to the latest array."""
        from bpe_core.kernels.encode.encode_batch import ID_COUNT

        return int(self._now[ID_COUNT])

    def has_room_for(self, size: int) -> bool:
        """Whether the array has space for the ids of so many bytes more, whatever they are."""
        return self.id_count + entries_for(size) <= len(self._out)

    def expect_specials(self, special_ids: Ids) -> None:
        """The ids of the special tokens of what comes, in their order."""
        from bpe_core.kernels.encode.encode_batch import SPECIALS

        self._specials = special_ids
        self._now[SPECIALS] = 0

    def take(self, text: Text, start: int, ends: NDArray[np.int64]) -> None:
        """Encode the pre-tokens of a batch: from ``start``, up to each end."""
        from bpe_core.kernels.encode.encode_batch import PRE_TOKEN, START, encode_batch

        self._check_room(abs(int(ends[-1])) - start)
        now = self._now
        now[PRE_TOKEN], now[START] = 0, start

        def go_on() -> int:
            return encode_batch(self._encoding, text, ends, self._specials, self._out, now)

        self._finish(go_on, ends)

    def take_parts(self, text: Text, parts: Parts, pattern: str) -> Iterator[int]:
        """Cut ``parts`` by a compiled pattern and encode them; yields how many bytes more.

        A call of compiled code takes ``BYTES``, since handing it the arrays takes a while.
        """
        from bpe_core.kernels.encode.encode_batch import END_COUNT, PRE_TOKEN, START
        from bpe_core.kernels.encode.encode_stretch import MOST_ENDS, Scanning, encode_stretch

        self._check_room(parts.end - parts.start)
        classes, rule = scanner_of(pattern)
        state, ends = np.array([parts.start, 0], np.int64), np.empty(MOST_ENDS, np.int64)
        scanning = Scanning(parts.ends, parts.special, classes, rule, state, ends)
        specials, out, now = self._specials, self._out, self._now
        now[PRE_TOKEN] = now[END_COUNT] = 0
        now[START] = done = parts.start

        def go_on() -> int:
            until = min(done + BYTES, parts.end)
            return encode_stretch(self._encoding, scanning, text, until, specials, out, now)

        while done < parts.end:
            self._finish(go_on, ends)
            before, done = done, int(state[0])
            yield done - before

    def _check_room(self, size: int) -> None:
        """Kernels check no bounds, so ids that do not fit are refused here."""
        if not self.has_room_for(size):
            raise RuntimeError(f"no room for the ids of {size} bytes")

    def _finish(self, go_on: Callable[[], int], ends: NDArray[np.int64]) -> None:
        """Call ``go_on`` until it is done; enlarges what is too small for it."""
        from bpe_core.kernels.encode.encode_batch import DONE, KNOWN_FULL, PRE_TOKEN, START

        now = self._now
        while (ended := go_on()) != DONE:
            if ended == KNOWN_FULL:
                known = enlarged(self._encoding.known, self._most)
                self._encoding = self._encoding._replace(known=known)
            else:
                self._work_on(int(ends[now[PRE_TOKEN]] - now[START]))

    def _work_on(self, size: int) -> None:
        """Have scratch arrays for a pre-token of ``size`` bytes."""
        from bpe_core.errors import TextTooLargeError
        from bpe_core.kernels.encode.long_pre_tokens import MAX_SIZE, long_scratch

        if size > MAX_SIZE:
            raise TextTooLargeError(size=size, limit=MAX_SIZE)
        self._encoding = self._encoding._replace(long_scratch=long_scratch(size))


def entries_for(size: int) -> int:
    """How long an array for the ids of ``size`` bytes is; ids are written by fours."""
    from bpe_core.kernels.encode.encode_batch import SPARE

    return size + SPARE


def enlarged(known: Known, most: Capacity) -> Known:
    """Twice as much of what is full; if that exceeds ``most``, this table, emptied."""
    from bpe_core.kernels.encode.known_pre_tokens import (
        DATA_USED,
        IDS_USED,
        LONGEST,
        SLOT,
        SLOTS_USED,
    )
    from bpe_core.kernels.train.train_arrays import grown

    used = known.used
    slots, data, ids = len(known.slots) // SLOT, len(known.data), len(known.ids)
    capacity = Capacity(
        2 * slots if 2 * used[SLOTS_USED] >= slots else slots,
        2 * data if used[DATA_USED] + LONGEST > data else data,
        2 * ids if used[IDS_USED] + LONGEST > ids else ids,
    )
    if any(wanted > limit for wanted, limit in zip(capacity, most, strict=True)):
        known.slots[:] = 0
        used[:] = 0
        return known
    data_now = grown(known.data, capacity.data, int(used[DATA_USED]))
    known = known._replace(
        data=data_now, ids=grown(known.ids, capacity.ids, int(used[IDS_USED]))
    )
    return with_slots(known, capacity.slots) if capacity.slots > slots else known


def with_slots(known: Known, slots: int) -> Known:
    """The same pre-tokens in so many slots, more than before."""
    from bpe_core.kernels.encode.known_pre_tokens import SLOT, move_slots

    larger = known._replace(slots=zeros(SLOT * slots, np.uint64))
    move_slots(known.slots, larger)
    return larger
