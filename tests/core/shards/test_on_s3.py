"""Shards in a store: the bytes of the same files on this disk."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.app_server import free_port
from bpe_core import count_shards, encode_shards, train
from bpe_core.errors import NotUTF8Error
from bpe_core.runtime.machine import is_importable
from bpe_core.shards import count_shards as counting_module
from tests.lab.race.running import comes_true
from tests.raising import raises

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (is_importable("s3fs") and is_importable("moto")),
        reason="s3fs and moto[server] are not installed here",
    ),
]

WRITE = """
import sys, fsspec

with fsspec.open(sys.argv[1], "wb") as file:
    file.write(b"another text")
"""


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server on this machine."""
    import fsspec

    address = f"http://127.0.0.1:{(port := free_port())}"
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    with subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            assert comes_true(lambda: _answers(address))
            fsspec.get_filesystem_class("s3").clear_instance_cache()  # of the test before
            fsspec.filesystem("s3").mkdir("corpus")
            yield "s3://corpus"
        finally:
            server.terminate()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=1):
            return True
    except OSError:
        return False


def test_counts_and_ids_are_those_of_the_same_files_here(store: str, tmp_path: Path) -> None:
    import fsspec

    here = tmp_path / "here"
    here.mkdir()
    for number in range(3):
        (here / f"{number}.txt").write_text(f"low lower w{number} newest " * 50, "utf-8")
    files = fsspec.filesystem("s3")
    for path in sorted(here.iterdir()):
        files.put(str(path), f"{store}/{path.name}")
    local, remote = tmp_path / "local.parquet", tmp_path / "remote.parquet"
    count_shards([here / "*.txt"], local)
    count_shards([f"{store}/*.txt"], remote)
    assert remote.read_bytes() == local.read_bytes()

    model = train("low lower newest " * 9, vocab_size=270)
    encode_shards(model, [here / "*.txt"], tmp_path / "a")
    encode_shards(model, [f"{store}/*.txt"], tmp_path / "b")
    for path in (tmp_path / "a").glob("*.npy"):
        assert (tmp_path / "b" / path.name).read_bytes() == path.read_bytes()

    # Machines that share nothing but the store: each counts its part, then one joins them.
    work = f"{store}/counts/of-this"
    for part in ((1, 2), (2, 2)):
        count_shards([f"{store}/*.txt"], tmp_path / "no.parquet", work=work, part=part)
    assert len(files.glob(f"{work}/shard-*.parquet")) == 3
    joined = tmp_path / "joined.parquet"
    count_shards([f"{store}/*.txt"], joined, work=work)
    assert joined.read_bytes() == local.read_bytes()
    assert not (tmp_path / "no.parquet").exists()
    assert not files.glob(f"{work}/.*"), "nothing partial"

    with raises("ShardError.no_shards"):
        count_shards([f"{store}/*.none"], remote)
    with files.open(f"{store}/1.txt", "wb") as file:
        file.write(b"low\xff")
    with pytest.raises(NotUTF8Error, match="offset 3") as raised:
        count_shards([f"{store}/*.txt"], remote)
    assert raised.value.__notes__ == [f"{store}/1.txt"]
    assert remote.read_bytes() == local.read_bytes()


def test_a_shard_that_changes_while_it_is_counted_is_refused(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is asked anew, not what its client remembers."""
    import fsspec

    address = f"{store}/a.txt"
    with fsspec.open(address, "wb") as file:
        file.write(b"low lower")

    def counting(*_: object, **__: object) -> dict[bytes, int]:
        subprocess.run([sys.executable, "-c", WRITE, address], check=True)
        return {b"low": 1}

    monkeypatch.setattr(counting_module, "count_blocks", counting)
    with raises("InputError.file_changed"):
        count_shards([f"{store}/*.txt"], tmp_path / "out.parquet")


def test_a_store_without_its_key_is_named(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fsspec

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    fsspec.filesystem("s3").clear_instance_cache()
    with raises(
        "ShardError.store_failed", match=f"{store}/a.txt cannot be reached: .*redentials"
    ):
        count_shards([f"{store}/a.txt"], tmp_path / "out.parquet")
