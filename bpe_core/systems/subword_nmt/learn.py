"""Learn codes from words, by the taught generator or by compiled code; and the codes' file.

Codes are the merges in the order in which they were learned:

    #version: 0.2
    e s
    es t</w>

In version 0.1, which has no such line, ``</w>`` is a symbol of its own behind the last
character. The file holds no vocabulary and no alphabet.

The generator is `train/indexed.py`, subword-nmt's own index and pruning, which gets words cut
into characters. Of pairs of equal count the greatest wins, compared as (left, right) by text,
``</w>`` included: characters in code point order, as their UTF-8 bytes are.

Where this differs from the original, the original contradicts itself: it raises if no word has
two symbols (here there are no codes then), and it counts and replaces wrongly if a word
contains white space other than the space, or if a merge makes a symbol that exists already.
Here pairs of symbols are counted and replaced as they occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.events import Event, MergeDone
from bpe_core.formats.recognize import Role
from bpe_core.formats.subword_nmt_codes import GLUED, HEADER, SEPARATE, code_lines
from bpe_core.runtime.arguments import as_integer, as_tuple, check_type
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.runtime.text import as_text
from bpe_core.systems.subword_nmt.words import (
    Words,
    alphabet_of,
    check_words,
    cut,
    pre_tokens_of,
)
from bpe_core.train.fold import report_merges
from bpe_core.train.indexed import train_indexed
from bpe_core.train.options import TrainOptions

MIN_FREQUENCY = 2  # as in the original: rarer pairs are not learned
AUTO, INDEXED, COMPILED = ENGINES = ("auto", "indexed", "compiled")
SMALL = 2**13  # symbols; below, loading compiled code takes longer than it saves
FILE = Role.CODES.value


def learn(
    words: Words,
    *,
    num_merges: int | None = None,
    total_symbols: int | None = None,
    min_frequency: int = MIN_FREQUENCY,
    engine: str = AUTO,
    on_progress: OnProgress | None = None,
) -> Codes:
    """The codes of ``words`` (with their counts: `count_words`, `read_dictionary`).

    ``num_merges`` is how many pairs to learn, ``total_symbols`` how many symbols to end with,
    the alphabet included (the original's ``--total-symbols``); give one of them,
    or none to go on until no pair has ``min_frequency``. ``engine`` is ``indexed`` (the taught
    generator), ``compiled``, or ``auto``; both learn the same. ``on_progress`` gets the
    phase ``merge``. Raises ``OptionError``.

    >>> learn({"low": 2, "lower": 1, "lowest": 1}, num_merges=3).merges
    (('l', 'o'), ('w', 'e'), ('lo', 'we'))
    """
    if engine not in ENGINES:
        raise UnknownNameError.among("engine", engine, ENGINES)
    options = _options(words, num_merges, total_symbols, min_frequency)
    phase = Phase(on_progress, "merge", options.merge_limit)
    if engine == COMPILED or (engine == AUTO and _is_for_compiled_code(words)):
        from bpe_core.systems.subword_nmt.compiled_learning import learn_compiled  # numpy

        if (merges := learn_compiled(words, options, phase)) is not None:
            return Codes(merges)
    events = train_indexed(pre_tokens_of(words), options, cut=cut)
    return fold_codes(report_merges(events, phase), words)


def _is_for_compiled_code(words: Words) -> bool:
    if sum(map(len, words)) < SMALL:
        return False
    from bpe_core.kernels.objects import can_run  # which imports numpy

    return can_run("train")


def learning_events(
    words: Words,
    *,
    num_merges: int | None = None,
    total_symbols: int | None = None,
    min_frequency: int = MIN_FREQUENCY,
    detail: bool = False,
) -> Iterator[Event]:
    """The events of learning (`bpe_core.events`), to be watched, counted or folded.

    Words are end to end, as pre-tokens ``b"low</w>"``, the frequent ones first;
    `TrainState` folds the events, and its ``token_bytes`` name the symbols.

    >>> for event in learning_events({"low": 2}, num_merges=1):
    ...     print(event)
    MergeDone(number=0, pair=(257, 258), new_id=259, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    options = _options(words, num_merges, total_symbols, min_frequency)
    return train_indexed(pre_tokens_of(words), options, detail=detail, cut=cut)


def fold_codes(events: Iterable[Event], words: Words) -> Codes:
    """The codes of the merges in ``events``; every prefix of a run gives valid ones.

    >>> words = {"low": 2}
    >>> fold_codes(learning_events(words), words).merges
    (('o', 'w</w>'), ('l', 'ow</w>'))
    """
    names = first_names(words)
    merges: list[tuple[str, str]] = []
    for event in events:
        if isinstance(event, MergeDone):
            left, right = (names[token_id] for token_id in event.pair)
            merges.append((left, right))
            names[event.new_id] = left + right
    return Codes(tuple(merges))


def first_names(words: Words) -> dict[int, str]:
    """The symbols of the alphabet by their ids in events.

    >>> first_names({"low": 2, "we": 1})
    {256: 'l', 257: 'o', 258: 'w</w>', 259: 'w', 260: 'e</w>'}
    """
    table = (cut(data) for data, _, _ in pre_tokens_of(words))
    met = dict.fromkeys(symbol for symbols in table for symbol in symbols)
    return {256 + k: symbol.decode() for k, symbol in enumerate(met)}


def _options(
    words: Words, num_merges: int | None, total_symbols: int | None, min_frequency: int
) -> TrainOptions:
    """How far to learn, checked."""
    check_words(words)
    min_frequency = as_integer("min_frequency", min_frequency, least=1)
    if total_symbols is not None:
        if num_merges is not None:
            rule = "not beside total_symbols"
            raise OptionError(name="num_merges", value=num_merges, rule=rule)
        alphabet = alphabet_of(words).size
        if not isinstance(total_symbols, int) or total_symbols < alphabet:
            rule = f"an integer of at least {alphabet}, the size of the alphabet"
            raise OptionError(name="total_symbols", value=total_symbols, rule=rule)
        num_merges = total_symbols - alphabet
    return TrainOptions(num_merges=num_merges, min_count=min_frequency)


@dataclass(frozen=True, slots=True)
class Codes:
    """Pairs of symbols by rank. A pair that occurs twice has its first rank.

    >>> Codes((("e", "s"), ("es", "t</w>"))).first(1)
    Codes(merges=(('e', 's'),), version='0.2')
    """

    merges: tuple[tuple[str, str], ...]
    version: str = GLUED

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for what are no pairs of symbols."""
        rule = "pairs of symbols in rank order, each a str"
        merges = as_tuple("merges", self.merges, rule)
        for number, pair in enumerate(merges):
            if type(pair) is not tuple or [*map(type, pair)] != [str, str]:
                raise OptionError(name=f"merges[{number}]", value=pair, rule=rule)
        object.__setattr__(self, "merges", merges)
        if self.version not in (GLUED, SEPARATE):
            rule = f"{SEPARATE} or {GLUED}"
            raise OptionError(name="version", value=self.version, rule=rule)

    def __len__(self) -> int:
        return len(self.merges)

    def first(self, merges: int) -> Codes:
        """The first so many merges, as if learning had ended there."""
        if not isinstance(merges, int) or merges < 0:
            raise OptionError(name="merges", value=merges, rule="at least 0")
        return Codes(self.merges[:merges], self.version)

    @property
    def ends_glued(self) -> bool:
        """Whether words end in a character with ``</w>``, not in ``</w>`` alone."""
        return self.version == GLUED


def read_codes(data: bytes | str, *, merges: int | None = None, file: str = FILE) -> Codes:
    """The codes of a file, or its first ``merges``; raises ``FormatError`` naming the line.

    >>> read_codes("#version: 0.2\\ne s\\nes t</w>\\n", merges=1)
    Codes(merges=(('e', 's'),), version='0.2')
    """
    version, lines = code_lines(file, as_text(data).encode() if isinstance(data, str) else data)
    codes = Codes(tuple((left, right) for _, left, right in lines), version)
    return codes if merges is None else codes.first(merges)


def write_codes(codes: Codes) -> str:
    """The file that subword-nmt itself would have written.

    >>> print(write_codes(Codes((("e", "s"), ("es", "t</w>")))), end="")
    #version: 0.2
    e s
    es t</w>
    """
    check_codes(codes)
    header = f"{HEADER}\n" if codes.ends_glued else ""
    return header + "".join(f"{left} {right}\n" for left, right in codes.merges)


def check_codes(codes: object) -> None:
    """Raise ``OptionError`` for what are none."""
    check_type("codes", codes, Codes, "Codes, as learn and read_codes give them")
