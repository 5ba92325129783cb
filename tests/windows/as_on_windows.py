"""Run a program of ours as on Windows: what is missing there is hidden from our modules.

    python tests/windows/as_on_windows.py -m MODULE [ARGUMENT …]
    python tests/windows/as_on_windows.py FILE [ARGUMENT …]

Processes that our modules start are run so, too. Python's own modules and libraries see the
system as it is: those of Windows are others, and their makers test them. Files, pipes and
locks stay this system's, so a name that is missing is all that can be seen here.
"""

from __future__ import annotations

import builtins
import os
import runpy
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = "tests.windows.as_on_windows"

MISSING_MODULES = (
    *("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource"),
    *("syslog", "termios", "tty"),
)
# What a module lacks there, as far as anybody might ask for it.
MISSING = {
    "os": """
        O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY
        O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC O_TMPFILE RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL RTLD_NOW
        SCHED_BATCH SCHED_IDLE WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG WTERMSIG WUNTRACED
        chown chroot confstr copy_file_range ctermid environb eventfd fchdir fchmod fchown
        fdatasync fork forkpty fpathconf fstatvfs get_blocking getegid getenvb geteuid getgid
        getgroups getloadavg getpgid getpgrp getpriority getrandom getsid getuid getxattr killpg
        lchown listxattr lockf login_tty memfd_create mkfifo mknod nice openpty pathconf
        pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv
        pwrite pwritev readv register_at_fork removexattr sched_getaffinity sched_setaffinity
        sched_yield sendfile set_blocking setegid seteuid setgid setpgid setpgrp setpriority
        setsid setuid setxattr spawnlp spawnvp splice statvfs sync sysconf tcgetpgrp tcsetpgrp
        ttyname uname wait wait3 wait4 waitid writev
    """,
    "signal": """
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGPROF SIGQUIT SIGRTMAX SIGRTMIN
        SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH
        SIGXCPU SIGXFSZ SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm getitimer pause pthread_kill
        pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
    """,
    "select": "EPOLLIN EPOLLOUT PIPE_BUF POLLERR POLLHUP POLLIN POLLNVAL POLLOUT epoll poll",
    "mmap": """
        MADV_DONTNEED MADV_HUGEPAGE MADV_SEQUENTIAL MADV_WILLNEED MAP_ANON MAP_ANONYMOUS
        MAP_PRIVATE MAP_SHARED PROT_EXEC PROT_READ PROT_WRITE
    """,
    "socket": "AF_UNIX CMSG_LEN SCM_RIGHTS",
    "time": "clock_gettime clock_settime pthread_getcpuclockid tzset",
    "sys": "abiflags getdlopenflags setdlopenflags",
}


class Popen(subprocess.Popen[Any]):
    """A process of Windows: in no session of its own, with no descriptors but its three."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        pass_fds: Sequence[int] = (),
        preexec_fn: object = None,
        start_new_session: bool = False,
        **options: Any,
    ) -> None:
        if pass_fds or preexec_fn:
            raise ValueError("pass_fds and preexec_fn are not there on Windows")
        super().__init__(in_the_same_way(command), **options)


# What is something else there.
CHANGED: Mapping[str, Mapping[str, Any]] = {
    "os": {"name": "nt"},
    "sys": {"platform": "win32"},
    "subprocess": {"Popen": Popen},
}


class Seen(ModuleType):
    """A module without some of its names; what is set in it is set in the module."""

    def __init__(self, name: str) -> None:
        missing = frozenset(MISSING.get(name, "").split())
        vars(self).update(CHANGED.get(name, {}), _module=import_module(name), _missing=missing)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self._module.__name__!r} has no attribute {name!r}")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


def hide() -> None:
    """From now on, for all modules of this project in this process."""
    real_import = builtins.__import__
    seen = {name: Seen(name) for name in {*MISSING, *CHANGED}}

    def import_as_on_windows(name: str, *more: Any, **named: Any) -> Any:
        importer, _, members, level = parts(*more, **named)
        if level == 0 and is_ours(importer or {}):
            top = name.partition(".")[0]
            if top in MISSING_MODULES:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            if name in seen or (top in seen and not members):
                return seen[top]
        return real_import(name, *more, **named)

    # A finder in `sys.meta_path` is not told who imports, and libraries keep the real system.
    builtins.__import__ = import_as_on_windows


def parts(
    globals: Any = None,  # noqa: A002  # as Python calls them
    locals: Any = None,  # noqa: A002
    fromlist: Any = (),
    level: int = 0,
) -> tuple[Any, Any, Any, int]:
    """What an import is asked with behind the name, in order."""
    return globals, locals, fromlist, level


def is_ours(importer: Mapping[str, Any]) -> bool:
    """Whether a module of this project imports, a page that Streamlit runs included."""
    file = str(importer.get("__file__", ""))
    is_here = file.startswith(f"{ROOT}{os.sep}") and "site-packages" not in file
    return is_here and importer.get("__name__") != HERE


def in_the_same_way(command: Sequence[str]) -> Sequence[str]:
    """The command of another process of ours, which hides the same."""
    if command[0] != sys.executable:
        return command
    words = [*command[1:]]
    at = next(k for k, word in enumerate(words) if word == "-m" or not word.startswith("-"))
    return [sys.executable, *words[:at], str(Path(__file__)), *words[at:]]


def main() -> None:
    """Run the program that is named."""
    own_folder = str(Path(__file__).parent)
    sys.path[:] = [each for each in sys.path if each != own_folder]
    hide()
    if sys.argv[1] == "-m":
        if not sys.flags.safe_path:
            sys.path.insert(0, str(Path.cwd()))
        sys.argv[:] = sys.argv[2:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv[:] = sys.argv[1:]
        sys.path.insert(0, str(Path(sys.argv[0]).parent))
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
