"""What a process that measures says: one object a line, a word with its value.

    {"clock": "started"}, {"clock": "stopped"}  around the work that the budget is for
    {"failed": a reason}                        in place of an answer

and the words of a `Protocol`. A child of ours sends pickled values. One that runs a stranger's
code sends JSON, which is checked: what does not read as promised raises ``MessageError``, and
its reason is

    {"text": "one line"}                                     of another library's error
    {"text": "…", "problem": {"error": "CLASS.RULE", "values": {…}}}   of one of ours
    {"text": "…", "problem": {"phrase": SECTION, "key": KEY, "values": {…}}}

with values that are null, true, false, a number, a string, or again an object for what has
words in every language: an error or a phrase as above, or ``{"stop": REASON}``. Anything else
goes as text.
"""

from __future__ import annotations

import json
import pickle
import string
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from bpe_core.errors import BPELabError, Phrase
from bpe_core.events import StopReason
from bpe_core.formats.format_rules import Rule
from bpe_core.pretokenize.custom_pattern import PatternFault
from bpe_core.runtime.text import TextFlaw
from bpe_lab.measure.reasons import (
    LONGEST,
    Ending,
    MessageError,
    Reason,
    RunError,
    one_line,
    printable,
)

STARTED: Mapping[str, str] = {"clock": "started"}
STOPPED: Mapping[str, str] = {"clock": "stopped"}

Message = TypeVar("Message")
Readers: TypeAlias = Mapping[str, Callable[[Any], Message]]


def unpickled(line: bytes) -> Any:
    """What `guards.pickled` made a line of; only for lines of our own processes."""
    return pickle.loads(b64decode(line))


def in_json(message: Mapping[str, Any]) -> bytes:
    """A message of a process that runs a stranger's code."""
    return json.dumps(message, default=reason_in_json).encode()


FORMS: Mapping[str, Callable[[bytes], Any]] = {"JSON": json.loads, "pickle": unpickled}


@dataclass(frozen=True, slots=True)
class Clock:
    """The work that the budget is for begins, or is over."""

    running: bool


@dataclass(frozen=True, slots=True)
class Protocol(Generic[Message]):
    """The words that a run may use, each with what reads its value.

    ``steps`` come on the way, one of ``answers`` ends the run. Its clock runs ``clocks`` times
    and stands still when it answers. Lines of ``form`` "pickle" are from processes of ours.
    """

    answers: Readers[Message]
    steps: Readers[Message] = field(default_factory=dict)
    clocks: int = 1
    form: Literal["JSON", "pickle"] = "JSON"

    def message(self, line: bytes) -> tuple[Message | Clock, bool]:
        """What a line says, and whether it is the answer.

        Raises ``MessageError``, and ``RunError`` where the line says that the run failed.

        >>> from bpe_lab.measure.guards import pickled
        >>> Protocol(answers={"done": int}, form="pickle").message(pickled({"done": 7}))
        (7, True)
        >>> Protocol(answers={"done": as_text}).message(b'{"done": 7}')
        Traceback (most recent call last):
        bpe_lab.measure.reasons.MessageError: its answer holds 7 in place of a text
        """
        word, value = self._word(line)
        if word == "failed":
            raise RunError(value if isinstance(value, Reason) else as_reason(value))
        if word == "clock":
            return _clock(value), False
        readers = self.answers if word in self.answers else self.steps
        if word not in readers:
            raise MessageError(f"its answer is no known word: {one_line(word)[:60]!r}")
        try:
            return readers[word](value), word in self.answers
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise MessageError(f"no answer to be read: {error}") from error

    def _word(self, line: bytes) -> tuple[str, Any]:
        """The word of a line and its value."""
        try:
            message = FORMS[self.form](line)
        except Exception as error:  # a broken pickle raises whatever its bytes say
            words = one_line(line)[:60]
            raise MessageError(f"its answer is no {self.form}: {words!r}") from error
        if not isinstance(message, dict) or len(message) != 1:
            raise MessageError("its answer is not one word with its value")
        ((word, value),) = message.items()
        return word, value


def wrong_value(value: object, wanted: str) -> MessageError:
    """An answer that holds something else than what is ``wanted``."""
    actual = repr(value)[:60] if isinstance(value, str | int | float | None) else "a structure"
    return MessageError(f"its answer holds {actual} in place of {wanted}")


def as_object(value: Any) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise wrong_value(value, "an object")
    return value


def as_text(value: Any) -> str:
    """A string."""
    if not isinstance(value, str):
        raise wrong_value(value, "a text")
    return value


def as_reason(value: Any) -> Reason:
    """Why a run failed; by its text alone where the rest is not sound."""
    fields = as_object(value)
    reason = Reason.of(as_text(fields.get("text")))
    if not reason.text:
        return Reason.of(Ending("no_reason"))
    if "problem" in fields:
        with suppress(TypeError, ValueError):
            return Reason(reason.text, problem_from(fields["problem"]))
    return reason


def _clock(value: Any) -> Clock:
    if value not in ("started", "stopped"):
        raise wrong_value(value, "started or stopped")
    return Clock(running=value == "started")


PHRASES: Mapping[str, type[Phrase]] = {
    kind.section: kind for kind in (Ending, Rule, PatternFault, TextFlaw)
}
DEEPEST = 3  # an error, its phrase, the phrase's values
LARGEST = 2**63  # of a number; what is counted is less


def reason_in_json(reason: Reason) -> dict[str, Any]:
    """What a process says of its failure, as JSON can hold it.

    >>> from bpe_core.errors import InputError
    >>> reason_in_json(Reason.of(InputError("no_text_files", folder="/x")))["problem"]
    {'error': 'InputError.no_text_files', 'values': {'folder': '/x'}}
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
    if isinstance(value, BPELabError) and named_rule(value.name):
        values = _values_sent(value.template(value.rule), value.values)
        return {"error": value.name, "values": values}
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
        if not (named := named_rule(value["error"])):
            raise ValueError("no error of ours")
        kind, rule = named
        return kind(rule, **_values_received(kind.template(rule), value["values"], depth))
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


def named_rule(name: object) -> tuple[type[BPELabError], str] | None:
    """The class and the rule that have a message, and so a text in each language.

    >>> named_rule("InputError.empty_text")
    (<class 'bpe_core.errors.InputError'>, 'empty_text')
    >>> named_rule("InputError"), named_rule("Iterable")
    (None, None)
    """
    kind_name, _, rule = name.partition(".") if isinstance(name, str) else ("", "", "")
    kinds = (kind for kind in _own_errors(BPELabError) if kind.__name__ == kind_name)
    return next(((kind, rule) for kind in kinds if rule in kind.messages), None)


def _own_errors(kind: type[BPELabError]) -> Iterator[type[BPELabError]]:
    """The classes below ``kind``, of the modules of ours that are loaded."""
    for below in kind.__subclasses__():
        if below.__module__.startswith(("bpe_core.", "bpe_lab.")):
            yield below
        yield from _own_errors(below)


def placeholders(template: str) -> set[str]:
    """The names of the values that a message has.

    >>> sorted(placeholders("{size} of {limit:02X}"))
    ['limit', 'size']
    """
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}
