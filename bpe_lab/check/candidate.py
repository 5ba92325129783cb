"""A solution as the rungs of the ladder see it: what it can be asked, and its convention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.reference import Convention, right_merges
from bpe_lab.check.subject import Subject
from bpe_lab.check.tasks import in_hex
from bpe_lab.measure.reasons import Reason, RunError

LEARNED = 12  # merges that a tokenizer is made with, where they are learned


@dataclass(frozen=True, slots=True)
class Learned:
    """What a training gave, and what it took."""

    merges: tuple[BytePair, ...]
    tokens: tuple[bytes, ...] | None
    ids: tuple[int, ...] | None
    note: str
    seconds: float
    peak: int


@dataclass(frozen=True, slots=True)
class Encoding:
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

    def train(self, text: str, merges: int, specials: Sequence[str] = ()) -> Learned:
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
        return Learned(
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
        most: int = LEARNED,
        **form: object,
    ) -> Encoding:
        """Its ids of a text by the merges of a lesson, and the text that it makes of them.

        ``form`` and ``vocabulary`` are those of its `Lesson`.
        """
        return self._encoding(text, self._lesson(lesson, specials, most) | form)

    def encode_alone(self, text: str, lesson: str) -> Encoding:
        """The same, with what each id is decoded to by itself."""
        return self._encoding(text, self._lesson(lesson, (), LEARNED) | {"alone": True})

    def encode_by(self, text: str, merges: Sequence[BytePair]) -> Encoding:
        """Its ids of a text by merges that need not come from a training."""
        return self._encoding(text, {"lesson": "", "merges": in_hex(merges), "specials": []})

    def stream(
        self, pieces: Sequence[str], lesson: str, specials: Sequence[str] = ()
    ) -> Encoding:
        """Its ids of a text in pieces."""
        request = {"do": "stream", "pieces": list(pieces)}
        reply = self.subject.ask(request | self._lesson(lesson, specials, LEARNED))
        return Encoding(
            tuple(reply["ids"]),
            _tokens(reply["tokens"]),
            merges=tuple(right_merges(lesson, LEARNED, self.convention)),
            known=_known(reply["known"]),
        )

    def holds_at_most(self, most: int, pieces: Sequence[str], lesson: str) -> bool:
        """Whether its first id comes before so many characters of endless pieces."""
        request = {"do": "hold", "pieces": list(pieces), "most": most}
        own = self._lesson(lesson, self.specials, LEARNED)
        return bool(self.subject.ask(request | own)["bounded"])

    def _encoding(self, text: str, lesson: Mapping[str, Any]) -> Encoding:
        reply = self.subject.ask({"do": "encode", "text": text, **lesson})
        return Encoding(
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
