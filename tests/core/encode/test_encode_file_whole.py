"""Files of ids are whole or not there, whatever ends the work."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bpe_core import encode
from bpe_core.encode.encode_file import encode_file
from bpe_core.encode.id_file import IdFile
from bpe_core.errors import (
    BPELabError,
    FileChangedError,
    IsAFolderError,
    NotUTF8Error,
    OptionError,
    OverwritesInputError,
    PatternSkipsTextError,
    UnknownSpecialTokenError,
)
from bpe_core.model import BPEModel
from bpe_core.runtime import progress
from bpe_core.runtime.progress import OnProgress, Progress
from tests.core.encode.id_files import CORPUS, model, names_in, printed


def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    said: list[Any] = []
    (tmp_path / "text").write_text(CORPUS * 9, encoding="utf-8")
    size = len((CORPUS * 9).encode())
    made = encode_file(
        model("gpt2"), tmp_path / "text", tmp_path / "ids", on_progress=said.append, block=50
    )
    assert made.size == size
    assert {phase for phase, _, _ in said} == {"encode"}
    assert {total for _, _, total in said} == {size}
    done = [done for _, done, _ in said]
    assert (done[0], done[-1]) == (0, size)
    assert done == sorted(done)


class Cancelled(Exception):  # noqa: N818  # it is no error
    pass


def cancel(told: Progress) -> None:
    if told.done:
        raise Cancelled


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def appended(path: Path) -> OnProgress:
    def append(told: Progress) -> None:
        if told.done:
            with path.open("ab") as file:
                file.write(b"more")

    return append


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "text"
    path.write_text(CORPUS * 9, encoding="utf-8")
    return path


@pytest.mark.parametrize("before", [None, b"what was there"])
@pytest.mark.parametrize(
    "what", ["cancelled", "full disk", "changed", "not UTF-8", "a skipping pattern"]
)
def test_nothing_half_written_stays(
    tmp_path: Path,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    before: bytes | None,
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)  # every block is told
    target = tmp_path / "ids.npy"
    if before is not None:
        target.write_bytes(before)
    kind: type[BaseException] = Cancelled
    on_progress: Any = None
    tokenizer = model("gpt2")
    if what == "cancelled":
        on_progress = cancel
    elif what == "full disk":
        kind = OSError
        monkeypatch.setattr(IdFile, "write", no_room)
    elif what == "changed":
        kind, on_progress = FileChangedError, appended(source)
    elif what == "not UTF-8":
        kind = NotUTF8Error
        source.write_bytes(CORPUS.encode() * 9 + b"\xff")
    else:
        kind = PatternSkipsTextError
        tokenizer = BPEModel(tokenizer.vocabulary, tokenizer.merges, {}, "custom:[^!]+")
    with pytest.raises(kind):
        encode_file(tokenizer, source, target, block=50, on_progress=on_progress)
    assert names_in(tmp_path) == (["text"] if before is None else ["ids.npy", "text"])
    if before is not None:
        assert target.read_bytes() == before


def test_the_last_word_can_still_cancel(tmp_path: Path, source: Path) -> None:
    def cancel_at_the_end(told: Progress) -> None:
        if told.done == told.total:
            raise Cancelled

    with pytest.raises(Cancelled):
        encode_file(model("gpt2"), source, tmp_path / "ids", on_progress=cancel_at_the_end)
    assert names_in(tmp_path) == ["text"]


FULL = """
import resource, sys, signal
from pathlib import Path
from bpe_core.encode.encode_file import encode_file
from bpe_core.model import BPEModel, Vocabulary

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
model = BPEModel(Vocabulary.of_bytes(), ())
folder = Path(sys.argv[1])
warm = encode_file(model, "to be" * 100_000, folder / "warm.npy", block=50_000)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    encode_file(model, "to be" * 100_000, folder / "ids.npy", block=50_000)
except OSError as error:
    print(error.errno)
"""


def test_a_limit_of_the_system_leaves_what_was_there(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    (tmp_path / "ids.npy").write_bytes(b"what was there")
    assert printed(FULL, tmp_path).split() == [str(errno.EFBIG)]
    assert names_in(tmp_path) == ["ids.npy", "warm.npy"]
    assert (tmp_path / "ids.npy").read_bytes() == b"what was there"


@pytest.mark.parametrize("name", ["a" * 255, "哈" * 85])
def test_a_target_may_have_the_longest_name(tmp_path: Path, name: str) -> None:
    encode_file(model("gpt2"), "to be", tmp_path / name)
    assert names_in(tmp_path) == [name]


@pytest.mark.parametrize("name", ["ids", "ids/within"])
def test_a_link_to_itself_is_no_target(tmp_path: Path, name: str) -> None:
    (tmp_path / "ids").symlink_to(tmp_path / "ids")
    with pytest.raises(OSError, match="ids") as caught:
        encode_file(model("gpt2"), "to be", tmp_path / name)
    assert caught.value.errno == errno.ELOOP
    assert caught.value.filename == str(tmp_path / name)
    assert names_in(tmp_path) == ["ids"]


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda folder: {"target": folder}, IsAFolderError),
        (lambda folder: {"target": folder / "text"}, OverwritesInputError),
        (lambda folder: {"target": folder / "none" / "ids"}, FileNotFoundError),
        (lambda folder: {"target": Path(os.devnull)}, OptionError),
        (lambda folder: {"source": folder}, IsAFolderError),
        (lambda folder: {"source": folder / "none"}, FileNotFoundError),
        (lambda folder: {"source": 5}, OptionError),
        (lambda folder: {"allowed_special": ["<|y|>"]}, UnknownSpecialTokenError),
        (lambda folder: {"threads": 0}, OptionError),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    source: Path,
    wrong: Callable[[Path], dict[str, Any]],
    kind: type[BPELabError] | type[OSError],
) -> None:
    given: dict[str, Any] = {"source": source, "target": tmp_path / "ids", **wrong(tmp_path)}
    with pytest.raises(kind):
        encode_file(model("gpt2"), **given)
    assert names_in(tmp_path) == ["text"]
    assert source.read_text(encoding="utf-8") == CORPUS * 9


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.npy").write_bytes(b"")
    (tmp_path / "ids.npy").symlink_to(tmp_path / "real.npy")
    encode_file(model("gpt2"), "low lower", tmp_path / "ids.npy")
    assert (tmp_path / "ids.npy").is_symlink()
    assert np.load(tmp_path / "real.npy").tolist() == encode(model("gpt2"), "low lower")
