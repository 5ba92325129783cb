"""Whatever is measured leaves nothing: no process, dead or alive, no thread and no file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import active_count

import pytest

from tests.lab.race.running import children, comes_true, naming


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where runs put their files; at the end nothing of theirs is there, nor runs."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("looks for processes in /proc")
    folder = tmp_path / "races"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before, threads = children(), active_count()
    yield folder
    assert children() <= before, "a process was not waited for"
    assert not naming(str(folder)), "a process is left"
    assert not list(folder.glob("bpe-race-*")), "a folder is left"
    assert comes_true(lambda: active_count() <= threads), "a thread is left"
