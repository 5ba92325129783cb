"""A process that was killed leaves its folders; the next one deletes them, and no other."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bpe_core.runtime.machine import OWNER, delete_orphans, owned, temporary_folder
from bpe_lab.measure.frame import session
from bpe_lab.race.run import race
from tests.lab.race.running import TEXT, plan, stubs

pytest.importorskip("fcntl")

KILLED = """
import os, signal, sys
from contextlib import ExitStack
from pathlib import Path
{imported}
stack = ExitStack()
home = {home}
(home / "text").write_text("the reader's")
sys.stdout.write(str(home))
sys.stdout.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
HOMES = {
    "a run": (
        "from bpe_core.runtime.machine import temporary_folder",
        "stack.enter_context(temporary_folder())",
    ),
    "a shard": (
        "from bpe_core.shards.shard_files import local_copy",
        "stack.enter_context(local_copy(sys.argv[1])).parent",
    ),
    "counts": (
        "from bpe_core.shards.running import StoreFolder",
        "Path(stack.enter_context(StoreFolder('memory://x').writing('a')).name).parent",
    ),
}


def orphan_of(name: str, place: Path, tmp_path: Path) -> Path:
    """The folder of a process that was killed."""
    shard = tmp_path / "shard.txt.gz"
    shard.write_bytes(gzip.compress(b"low lower"))
    imported, home = HOMES[name]
    ended = subprocess.run(
        [sys.executable, "-c", KILLED.format(imported=imported, home=home), str(shard)],
        env=os.environ | {"TMPDIR": str(place)},
        stdout=subprocess.PIPE,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    folder = Path(ended.stdout.decode())
    assert folder.parent == place
    assert (folder / "text").exists()
    assert int((folder / OWNER).read_text()) > 1
    return folder


@pytest.mark.parametrize("name", HOMES)
def test_whoever_is_next_deletes_what_a_killed_process_left(
    name: str, place: Path, tmp_path: Path
) -> None:
    orphan = orphan_of(name, place, tmp_path)
    with temporary_folder():
        assert not orphan.exists()


def test_the_next_race_deletes_it_before_its_first_run(place: Path, tmp_path: Path) -> None:
    orphan = orphan_of("a run", place, tmp_path)
    events = race(plan("naive"), TEXT, command=stubs())
    next(events)
    assert not orphan.exists()
    events.close()


def test_a_race_under_way_keeps_its_folder(place: Path) -> None:
    with temporary_folder() as first, temporary_folder() as second:
        assert first.exists()
        assert second.exists()
        assert sorted(place.iterdir()) == sorted([first, second])


def test_only_folders_of_ours_that_had_an_owner_are_deleted(tmp_path: Path) -> None:
    for name in ("bpe-race-new", "bpe-race-gone", "bpe-lab-new", "bpe-lab-x-gone", "other"):
        (tmp_path / name).mkdir()
    for name in ("bpe-race-gone", "bpe-lab-x-gone", "other"):
        with owned(tmp_path / name):
            pass
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with owned(elsewhere):
        pass
    (tmp_path / "bpe-race-link").symlink_to(elsewhere)
    delete_orphans(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"bpe-race-new", "bpe-lab-new", "bpe-race-link", "other", "elsewhere"}
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
        list(session(None, runs, lambda cancelled, others: None))
    assert [raised.value.filename] == homes
