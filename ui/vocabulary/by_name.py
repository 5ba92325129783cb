"""Get a tokenizer by its name through tiktoken or tokenizers, where a network is.

A process of its own asks the library (`by_name_child.py`), since it can be ended when it takes
too long or says too much. It gets the name, never a path or an address, and of the server's
environment only what a network takes; its files are checked like any other.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from threading import BoundedSemaphore, Timer
from typing import Any, ClassVar

from bpe_core.errors import InputError
from bpe_core.model import BPEModel
from bpe_core.phrases import Phrase
from bpe_core.pretokenize.patterns import pattern_name
from bpe_core.registry import FORMATS
from bpe_core.runtime.installed import is_importable
from bpe_core.runtime.leftovers import temporary_folder
from bpe_lab.measure.process import environment, kill

LIBRARIES = ("tiktoken", "tokenizers")
CHILD = Path(__file__).with_name("by_name_child.py")
SECONDS = 30
MOST_BYTES = 64 * 2**20  # of the child's answer: a file as JSON has up to twice its bytes
# gpt2, cl100k_base, gpt-4o, or owner/name as Hugging Face allows them.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}(/[A-Za-z0-9][A-Za-z0-9._-]{0,95})?")
_free = BoundedSemaphore(2)  # children at once, for all readers
# What a network connection needs. Keys and tokens have other names.
NETWORK = (
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
)


class TokenizerNameError(InputError):
    message = "{name!r} is no name of a tokenizer"


class Cause(Phrase):
    """Why a library has no tokenizer of that name; as the child tells it.

    >>> str(Cause("offline"))
    'the server that has it cannot be reached from here'
    """

    __slots__ = ()
    section = "fetch_cause"
    english: ClassVar[Mapping[str, str]] = {
        "offline": "the server that has it cannot be reached from here",
        "unknown": "there is none of that name that is open to all",
        "gated": "it is given only to accounts that have been granted it",
        "no_file": "what has this name holds no tokenizer.json",
        "library": "the library that was asked has failed",
    }


class FetchError(InputError):
    message = "{name!r} could not be fetched: {cause} ({reason})"


class FetchTimeoutError(InputError):
    message = "{name!r} did not arrive within {seconds} seconds"


@dataclass(frozen=True, slots=True)
class Fetched:
    """Files by name, with pattern and special tokens."""

    files: dict[str, str]
    pattern: str | None
    special_tokens: dict[str, int] | None


def is_offered() -> bool:
    """Whether one of the libraries is installed."""
    return any(map(is_importable, LIBRARIES))


def model_by_name(name: str, *, seconds: float = SECONDS) -> BPEModel:
    """The model of that name, read by our own readers.

    Raises `TokenizerNameError`, `FetchError`, `FetchTimeoutError` and ``FormatError``.
    """
    if not NAME.fullmatch(name):
        raise TokenizerNameError(name=name)
    fetched = fetch(name, seconds=seconds)
    files = {file: text.encode() for file, text in fetched.files.items()}
    read = FORMATS["tiktoken" if fetched.special_tokens is not None else "huggingface"].read
    pattern = None if fetched.pattern is None else pattern_name(fetched.pattern)
    return read(files, pattern=pattern, special_tokens=fetched.special_tokens)


def fetch(name: str, *, seconds: float) -> Fetched:
    """The child's answer for a name."""
    if not _free.acquire(timeout=seconds):
        raise FetchTimeoutError(name=name, seconds=seconds)
    try:
        with temporary_folder("bpe-lab-name-") as home:
            answer = answer_of(
                [sys.executable, str(CHILD), name],
                home=str(home),
                seconds=seconds,
                most=MOST_BYTES,
                more=_settings(str(home)),
            )
    except OutOfTimeError as error:
        raise FetchTimeoutError(name=name, seconds=seconds) from error
    finally:
        _free.release()
    reply = _parsed(answer.output)
    if "unknown" in reply:
        raise TokenizerNameError(name=name)
    if "failed" in reply:
        cause = next((each for each in Cause.english if each == reply.get("cause")), "library")
        raise FetchError(name=name, cause=Cause(cause), reason=str(reply["failed"]))
    fetched = _checked(reply)
    if fetched is None:
        raise FetchError(name=name, cause=Cause("library"), reason=f"exit {answer.code}")
    return fetched


def _parsed(output: bytes) -> dict[str, Any]:
    """The child's answer; empty where it ended without one or its answer is too large."""
    try:
        reply = json.loads(output) if len(output) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return {}
    return reply if isinstance(reply, dict) else {}


def _checked(reply: dict[str, Any]) -> Fetched | None:
    """The answer as a value; the content of files is checked by their readers."""
    files, pattern, specials = (reply.get(field.name) for field in fields(Fetched))
    is_text = isinstance(files, dict) and all(isinstance(text, str) for text in files.values())
    if not (files and is_text and isinstance(pattern, str | None)):
        return None
    return Fetched(files, pattern, specials) if isinstance(specials, dict | None) else None


def _settings(home: str) -> dict[str, str]:
    """Caches that end with the child, no token, no telemetry, few threads."""
    return {
        "HF_HOME": home,
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "TIKTOKEN_CACHE_DIR": home,
        "TOKENIZERS_PARALLELISM": "false",
        "RAYON_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
    }


class OutOfTimeError(Exception):
    """It was ended."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The beginning of what a program printed, and how it ended."""

    output: bytes
    code: int


def answer_of(
    command: Sequence[str], *, home: str, seconds: float, most: int, more: Mapping[str, str]
) -> Answer:
    """What ``command`` prints, at most one byte over ``most``; then it is ended.

    It works in ``home``, its only home, with the environment that is passed on, and
    ``more``. Raises `OutOfTimeError`.
    """
    passed_on = environment(home, NETWORK) | dict.fromkeys(("HOME", "USERPROFILE"), home)
    with subprocess.Popen(
        command,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=passed_on | dict(more),
        cwd=home,
    ) as child:
        ended = Timer(seconds, kill, [child])
        ended.start()
        try:
            assert child.stdout is not None
            output = child.stdout.read(most + 1)
            if len(output) > most:
                kill(child)
            code = child.wait()
        finally:
            is_late = ended.finished.is_set()
            ended.cancel()
            kill(child)
    if is_late:
        raise OutOfTimeError
    return Answer(output, code)
