"""What stands in the place of a text's bytes after each step of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Word, merge_offsets
from bpe_lab.museum.steps import CutOff, Learned, Merged, Step, TextShown, TokensGiven


class Slot(NamedTuple):
    """``data`` in the place of ``size`` bytes of the text: a token, or a text that is shown."""

    data: bytes
    size: int
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A text's bytes as one run sees them.

    ``slots`` by their first bytes; ``ends`` are where pre-tokens and special tokens end, as far
    as they are cut off; ``new`` are the slots that the last step has made.
    """

    slots: dict[int, Slot]
    ends: tuple[int, ...] = ()
    new: tuple[int, ...] = ()

    @classmethod
    def of(cls, data: bytes, words: Iterable[bytes] = ()) -> Row:
        """Single bytes; ``words`` are cut off already."""
        slots = {at: Slot(data[at : at + 1], 1) for at in range(len(data))}
        return cls(slots, tuple(accumulate(map(len, words))))

    def words(self) -> Iterator[tuple[int, Word]]:
        """The words that are cut off, each with its first byte."""
        for start, end in pairwise((0, *self.ends)):
            yield start, [slot.data for at, slot in self.slots.items() if start <= at < end]

    def after(self, step: Step | None) -> Row:
        """The row when ``step`` is taken.

        >>> row = Row.of(b"aab").after(CutOff(b"aab")).after(Merged((b"a", b"b"), (1,)))
        >>> row.slots[1], row.ends, row.new
        (Slot(data=b'ab', size=2, is_text=False), (3,), (1,))
        """
        match step:
            case Learned(pair):
                offsets = [
                    start + at
                    for start, word in self.words()
                    for at in merge_offsets(word, pair)
                ]
                return self._joined(pair, offsets)
            case Merged(pair, at):
                start = self.ends[-2] if len(self.ends) > 1 else 0
                return self._joined(pair, [start + offset for offset in at])
            case CutOff(data, is_special):
                return self._cut_off(data, is_special=is_special)
            case TokensGiven(tokens):
                return self._replaced(tokens)
            case TextShown(text):
                return self._with_text(text.encode())
        return replace(self, new=())

    def _joined(self, pair: BytePair, offsets: Iterable[int]) -> Row:
        slots, new = dict(self.slots), tuple(offsets)
        for at in new:
            right = slots.pop(at + slots[at].size)
            slots[at] = Slot(b"".join(pair), slots[at].size + right.size)
        return Row(slots, self.ends, new)

    def _cut_off(self, data: bytes, *, is_special: bool) -> Row:
        start = self.ends[-1] if self.ends else 0
        end = start + len(data)
        slots = dict(self.slots)
        if is_special:
            for at in range(start, end):
                del slots[at]
            slots[start] = Slot(data, len(data))
        new = (start,) if is_special else ()
        return Row(dict(sorted(slots.items())), (*self.ends, end), new)

    def _replaced(self, tokens: tuple[bytes, ...]) -> Row:
        """Their tokens in their order; bytes that were to be merged may be given as others."""
        if len(tokens) != len(self.slots):
            return replace(self, new=())
        replaced = {
            at: slot._replace(data=token)
            for (at, slot), token in zip(self.slots.items(), tokens, strict=True)
        }
        new = [at for at, slot in replaced.items() if slot != self.slots[at]]
        return Row(replaced, self.ends, tuple(new))

    def _with_text(self, text: bytes) -> Row:
        """The text of the next token and of those before it that showed none."""
        here = self.ends[-1] if self.ends else 0
        end = here + self.slots[here].size
        ends = (*self.ends, end)
        if not text:
            return Row(self.slots, ends)
        held = [at for at, slot in self.slots.items() if at < end and not slot.is_text]
        slots = {at: slot for at, slot in self.slots.items() if at not in held}
        slots[held[0]] = Slot(text, end - held[0], is_text=True)
        return Row(dict(sorted(slots.items())), ends, (held[0],))
