"""Why a run came to nothing goes from its process to ours as a value, or as text alone."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable
from itertools import starmap
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bpe_core import errors
from bpe_core.errors import (
    BPELabError,
    FormatError,
    InputError,
    NotUTF8Error,
    PatternError,
    Phrase,
)
from bpe_core.events import StopReason
from bpe_core.formats.format_rules import at, broken
from bpe_core.pretokenize.custom_pattern import PatternFault
from bpe_lab.lab_errors import LabError
from bpe_lab.measure import child as inside
from bpe_lab.measure.guards import pickled
from bpe_lab.measure.messages import Protocol, as_text, reason_in_json
from bpe_lab.measure.process import Child, end, environment, messages, variables
from bpe_lab.measure.reasons import (
    LONGEST,
    Ending,
    MessageError,
    ProcessError,
    Reason,
    RunError,
)
from tests.for_each import for_each
from tests.lab.race.running import PATIENCE
from tests.raising import rules, sample

PROTOCOL = Protocol(answers={"done": as_text}, clocks=0)


def received(value: Any) -> Reason:
    """The reason of a line that says that a run failed."""
    with pytest.raises(RunError) as raised:
        PROTOCOL.message(json.dumps({"failed": value}).encode())
    assert not isinstance(raised.value, MessageError), raised.value
    return raised.value.reason


@pytest.fixture
def raised_in_a_child(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], Reason]:
    """What reaches us of an error that a child's work raises, by its own guard."""
    lines: list[bytes] = []
    monkeypatch.setattr(
        inside, "own_output", lambda form: lambda message: lines.append(form(message))
    )
    for name in ("end_with_parent", "be_killed_first"):
        monkeypatch.setattr(inside, name, lambda: None)
    monkeypatch.setattr(inside, "bound", lambda _: None)

    def reason(error: BaseException) -> Reason:
        with inside.answering():
            raise error
        return received(json.loads(lines.pop())["failed"])

    return reason


def alike(one: object, other: object) -> bool:
    """Whether two problems are the same to a reader."""
    if isinstance(one, BPELabError) and isinstance(other, BPELabError):
        return (
            one.name == other.name
            and one.values.keys() == other.values.keys()
            and all(alike(value, other.values[name]) for name, value in one.values.items())
        )
    return one == other and type(one) is type(other)


PROBLEMS = [
    InputError("characters_need_more", vocab_size=600, minimum=990),
    NotUTF8Error(byte=255, position=3, reason="invalid start byte"),
    LabError("nothing_to_merge", reason=StopReason.BELOW_MIN_COUNT),
    broken("merges.txt", at("line", 4), "two_tokens"),
    PatternError("syntax", position=2, reason=PatternFault("engine", {"text": "bad escape"})),
]


@pytest.mark.parametrize("error", PROBLEMS, ids=lambda error: error.name)
def test_an_error_of_ours_comes_with_its_values(
    error: BPELabError, raised_in_a_child: Callable[[BaseException], Reason]
) -> None:
    reason = raised_in_a_child(error)
    assert reason.text == f"{type(error).__name__}: {error}"
    assert alike(reason.problem, error)


def test_every_error_comes_back_as_its_rule() -> None:
    ours = [
        each for each in rules() if each[0].__module__.startswith(("bpe_core.", "bpe_lab."))
    ]
    assert len(ours) > 50
    for error in starmap(sample, ours):
        assert alike(received(reason_in_json(Reason.of(error))).problem, error), error.name
        line = pickled({"failed": Reason.of(error)})
        with pytest.raises(RunError) as raised:
            Protocol(answers={}, form="pickle").message(line)
        assert alike(raised.value.reason.problem, error), error.name


@pytest.mark.parametrize(
    "error", [MemoryError(), MemoryError("no room"), OSError(errno.ENOMEM, "no room")]
)
def test_a_lack_of_memory_is_seen_by_class(
    error: BaseException, raised_in_a_child: Callable[[BaseException], Reason]
) -> None:
    reason = raised_in_a_child(error)
    assert reason.text.startswith(type(error).__name__)
    assert not reason.text.endswith(":")
    assert reason.problem == Ending("out_of_memory")


def test_an_error_of_another_library_is_text_alone(
    raised_in_a_child: Callable[[BaseException], Reason],
) -> None:
    reason = raised_in_a_child(KeyError("a_b\nMemoryError"))
    assert reason.problem is None
    assert reason.text == "KeyError: 'a_b\\nMemoryError'"


def test_a_value_without_a_form_in_json_goes_as_bounded_text() -> None:
    error = errors.OptionError(name="threads", value=[b"\xff"] * 1000, rule=float("nan"))
    problem = received(reason_in_json(Reason.of(error))).problem
    assert isinstance(problem, errors.OptionError)
    assert problem.values["value"] == str([b"\xff"] * 1000)[:LONGEST]
    assert problem.values["rule"] == "nan"


def last_words(script: str, home: Path) -> Reason:
    """Why a program ended, as its parent sees it."""
    child = Child(
        [sys.executable, "-S", "-c", script], home=str(home), variables=environment(str(home))
    )
    try:
        with pytest.raises(ProcessError) as raised:
            child.line(PATIENCE)
    finally:
        end([child])
    return raised.value.reason


ENDS = {
    "import os; os.kill(os.getpid(), 9)": Ending("ended", {"code": -9}),
    "import os; os._exit(3)": Ending("ended", {"code": 3}),
    "import sys; sys.exit('terminate: std::bad_alloc')": Ending("out_of_memory"),
    "import sys; sys.exit('fork: Cannot allocate memory')": Ending("out_of_memory"),
    "raise MemoryError": Ending("out_of_memory"),
    "import sys; sys.exit('its process ended with code 7')": None,
}


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("script", ENDS)
def test_how_a_process_ended_is_a_phrase(script: str, tmp_path: Path) -> None:
    reason = last_words(script, tmp_path)
    assert reason.problem == ENDS[script]
    assert reason.text


@pytest.mark.usefixtures("place")
def test_a_process_that_does_not_get_ready_is_a_phrase(tmp_path: Path) -> None:
    child = Child(
        [sys.executable, "-S", "-c", "import time; time.sleep(3600)"],
        home=str(tmp_path),
        variables=variables(str(tmp_path)),
    )
    try:
        with pytest.raises(RunError) as raised:
            list(messages(child, PROTOCOL, Event(), setting=0.01))
    finally:
        end([child])
    assert raised.value.reason.problem == Ending("not_ready", {"seconds": 0})
    assert str(raised.value) == "it was not ready after 0 s"


def test_no_reason_is_a_phrase() -> None:
    assert received({"text": " \n"}).problem == Ending("no_reason")


@for_each("value", [None, True, 7, "text", [], {}, {"text": 7}, {"text": None}])
def test_a_failure_without_a_text_is_no_message(value: object) -> None:
    with pytest.raises(MessageError):
        PROTOCOL.message(json.dumps({"failed": value}).encode())


SIZES = {"vocab_size": 1, "minimum": 2}
ERROR = "InputError.characters_need_more"


def error(name: object = ERROR, values: object = SIZES) -> object:
    return {"error": name, "values": values}


def phrase(section: object, key: object, values: object) -> object:
    return {"phrase": section, "key": key, "values": values}


def nested(depth: int) -> object:
    value: object = "x"
    for _ in range(depth):
        value = error("LabError.nothing_to_merge", {"reason": value})
    return value


UNSOUND = {
    "null": None,
    "a text": "x",
    "a number": 7,
    "a list": [error()],
    "nothing in it": {},
    "a stop alone": {"stop": "target_reached"},
    "more in it": {"error": ERROR, "values": SIZES, "x": 1},
    "no values": {"error": ERROR},
    "an unknown class": error("NoSuchError"),
    "no class": error("annotations"),
    "another class": error("Iterable"),
    "the base": error("BPELabError", {"reason": "x"}),
    "a class without its rule": error("InputError", {"reason": "x"}),
    "an unknown rule": error("InputError.tired", {"reason": "x"}),
    "a rule of another class": error("OptionError.empty_text", {}),
    "a class that is a list": error([ERROR]),
    "a class that is null": error(None),
    "values in a list": error(values=[1, 2]),
    "a value too few": error(values={"vocab_size": 1}),
    "a value too many": error(values={**SIZES, "self": 1}),
    "a value of another name": error(values={"vocab_size": 1, "__class__": 1}),
    "a value that is a list": error(values={**SIZES, "minimum": []}),
    "a value that is an object": error(values={**SIZES, "minimum": {}}),
    "a number without end": error(values={**SIZES, "minimum": float("inf")}),
    "no number": error(values={**SIZES, "minimum": float("nan")}),
    "a huge number": error(values={**SIZES, "minimum": 10**30}),
    "a text for a number": error("NotUTF8Error", {"byte": "x", "position": 0, "reason": "x"}),
    "null for a number": error("NotUTF8Error", {"byte": None, "position": 0, "reason": "x"}),
    "an unknown section": phrase("catalogue", "ended", {"code": 1}),
    "an unknown key": phrase("ending", "begun", {}),
    "a key that is a list": phrase("ending", ["ended"], {"code": 1}),
    "a phrase without its value": phrase("ending", "ended", {}),
    "an unknown stop": error("LabError.nothing_to_merge", {"reason": {"stop": "tired"}}),
    "a stop that is a list": error("LabError.nothing_to_merge", {"reason": {"stop": []}}),
    "too deep": nested(50),
}


def test_an_unsound_problem_leaves_the_text_alone() -> None:
    for name, problem in UNSOUND.items():
        reason = received({"text": "what it says", "problem": problem})
        assert (reason.text, reason.problem) == ("what it says", None), name


def test_what_a_message_holds_is_bounded_and_printable() -> None:
    long = "a\x1b\u202e\ud800\n" * 10_000
    values = {"file": long, "where": long, "rule": phrase("ending", "ended", {"code": long})}
    reason = received({"text": long, "problem": error("FormatError", values)})
    problem = reason.problem
    assert isinstance(problem, FormatError)
    rule = problem.values["rule"]
    assert isinstance(rule, Phrase)
    for text in (reason.text, problem.values["file"], rule.values["code"]):
        assert isinstance(text, str)
        assert text.isprintable()
        assert len(text) <= LONGEST
