"""The code that is checked, seen from outside: what it is, its process, and what it is asked.

A `Submission` is run in a process of its own, the `Subject`; the rungs of the ladder ask its
`Candidate`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from site import getuserbase
from threading import Event
from typing import Any

from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.fences import sentence
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.check.shapes.solution import in_hex
from bpe_lab.measure.machine import crowding
from bpe_lab.measure.messages import Clock, Protocol, as_object, as_text
from bpe_lab.measure.process import PYTHON, Child, messages, variables
from bpe_lab.measure.reasons import CutError, Reason, RunError

MB = 2**20
SECONDS, MEMORY = 10.0, 1024  # without other limits; MB
LOADING = 120.0  # seconds; what a student imports may be large
MOST_CROWDED = 12.0  # times as long as on a machine of one's own
LESSON_MERGES = 12  # merges that a tokenizer is made with, where they are learned


@dataclass(frozen=True, slots=True)
class Submission:
    """Code to be checked: files of Python, or a command; ``name`` is the class among several.

    A request may take ``seconds`` and the process ``memory`` bytes beyond what it starts with.
    """

    files: tuple[str, ...] = ()
    command: str = ""
    name: str = ""
    seconds: float = SECONDS
    memory: int = MEMORY * MB


class CutShortError(RunError):
    """It did not end within its seconds."""


@dataclass(frozen=True, slots=True)
class Raised:
    """Its code ended with an error, in a line."""

    text: str


PROTOCOL: Protocol[Mapping[str, Any] | Raised] = Protocol(
    answers={"answer": as_object, "raised": lambda value: Raised(as_text(value))}
)


def inside(home: str) -> dict[str, str]:
    """Variables by which libraries keep what they would write elsewhere in ``home``.

    subtle: packages that a user has installed for herself are found from her own home.
    """
    caches = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"), home)
    return {**caches, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUSERBASE": getuserbase()}


class Subject(AbstractContextManager["Subject"]):
    """A process of the student's code, a new one after every end of the last.

    Raises ``RunError`` with the reason where it gives no answer, and ``StoppedError``.
    """

    def __init__(self, submission: Submission, folder: Path, stop: Event) -> None:
        self.submission, self._folder, self._stop = submission, folder, stop
        self._child: Child | None = None
        self.request: Mapping[str, Any] = {}  # the last one

    def __exit__(self, *_: object) -> None:
        self._end()

    def load(self) -> Mapping[str, Any]:
        """Start afresh; what it says of itself."""
        self._end()
        home = str(self._folder)
        program = "bpe_lab.check.student_process"
        command = [*PYTHON, "-m", program, json.dumps(asdict(self.submission))]
        self._child = Child(command, home=home, variables=variables(home) | inside(home))
        return self._ask({"do": "load"}, LOADING)

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a request."""
        self.request = request
        if self._child is None:
            self.load()
        return self._ask(request, self.submission.seconds)

    def _ask(self, request: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        assert self._child, "started before"
        self._child.send(json.dumps(request).encode())
        try:
            # What is slow on a crowded machine is no fault of the code's.
            budget = seconds * min(crowding(), MOST_CROWDED)
            *_, reply = messages(self._child, PROTOCOL, self._stop, budget=budget)
        except CutError as error:
            self._end()
            raise CutShortError(sentence("cut", seconds=f"{seconds:g}")) from error
        except RunError:
            self._end()
            raise
        if isinstance(reply, Raised):
            raise RunError(reply.text)
        assert not isinstance(reply, Clock), "an answer comes last"
        return reply

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.reap()
            self._child = None


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """What a training gave, and what it took."""

    merges: tuple[BytePair, ...]
    tokens: tuple[bytes, ...] | None
    ids: tuple[int, ...] | None
    note: str
    seconds: float
    peak: int


@dataclass(frozen=True, slots=True)
class EncodingResult:
    """What encoding gave, and by which merges; None stands for an id that no token has.

    ``known`` are the ids of the tokens that it was made with; ``alone`` is what each id is
    decoded to by itself, where that was asked for.
    """

    ids: tuple[int, ...]
    tokens: tuple[bytes | None, ...]
    decoded: str = ""
    merges: tuple[BytePair, ...] = ()
    known: Mapping[bytes, int] = field(default_factory=dict)
    alone: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0

    def ids_of(self, tokens: Iterable[bytes]) -> tuple[int | None, ...]:
        """Which ids stand for ``tokens``; None for one that it was not made with."""
        return tuple(map(self.known.get, tokens))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Raises ``RunError`` where the code gives no sound answer."""

    subject: Subject
    title: str
    abilities: frozenset[str]
    specials: tuple[str, ...]  # that its trainer always gets
    convention: Convention
    tells_pattern: bool = True  # its code says how it cuts texts

    def train(self, text: str, merges: int, specials: Sequence[str] = ()) -> TrainingResult:
        """Its merges, at the most so many."""
        specials = self.with_own(specials)
        reply = self.subject.ask(
            {
                "do": "train",
                "text": text,
                "vocab_size": 256 + len(specials) + merges,
                "specials": list(specials),
            }
        )
        with_tokens = reply["tokens"]
        return TrainingResult(
            _merges(reply["merges"]),
            None if with_tokens is None else tuple(map(bytes.fromhex, with_tokens)),
            None if reply["ids"] is None else tuple(reply["ids"]),
            str(reply["note"]),
            float(reply["seconds"]),
            int(reply["bytes"]),
        )

    def with_own(self, specials: Sequence[str]) -> tuple[str, ...]:
        """The special tokens that its trainer always gets, and these, each once."""
        return tuple(dict.fromkeys((*self.specials, *specials)))

    def encode(
        self,
        text: str,
        lesson: str,
        specials: Sequence[str] = (),
        most: int = LESSON_MERGES,
        **form: object,
    ) -> EncodingResult:
        """Its ids of a text by the merges of a lesson, and the text that it makes of them.

        ``form`` and ``vocabulary`` are those of its `Lesson`.
        """
        return self._encoding(text, self._lesson(lesson, specials, most) | form)

    def encode_alone(self, text: str, lesson: str) -> EncodingResult:
        """The same, with what each id is decoded to by itself."""
        return self._encoding(text, self._lesson(lesson, (), LESSON_MERGES) | {"alone": True})

    def encode_by(self, text: str, merges: Sequence[BytePair]) -> EncodingResult:
        """Its ids of a text by merges that need not come from a training."""
        return self._encoding(text, {"lesson": "", "merges": in_hex(merges), "specials": []})

    def stream(
        self, pieces: Sequence[str], lesson: str, specials: Sequence[str] = ()
    ) -> EncodingResult:
        """Its ids of a text in pieces."""
        request = {"do": "stream", "pieces": list(pieces)}
        reply = self.subject.ask(request | self._lesson(lesson, specials, LESSON_MERGES))
        return EncodingResult(
            tuple(reply["ids"]),
            _tokens(reply["tokens"]),
            merges=tuple(right_merges(lesson, LESSON_MERGES, self.convention)),
            known=_known(reply["known"]),
        )

    def holds_at_most(self, most: int, pieces: Sequence[str], lesson: str) -> bool:
        """Whether its first id comes before so many characters of endless pieces."""
        request = {"do": "hold", "pieces": list(pieces), "most": most}
        own = self._lesson(lesson, self.specials, LESSON_MERGES)
        return bool(self.subject.ask(request | own)["bounded"])

    def _encoding(self, text: str, lesson: Mapping[str, Any]) -> EncodingResult:
        reply = self.subject.ask({"do": "encode", "text": text, **lesson})
        return EncodingResult(
            tuple(reply["ids"]),
            _tokens(reply["tokens"]),
            reply["decoded"],
            _merges(reply["merges"]),
            known=_known(reply["known"]),
            alone=tuple(reply["alone"]),
            note=str(reply["note"]),
            seconds=float(reply["seconds"]),
        )

    def _lesson(self, lesson: str, specials: Sequence[str], most: int) -> dict[str, Any]:
        merges = right_merges(lesson, most, self.convention)
        return {"lesson": lesson, "merges": in_hex(merges), "specials": list(specials)}


def open_candidate(subject: Subject) -> Candidate:
    """Load the code; its convention is ours, with its own pattern where it tells one."""
    facts: Mapping[str, Any] = subject.load()
    if "refused" in facts:
        raise RunError(Reason(facts["refused"]))  # as it is: such a line may be long
    return Candidate(
        subject,
        facts["title"],
        frozenset(facts["abilities"]),
        tuple(facts["specials"]),
        Convention(pattern=facts["pattern"] or "gpt2"),
        tells_pattern=bool(facts["pattern"]),
    )


def _merges(value: Any) -> tuple[BytePair, ...]:
    try:
        return tuple((bytes.fromhex(left), bytes.fromhex(right)) for left, right in value)
    except (TypeError, ValueError) as error:
        raise RunError("its merges are no pairs of tokens") from error


def _known(value: Mapping[str, int]) -> dict[bytes, int]:
    return {bytes.fromhex(token): token_id for token, token_id in value.items()}


def _tokens(value: Any) -> tuple[bytes | None, ...]:
    return tuple(None if token is None else bytes.fromhex(token) for token in value)
