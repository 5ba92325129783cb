"""Counting on a real Ray: the same bytes, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bpe_core import count_shards, encode_shards, train
from bpe_core.errors import NotUTF8Error
from bpe_core.runtime.machine import is_importable
from bpe_core.runtime.progress import Progress
from bpe_core.shards.running import engine_named
from tests.lab.race.running import comes_true
from tests.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_importable("ray"), reason="Ray is not installed here"),
]

DRIVER = """
import os, signal, sys
from bpe_core import count_shards

def end(progress):
    if progress.phase == "count" and progress.done:
        os.kill(os.getpid(), signal.SIGKILL)

count_shards(sys.argv[2:], sys.argv[1], engine="ray", on_progress=end)
"""

ORPHANED = 150  # seconds that some of Ray's processes take to see that their driver is gone


def once_killed(path: Path) -> str:
    """A task whose worker is killed the first time."""
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path.name


def on_node(task: tuple[Path, int]) -> str:
    """Leave a file with the node's name, and take a while."""
    import ray

    folder, number = task
    node = str(ray.get_runtime_context().get_node_id())
    (folder / f"{number}-{node}").touch()
    time.sleep(1)
    return node


LOOPBACK = {
    "0100007F",  # 127.0.0.1, as the system writes it
    "0000000000000000FFFF00000100007F",
    "00000000000000000000000001000000",  # ::1
}


def sockets(pid: str) -> set[str]:
    """The sockets of a process, by number; none of one that has ended."""
    with suppress(OSError):
        links = [str(fd.readlink()) for fd in Path(f"/proc/{pid}/fd").iterdir()]
        return {link[8:-1] for link in links if link.startswith("socket:[")}
    return set()


def of_ray() -> set[str]:
    """The sockets of all processes of Ray that run here."""
    pids = [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]
    return set().union(*(sockets(pid) for pid in pids if is_ray(pid)))


def is_ray(pid: str) -> bool:
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        return b"/ray/" in words or words.startswith(b"ray::")
    return False


def listening() -> set[str]:
    """The addresses on which Ray listens, in hexadecimal, without their ports."""
    tables = (
        Path(f"/proc/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6")
    )
    rows = [line.split() for table in tables for line in table]
    own = of_ray()
    return {row[1].split(":")[0] for row in rows if row[3] == "0A" and row[9] in own}


def test_ray_gives_the_same_file_also_where_worker_or_driver_is_killed(tmp_path: Path) -> None:
    shards = [tmp_path / f"{number}.txt" for number in range(4)]
    for number, path in enumerate(shards):
        path.write_text(f"low lower w{number} newest " * 50, "utf-8")
    local, out = tmp_path / "local.parquet", tmp_path / "ray.parquet"
    count_shards(shards, local)

    command = [sys.executable, "-c", DRIVER, str(out), *map(str, shards)]
    ended = subprocess.run(command, cwd=ROOT, timeout=200, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert comes_true(lambda: not listening(), ORPHANED), "Ray outlives a killed driver"
    assert not out.exists()
    assert list(out.with_name("ray.parquet.work").glob("shard-*"))

    with engine_named("ray", None, None) as run:
        assert listening()
        assert listening() <= LOOPBACK, "Ray listens on other interfaces"
        killed = sorted(run(once_killed, [tmp_path / "a", tmp_path / "b"]))
        assert killed == [(0, "a"), (1, "b")]
        count_shards(shards, out, engine="ray")
        assert out.read_bytes() == local.read_bytes()
        model = train("low lower newest " * 9, vocab_size=270)
        for engine in ("local", "ray"):
            encode_shards(model, shards, tmp_path / engine, engine=engine)
        names = {path.name for path in (tmp_path / "local").glob("0*")}
        assert len(names) == 12
        for name in names:
            there, here = (tmp_path / engine / name for engine in ("ray", "local"))
            assert there.read_bytes() == here.read_bytes()
        shards[2].write_bytes(b"low\xff")
        with pytest.raises(NotUTF8Error, match="offset 3") as raised:
            count_shards(shards, out, engine="ray")
    assert raised.value.__notes__ == [str(shards[2])]
    assert comes_true(lambda: not listening()), "Ray goes on after its call"


def test_a_node_of_three_may_be_lost(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    shards = [tmp_path / f"{number}.txt" for number in range(24)]
    for number, path in enumerate(shards):
        path.write_text(f"low lower w{number} newest " * 2000, "utf-8")
    local, out, seen = tmp_path / "local.parquet", tmp_path / "ray.parquet", tmp_path / "seen"
    count_shards(shards, local)
    seen.mkdir()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        lost = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]

        def lose(node: object) -> None:
            cluster.remove_node(node, allow_graceful=False)

        with engine_named("ray", cluster.address, None) as run:
            tasks = [(seen, number) for number in range(9)]
            finished = run(on_node, tasks)
            first = next(finished)
            lose(gone := lost.pop())
            nodes = dict([first, *finished])
            assert sorted(nodes) == list(range(9)), "every task has ended"
            began = [path.name.partition("-")[2] for path in seen.iterdir()]
            assert len(set(began)) == 3, "all three nodes worked"
            unfinished = set(began) - set(nodes.values())
            assert unfinished <= {gone.node_id}
            cluster.add_node(num_cpus=1)

            def lose_another(progress: Progress) -> None:
                if progress.phase == "count" and progress.done and lost:
                    lose(lost.pop())

            count_shards(shards, out, engine="ray", on_progress=lose_another)
        assert not lost
        assert out.read_bytes() == local.read_bytes()
    finally:
        cluster.shutdown()
