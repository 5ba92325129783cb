"""The two runs that an exhibit is told by: its own code's and the right one, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from itertools import count

from bpe_lab.museum.exhibit import Exhibit, Train, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.parts import gpt2_cut
from bpe_lab.museum.right import right_encode, right_encoding, right_stream, right_train
from bpe_lab.museum.rows import Row
from bpe_lab.museum.steps import (
    CutOff,
    Failure,
    Learned,
    Step,
    TextShown,
    TokensGiven,
    watched,
)


@dataclass(frozen=True, slots=True)
class Run:
    """The text's bytes before the first step, and all steps."""

    start: Row
    steps: tuple[Step, ...]


@singledispatch
def runs(exhibit: Exhibit, text: str) -> tuple[Run, Run]:
    """The exhibit's own run on ``text``, and the right one."""
    raise NotImplementedError(f"no run is registered for exhibits of kind {exhibit.kind}")


@runs.register
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
    right = tuple(map(Learned, right_train(text, len(data))))
    return Run(Row.of(data, own_cut), learned), Run(Row.of(data, cut), right)


def _learned(train: Train, text: str, most: int) -> Iterator[Step]:
    """The merges learned; where that fails, those that can be asked for, then the error."""
    try:
        yield from map(Learned, train(text, most))
    except Exception:  # any: exhibits are wrong on purpose
        yield from _until_error(train, text)


def _until_error(train: Train, text: str) -> Iterator[Step]:
    for number in count(1):
        try:
            *_, last = train(text, number)
        except Exception as error:
            yield Failure.of(error)
            return
        yield Learned(last)


@runs.register
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


@runs.register
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
