"""``bpe-lab train``: the files that it writes, and what it says."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread
from typing import BinaryIO

import pytest

from bpe_core import load, train
from bpe_core.library import standard_library
from bpe_core.runtime import files
from bpe_core.runtime.progress import Progress
from bpe_core.texts.corpus import INTJ, sample
from bpe_lab.cli import train as train_module
from bpe_lab.cli.terminal import Meter
from tests.lab.cli.running import TIMEOUT, start, streams, unread_pipe
from tests.lab.cli.training import FILES, TEXT, to
from tests.lab.race.running import comes_true


def test_all_files_are_written_and_hold_the_model(bpe_lab, corpus: str, out: Path) -> None:
    code, told, err = bpe_lab("train", corpus, *to(out, 262))
    assert (code, err) == (0, "")
    model = train(TEXT, vocab_size=262)
    assert {path.name for path in out.iterdir()} == FILES
    assert load(out) == model
    assert load(out / "tokenizer.json") == model
    assert f"| {out} |  |" in told
    assert "| bytes of text | 960 |" in told
    assert "| merges | 6 |" in told
    assert "| counting pre-tokens, s | " in told
    assert "| in all, s | " in told


def test_figures_as_json_are_for_programs(bpe_lab, corpus: str, out: Path) -> None:
    code, told, err = bpe_lab("train", corpus, *to(out, 262), "--json")
    assert (code, err) == (0, "")
    figures = json.loads(told)
    assert (figures["bytes"], figures["vocab_size"], figures["merges"]) == (960, 262, 6)
    seconds = figures["seconds"]
    assert {"count", "merge", "write", "total"} <= seconds.keys()
    assert 0 < sum(seconds.values()) - seconds["total"] <= seconds["total"]
    assert figures["peak_memory"] == 0 or figures["peak_memory"] > 10_000_000
    assert {Path(name) for name in figures["files"]} == {out / name for name in FILES}


def test_options_reach_the_trainer(bpe_lab, tmp_path: Path, out: Path) -> None:
    path = tmp_path / "intj.txt"
    path.write_text(INTJ, "utf-8")
    argv = ("--special-token", "<|endoftext|>", "--pattern", "o200k", "--min-count", "2")
    rule = ("--tie-break", "first_seen", "--trainer", "naive", "--threads", "2")
    code, _, err = bpe_lab("train", str(path), *to(out, 300), *argv, *rule)
    assert code == 0
    model = load(out)
    assert model == train(
        INTJ,
        vocab_size=300,
        special_tokens=["<|endoftext|>"],
        pattern="o200k",
        min_count=2,
        tie_break="first_seen",
    )
    said = f"bpe-lab: no pair is left to merge at {len(model.vocabulary)} tokens\n"
    assert err == said


def test_what_a_format_cannot_hold_is_said_and_the_other_is_written(
    bpe_lab, corpus: str, out: Path
) -> None:
    code, _, err = bpe_lab("train", corpus, *to(out, 262), "--pattern", r"custom:\w+|\W+")
    assert code == 0
    assert err.startswith("bpe-lab: tokenizer.json")
    assert err.endswith("; the file is left out\n")
    assert err.count("\n") == 1
    assert {path.name for path in out.iterdir()} == FILES - {"tokenizer.json"}


def test_a_file_that_is_left_out_is_not_that_of_an_earlier_run(
    bpe_lab, corpus: str, out: Path
) -> None:
    bpe_lab("train", "sample:intj", *to(out))
    assert bpe_lab("train", corpus, *to(out, 262), "--pattern", r"custom:\w+|\W+")[0] == 0
    assert {path.name for path in out.iterdir()} == FILES - {"tokenizer.json"}


def test_an_older_vocabulary_there_is_replaced(bpe_lab, corpus: str, out: Path) -> None:
    bpe_lab("train", "sample:intj", *to(out))
    assert bpe_lab("train", corpus, *to(out))[0] == 0
    assert load(out) == train(TEXT, vocab_size=270)


# --- `bpe-lab train`: where its texts come from


def test_files_and_folders_are_texts_of_their_own(bpe_lab, tmp_path: Path, out: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "deep").mkdir(parents=True)
    (folder / "1.txt").write_text("a")
    (folder / "deep" / "2.md").write_text("b")
    (folder / "3.png").write_bytes(b"\x89PNG\0")
    (tmp_path / "more").write_text("cd")
    code, told, _ = bpe_lab("train", str(folder), str(tmp_path / "more"), *to(out), "--json")
    assert code == 0
    assert json.loads(told)["bytes"] == 4
    assert load(out).merges_as_bytes() == [(b"c", b"d")], "no merge of a and b"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sample:intj", INTJ),
        ("sample:story_zh", sample("story_zh").text),
        ("library_20k", standard_library(20_000).text),
    ],
)
def test_texts_with_a_name_are_taken(name: str, text: str, bpe_lab, out: Path) -> None:
    code, told, _ = bpe_lab("train", name, *to(out), "--json")
    assert code == 0
    assert json.loads(told)["bytes"] == len(text.encode())
    assert load(out) == train(text, vocab_size=270)


def test_the_library_is_python_s_own(
    bpe_lab, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = standard_library(1000)
    monkeypatch.setattr("bpe_lab.cli.arguments.standard_library", lambda: short)
    assert bpe_lab("train", "library", *to(out))[0] == 0
    assert load(out) == train(short.text, vocab_size=270)


def test_downloads_are_fetched_by_name(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fetched(name: str, *, on_progress: object) -> Path:
        asked.append(name)
        assert callable(on_progress)
        return Path(corpus)

    monkeypatch.setattr("bpe_lab.cli.arguments.download", fetched)
    assert bpe_lab("train", "download:tinystories", *to(out))[0] == 0
    assert asked == ["tinystories"]
    assert load(out) == train(TEXT, vocab_size=270)


@pytest.mark.parametrize("name", ["library", "sample:low", "download:x"])
def test_a_file_is_taken_before_a_name(
    name: str, bpe_lab, tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("abab")
    assert bpe_lab("train", name, *to(out))[0] == 0
    assert load(out) == train("abab", vocab_size=270)


def test_standard_input_is_a_text(
    bpe_lab, corpus: str, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    with streams(corpus):
        assert bpe_lab("train", "-", *to(out, 262)) == (0, "", "")
    assert load(out) == train(TEXT, vocab_size=262)
    assert not list(place.iterdir()), "its copy is gone"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_a_text(bpe_lab, tmp_path: Path, out: Path) -> None:
    """As in ``bpe-lab train <(zcat text.gz)``."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(TEXT,))
    writer.start()
    assert bpe_lab("train", str(pipe), *to(out, 262))[0] == 0
    writer.join()
    assert load(out) == train(TEXT, vocab_size=262)


# --- `bpe-lab train`: how it ends, by itself, by a mistake, a full disk or a signal


BAD = {
    "no corpus": (["--vocab-size", "300", "--out", "x"], 2, "give texts or --counts"),
    "no size": (["low.txt", "--out", "x"], 2, "Missing option '--vocab-size'"),
    "no folder": (["low.txt", "--vocab-size", "300"], 2, "Missing option '--out'"),
    "no number": (
        ["low.txt", "--vocab-size", "many", "--out", "x"],
        2,
        "Invalid value for '--vocab-size'",
    ),
    "no threads": (["low.txt", *to(Path("x")), "--threads", "0"], 2, "'--threads'"),
    "an unknown tie rule": (["low.txt", *to(Path("x")), "--tie-break", "coin"], 2, "'coin'"),
    "no file": (["gone.txt", *to(Path("x"))], 1, "gone.txt: No such file or directory"),
    "an empty folder": (["empty", *to(Path("x"))], 1, "no text file below empty"),
    "an empty file": (["empty.txt", *to(Path("x"))], 0, "no pair is left"),
    "not UTF-8": (["latin.txt", *to(Path("x"))], 1, "latin.txt: byte 0xE9 at offset 1"),
    "not UTF-8 among others": (
        ["low.txt", "latin.txt", "low.txt", *to(Path("x"))],
        1,
        "latin.txt: byte 0xE9 at offset 1 is not UTF-8",
    ),
    "an unknown sample": (["sample:x", *to(Path("x"))], 1, "no sample named 'x'; known: intj"),
    "an unknown download": (["download:x", *to(Path("x"))], 1, "known: tinystories"),
    "stdin twice": (["-", "-", *to(Path("x"))], 1, "CORPUS='-': once at most"),
    "too small": (["low.txt", *to(Path("x"), 9)], 1, "vocab_size 9 is below 256"),
    "a broken pattern": (["low.txt", *to(Path("x")), "--pattern", "custom:("], 1, "pattern"),
    "an unknown trainer": (["low.txt", *to(Path("x")), "--trainer", "x"], 1, "known: naive"),
    "an empty special token": (
        ["low.txt", *to(Path("x")), "--special-token", ""],
        1,
        "special token number 1 is empty",
    ),
    "a file for a folder": (["low.txt", *to(Path("low.txt"))], 1, "a file has this name"),
    "a folder in a file": (["low.txt", *to(Path("low.txt/x"))], 1, "low.txt is no folder"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_said_in_one_line(
    what: str, bpe_lab, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("empty.txt").touch()
    Path("latin.txt").write_bytes(b"h\xe9llo")
    argv, expected, message = BAD[what]
    code, told, err = bpe_lab("train", *argv)
    assert code == expected
    assert message in err
    assert err.startswith("bpe-lab: ")
    assert err.count("\n") == 1
    if code:
        assert told == ""
        assert not Path("x").exists()


def test_a_full_disk_is_said_and_leaves_what_was_there(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bpe_lab("train", "sample:intj", *to(out))
    before = load(out)

    def full(file: BinaryIO) -> None:
        if "tokenizer" in file.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "sync_file", full)
    message = f"bpe-lab: {out / 'tokenizer.json'}: No space left on device\n"
    assert bpe_lab("train", corpus, *to(out)) == (1, "", message)
    assert load(out) == before
    assert {path.name for path in out.iterdir()} == FILES


def test_a_signal_while_files_are_written_waits_until_all_are(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **options: object) -> None:
        signal.raise_signal(signal.SIGINT)
        real(*args, **options)

    real = train_module.write_texts
    monkeypatch.setattr(train_module, "write_texts", interrupted)
    assert bpe_lab("train", corpus, *to(out)) == (130, "", "")
    assert load(out) == train(TEXT, vocab_size=270)


def test_ctrl_c_outside_the_work_ends_at_once(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(train_module, "from_texts", interrupted)
    assert bpe_lab("train", corpus, *to(out)) == (130, "", "")
    assert not out.exists()


def long_text(size: int) -> bytes:
    """Many distinct words, so that there is much to merge."""
    words = (f" {number * 2654435761 % 2**32:x}" for number in range(size // 8))
    return "".join(words).encode()[:size]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "end"])
@pytest.mark.parametrize("trainer", ["compiled", "linked"])
@pytest.mark.parametrize("phase", ["count", "merge"])
def test_a_training_stopped_at_work_leaves_nothing(
    number: signal.Signals,
    trainer: str,
    phase: str,
    bpe_lab,
    corpus: str,
    tmp_path: Path,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, place = Meter.__call__, tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))

    def interrupted(meter: Meter, progress: Progress) -> None:
        real(meter, progress)
        if progress.phase == phase:
            signal.raise_signal(number)

    monkeypatch.setattr(Meter, "__call__", interrupted)
    with streams(corpus):
        told = bpe_lab("train", "-", *to(out), "--trainer", trainer)
    assert told == (128 + number, "", "")
    assert not out.exists()
    assert not list(place.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_ends_compiled_code_and_leaves_no_traceback(tmp_path: Path, out: Path) -> None:
    """A real signal to a real process, whose bar a terminal shows."""
    corpus, place = tmp_path / "long.txt", tmp_path / "tmp"
    corpus.write_bytes(long_text(8_000_000))
    place.mkdir()
    terminal, inside = os.openpty()
    with corpus.open("rb") as text:
        process = start(
            *("train", "-", *to(out, 500_000)),
            place=place,
            stdin=text.fileno(),
            stdout=subprocess.PIPE,
            stderr=inside,
        )
    drawn = bytearray()

    def read() -> None:
        try:
            while data := os.read(terminal, 4096):
                drawn.extend(data)
        except OSError:
            pass  # its other end is closed

    reader = Thread(target=read)
    reader.start()
    try:
        assert comes_true(lambda: b"merging" in drawn, TIMEOUT), bytes(drawn)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
        os.close(inside)
        reader.join()
        os.close(terminal)
    assert process.returncode == 128 + signal.SIGINT
    assert told == b""
    assert b"Traceback" not in drawn
    assert not out.exists()
    assert not list(place.iterdir())


def test_a_bar_is_drawn_at_a_terminal(
    bpe_lab, corpus: str, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rich.console import Console

    from bpe_lab.cli import terminal as terminal_module

    drawn = io.StringIO()
    terminal = Console(file=drawn, force_terminal=True, width=100)
    monkeypatch.setattr(terminal_module, "console", lambda stderr: terminal)
    monkeypatch.setattr(terminal_module, "at_terminal", lambda: True)
    code, told, _ = bpe_lab("train", corpus, *to(out))
    assert code == 0
    assert "merging" in drawn.getvalue()
    assert "merging" not in told.replace("merging, s", "")


def test_figures_are_not_needed_by_who_stops_reading(bpe_lab, corpus: str, out: Path) -> None:
    """As in ``bpe-lab train … | true``."""
    with streams(corpus, unread_pipe()):
        assert bpe_lab("train", corpus, *to(out)) == (0, "", "")
    assert load(out) == train(TEXT, vocab_size=270)
