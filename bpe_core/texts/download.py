"""Texts on the web by name, each fetched once: bounded, resumed, checked, kept in the cache.

What has been received is stored beside the file with the suffix ``.part``, so that the next
call resumes. Only a complete text with the right checksum gets the file's own name.

Sizes and SHA-256 in ``DOWNLOADS`` are those that the publisher or a well-known copy of the text
states. Addresses name a revision where the host has revisions.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from socket import create_connection
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from urllib.parse import quote, urlsplit

from bpe_core.errors import DownloadError, UnknownNameError
from bpe_core.runtime.files import sync_file
from bpe_core.runtime.machine import user_cache
from bpe_core.runtime.progress import OnProgress, Phase

if TYPE_CHECKING:
    from requests import Response


TIMEOUT = (10.0, 30.0)  # seconds: to connect, and between two bytes
BLOCK = 1 << 16  # bytes read at a time
RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)$")


def download(
    name: str, *, folder: Path | None = None, on_progress: OnProgress | None = None
) -> Path:
    """The file of a text of ``DOWNLOADS``, fetched unless it is in ``folder`` already.

    Raises ``UnknownNameError``, ``DownloadError``, and ``OSError``.
    """
    if name not in DOWNLOADS:
        raise UnknownNameError.among("download", name, DOWNLOADS)
    wanted, path = DOWNLOADS[name], path_of(name, folder)
    if not is_whole(wanted, path):
        fetch(wanted, path, on_progress=on_progress)
    return path


def path_of(name: str, folder: Path | None = None) -> Path:
    """The path of a text of ``DOWNLOADS``; another checksum is another file."""
    folder = folder or user_cache() / "bpe-lab" / "corpora"
    return folder / f"{name}-{DOWNLOADS[name].sha256[:8]}.txt"


def is_whole(wanted: Download, path: Path) -> bool:
    """Whether it was fetched: only checked texts get this name; checks the size, too."""
    return path.is_file() and path.stat().st_size == wanted.size


def fetch(wanted: Download, path: Path, *, on_progress: OnProgress | None = None) -> None:
    """Fetch a text to ``path``; bytes come in the phase "download".

    An exception raised by ``on_progress`` ends the transfer; the next one resumes it. An
    ``OSError`` names the file, also where the system does not, as on a full disk.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        _fetch(wanted, path, part, on_progress)
    except OSError as error:
        if error.filename is None:
            error.filename = str(part)
        raise


def check_reached(url: str, patience: float) -> None:
    """Raise ``DownloadError`` unless the server, or the proxy before it, takes connections.

    In a thread of its own, since looking up a host's name knows no timeout.
    """
    from requests.utils import get_environ_proxies, select_proxy

    way = urlsplit(select_proxy(url, get_environ_proxies(url)) or url)
    address = way.hostname or "", way.port or {"https": 443}.get(way.scheme, 80)
    ends: list[OSError | None] = []

    def connect() -> None:
        try:
            create_connection(address, timeout=patience).close()
            ends.append(None)
        except OSError as error:
            ends.append(error)

    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(patience)
    if not ends:
        raise DownloadError(
            "offline", url=url, reason=f"no connection within {patience:g} seconds"
        )
    if ends[0] is not None:
        raise DownloadError("offline", url=url, reason=_reason(ends[0])) from ends[0]


def _fetch(wanted: Download, path: Path, part: Path, on_progress: OnProgress | None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # subtle: never truncated at the beginning. Two processes that fetch the same text write
    # the same bytes to the same offsets; each checks what is there and renames it.
    part.touch()
    with part.open("r+b") as file:
        done = min(file.seek(0, 2), wanted.size)
        if done < wanted.size:
            _receive(wanted, file, done, on_progress)
        file.truncate(wanted.size)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        sync_file(file)
    if digest != wanted.sha256:
        part.unlink()
        raise DownloadError("checksum", url=wanted.url, expected=wanted.sha256, found=digest)
    part.replace(path)


def _receive(
    wanted: Download, file: BinaryIO, done: int, on_progress: OnProgress | None
) -> None:
    """Receive and write what follows the first ``done`` bytes.

    By requests, which comes with its own certificates (Python's installer for macOS has none
    until a script is run), uses the system's proxies and follows redirects to http only.
    """
    import requests

    phase = Phase(on_progress, "download", wanted.size)
    headers = {"Accept-Encoding": "identity"}
    if done:
        headers["Range"] = f"bytes={done}-"
    try:
        with requests.get(wanted.url, headers=headers, stream=True, timeout=TIMEOUT) as answer:
            offset = _beginning(wanted, answer, file, done)
            for block in answer.iter_content(BLOCK):
                offset += len(block)
                _check_size(wanted, file, at_least=offset)
                file.write(block)
                phase.reached(offset)
    except (requests.exceptions.InvalidSchema, requests.exceptions.TooManyRedirects) as error:
        raise DownloadError(
            "not_served", url=wanted.url, reason=f"it leads elsewhere, {error}"
        ) from error
    except requests.RequestException as error:
        raise DownloadError("offline", url=wanted.url, reason=_reason(error)) from error
    if offset < wanted.size:
        reason = f"the connection ended after {offset} of {wanted.size} bytes"
        raise DownloadError("offline", url=wanted.url, reason=reason)
    phase.finished(offset)


def _beginning(wanted: Download, answer: Response, file: BinaryIO, done: int) -> int:
    """Move ``file`` to the offset at which the answer begins; returns it.

    Servers may ignore the requested range and answer with the whole text.
    """
    content_range = RANGE.match(answer.headers.get("Content-Range", ""))
    if answer.status_code == 206 and content_range and int(content_range[1]) == done:
        if content_range[2] != "*":
            total = int(content_range[2])
            _check_size(wanted, file, at_least=total, at_most=total)
        return file.seek(done)
    if answer.status_code == 200:
        size = answer.headers.get("Content-Length", "")
        if size.isdecimal() and "Content-Encoding" not in answer.headers:
            _check_size(wanted, file, at_least=int(size), at_most=int(size))
        return file.seek(0)
    if answer.status_code in (206, 416):
        file.truncate(0)  # the part here is not a beginning of the text there
    reason = f"HTTP {answer.status_code} {answer.reason}".rstrip()
    raise DownloadError("not_served", url=wanted.url, reason=reason)


def _check_size(
    wanted: Download, file: BinaryIO, *, at_least: int, at_most: int | None = None
) -> None:
    """Raise ``DownloadError`` and discard what was received, if this cannot be the text."""
    if at_least > wanted.size or (at_most is not None and at_most < wanted.size):
        file.truncate(0)
        raise DownloadError("other_size", url=wanted.url, expected=wanted.size, found=at_least)


def _reason(error: BaseException) -> str:
    """The system's own message, inside the errors wrapped around it.

    >>> _reason(ValueError(OSError(111, "Connection refused")))
    'Connection refused'
    """
    inner: object = error
    while isinstance(inner, BaseException):
        if isinstance(inner, OSError) and inner.strerror:
            return inner.strerror
        wrapped = (getattr(inner, "reason", None), *reversed(inner.args), inner.__cause__)
        deeper = next((one for one in wrapped if isinstance(one, BaseException)), None)
        if deeper is None:
            return str(inner) or type(inner).__name__
        inner = deeper
    return type(error).__name__


class Download(NamedTuple):
    """A UTF-8 text that can be fetched.

    ``size`` in bytes, ``sha256`` in hexadecimal digits; ``special_tokens`` occur in the text;
    ``page`` tells people where it is from and ``license`` what they may do with it.
    """

    url: str
    size: int
    sha256: str
    page: str
    license: str
    special_tokens: tuple[str, ...] = ()


_STORIES = "https://huggingface.co/datasets/roneneldan/TinyStories"
_REVISION = "f54c09fd23315a6f9c86f9dc80f725de7d8f9c64"

_NOVELS = "tennessine/corpus"
_COMMIT = "c5ce96aca36c6a3cb4da5f0ff7d2d5fa30c32aea"


def _novel(title: str, size: int, sha256: str) -> Download:
    """One of the four great Chinese novels, at one commit, so that it cannot change."""
    return Download(
        url=f"https://raw.githubusercontent.com/{_NOVELS}/{_COMMIT}/{quote(title)}.txt",
        size=size,
        sha256=sha256,
        page=f"https://github.com/{_NOVELS}",
        license="public domain",
    )


DOWNLOADS: Mapping[str, Download] = {
    # The checksum is on the file's page there (Git LFS details); the size, 22.5 MB on that
    # page, is given to the byte beside the same checksum by several projects that pin it.
    "tinystories": Download(
        url=f"{_STORIES}/resolve/{_REVISION}/TinyStoriesV2-GPT4-valid.txt",
        size=22_502_601,
        sha256="6874bae9a4c1a4e7edcf0e53b86c17817e9cf881fc75ff2368da457b80c0585d",
        page=_STORIES,
        license="CDLA-Sharing-1.0",
        special_tokens=("<|endoftext|>",),
    ),
    # Both from the Git LFS pointer in the commit "Fix encoding problem" (5485261) there.
    "tinystories_first": Download(
        url=f"{_STORIES}/resolve/{_REVISION}/TinyStories-valid.txt",
        size=19_447_282,
        sha256="94e431816c4cce81ff71e4408ff8d3bda9a42e8d2663986697c3954288cb38b4",
        page=_STORIES,
        license="CDLA-Sharing-1.0",
        special_tokens=("<|endoftext|>",),
    ),
    # Both from "download_checksums" in datasets/tiny_shakespeare/dataset_infos.json of
    # huggingface/datasets, for this very address.
    "tiny_shakespeare": Download(
        url="https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
        size=1_115_394,
        sha256="86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
        page="https://github.com/karpathy/char-rnn",
        license="public domain",
    ),
    "hongloumeng": _novel(
        "红楼梦", 2_522_985, "5eca888fb54188d644df70fa555dd3c9cbdd3a8d7b3034fb59f7a81e16f05dc7"
    ),
    "sanguoyanyi": _novel(
        "三国演义",
        1_795_281,
        "48922aa73c07e0b9c6e23a9cf5cf61f1779dd33e11947a1eaac364f1c50f65c4",
    ),
    "shuihuzhuan": _novel(
        "水浒传", 2_580_298, "aa966dd99d7ecac39f63eb187e5f29f4edb6061dc1adf73e4524eb7fd2345cdc"
    ),
    "xiyouji": _novel(
        "西游记", 1_999_157, "3f2bf2164ee63ad7ce3ef88c830e88e860f47719740b13e6c4a1fe4d3be09b80"
    ),
}
