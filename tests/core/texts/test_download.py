"""Texts from the web, fetched from a server in this process: whole, resumed, refused."""

from __future__ import annotations

import hashlib
import os
import re
import socket
from collections.abc import Callable, Iterator
from errno import ENOSPC
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest

from bpe_core.errors import DownloadError, UnknownNameError
from bpe_core.runtime import progress as progress_module
from bpe_core.runtime.progress import Progress
from bpe_core.texts import download as download_module
from bpe_core.texts.download import DOWNLOADS, Download, download, fetch, path_of
from tests.core.texts.text_server import (
    HALF,
    TEXT,
    Handler,
    Server,
    elsewhere,
    endless,
    half,
    half_without_length,
    other,
    round_and_round,
    silent,
    text_at,
    whole,
    with_ranges,
)
from tests.raising import raises


@pytest.fixture
def serving() -> Iterator[Callable[[Callable[[Handler], None]], Server]]:
    servers: list[Server] = []

    def serve(how: Callable[[Handler], None]) -> Server:
        server = Server(how)
        servers.append(server)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "corpora" / "text.txt"


def part_of(path: Path) -> Path:
    return path.with_name("text.txt.part")


def put_part(path: Path, data: bytes) -> None:
    path.parent.mkdir()
    part_of(path).write_bytes(data)


def test_a_text_comes_whole_with_its_progress(serving, path: Path) -> None:
    told: list[Progress] = []
    fetch(text_at(serving(whole)), path, on_progress=told.append)
    assert path.read_bytes() == TEXT
    assert list(path.parent.iterdir()) == [path], "nothing is left beside it"
    assert {step.phase for step in told} == {"download"}
    assert {step.total for step in told} == {len(TEXT)}
    assert told[0].done == 0
    assert told[-1].done == len(TEXT)


@pytest.mark.parametrize("how", [half, half_without_length, silent])
def test_what_came_before_a_break_is_kept_and_gone_on_from(
    how, serving, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serving(how)
    with monkeypatch.context() as patience:
        patience.setattr(download_module, "TIMEOUT", (10.0, 2.0))  # a silent one tires us soon
        with raises("DownloadError.offline") as raised:
            fetch(text_at(server), path)
    assert server.url in str(raised.value)
    assert not path.exists()
    kept = part_of(path).stat().st_size
    assert 0 < kept <= HALF
    server.how = with_ranges
    fetch(text_at(server), path)
    assert server.ranges == [None, f"bytes={kept}-"]
    assert path.read_bytes() == TEXT
    assert not part_of(path).exists()


def test_a_server_without_ranges_begins_again(serving, path: Path) -> None:
    put_part(path, b"?" * HALF)
    fetch(text_at(serving(whole)), path)
    assert path.read_bytes() == TEXT


def test_what_is_all_here_is_only_checked(serving, path: Path) -> None:
    """The program ended between the last byte and the check."""
    put_part(path, TEXT)
    server = serving(whole)
    fetch(text_at(server), path)
    assert path.read_bytes() == TEXT
    assert not server.ranges


def test_a_beginning_of_another_text_is_seen_and_forgotten(serving, path: Path) -> None:
    put_part(path, b"?" * HALF)
    server = serving(with_ranges)
    with raises("DownloadError.checksum"):
        fetch(text_at(server), path)
    assert not list(path.parent.iterdir())
    fetch(text_at(server), path)
    assert path.read_bytes() == TEXT


@pytest.mark.parametrize("kept", [0, HALF])
def test_another_checksum_is_refused(kept: int, serving, path: Path) -> None:
    put_part(path, TEXT[:kept])
    with raises("DownloadError.checksum") as raised:
        fetch(text_at(serving(other)), path)
    assert raised.value.values["found"] == hashlib.sha256(bytes(len(TEXT))).hexdigest()
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize("size", [len(TEXT) - 1, len(TEXT) + 1])
@pytest.mark.parametrize("kept", [0, HALF])
def test_another_size_is_seen_before_any_byte_is_written(
    size: int, kept: int, serving, path: Path
) -> None:
    put_part(path, TEXT[:kept])
    with raises("DownloadError.other_size") as raised:
        fetch(text_at(serving(with_ranges), size=size), path)
    assert raised.value.values == {
        "url": raised.value.values["url"],
        "expected": size,
        "found": len(TEXT),
    }
    assert not path.exists()
    assert part_of(path).stat().st_size == 0


def test_never_more_than_stated_is_read(serving, path: Path) -> None:
    with raises("DownloadError.other_size"):
        fetch(text_at(serving(endless)), path)
    assert not path.exists()
    assert part_of(path).stat().st_size == 0


def test_a_text_that_became_shorter_is_begun_again(serving, path: Path) -> None:
    short = TEXT[:HALF]
    put_part(path, TEXT[: HALF + 1])
    server = serving(lambda handler: with_ranges(handler, short))
    with raises("DownloadError.not_served", match="HTTP 416"):
        fetch(text_at(server), path)
    with raises("DownloadError.other_size"):
        fetch(text_at(server), path)


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_a_server_that_refuses_is_quoted_and_costs_nothing(
    status: int, serving, path: Path
) -> None:
    put_part(path, TEXT[:HALF])
    server = serving(lambda handler: handler.give(b"<html>", status))
    with raises("DownloadError.not_served", match=f"HTTP {status} ") as raised:
        fetch(text_at(server), path)
    assert server.url in str(raised.value)
    assert part_of(path).read_bytes() == TEXT[:HALF]


@pytest.mark.parametrize("how", [elsewhere, round_and_round])
def test_a_link_to_a_file_or_in_a_circle_is_not_followed(how, serving, path: Path) -> None:
    with raises("DownloadError.not_served", match="leads elsewhere"):
        fetch(text_at(serving(how)), path)
    assert not path.exists()


def test_a_link_to_the_text_is_followed_with_the_range(serving, path: Path) -> None:
    put_part(path, TEXT[:HALF])
    target = serving(with_ranges)
    server = serving(lambda handler: handler.give(b"", 302, Location=target.url))
    fetch(text_at(server), path)
    assert target.ranges == [f"bytes={HALF}-"]
    assert path.read_bytes() == TEXT


def test_a_refused_connection_is_said_in_the_system_s_words(path: Path) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/text.txt"
        with raises("DownloadError.offline", match="refused") as raised:
            fetch(Download(url, 1, "", page="", license=""), path)
    assert raised.value.values["url"] == url


def test_a_name_that_leads_nowhere_is_said(path: Path) -> None:
    url = "http://no-such-host.invalid/text.txt"
    with raises("DownloadError.offline") as raised:
        fetch(Download(url, 1, "", page="", license=""), path)
    assert len(str(raised.value)) < 200, "not the whole chain of causes"


def test_a_full_disk_names_the_file(
    serving, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def has_no_room(*_: object) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(download_module, "_receive", has_no_room)
    with pytest.raises(OSError, match="No space left") as full:
        fetch(text_at(serving(whole)), path)
    assert full.value.filename == f"{path}.part"


def test_the_caller_may_end_it_and_go_on_later(
    serving, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "INTERVAL", 0)

    class EnoughError(Exception):
        pass

    def stop(step: Progress) -> None:
        if step.done:
            raise EnoughError

    server = serving(with_ranges)
    with pytest.raises(EnoughError):
        fetch(text_at(server), path, on_progress=stop)
    kept = part_of(path).stat().st_size
    assert 0 < kept < len(TEXT)
    fetch(text_at(server), path)
    assert server.ranges == [None, f"bytes={kept}-"]
    assert path.read_bytes() == TEXT


def test_a_text_is_fetched_once(
    serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serving(whole)
    monkeypatch.setattr(download_module, "DOWNLOADS", {"low": text_at(server)})
    first = download("low", folder=tmp_path)
    assert download("low", folder=tmp_path) == first == path_of("low", tmp_path)
    assert len(server.ranges) == 1
    first.write_bytes(b"cut")
    assert download("low", folder=tmp_path).read_bytes() == TEXT


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="tinystories"):
        download("wikipedia")


@pytest.mark.parametrize("name", DOWNLOADS)
def test_every_download_is_stated_in_full(name: str) -> None:
    stated = DOWNLOADS[name]
    assert re.fullmatch(r"[0-9a-f]{64}", stated.sha256)
    assert stated.size > 0
    assert urlsplit(stated.url).scheme == urlsplit(stated.page).scheme == "https"
    assert stated.license


NOVELS = {
    "hongloumeng": "红楼梦",
    "sanguoyanyi": "三国演义",
    "shuihuzhuan": "水浒传",
    "xiyouji": "西游记",
}


@pytest.mark.parametrize("name", NOVELS)
def test_a_novel_is_asked_for_at_one_commit_in_plain_ascii(name: str) -> None:
    stated = DOWNLOADS[name]
    assert stated.url.isascii()
    *_, commit, file = unquote(urlsplit(stated.url).path).split("/")
    assert file == f"{NOVELS[name]}.txt"
    assert re.fullmatch(r"[0-9a-f]{40}", commit)


def test_no_error_of_a_download_is_taken_for_a_wrong_value() -> None:
    assert not issubclass(DownloadError, ValueError)
