"""Which exhibits of the museum give the same on the same text: evidence, not proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from bpe_core.model import ALL_BYTES
from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_lab.check.faults import Fault
from bpe_lab.check.reference import Convention
from bpe_lab.museum import EXHIBITS, Exhibit, WrongDecoder, WrongEncoder, WrongTrainer

LONGEST = 4000  # characters of a text that they are tried on: they are slow


class Alike(NamedTuple):
    """An exhibit with the same output."""

    number: int
    name: str


def exhibits_like(
    fault: Fault, convention: Convention, exhibits: Mapping[str, Exhibit] = EXHIBITS
) -> tuple[Alike, ...]:
    """The exhibits that do on the fault's text what the code did there.

    They have conventions of their own, so only code of the same ones is held against them; of
    patterns, where both cut the text alike. None of a text that is too long for them.
    """
    if len(fault.text) > LONGEST:
        return ()
    return tuple(
        Alike(exhibit.number, name)
        for name, exhibit in exhibits.items()
        if any(_same(fault, output) for output in _outputs(exhibit, fault, convention))
    )


def _same(fault: Fault, output: object) -> bool:
    """Whether the code gave this; an id of no token is one here as there."""
    if fault.kind == "broken":  # a line number follows the error's words
        return fault.sentence.rpartition(" (")[0] == output
    if fault.kind != "ids" or not isinstance(output, tuple):
        return fault.output == output
    known = {*ALL_BYTES, *(special.encode() for special in fault.specials)}
    known |= {left + right for left, right in fault.merges}
    return tuple(token if token in known else None for token in output) == fault.output


def _outputs(exhibit: Exhibit, fault: Fault, convention: Convention) -> Iterator[object]:
    """What the exhibit gives where it is asked the same; nothing where it cannot be."""
    if isinstance(exhibit, WrongTrainer):
        if fault.asked and convention == Convention() and not fault.specials:
            yield _tried(lambda: tuple(exhibit.train(fault.text, fault.asked)))
    elif isinstance(exhibit, WrongEncoder):
        if fault.kind == "ids" and _cut_alike(fault, convention.pattern, exhibit.pattern):
            encode = exhibit.encode
            yield _tried(lambda: tuple(encode(fault.text, fault.merges, fault.specials)))
    elif isinstance(exhibit, WrongDecoder) and fault.kind == "text":
        yield _tried(lambda: exhibit.decode(fault.tokens))


def _cut_alike(fault: Fault, pattern: str, other: str) -> bool:
    """Whether both patterns cut what lies between the special tokens into the same words."""
    parts = [
        part for part, is_special in split_special(fault.text, fault.specials) if not is_special
    ]
    return all(
        [*split_pattern(part, pattern)] == [*split_pattern(part, other)] for part in parts
    )


def _tried(run: Callable[[], object]) -> object:
    """What it gives, or the words of its error."""
    try:
        return run()
    except Exception as error:  # any: exhibits are wrong on purpose
        return f"{type(error).__name__}: {error}".removesuffix(": ")
