"""A reason on its way from a process that measures to the one that started it, as JSON.

    {"text": "one line"}                                     of another library's error
    {"text": "…", "problem": {"error": CLASS, "values": {…}}}   of one of ours
    {"text": "…", "problem": {"phrase": SECTION, "key": KEY, "values": {…}}}

A value is null, true, false, a number, a string, or again an object for what has words in every
language: an error or a phrase as above, or ``{"stop": REASON}``. Anything else goes as text.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

from bpe_core.errors import BPELabError
from bpe_core.events import StopReason
from bpe_core.formats.format_rules import Rule
from bpe_core.phrases import Phrase
from bpe_core.pretokenize.custom_pattern import PatternFault
from bpe_core.runtime.text import TextFlaw
from bpe_lab.measure.reasons import LONGEST, Ending, Reason, printable

PHRASES: Mapping[str, type[Phrase]] = {
    kind.section: kind for kind in (Ending, Rule, PatternFault, TextFlaw)
}
DEEPEST = 3  # an error, its phrase, the phrase's values
LARGEST = 2**63  # of a number; what is counted is less


def failed_message(reason: Reason) -> dict[str, Any]:
    """What a process says of its failure.

    >>> from bpe_core.errors import NoTextFilesError
    >>> failed_message(Reason.of(NoTextFilesError(folder="/x")))["problem"]
    {'error': 'NoTextFilesError', 'values': {'folder': '/x'}}
    """
    if reason.problem is None:
        return {"text": reason.text}
    return {"text": reason.text, "problem": _sent(reason.problem)}


def problem_from(value: Any) -> BPELabError | Phrase:
    """The problem of a message, whoever sent it.

    Raises ``ValueError`` or ``TypeError`` where it is not sound.
    """
    problem = _received(value, 0)
    if not isinstance(problem, BPELabError | Phrase):
        raise ValueError("no error and no phrase")
    return problem


def _sent(value: object) -> object:
    if isinstance(value, BPELabError) and named_error(type(value).__name__):
        values = _values_sent(value.message, value.values)
        return {"error": type(value).__name__, "values": values}
    if isinstance(value, Phrase) and PHRASES.get(value.section) is type(value):
        values = _values_sent(value.english[value.key], value.values)
        return {"phrase": value.section, "key": value.key, "values": values}
    if isinstance(value, StopReason):
        return {"stop": value.value}
    if value is None or type(value) is bool:
        return value
    if isinstance(value, int | float) and -LARGEST < value < LARGEST:
        return value
    return str(value)[:LONGEST]


def _values_sent(template: str, values: Mapping[str, object]) -> dict[str, object]:
    return {name: _sent(values[name]) for name in sorted(placeholders(template))}


def _received(value: Any, depth: int) -> object:
    if isinstance(value, str):
        return printable(value[:LONGEST])
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if not -LARGEST < value < LARGEST:  # neither has a number that is none
            raise ValueError("a number without bounds")
        return value
    if not isinstance(value, dict) or depth == DEEPEST:
        raise ValueError("no value of a message")
    if value.keys() == {"error", "values"}:
        if not (kind := named_error(value["error"])):
            raise ValueError("no error of ours")
        return kind(**_values_received(kind.message, value["values"], depth))
    if value.keys() == {"phrase", "key", "values"}:
        phrase = _of(PHRASES, value["phrase"])
        template = _of(phrase.english, value["key"])
        return phrase(value["key"], _values_received(template, value["values"], depth))
    if value.keys() == {"stop"}:
        return StopReason(value["stop"])
    raise ValueError("no value of a message")


def _values_received(template: str, values: Any, depth: int) -> dict[str, Any]:
    if not isinstance(values, dict) or values.keys() != placeholders(template):
        raise ValueError("not the values of its message")
    received = {name: _received(value, depth + 1) for name, value in values.items()}
    template.format(**received)  # a number where one is written as such
    return received


def _of(table: Mapping[str, Any], name: Any) -> Any:
    if not isinstance(name, str) or name not in table:
        raise ValueError("no such name")
    return table[name]


def named_error(name: object) -> type[BPELabError] | None:
    """The class of that name with a message of its own, and so with a text in each language.

    >>> named_error("InputError"), named_error("Iterable")
    (None, None)
    """
    return next((kind for kind in _own_errors(BPELabError) if kind.__name__ == name), None)


def _own_errors(kind: type[BPELabError]) -> Iterator[type[BPELabError]]:
    """The classes below ``kind`` with a message, of the modules of ours that are loaded."""
    for below in kind.__subclasses__():
        if below.__module__.startswith(("bpe_core.", "bpe_lab.")) and "message" in vars(below):
            yield below
        yield from _own_errors(below)


def placeholders(template: str) -> set[str]:
    """The names of the values that a message has.

    >>> sorted(placeholders("{size} of {limit:02X}"))
    ['limit', 'size']
    """
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}
