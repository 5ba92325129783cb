"""A race that was killed leaves its folder; the next one deletes it, and no other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bpe_core.measure.leftovers import OWNER, delete_orphans, owned, temporary_folder
from bpe_core.measure.session import session
from bpe_core.race.run import race
from tests.core.race.running import TEXT, plan, stubs

pytest.importorskip("fcntl")

KILLED = """
import os, signal, sys
from pathlib import Path
from bpe_core.measure.leftovers import temporary_folder
with temporary_folder() as home:
    (home / "text").write_text("the reader's")
    sys.stdout.write(str(home))
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def orphan(place: Path) -> Path:
    """The folder of a race that was killed."""
    env = os.environ | {"TMPDIR": str(place)}
    ended = subprocess.run(
        [sys.executable, "-c", KILLED], env=env, stdout=subprocess.PIPE, check=False
    )
    folder = Path(ended.stdout.decode())
    assert folder.parent == place
    assert (folder / "text").exists()
    assert int((folder / OWNER).read_text()) > 1
    return folder


def test_the_next_race_deletes_what_a_killed_one_left(orphan: Path) -> None:
    events = race(plan("naive"), TEXT, command=stubs())
    next(events)
    assert not orphan.exists()
    events.close()


def test_a_race_under_way_keeps_its_folder(place: Path) -> None:
    with temporary_folder() as first, temporary_folder() as second:
        assert first.exists()
        assert second.exists()
        assert sorted(place.iterdir()) == sorted([first, second])


def test_only_folders_of_races_that_had_an_owner_are_deleted(tmp_path: Path) -> None:
    for name in ("bpe-race-new", "bpe-race-gone", "other"):
        (tmp_path / name).mkdir()
    for name in ("bpe-race-gone", "other"):
        with owned(tmp_path / name):
            pass
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with owned(elsewhere):
        pass
    (tmp_path / "bpe-race-link").symlink_to(elsewhere)
    delete_orphans(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"bpe-race-new", "bpe-race-link", "other", "elsewhere"}
    assert (elsewhere / OWNER).exists()


def test_what_belongs_to_others_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bpe-race-theirs"
    folder.mkdir()
    with owned(folder):
        pass
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    delete_orphans(tmp_path)
    assert folder.exists()


def test_a_full_disk_is_named_by_the_folder_of_the_runs() -> None:
    homes: list[str] = []

    def runs(home: Path) -> Iterator[None]:
        homes.append(str(home))
        with Path("/dev/full").open("wb", buffering=0) as full:
            full.write(b"the reader's")
        yield

    with pytest.raises(OSError, match="No space left") as raised:
        list(session(runs, lambda cancelled, others: None))
    assert [raised.value.filename] == homes
