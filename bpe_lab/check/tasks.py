"""What the process of a student's code is asked to do; values go and come as JSON has them.

Bytes are written in hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

from bpe_lab.check.loading import names_of
from bpe_lab.check.shapes.command import load_command
from bpe_lab.check.shapes.known_shapes import recognise, what_is_missing
from bpe_lab.check.shapes.solution import Lesson, Loaded, Tokenizer
from bpe_lab.check.source import Source
from bpe_lab.measure.memory import forget_peak, high_water

NOT_INSTALLED = (
    "it asks for the version of the package {package}, which is not installed here: "
    "pip install -e . in the folder of its pyproject.toml, then try again"
)


class Tasks:
    """The student's code, once it is loaded, and the tokenizer that it made last."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._loaded: Loaded | None = None
        self._lesson: Lesson | None = None
        self._tokenizer: Tokenizer | None = None

    def do(self, request: dict[str, Any]) -> Any:
        """One request by the word under ``do``."""
        work = {"load": self._load, "train": self._train, "encode": self._encode}
        work |= {"stream": self._stream, "hold": self._hold}
        return work[request["do"]](request)

    def _load(self, _: dict[str, Any]) -> Any:
        source, self._tokenizer = self._source, None
        names: dict[str, Any] = {}
        if source.command:
            self._loaded = load_command(source.command)
        else:
            try:
                names = names_of(map(Path, source.files))
            except PackageNotFoundError as error:
                return {"refused": NOT_INSTALLED.format(package=error.name)}
            self._loaded = recognise(names, source.name)
        loaded = self._loaded
        if loaded is None:
            return {"refused": what_is_missing(names, source.name)}
        return {
            "title": loaded.title,
            "abilities": sorted(loaded.abilities),
            "pattern": loaded.pattern,
            "specials": loaded.specials,
        }

    def _train(self, request: dict[str, Any]) -> Any:
        assert self._loaded, "loaded first"
        forget_peak()
        before, started = high_water(), perf_counter()
        trained = self._loaded.solution.train(
            request["text"], request["vocab_size"], request["specials"]
        )
        seconds, peak = perf_counter() - started, high_water() - before
        tokens = None if trained.tokens is None else [token.hex() for token in trained.tokens]
        return {
            "merges": in_hex(trained.merges),
            "tokens": tokens,
            "ids": trained.ids,
            "note": trained.note,
            "seconds": seconds,
            "bytes": max(0, peak),
        }

    def _encode(self, request: dict[str, Any]) -> Any:
        tokenizer, started = self._tokenizer_of(request), perf_counter()
        ids = tokenizer.encode(request["text"])
        seconds = perf_counter() - started
        return {
            "merges": in_hex(tokenizer.merges),
            "tokens": _tokens(tokenizer, ids),
            "ids": [int(token_id) for token_id in ids],
            "known": self._known(tokenizer),
            "decoded": tokenizer.decode(ids),
            "alone": [tokenizer.decode([each]) for each in ids] if "alone" in request else [],
            "note": tokenizer.note,
            "seconds": seconds,
        }

    def _stream(self, request: dict[str, Any]) -> Any:
        """The ids of a text that comes in pieces."""
        tokenizer = self._tokenizer_of(request)
        ids = [int(token_id) for token_id in tokenizer.stream(iter(request["pieces"]))]
        tokens, known = _tokens(tokenizer, ids), self._known(tokenizer)
        return {"ids": ids, "tokens": tokens, "known": known}

    def _hold(self, request: dict[str, Any]) -> Any:
        """Whether the first id comes before so many characters were taken of endless pieces."""
        pieces = _endless(request["pieces"], request["most"])
        try:
            next(self._tokenizer_of(request).stream(pieces))
        except _TooManyTaken:
            return {"bounded": False}
        return {"bounded": True}

    def _known(self, tokenizer: Tokenizer) -> dict[str, int]:
        """The ids of all tokens that it was made with."""
        assert self._lesson, "it was made of one"
        ids = range(self._lesson.vocab_size)
        tokens = ((tokenizer.token(token_id), token_id) for token_id in ids)
        return {token.hex(): token_id for token, token_id in tokens if token is not None}

    def _tokenizer_of(self, request: dict[str, Any]) -> Tokenizer:
        """The tokenizer of a lesson; the last one is not made again."""
        assert self._loaded, "loaded first"
        merges = [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in request["merges"]]
        forms = (request.get(key, "") for key in ("form", "vocabulary"))
        lesson = Lesson(request["lesson"], merges, request["specials"], *forms)
        if self._tokenizer is None or lesson != self._lesson:
            self._tokenizer = self._loaded.solution.tokenizer(lesson)
            self._lesson = lesson
        return self._tokenizer


class _TooManyTaken(BaseException):
    """More was taken than may be held; no code takes this for an error of its own."""


def _endless(pieces: Sequence[str], most: int) -> Iterator[str]:
    """Pieces again and again, up to so many characters."""
    taken = 0
    for piece in cycle(pieces):
        if taken > most:
            raise _TooManyTaken
        taken += len(piece)
        yield piece


def in_hex(merges: Iterable[tuple[bytes, bytes]]) -> list[list[str]]:
    """Merges as JSON has them.

    >>> in_hex([(b"a", b"b")])
    [['61', '62']]
    """
    return [[left.hex(), right.hex()] for left, right in merges]


def _tokens(tokenizer: Tokenizer, ids: Iterable[int]) -> list[str | None]:
    tokens = (tokenizer.token(token_id) for token_id in ids)
    return [None if token is None else token.hex() for token in tokens]
