"""Encoding and decoding in compiled code, shared out to threads.

An ``Encoder`` has a model's tables and lends out workers, which remember the pre-tokens of
earlier texts. Workers take stretches of one text until none is left: the first from the front,
so its ids are in order already, in an array for those of the whole text; the others from the
back, and theirs are copied behind.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import accumulate, pairwise
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.encoder_tables import Tables
from bpe_core.errors import InputError
from bpe_core.kernels.decode_ids import Tokens, measure, write_tokens
from bpe_core.kernels.encode import (
    DONE,
    END_COUNT,
    ENTRIES,
    ID_COUNT,
    KNOWN_FULL,
    MAX_SIZE,
    MOST_ENDS,
    PRE_TOKEN,
    SPARE,
    SPECIALS,
    START,
    Encoding,
    Scanning,
    empty_scratch,
    encode_batch,
    encode_stretch,
    long_scratch,
)
from bpe_core.kernels.known_pre_tokens import (
    DATA_USED,
    IDS_USED,
    LONGEST,
    SLOT,
    SLOTS_USED,
    Known,
    empty_known,
    move_slots,
)
from bpe_core.kernels.linear import empty_borders, linear_scratch
from bpe_core.kernels.train_tables import grown
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import BYTES, read_only, scan, scanner_of
from bpe_core.pretokenize.text_parts import Block, Parts, Text, Untaken
from bpe_core.runtime.large_arrays import empty, joined, zeros
from bpe_core.runtime.progress import drain, number_of_threads

Ids: TypeAlias = NDArray[np.uint32]
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
MOST_TOKEN_BYTES = 2**32 - 9  # of all tokens: kernels have 32 bits for where one starts
MAX_SCRATCH = 2**13  # bytes of the longest pre-token whose scratch arrays stay allocated
# Bytes: fewer are not worth a thread, which learns all words for itself, nor a visit for more.
SHARE = 2**18


class Encoder:
    """Encodes texts with one model; may be called from several threads at once.

    A call borrows workers and returns them with the pre-tokens that they have learned; one that
    fails or is cancelled returns none.
    """

    def __init__(
        self, tables: Tables, pattern: str, *, most: Capacity = MOST, share: int = SHARE
    ) -> None:
        self.tables, self._pattern = tables, pattern
        self._most, self._share = most, share
        self._idle: list[Worker] = []
        self._lock = Lock()

    def encode(
        self,
        block: Block,
        special_ids: Ids,
        threads: int | None = None,
        tell: Callable[[int], object] = lambda done: None,
    ) -> Ids:
        """The ids of ``block``; special token k of its parts has ``special_ids[k]``.

        ``tell`` is called with the bytes done, at least about ten times a second.
        """
        # One thread: a custom pattern has no safe cut, and its time limit is that of a text.
        most = 1 if is_custom(self._pattern) else number_of_threads(threads)
        shared = SharedText(block, self._pattern, special_ids)
        with self._workers(max(1, min(most, len(block.text) // self._share))) as workers:
            return shared.encode(workers, self._share, tell)

    @contextmanager
    def _workers(self, count: int) -> Iterator[list[Worker]]:
        """So many workers for this caller alone, the most recently used ones first."""
        with self._lock:
            taken = self._idle[:count]
            del self._idle[:count]
        taken += [Worker(self.tables, self._most) for _ in range(count - len(taken))]
        yield taken
        # subtle: not after an error. Whoever interrupts twice may leave a thread at work.
        with self._lock:
            self._idle = [*taken, *self._idle][: number_of_threads(None)]

    def encode_pre_token(self, pre_token: bytes) -> list[int]:
        """The ids of one pre-token by merges alone, without a memory of others."""
        worker = Worker(self.tables.merges_only(), LEAST)
        text = np.frombuffer(pre_token, np.uint8)
        out = np.empty(entries_for(len(text)), np.uint32)
        with worker.writing(out):
            worker.take(text, 0, np.array([len(text)]))
        ids: list[int] = out[: worker.id_count].tolist()
        return ids

    def forget(self) -> None:
        """Forget the pre-tokens of all earlier texts."""
        with self._lock:
            self._idle.clear()


class SharedText:
    """A text and the ids of its special tokens, for one call of ``encode``."""

    def __init__(self, block: Block, pattern: str, special_ids: Ids) -> None:
        """Special token k of the parts of ``block`` has ``special_ids[k]``."""
        self._text, self._parts = read_only(block.text), block.parts
        self._pattern, self._special_ids = pattern, special_ids
        self._behind: dict[int, Ids] = {}  # ids of a stretch, by where it starts in the text

    def encode(
        self, workers: Sequence[Worker], least: int, tell: Callable[[int], object]
    ) -> Ids:
        """The ids. ``least``: bytes worth a visit; ``tell`` gets the number of those done."""
        count, size = len(workers), self._parts.end - self._parts.start
        untaken = Untaken(self._text, self._parts, self._pattern, count, least)
        out, share = np.empty(entries_for(size), np.uint32), size // count
        first, *others = workers
        works = [self.from_front(first, untaken, out, share)]
        works += [self.from_back(worker, untaken, share) for worker in others]
        drain(works, tell)
        behind = [self._behind[start] for start in sorted(self._behind)]
        return joined(out, first.id_count, behind, threads=count)

    def from_front(
        self, worker: Worker, untaken: Untaken, out: Ids, share: int
    ) -> Generator[int, None, None]:
        """Encode stretch after stretch into ``out``; yields how many bytes more.

        ``share``: how many bytes the worker has to expect.
        """
        with worker.writing(out):
            worker.expect(share)
            while (stretch := untaken.first()) is not None:
                yield from self._encode(worker, stretch)

    def from_back(
        self, worker: Worker, untaken: Untaken, share: int
    ) -> Generator[int, None, None]:
        """Encode stretches into one array, made for a share, while they find room there."""
        stretch = untaken.last()
        while stretch is not None:
            size = stretch.end - stretch.start
            out = empty(entries_for(max(size, share)), np.uint32)
            with worker.writing(out):
                worker.expect(share)
                while stretch is not None and worker.has_room_for(stretch.end - stretch.start):
                    start = worker.id_count
                    yield from self._encode(worker, stretch)
                    self._behind[stretch.start] = out[start : worker.id_count]
                    stretch = untaken.last()

    def _encode(self, worker: Worker, stretch: Parts) -> Generator[int, None, None]:
        special = stretch.special[stretch.special >= 0]
        if len(special):
            worker.expect_specials(self._special_ids[special])
        if is_custom(self._pattern):
            for start, ends in scan(self._text, stretch, self._pattern):
                worker.take(self._text, start, ends)
                yield abs(int(ends[-1])) - start
        else:
            yield from worker.take_parts(self._text, stretch, self._pattern)


class Worker:
    """Encodes batches of pre-tokens, one after the other; for one thread at a time.

    A pre-token that was encoded is known from then on, in later texts too, until the table has
    reached ``most`` and is full: then all are forgotten and it starts again.
    """

    def __init__(self, tables: Tables, most: Capacity = MOST) -> None:
        first = Capacity(*map(min, zip(FIRST, most, strict=True)))
        self._most, self._borders = most, tables.borders
        self._encoding = Encoding(
            tables.ranks,
            tables.tokens,
            empty_known(*first),
            empty_scratch(),
            long_scratch(LONGEST),
            empty_borders(np.empty(0, np.int32), 0),
            linear_scratch(0),
        )
        self._out, self._specials = NO_IDS, NO_IDS
        self._now = np.zeros(ENTRIES, np.int64)

    def expect(self, size: int) -> None:
        """Allocate the slots for a text of ``size`` bytes at once, instead of growing."""
        known = self._encoding.known
        wanted = min(1 << (size // BYTES_A_SLOT).bit_length(), LARGEST_FIRST, self._most.slots)
        if SLOT * wanted > len(known.slots):
            self._encoding = self._encoding._replace(known=with_slots(known, wanted))

    @contextmanager
    def writing(self, out: Ids) -> Iterator[None]:
        """Within, the ids of what comes are written to ``out``, from its beginning on.

        It has ``entries_for`` all bytes that come. Afterwards the worker has let go of it.
        """
        self._out = out
        self._now[:] = 0
        try:
            yield
        finally:
            self._out, self._specials = NO_IDS, NO_IDS

    @property
    def id_count(self) -> int:
        """How many ids have been written to the latest array."""
        return int(self._now[ID_COUNT])

    def has_room_for(self, size: int) -> bool:
        """Whether the array has space for the ids of so many bytes more, whatever they are."""
        return self.id_count + entries_for(size) <= len(self._out)

    def expect_specials(self, special_ids: Ids) -> None:
        """The ids of the special tokens of what comes, in their order."""
        self._specials = special_ids
        self._now[SPECIALS] = 0

    def take(self, text: Text, start: int, ends: NDArray[np.int64]) -> None:
        """Encode the pre-tokens of a batch: from ``start``, up to each end."""
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
        """Call ``go_on`` until it is done; enlarges what is too small for it.

        Afterwards the worker has let go of what a very long pre-token took.
        """
        now = self._now
        while (ended := go_on()) != DONE:
            if ended == KNOWN_FULL:
                known = enlarged(self._encoding.known, self._most)
                self._encoding = self._encoding._replace(known=known)
            else:
                self._work_on(int(ends[now[PRE_TOKEN]] - now[START]))
        if len(self._encoding.long_scratch.tokens) > MAX_SCRATCH:
            self._encoding = self._encoding._replace(long_scratch=long_scratch(LONGEST))
        if len(self._encoding.linear.leads_nowhere) > MAX_SCRATCH:
            self._encoding = self._encoding._replace(linear=linear_scratch(MAX_SCRATCH))

    def _work_on(self, size: int) -> None:
        """Have what a pre-token of ``size`` bytes takes, from left to right or by a heap."""
        if size > MAX_SIZE:
            raise InputError("text_too_large", size=size, limit=MAX_SIZE)
        if (borders := self._borders.of(size)) is None:
            self._encoding = self._encoding._replace(long_scratch=long_scratch(size))
        else:
            linear = linear_scratch(size + 1)
            self._encoding = self._encoding._replace(borders=borders, linear=linear)


def entries_for(size: int) -> int:
    """How long an array for the ids of ``size`` bytes is; ids are written by fours."""
    return size + SPARE


def enlarged(known: Known, most: Capacity) -> Known:
    """Twice as much of what is full; if that exceeds ``most``, this table, emptied."""
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
    larger = known._replace(slots=zeros(SLOT * slots, np.uint64))
    move_slots(known.slots, larger)
    return larger


def tokens_of(model: BPEModel) -> Tokens | None:
    """All tokens of a model, special ones too, as kernels read them.

    None for 4 GB of them: a few large ones may be one and the same object.
    """
    tokens = model.vocabulary.tokens
    sizes = np.fromiter(map(len, tokens), np.uint64, len(tokens))
    if sizes.sum() > MOST_TOKEN_BYTES:
        return None
    starts = np.cumsum(sizes) - sizes
    data = np.frombuffer(b"".join((*tokens, bytes(8))), np.uint8)
    return Tokens(data, (starts << np.uint64(32)) | sizes)


def decoded(tokens: Tokens, ids: Ids, threads: int) -> bytes | int:
    """The bytes of ``ids``, or the position of the first one that no token has.

    Sizes first, then every share at its offset.
    """
    borders = [len(ids) * k // threads for k in range(threads + 1)]
    shares = [ids[start:end] for start, end in pairwise(borders)]
    with ThreadPoolExecutor(threads) as pool:  # which starts no thread that has nothing to do
        each: Callable[..., Iterator[Any]] = map if threads == 1 else pool.map
        sizes = list(each(partial(measure, tokens), shares))
        for start, size in zip(borders, sizes, strict=False):
            if size < 0:
                return start - 1 - int(size)
        offsets = list(accumulate(sizes, initial=0))
        stream = BytesIO(bytes(offsets[-1]))
        out = np.frombuffer(stream.getbuffer(), np.uint8)
        list(each(partial(write_tokens, tokens, out), shares, offsets, offsets[1:]))
        return stream.getvalue()  # the very bytes that were written to, not a copy
