"""Code that does not behave is ended within its limits, says why, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bpe_lab.check.candidate import MB, MOST_CROWDED, Subject, Submission
from bpe_lab.check.fences import Fence
from bpe_lab.measure.process import messages
from bpe_lab.measure.reasons import RunError
from tests.lab.measure.conftest import place as place
from tests.lab.race.running import comes_true

REQUEST = {"do": "train", "text": "ab", "vocab_size": 257, "specials": []}
SOON, LATE = 0.5, 300.0  # seconds: what ends by itself has time on a busy machine
ELSEWHERE = "/var/tmp/bpe_lab_never"

# What the code does, and what is said of it. What leaves the process alive comes first.
HOSTILE = {
    "exits": ("sys.exit(3)", LATE, "it calls exit(3)"),
    "asks": ("input()", LATE, "EOFError: EOF when reading a line (student.py, line "),
    "eats memory": (
        "[bytearray(2**20) for _ in range(2**20)]",
        *(LATE, "it takes more memory than the 300 MB that it may"),
    ),
    "loops": (
        "while True:\n        try: time.sleep(9)\n        except BaseException: pass",
        *(SOON, "it does not end within 0.5 s"),
    ),
    "prints without end": (
        "while True: print('x' * 9999)",
        *(SOON, "it does not end within 0.5 s"),
    ),
    "answers in our place": (
        "for n in range(3, 20):\n        try: os.write(n, b'rubbish\\n')\n"
        "        except OSError: pass",
        *(LATE, "its answer is no JSON: 'rubbish'"),
    ),
    "ends the process": ("os._exit(7)", LATE, "its process ended with code 7"),
    "closes all files": ("os.closerange(0, 999)", LATE, "its process ended with code "),
    "forks without end": (
        "while True:\n        try: os.fork()\n        except BaseException: pass",
        *(LATE, "it starts more than 64 processes"),
    ),
    "writes elsewhere": (
        f"open({ELSEWHERE!r}, 'w')",
        *(LATE, f"it writes outside of its own folder: {ELSEWHERE}"),
    ),
    "ends its parent": (
        "os.kill(os.getppid(), signal.SIGTERM)",
        *(LATE, f"it sends a signal to process {os.getpid()}, which is not its own"),
    ),
    "deletes where it runs": (
        "shutil.rmtree(os.getcwd())",
        *(LATE, "it deletes the folder that it runs in: "),
    ),
}


def code_of_all() -> str:
    """A trainer that does one of these by its number in the size that is asked for."""
    head = "import os, shutil, signal, sys, time\n\ndef train(text, vocab_size):\n"
    acts = "".join(
        f"    if vocab_size == {1000 + number}:\n        " + act.replace("\n", "\n    ") + "\n"
        for number, (act, _, _) in enumerate(HOSTILE.values())
    )
    return f"{head}{acts}    return []\n"


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A file of the student's."""
    return tmp_path / "student.py"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Subject]:
    """One process for all, a new one after every end."""
    folder = tmp_path_factory.mktemp("hostile")
    code, work = folder / "student.py", folder / "work"
    code.write_text(code_of_all(), "utf-8")
    work.mkdir()
    with Subject(Submission((str(code),), memory=300 * MB), work, Event()) as subject:
        yield subject


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_ended_and_said(name: str, hostile: Subject) -> None:
    number = list(HOSTILE).index(name)
    _, seconds, sentence = HOSTILE[name]
    hostile.submission = replace(hostile.submission, seconds=seconds)
    with pytest.raises(RunError) as caught:
        hostile.ask(REQUEST | {"vocab_size": 1000 + number})
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert not Path(ELSEWHERE).exists()


def test_after_all_that_it_still_answers(hostile: Subject) -> None:
    hostile.submission = replace(hostile.submission, seconds=LATE)
    assert hostile.ask(REQUEST)["merges"] == []


def test_on_a_crowded_machine_it_may_take_longer(hostile: Subject, monkeypatch) -> None:
    budgets = []

    def noting(*args: Any, budget: float) -> Iterator[Any]:
        budgets.append(budget)
        return messages(*args, budget=budget)

    monkeypatch.setattr("bpe_lab.check.candidate.messages", noting)
    hostile.submission = replace(hostile.submission, seconds=LATE)
    for crowding in (1.0, 3.0, 1000.0):
        monkeypatch.setattr("bpe_lab.check.candidate.crowding", lambda times=crowding: times)
        hostile.ask(REQUEST)
    assert budgets == [LATE, 3 * LATE, MOST_CROWDED * LATE]


def test_it_may_hang_while_it_is_imported(student: Path, place: Path, monkeypatch) -> None:
    monkeypatch.setattr("bpe_lab.check.candidate.LOADING", 0.5)
    student.write_text("while True: pass\n", "utf-8")
    with (
        Subject(Submission((str(student),)), place, Event()) as subject,
        pytest.raises(RunError, match=r"^it does not end within 0\.5 s$"),
    ):
        subject.load()


class EndedError(Exception):
    """In place of an end."""


@pytest.fixture
def hear(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What a fence around ``tmp_path`` says of an event; "" where it lets it pass."""
    hooks: list[Callable[[str, tuple[object, ...]], None]] = []
    monkeypatch.setattr(sys, "addaudithook", hooks.append)
    sentences: list[str] = []
    Fence(tmp_path, lambda message: sentences.append(message["failed"]["text"]))

    def end(*_: object) -> None:
        raise EndedError

    monkeypatch.setattr(os, "killpg", end)

    def heard(event: str, *arguments: object) -> str:
        sentences.clear()
        with suppress(EndedError):
            hooks[0](event, arguments)
        return "".join(sentences)

    return heard


def test_files_are_changed_in_its_own_folder_only(hear, tmp_path: Path) -> None:
    own, other = str(tmp_path / "own"), ELSEWHERE
    outside = f"it writes outside of its own folder: {other}"
    assert hear("open", own, "w", os.O_WRONLY) == ""
    assert hear("open", other, "r", os.O_RDONLY) == ""
    assert hear("open", other, "w", os.O_WRONLY) == outside
    for event in ("os.remove", "os.mkdir", "shutil.rmtree", "os.truncate"):
        assert hear(event, own, -1) == ""
        assert hear(event, other, -1) == outside
    assert hear("os.rename", own, other) == outside
    assert hear("os.symlink", other, own) == ""
    assert hear("os.symlink", own, other) == outside


def test_its_own_folder_is_made_again_and_not_deleted(hear, tmp_path: Path) -> None:
    assert hear("os.mkdir", str(tmp_path), 0o777, -1) == ""
    for event in ("os.rmdir", "shutil.rmtree"):
        said = hear(event, str(tmp_path), -1)
        assert said == f"it deletes the folder that it runs in: {tmp_path.resolve()}"


def test_signals_reach_its_own_group_only(hear) -> None:
    own, parent = os.getpid(), 1
    assert hear("os.kill", own, 15) == hear("os.kill", 0, 15) == ""
    assert hear("os.kill", parent, 0) == "", "it only asks"
    assert hear("os.killpg", os.getpgid(0), 15) == ""
    wrong = "it sends a signal to process 1, which is not its own"
    assert hear("os.kill", parent, 15) == hear("os.killpg", parent, 15) == wrong
    assert hear("os.kill", -1, 15) != ""


def test_closed_prints_are_no_fault(student: Path, place: Path) -> None:
    student.write_text(
        "import os, sys\n\ndef train(text, vocab_size):\n"
        "    sys.stdout.close()\n    os.close(1)\n    return [('a', 'b')]\n",
        "utf-8",
    )
    with Subject(Submission((str(student),)), place, Event()) as subject:
        assert subject.ask(REQUEST)["merges"] == [["61", "62"]]


def test_its_own_folder_may_be_written_to(student: Path, place: Path) -> None:
    student.write_text(
        "import os, pathlib\n\ndef train(text, vocab_size):\n"
        "    open('mine', 'w').write(text)\n"
        "    (pathlib.Path.home() / '.cache').mkdir()\n"
        "    os.rename('mine', 'yours')\n    return [('a', 'b')]\n",
        "utf-8",
    )
    with Subject(Submission((str(student),)), place, Event()) as subject:
        assert subject.ask(REQUEST)["merges"] == [["61", "62"]]
    assert (place / "yours").read_text() == "ab"
    assert not Path("/var/tmp/bpe_lab_never").exists()


def test_a_fork_that_stays_ends_with_it(student: Path, place: Path) -> None:
    student.write_text(
        "import os, time\n\ndef train(text, vocab_size):\n    child = os.fork()\n"
        "    if not child: time.sleep(600)\n    return [(b'%d' % child, b'')]\n",
        "utf-8",
    )
    with Subject(Submission((str(student),)), place, Event()) as subject:
        child = int(bytes.fromhex(subject.ask(REQUEST)["merges"][0][0]))
        assert is_running(child)
    assert comes_true(lambda: not is_running(child))


def is_running(process: int) -> bool:
    """Whether it is there, and not only to be waited for by a system that does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
