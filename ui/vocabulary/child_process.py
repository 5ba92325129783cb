"""A program run with bounds: its time, its output, and its environment."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Timer

from bpe_lab.measure.process import environment, kill

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
