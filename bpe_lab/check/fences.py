"""What a student's code cannot do by accident while it is checked, and how it ends then.

These are fences for mistakes, not a prison: code that wants out gets out, so only code that
one would run anyway is checked. They say what was wrong, in sentences that can be read back,
and end it within its limits.
"""

from __future__ import annotations

import mmap
import os
import re
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from bpe_lab.measure.guards import Say

MOST_PROCESSES = 64  # that one request may start
MOST_FILE_BYTES = 2**28
STARTS = frozenset(("os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen", "os.system"))
# What changes files, and which of its arguments are paths.
CHANGES = {
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod"), (0,)),
    **dict.fromkeys(("os.rename", "os.link"), (0, 1)),
    "os.symlink": (1,),
    "shutil.rmtree": (0,),
}
DELETES = ("os.remove", "os.rmdir", "os.rename", "shutil.rmtree")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
DEVICES = ("/dev/", "/proc/")
SENTENCES: Mapping[str, str] = {
    "cut": "it does not end within {seconds} s",
    "exits": "it calls exit({code})",
    "ended": "its process ended with code {code}",
    "memory": "it takes more memory than the {megabytes} MB that it may",
    "writes": "it writes outside of its own folder: {path}",
    "deletes": "it deletes the folder that it runs in: {path}",
    "signals": "it sends a signal to process {number}, which is not its own",
    "processes": "it starts more than {most} processes",
}


def own_input() -> TextIO:
    """Where requests come in; who reads standard input from now on finds nothing."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    return requests


def swallow_prints() -> None:
    """What is printed goes nowhere; errors are still read for the last words of a process."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def bound_files() -> None:
    """No file grows beyond a bound, and no memory is written out at a crash."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE_BYTES, MOST_FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Fence:
    """Watches files that are changed and processes that are started, from now to the end.

    subtle: the count lies in memory that forks share, or every fork would begin its own.
    """

    def __init__(self, folder: Path, say: Say) -> None:
        self._folder, self._say = str(folder.resolve()), say
        self._started = mmap.mmap(-1, 8)
        self.reset()
        sys.addaudithook(self._hear)

    def reset(self) -> None:
        """A new request may start processes anew."""
        self._started[:] = bytes(8)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & WRITING:
                self._check_path(path, event)
        elif event in CHANGES:
            for number in CHANGES[event]:
                self._check_path(arguments[number], event)
        elif event in ("os.kill", "os.killpg"):
            self._check_signal(arguments[0], arguments[1], group=event == "os.killpg")
        elif event in STARTS:
            self._count()

    def _check_path(self, path: Any, event: str) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return  # an open file by its number
        where = os.path.realpath(os.fsdecode(path))
        if where == self._folder:  # making it again, where it may exist, is harmless
            if event in DELETES:
                self._end(sentence("deletes", path=where))
        elif not where.startswith((self._folder + os.sep, *DEVICES)):
            self._end(sentence("writes", path=where))

    def _check_signal(self, number: int, signal_number: int, *, group: bool) -> None:
        """Signals go to processes of its own group only; signal 0 asks whether one is there."""
        if signal_number and number and not _is_own(number, group=group):
            self._end(sentence("signals", number=number))

    def _count(self) -> None:
        count = int.from_bytes(self._started[:], "little") + 1
        self._started[:] = count.to_bytes(8, "little")
        if count > MOST_PROCESSES:
            self._end(sentence("processes", most=MOST_PROCESSES))

    def _end(self, why: str) -> None:
        """Say so, then end this process and all that it has started.

        subtle: an exception would be caught by code that tries again.
        """
        self._say({"failed": {"text": why}})
        if hasattr(os, "killpg"):  # not where there are no groups
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


def _is_own(number: int, *, group: bool) -> bool:
    """Whether a process is of this one's group, or gone; on Windows, whether it is this one."""
    if not hasattr(os, "getpgid"):
        return number == os.getpid()
    try:
        theirs = number if group else -number if number < 0 else os.getpgid(number)
    except ProcessLookupError:
        return True
    return theirs == os.getpgid(0)


def sentence(key: str, **values: object) -> str:
    """The sentence of a key.

    >>> sentence("exits", code=3)
    'it calls exit(3)'
    """
    return SENTENCES[key].format(**values)


def ending_of(line: str) -> tuple[str, Mapping[str, str]] | None:
    """The key and the values of a sentence; None for the words of an error.

    >>> ending_of("it calls exit(3)")
    ('exits', {'code': '3'})
    """
    for key, form in SENTENCES.items():
        before, _, rest = form.partition("{")
        name, _, after = rest.partition("}")
        whole = f"{re.escape(before)}(?P<{name}>.*?){re.escape(after)}"
        if match := re.fullmatch(whole, line):
            return key, match.groupdict()
    return None
