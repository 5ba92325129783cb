"""An exhibit's run beside the right one on the same text, step by step, until they part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count, pairwise, zip_longest
from typing import NamedTuple

from bpe_core.train.compare_merges import BytePair
from bpe_lab.exercises.questions import Answer, Question, Remark, one_right
from bpe_lab.museum.exhibit import Exhibit, Train, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.parts import (
    CutOff,
    Failure,
    Merged,
    MergeLearned,
    Step,
    TextShown,
    TokensGiven,
    Word,
    count_pairs,
    facts_of,
    gpt2_cut,
    merge_offsets,
    ranks_of,
    watched,
)
from bpe_lab.museum.right import right_encode, right_encoding, right_stream, right_train

MOST_OFFERED = 6  # steps of an encoder


@dataclass(frozen=True, slots=True)
class Side:
    """One run after a step; the step is None where that run has ended, and at the start.

    ``figure`` is, of a trainer's pair, how often it stood in the text's pre-tokens at that
    moment; of an encoder's, its rank.
    """

    row: Row
    step: Step | None = None
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """Both runs after ``number`` steps."""

    number: int
    wrong: Side
    right: Side

    @property
    def parts(self) -> bool:
        """Whether the two part with this step."""
        return self.wrong.step != self.right.step


def side_by_side(exhibit: Exhibit, text: str) -> Iterator[Moment]:
    """The start, all steps that are the same, and the first that is not.

    >>> from bpe_lab.museum import EXHIBITS
    >>> for moment in side_by_side(EXHIBITS["dictionary_order"], "aab"):
    ...     print(moment.wrong.step, moment.right.step, moment.parts)
    None None False
    MergeLearned(pair=(b'a', b'a')) MergeLearned(pair=(b'a', b'b')) True
    """
    wrong_run, right_run = runs(exhibit, text)
    moment = Moment(0, Side(wrong_run.start), Side(right_run.start))
    yield moment
    steps = zip_longest(wrong_run.steps, right_run.steps)
    for number, (wrong, right) in enumerate(steps, 1):
        counted = moment.right.row  # as it was before this step
        moment = Moment(
            number,
            _side(exhibit, moment.wrong.row, wrong, counted),
            _side(exhibit, moment.right.row, right, counted),
        )
        yield moment
        if moment.parts:
            return


def _side(exhibit: Exhibit, row: Row, step: Step | None, counted: Row) -> Side:
    return Side(row.after(step), step, _figure(exhibit, step, counted))


def _figure(exhibit: Exhibit, step: Step | None, counted: Row) -> int | None:
    if isinstance(step, MergeLearned):
        return count_pairs(word for _, word in counted.words())[step.pair]
    if isinstance(step, Merged) and isinstance(exhibit, WrongEncoder):
        return ranks_of(exhibit.merges).get(step.pair)
    return None


# --- The question where they part


def where_they_part(exhibit: Exhibit, text: str, moments: Sequence[Moment]) -> Question | None:
    """Which step of the right encoder, or the number of a merge or a token.

    None where they never part.

    >>> from bpe_lab.museum import EXHIBITS
    >>> exhibit = EXHIBITS["two_merges_per_round"]
    >>> question = where_they_part(exhibit, "aab", list(side_by_side(exhibit, "aab")))
    >>> question.judge(2).is_right, question.judge(1).reason.key, question.judge(3).reason.key
    (True, 'still_together', 'parted_before')
    """
    last = moments[-1]
    if not last.parts:
        return None
    if isinstance(exhibit, WrongEncoder):
        _, right = runs(exhibit, text)
        return _which_step(last.number, right.steps, ranks_of(exhibit.merges))
    return _which_number(exhibit, moments)


def _which_number(exhibit: Exhibit, moments: Sequence[Moment]) -> Question:
    last = moments[-1].number

    def reason(answer: Answer) -> Remark:
        if not isinstance(answer, int) or not 0 < answer < last:
            return Remark("parted_before", {"answer": answer})
        step = moments[answer].right.step
        if isinstance(step, MergeLearned):
            return Remark("still_together", {"answer": answer, "pair": step.pair})
        return Remark("shown_alike", {"answer": answer})

    ask = "where_they_part" if isinstance(exhibit, WrongTrainer) else "which_token_parts"
    return one_right(ask, "number", last, reason)


def _which_step(number: int, steps: Sequence[Step], ranks: Mapping[BytePair, int]) -> Question:
    """Among some steps of the right run; a choice is a step's number, from 1, as a string."""
    first = (number - 1) // MOST_OFFERED * MOST_OFFERED
    offered = range(first + 1, min(first + MOST_OFFERED, len(steps)) + 1)

    def reason(answer: Answer) -> Remark:
        is_before = isinstance(answer, str) and int(answer) < number
        return Remark("step_taken" if is_before else "step_too_late")

    return one_right(
        "which_step_parts",
        "choice",
        str(number),
        reason,
        choices=tuple(map(str, offered)),
        choice_words={str(each): _words(steps[each - 1], ranks) for each in offered},
    )


def _words(step: Step, ranks: Mapping[BytePair, int]) -> Remark:
    rank = ranks[step.pair] if isinstance(step, Merged) else None
    return Remark(*facts_of(step, rank))


# --- The two runs: the exhibit's own code's and the right one, step by step


@dataclass(frozen=True, slots=True)
class Run:
    """The text's bytes before the first step, and all steps."""

    start: Row
    steps: tuple[Step, ...]


def runs(exhibit: Exhibit, text: str) -> tuple[Run, Run]:
    """The exhibit's own run on ``text``, and the right one."""
    if isinstance(exhibit, WrongTrainer):
        return _trainings(exhibit, text)
    if isinstance(exhibit, WrongEncoder):
        return _encodings(exhibit, text)
    assert isinstance(exhibit, WrongDecoder), "there is no other kind"
    return _decodings(exhibit, text)


def _trainings(exhibit: WrongTrainer, text: str) -> tuple[Run, Run]:
    data = text.encode()
    with watched() as steps:
        learned = tuple(_learned(exhibit.train, text, len(data)))
    # What a trainer that failed was asked for again is cut the same way each time.
    own_cut: list[bytes] = []
    for step in steps:
        if isinstance(step, CutOff) and len(b"".join(own_cut)) < len(data):
            own_cut.append(step.data)
    cut = [pre_token.encode() for pre_token in gpt2_cut(text)]
    right = tuple(map(MergeLearned, right_train(text, len(data))))
    return Run(Row.of(data, own_cut), learned), Run(Row.of(data, cut), right)


def _learned(train: Train, text: str, most: int) -> Iterator[Step]:
    """The merges learned; where that fails, those that can be asked for, then the error."""
    try:
        yield from map(MergeLearned, train(text, most))
    except Exception:  # any: exhibits are wrong on purpose
        yield from _until_error(train, text)


def _until_error(train: Train, text: str) -> Iterator[Step]:
    for number in count(1):
        try:
            *_, last = train(text, number)
        except Exception as error:
            yield Failure.of(error)
            return
        yield MergeLearned(last)


def _encodings(exhibit: WrongEncoder, text: str) -> tuple[Run, Run]:
    start = Row.of(text.encode())
    end: Step
    with watched() as steps:
        try:
            tokens = exhibit.encode(text, exhibit.merges, exhibit.special_tokens)
            end = TokensGiven(tuple(tokens))
        except Exception as error:  # any: exhibits are wrong on purpose
            end = Failure.of(error)
    right = right_encoding(
        text, exhibit.merges, exhibit.special_tokens, pattern=exhibit.pattern
    )
    return Run(start, (*steps, end)), Run(start, tuple(right))


def _decodings(exhibit: WrongDecoder, text: str) -> tuple[Run, Run]:
    start, tokens = Row.of(text.encode()), right_encode(text, ())
    wrong = tuple(_texts(exhibit, tokens))
    return Run(start, wrong), Run(start, tuple(right_stream(tokens)))


def _texts(exhibit: WrongDecoder, tokens: list[bytes]) -> Iterator[Step]:
    """What each token adds to the text of those before it."""
    before = ""
    for end in range(1, len(tokens) + 1):
        try:
            text = exhibit.decode(tokens[:end])
        except Exception as error:  # any: exhibits are wrong on purpose
            yield Failure.of(error)
            return
        yield TextShown(text.removeprefix(before))
        before = text


# --- What stands in the place of a text's bytes after each step


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
            case MergeLearned(pair):
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
