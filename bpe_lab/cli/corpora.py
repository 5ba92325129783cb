"""The texts that a command's arguments name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bpe_core.errors import BPELabError, OptionError
from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.corpus import sample
from bpe_core.texts.download import download
from bpe_core.texts.folders import folder_files
from bpe_core.texts.standard_library import standard_library
from bpe_lab.cli.pipes import STDIN, STDIN_NAME, as_file
from bpe_lab.race.texts import LIBRARY, race_text

WHOLE_LIBRARY = "library"
SAMPLE, DOWNLOAD = "sample:", "download:"
ITEM = re.compile(r"item (\d+) of the texts")


class Text(NamedTuple):
    """A text and its name; a ``Path`` is read when it is needed."""

    name: str
    source: str | Path

    @property
    def size(self) -> int:
        """Bytes."""
        if isinstance(self.source, Path):
            return self.source.stat().st_size
        return len(self.source.encode())


def texts_of(
    names: Sequence[str], folder: Path, on_progress: OnProgress | None = None
) -> list[Text]:
    """Files, the text files of folders, ``-`` (copied to ``folder``), and texts with a name.

    ``library`` is Python's standard library, ``library_1m`` and others its beginning,
    ``sample:NAME`` a built-in text and ``download:NAME`` one from the web; a file or folder
    of such a name comes first.
    """
    if names.count(STDIN) > 1:
        raise OptionError(name="CORPUS", value=STDIN, rule="once at most")
    return [text for name in names for text in _texts(name, folder, on_progress)]


def _texts(name: str, folder: Path, on_progress: OnProgress | None) -> list[Text]:
    path = Path(name)
    if path.is_dir():
        return [Text(str(file), file) for file in folder_files(path)]
    if name == STDIN:
        return [Text(STDIN_NAME, as_file(name, folder))]
    if path.exists():
        return [Text(name, as_file(name, folder))]
    if name == WHOLE_LIBRARY:
        return [Text(name, standard_library().text)]
    if name in LIBRARY:
        return [Text(name, race_text(name).text)]
    if name.startswith(SAMPLE):
        return [Text(name, sample(name.removeprefix(SAMPLE)).text)]
    if name.startswith(DOWNLOAD):
        return [Text(name, download(name.removeprefix(DOWNLOAD), on_progress=on_progress))]
    return [Text(name, as_file(name, folder))]


def files_of(names: Iterable[str]) -> Iterator[str | Path]:
    """What `texts_of` reads: the text files of folders, and all other names as they are."""
    for name in names:
        yield from folder_files(name) if Path(name).is_dir() else (name,)


def where(error: BPELabError, texts: Sequence[Text]) -> str:
    """The text that an error is about, as ``name: ``; empty if it needs none."""
    for note in getattr(error, "__notes__", ()):
        if match := ITEM.match(note):
            name = texts[int(match[1])].name
            return "" if name in str(error) else f"{name}: "
    return ""
