"""A program run with bounds: its time, its output, and what it knows of this server."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Timer

# What finding the interpreter and a network takes. Keys and tokens have other names.
PASSED = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SYSTEMROOT",  # Windows opens no socket without it
)


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

    It works in ``home`` and knows the environment that is passed on, and ``more``. Raises
    `OutOfTimeError`.
    """
    with subprocess.Popen(
        command,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(home) | dict(more),
        cwd=home,
    ) as child:
        ended = Timer(seconds, _end, [child])
        ended.start()
        try:
            assert child.stdout is not None
            output = child.stdout.read(most + 1)
            if len(output) > most:
                _end(child)
            code = child.wait()
        finally:
            is_late = ended.finished.is_set()
            ended.cancel()
            _end(child)
    if is_late:
        raise OutOfTimeError
    return Answer(output, code)


def environment(home: str) -> dict[str, str]:
    """What is passed on, in capitals or not, and ``home`` as every home there is."""
    passed = {name: value for name, value in os.environ.items() if name.upper() in PASSED}
    return passed | dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), home)


def _end(child: subprocess.Popen[bytes]) -> None:
    """The program and what it has started, where the system keeps them together."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
