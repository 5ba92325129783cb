"""What one thread encodes with: a model's tables, the pre-tokens it knows, room to work in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.encoder_tables import Tables
from bpe_core.pretokenize.text_parts import Text

if TYPE_CHECKING:
    from bpe_core.kernels.encode.known_pre_tokens import Known

Ids = NDArray[np.uint32]


class Room(NamedTuple):
    """How much of each a table of known pre-tokens may have: slots (32 bytes), bytes, ids."""

    slots: int
    data: int
    ids: int


FIRST = Room(2**12, 2**16, 2**14)
MOST = Room(2**20, 2**24, 2**23)  # 80 MB: half a million words, or what 10 MB of Chinese has
LEAST = Room(2, 2**7, 2**7)  # one pre-token
BYTES_A_SLOT, LARGEST_FIRST = 16, 2**17  # of a text: how many slots to begin with
KEPT_BENCH = 2**16  # bytes of the longest pre-token whose bench is kept


class Worker:
    """Encodes batches of pre-tokens, one after the other; for one thread at a time.

    A pre-token that was encoded is known from then on, in later texts too, until there is no
    ``most`` room left for another one: then all are forgotten and it starts anew.
    """

    def __init__(self, tables: Tables, most: Room = MOST) -> None:
        from bpe_core.kernels.encode.encode_batch import Encoding
        from bpe_core.kernels.encode.known_pre_tokens import LONGEST, empty_known
        from bpe_core.kernels.encode.long_pre_tokens import long_bench
        from bpe_core.kernels.encode.short_pre_tokens import empty_bench

        first = Room(*map(min, zip(FIRST, most, strict=True)))
        known, bench = empty_known(*first), empty_bench()
        self._most = most
        self._encoding = Encoding(
            tables.ranks, tables.tokens, known, bench, long_bench(LONGEST)
        )
        self.begin(0, np.empty(0, np.uint32))

    def begin(self, size: int, special_ids: Ids) -> None:
        """Be ready for a text of ``size`` bytes with these special tokens, in this order.

        Room for an id a byte is asked for; the system gives what is written.
        """
        from bpe_core.kernels.encode.encode_batch import SPARE

        self._expect(size)
        self._specials = special_ids
        self._out = np.empty(size + SPARE, np.uint32)
        self._now = np.zeros(4, np.int64)

    def _expect(self, size: int) -> None:
        """Have the slots that a text of ``size`` bytes will need, not grow to them."""
        from bpe_core.kernels.encode.known_pre_tokens import SLOT

        known = self._encoding.known
        wanted = min(1 << (size // BYTES_A_SLOT).bit_length(), LARGEST_FIRST, self._most.slots)
        if SLOT * wanted > len(known.slots):
            self._encoding = self._encoding._replace(known=with_slots(known, wanted))

    def take(self, text: Text, start: int, ends: NDArray[np.int64]) -> None:
        """Encode the pre-tokens of a batch: from ``start``, up to each end."""
        from bpe_core.kernels.encode.encode_batch import (
            DONE,
            NO_ROOM_TO_KEEP,
            PIECE,
            START,
            encode_batch,
        )

        now = self._now
        now[PIECE], now[START] = 0, start
        while True:
            ended = encode_batch(self._encoding, text, ends, self._specials, self._out, now)
            if ended == DONE:
                return
            if ended == NO_ROOM_TO_KEEP:
                known = more_room(self._encoding.known, self._most)
                self._encoding = self._encoding._replace(known=known)
            else:
                self._work_on(int(ends[now[PIECE]] - now[START]))

    def _work_on(self, size: int) -> None:
        """Have a bench for a pre-token of ``size`` bytes."""
        from bpe_core.errors import TextTooLargeError
        from bpe_core.kernels.encode.long_pre_tokens import MAX_SIZE, long_bench

        if size > MAX_SIZE:
            raise TextTooLargeError(size=size, limit=MAX_SIZE)
        self._encoding = self._encoding._replace(long_bench=long_bench(size))

    def end(self) -> tuple[Ids, int]:
        """The ids of all batches since the beginning, with room behind them; how many."""
        from bpe_core.kernels.encode.encode_batch import MADE
        from bpe_core.kernels.encode.known_pre_tokens import LONGEST
        from bpe_core.kernels.encode.long_pre_tokens import long_bench

        out, made = self._out, int(self._now[MADE])
        self._out = np.empty(0, np.uint32)
        if len(self._encoding.long_bench.tokens) > KEPT_BENCH:
            self._encoding = self._encoding._replace(long_bench=long_bench(LONGEST))
        return out, made


def more_room(known: Known, most: Room) -> Known:
    """Twice as much of what is lacking; where that is too much, an empty table of this size."""
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
    room = Room(
        2 * slots if 2 * used[SLOTS_USED] >= slots else slots,
        2 * data if used[DATA_USED] + LONGEST > data else data,
        2 * ids if used[IDS_USED] + LONGEST > ids else ids,
    )
    if any(wanted > limit for wanted, limit in zip(room, most, strict=True)):
        known.slots[:] = 0
        used[:] = 0
        return known
    data_now = grown(known.data, room.data, int(used[DATA_USED]))
    known = known._replace(data=data_now, ids=grown(known.ids, room.ids, int(used[IDS_USED])))
    return with_slots(known, room.slots) if room.slots > slots else known


def with_slots(known: Known, slots: int) -> Known:
    """The same pre-tokens in so many slots, more than before."""
    from bpe_core.kernels.encode.known_pre_tokens import SLOT, move_slots

    larger = known._replace(slots=np.zeros(SLOT * slots, np.uint64))
    move_slots(known.slots, larger)
    return larger
