"""Test files of public repositories: where they are, and having them here, checked.

Each file is pinned by its size and SHA-256 beside the commit that it is read at. It is taken
from a folder that the user already has, from the user's cache, or from the web; a file that is
another version is refused wherever it lies.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.strangers.differential import installed
from benchmarks.strangers.encodings import WEB, Pin, fill_cache, local_path
from benchmarks.strangers.outcome import Effort, NotRunError, Outcome
from benchmarks.strangers.pytest_run import run_pytest
from bpe_core.errors import DownloadError
from bpe_core.runtime.machine import user_cache
from bpe_core.texts.download import Download, fetch, is_whole


class PinnedFile(NamedTuple):
    """``url`` on the web, ``folder_path`` below a user's folder, ``path`` where tests run."""

    url: str
    folder_path: str
    path: str
    pin: Pin


@dataclass(frozen=True, slots=True)
class RepositorySuite:
    """Tests of a GitHub repository, on adapters of ours.

    ``pins`` has its files by path, ``encodings`` OpenAI's by address. ``written`` are the files
    that take the place of the repository's own modules, ``packages`` what its tests import,
    ``words`` what pytest is told.
    """

    repository: str
    commit: str
    pins: Mapping[str, Pin]
    written: Mapping[str, str]
    words: Sequence[str]
    packages: Sequence[str] = ()
    encodings: Mapping[str, Pin] = field(default_factory=dict)

    def source(self) -> str:
        return f"{self.repository} at {self.commit[:7]}"

    def run(self, effort: Effort, own: Path | None = None) -> Outcome:
        for package in ("pytest", *self.packages):
            installed(package)
        with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            folder = Path(temporary)
            gather(self.files(), folder, own=own)
            fill_cache(folder)
            for path, text in self.written.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, "utf-8")
            return run_pytest(folder, self.words)

    def files(self) -> tuple[PinnedFile, ...]:
        """All that has to be here before the tests run."""
        web = f"https://raw.githubusercontent.com/{self.repository}/{self.commit}"
        return (
            *(
                PinnedFile(f"{web}/{path}", f"{self.repository}/{path}", path, pin)
                for path, pin in self.pins.items()
            ),
            *(
                PinnedFile(f"{WEB}/{path}", local_path(path), local_path(path), pin)
                for path, pin in self.encodings.items()
            ),
        )


def gather(files: Iterable[PinnedFile], folder: Path, *, own: Path | None = None) -> None:
    """Put all files into ``folder``; ``own`` is the folder that the user already has.

    Raises ``NotRunError`` for the first that cannot be had.
    """
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copyfile(_local(file, own), target)
        except (DownloadError, OSError) as error:
            raise NotRunError(f"not fetched: {error}") from error


def _local(file: PinnedFile, own: Path | None) -> Path:
    """The file in the user's folder, or in the cache, fetched unless it is there."""
    if own is not None and (path := own / file.folder_path).is_file():
        if path.stat().st_size != file.pin.size or digest(path) != file.pin.sha256:
            raise NotRunError(f"not fetched: {file.folder_path} is not the pinned version")
        return path
    cached = user_cache() / "bpe-lab" / "strangers" / file.pin.sha256
    wanted = Download(file.url, *file.pin, page=file.url, license="")
    if not is_whole(wanted, cached):
        fetch(wanted, cached)
    return cached


def digest(path: Path) -> str:
    """SHA-256, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
