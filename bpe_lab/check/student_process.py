"""The process that a student's code runs in; see `candidate.py` for the other side.

    python -m bpe_lab.check.student_process SUBMISSION

SUBMISSION is the JSON of a `Submission`. One JSON object a line comes in, ``{"do": …}`` with
what `Tasks` reads; the end of input ends it. Bytes are written in hex. What goes out, one JSON
object a line:

    {"clock": "started"}, {"clock": "stopped"}  around the student's code
    {"answer": {…}}                             what it gave, see `Tasks`
    {"raised": "one line"}                      the error that it ended with
    {"failed": {"text": "one line"}}            it did what ends the process
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle
from pathlib import Path
from sysconfig import get_paths
from time import perf_counter
from types import ModuleType
from typing import Any

import bpe_lab.check
from bpe_core.errors import OptionError
from bpe_lab.check.candidate import MB, Submission
from bpe_lab.check.fences import Fence, bound_files, own_input, sentence, swallow_prints
from bpe_lab.check.shapes import recognize, what_is_missing
from bpe_lab.check.shapes.functions import load_command
from bpe_lab.check.shapes.solution import Lesson, Loaded, Tokenizer, in_hex
from bpe_lab.measure.child import answering
from bpe_lab.measure.guards import HangUp, Say
from bpe_lab.measure.memory import at_rest, bound, forget_peak, high_water
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.reasons import one_line

NOT_INSTALLED = (
    "it asks for the version of the package {package}, which is not installed here: "
    "pip install -e . in the folder of its pyproject.toml, then try again"
)


def main(submission: Submission) -> None:
    """Answer requests until there are no more."""
    requests = own_input()
    hide_main()
    with answering() as say:
        # All of this stands before the student's code is imported, by the first request; what
        # memory is taken by then is not its own.
        swallow_prints()
        bound_files()
        at_rest()
        bound(submission.memory)
        fence = Fence(Path.cwd(), say)
        tasks = Tasks(submission)
        for line in requests:
            fence.reset()
            with HangUp():
                answer(json.loads(line), tasks.do, say, submission.memory)


def hide_main() -> None:
    """Let processes that the student's code starts not import this module with all it needs."""
    own = sys.modules["__main__"]
    own.__spec__ = None
    vars(own).pop("__file__", None)


def answer(
    request: dict[str, Any], do: Callable[[dict[str, Any]], Any], say: Say, memory: int
) -> None:
    """The answer to one request, or the error that the student's code ended with."""
    say(STARTED)
    try:
        value = do(request)
    except BaseException as error:  # also exit() and panics of compiled code
        say(STOPPED)
        say({"raised": error_line(error, memory)})
        return
    say(STOPPED)
    say({"answer": value})


def error_line(error: BaseException, memory: int) -> str:
    """An error in a line, with the line of code that it came from."""
    if isinstance(error, SystemExit):
        return one_line(sentence("exits", code=error.code))
    if isinstance(error, MemoryError):
        return sentence("memory", megabytes=memory // MB)
    words = one_line(f"{type(error).__name__}: {error}".removesuffix(": "))
    libraries = {Path(bpe_lab.check.__file__).parent, *map(Path, get_paths().values())}
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if libraries.isdisjoint(Path(frame.filename).parents)]
    if not theirs:
        return words
    return f"{words} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})"


class Tasks:
    """The student's code, once it is loaded, and the tokenizer that it made last."""

    def __init__(self, submission: Submission) -> None:
        self._submission = submission
        self._loaded: Loaded | None = None
        self._lesson: Lesson | None = None
        self._tokenizer: Tokenizer | None = None

    def do(self, request: dict[str, Any]) -> Any:
        """One request by the word under ``do``."""
        work = {"load": self._load, "train": self._train, "encode": self._encode}
        work |= {"stream": self._stream, "hold": self._hold}
        return work[request["do"]](request)

    def _load(self, _: dict[str, Any]) -> Any:
        submission, self._tokenizer = self._submission, None
        names: dict[str, Any] = {}
        if submission.command:
            self._loaded = load_command(submission.command)
        else:
            try:
                names = names_of(map(Path, submission.files))
            except PackageNotFoundError as error:
                return {"refused": NOT_INSTALLED.format(package=error.name)}
            self._loaded = recognize(names, submission.name)
        loaded = self._loaded
        if loaded is None:
            return {"refused": what_is_missing(names, submission.name)}
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


def _tokens(tokenizer: Tokenizer, ids: Iterable[int]) -> list[str | None]:
    tokens = (tokenizer.token(token_id) for token_id in ids)
    return [None if token is None else token.hex() for token in tokens]


def names_of(files: Iterable[Path]) -> dict[str, Any]:
    """What the files define, the first one first; then what they have imported.

    A class that a file defines comes before one that it only uses.
    """
    modules = [load_file(path.absolute()) for path in files]
    own, others = dict[str, Any](), dict[str, Any]()
    for module in modules:
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) == module.__name__:
                own.setdefault(name, value)
            elif not name.startswith("__"):
                others.setdefault(name, value)
    return own | {name: value for name, value in others.items() if name not in own}


def load_file(path: Path) -> ModuleType:
    """Import a file: as part of its package where its folder is one, else by itself.

    subtle: a file of a package may be called ``regex.py``, so its own folder is searched
    behind the libraries; that of a file by itself before them, as when it is run.
    """
    if not path.is_file():
        raise OptionError(name="file", value=str(path), rule="a file of Python")
    top, parts = path.parent, [path.stem]
    while (top / "__init__.py").exists():
        parts.insert(0, top.name)
        top = top.parent
    sys.path[:0] = [str(top), str(top.parent)]
    if len(parts) > 1:
        sys.path.append(str(path.parent))
        return importlib.import_module(".".join(parts))
    name = path.stem if path.stem not in sys.modules else f"checked_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise OptionError(name="file", value=str(path), rule="a file of Python")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where classes look for themselves when they are sent on
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(Submission(**json.loads(sys.argv[1])))
