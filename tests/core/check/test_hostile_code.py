"""Code that does not behave is ended within its limits, says why, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from bpe_core.check.source import MB, Source
from bpe_core.check.subject import Subject
from bpe_core.measure.endings import RunError
from tests.core.measure.conftest import place as place
from tests.core.race.running import comes_true

HEAD = "import os, sys, time\n\ndef train(text, vocab_size):\n    if text == 'ab':\n"
REQUEST = {"do": "train", "text": "ab", "vocab_size": 257, "specials": []}

# What the code does, and what is said of it.
HOSTILE = {
    "loops": (
        "while True:\n            try: time.sleep(9)\n            except BaseException: pass",
        "it does not end within 0.5 s",
    ),
    "eats memory": (
        "text = [bytearray(2**20) for _ in range(2**20)]",
        "it takes more memory than the 300 MB that it may",
    ),
    "prints without end": ("while True: print('x' * 9999)", "it does not end within 0.5 s"),
    "answers in our place": (
        "for n in range(3, 20):\n            try: os.write(n, b'rubbish\\n')\n"
        "            except OSError: pass",
        "its answer is no JSON: 'rubbish'",
    ),
    "exits": ("sys.exit(3)", "it calls exit(3)"),
    "ends the process": ("os._exit(7)", "its process ended with code 7"),
    "forks without end": (
        "while True:\n            try: os.fork()\n            except BaseException: pass",
        "it starts more than 64 processes",
    ),
    "writes elsewhere": (
        "open('/var/tmp/bpe_lab_never', 'w')",
        "it writes outside of its own folder: /var/tmp/bpe_lab_never",
    ),
    "deletes elsewhere": (
        "os.remove('/var/tmp/bpe_lab_never')",
        "it writes outside of its own folder: /var/tmp/bpe_lab_never",
    ),
    "asks": ("input()", "EOFError: EOF when reading a line (student.py, line 5)"),
}


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that does one of these, by a word in its environment."""
    return tmp_path_factory.mktemp("student") / "student.py"


@pytest.mark.parametrize(("act", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_it_is_ended_and_said(act: str, sentence: str, student: Path, place: Path) -> None:
    student.write_text(f"{HEAD}        {act}\n    return []\n", "utf-8")
    source = Source((str(student),), seconds=0.5, memory=300 * MB)
    with Subject(source, place, Event()) as subject:
        with pytest.raises(RunError) as caught:
            subject.ask(REQUEST)
        assert str(caught.value).startswith(sentence)
        if sentence.startswith("it writes"):
            assert subject.ask(REQUEST | {"text": "a"})["merges"] == [], "in a new process"


def test_its_own_folder_may_be_written_to(student: Path, place: Path) -> None:
    student.write_text(
        "import os, pathlib\n\ndef train(text, vocab_size):\n"
        "    open('mine', 'w').write(text)\n"
        "    (pathlib.Path.home() / '.cache').mkdir()\n"
        "    os.rename('mine', 'yours')\n    return [('a', 'b')]\n",
        "utf-8",
    )
    with Subject(Source((str(student),)), place, Event()) as subject:
        assert subject.ask(REQUEST)["merges"] == [["61", "62"]]
    assert (place / "yours").read_text() == "ab"
    assert not Path("/var/tmp/bpe_lab_never").exists()


def test_a_fork_that_stays_ends_with_it(student: Path, place: Path) -> None:
    student.write_text(
        "import os, time\n\ndef train(text, vocab_size):\n    child = os.fork()\n"
        "    if not child: time.sleep(600)\n    return [(b'%d' % child, b'')]\n",
        "utf-8",
    )
    with Subject(Source((str(student),)), place, Event()) as subject:
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
