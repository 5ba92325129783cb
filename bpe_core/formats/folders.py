"""A folder holds one model: its files are read as of one moment, and written in one step.

Its model is in the files that bear the names under which formats write them. Where these hold
no whole model, other names that occur in practice count as well, if the content says the same
(see `recognize`). A save removes what has such a name and is not of the new model; all else in
the folder is somebody else's, and neither read nor touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from bpe_core.errors import FormatError
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.known_formats import (
    FORMATS,
    is_whole,
    own_parts,
    whole_parts,
    written_names,
)
from bpe_core.formats.model_files import bounded, read_bytes
from bpe_core.formats.recognize import (
    MERGES_START,
    NAMES,
    RANKS_OR_NOT,
    Role,
    known,
    role_by_content,
    roles,
    written_name,
)
from bpe_core.formats.side_file import is_side, is_side_of
from bpe_core.runtime.files import read_set, write_set

# Names under which formats write their files, and what browsers call a second copy of one. Any
# other name counts where content says the same: `codes` is found in zip-codes.xlsx as well.
_COPY = r"( ?\(\d+\))?"
OWN_NAME = re.compile(
    rf"(vocab|bpe-lab|added_tokens|tokenizer){_COPY}\.json|merges{_COPY}\.txt|codes{_COPY}\.bpe"
    rf"|vocabulary{_COPY}\.tiktoken"
)


def read_files(path: Path, form: str | None = None) -> dict[str, bytes]:
    """A file and the side file that tells of it, or the files of a folder that are its model.

    ``form``: the format that is asked for, if one is. They are of one moment: all of before a
    save, or all of after it. Raises ``FormatError``, and ``InputError("file_changed")`` for a
    folder that is saved to all the time.
    """
    if not path.is_dir():
        side = _side_beside(path)
        if side is None:
            return {path.name: read_bytes(path)}
        return read_set(path.parent, lambda _: (path.name, side.name), bounded)
    choose = partial(_chosen, form=form)
    files = without_foreign(_with_own_side(read_set(path, choose, _if_readable)))
    files = files or _with_own_side(read_set(path, choose, bounded))
    if not files:
        raise broken(str(path), WHOLE, "unknown", known=known(own_parts()))
    return files


def paths_of(path: Path) -> list[Path]:
    """Where `read_files` may read from: the path itself, or files of a folder, by name."""
    if not path.is_dir():
        return [path, *filter(None, [_side_beside(path)])]
    entries = {entry.name: entry for entry in path.iterdir()}
    return [entries[name] for name in sorted(_chosen(entries))]


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write a model's files in one step, in which those of an earlier one go.

    Raises ``OSError``; a failed write leaves the files that were there.
    """
    data = {name: text.encode() for name, text in texts.items()}
    write_set(folder, data, removed=written_names() - texts.keys())


def _side_beside(path: Path) -> Path | None:
    """The side file that tells of one file, given alone."""
    side = path.with_name(Role.SIDE.value)
    if path.name == side.name or not side.is_file():
        return None
    with suppress(FormatError):  # it may be anybody's, and what is wrong with the file comes up
        return side if is_side_of(read_bytes(side), [read_bytes(path)]) else None
    return None


def _if_readable(path: Path) -> bytes:
    """A file; nothing in the place of a foreign one that is too large or cannot be read."""
    try:
        return bounded(path)
    except FormatError:
        if is_own(path.name):
            raise
        return b""


def _chosen(paths: Mapping[str, Path], form: str | None = None) -> Iterable[str]:
    """Which of a folder's files may be its model or, by another name than ours, a side file."""
    names = {name for name in paths if _is_called_so(name) and paths[name].is_file()}
    written = names & written_names()
    if is_whole(written, form):
        return {*filter(_is_called_side, names), *written}
    # If a model is whole, another format is asked for than its own: it is none of its files.
    return names - {*whole_parts(written), Role.SIDE} if is_whole(written) else names


def _is_called_so(name: str) -> bool:
    """Whether a file's name says that it belongs to a tokenizer."""
    patterns = [*NAMES.values(), RANKS_OR_NOT, *(part.name for part in own_parts())]
    is_hidden = name.startswith(".") or name.endswith(".partial")
    return not is_hidden and any(pattern.search(name) for pattern in patterns)


def _is_called_side(name: str) -> bool:
    return name != Role.SIDE and bool(NAMES[Role.SIDE].search(name))


def _with_own_side(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Without what only has the name of a side file, such as the app's ``bpe-lab-race.json``.

    Beside a whole model a side file of another name than ours counts where it tells of it.
    """
    own = {name: data for name, data in files.items() if not _is_called_side(name)}
    for name in sorted(filter(_is_called_side, files)):
        has_side = Role.SIDE in own
        if is_side(files[name]) and (
            not is_whole({*own}) or (not has_side and _fits(files[name], own))
        ):
            own[name] = files[name]
    return own


def _fits(side: bytes, files: Mapping[str, bytes]) -> bool:
    """Whether a side file tells of all that some format needs, where ``files`` has it."""
    order = [*Role, *(part.role for part in own_parts())]
    needed = (sorted(row.needed, key=order.index) for row in FORMATS.values())
    return any(
        is_side_of(side, [files[name] for name in names])
        for names in ([*map(written_name, each)] for each in needed)
        if files.keys() >= {*names}
    )


def without_foreign(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a folder without those that are merely called like a part of a tokenizer.

    Where those with a format's own names are a whole tokenizer, no other counts. Empty where
    nothing is whole: then a reader has to say what is wrong.

    >>> log = {"merges_log.txt": b"merged 5 files"}
    >>> [*without_foreign({"encoder.json": b'{"a": 0}', "vocab.bpe": b"a b", **log})]
    ['encoder.json', 'vocab.bpe']
    """
    own = {name: data for name, data in files.items() if is_own(name)}
    if _are_whole(own):
        return own
    named = {name: data for name, data in files.items() if _belongs(name, data)}
    return named if _are_whole(named) else {}


def is_own(name: str) -> bool:
    """Whether a format writes files of this name, or a browser a copy of one.

    >>> [is_own(name) for name in ("vocab.json", "merges (1).txt", "my-vocab.json", "codes.py")]
    [True, True, False, False]
    """
    return bool(OWN_NAME.fullmatch(name)) or any(part.name.search(name) for part in own_parts())


def _are_whole(files: Mapping[str, bytes]) -> bool:
    there = roles(files, own_parts()).keys() if files else set()
    return any(row.needed and row.needed <= there for row in FORMATS.values())


def _belongs(name: str, data: bytes) -> bool:
    """Whether the name is a format's, or content and name say the same."""
    if is_own(name):
        return True
    try:
        role = role_by_content(name, data, own_parts())
    except FormatError:
        return False
    if role is None and MERGES_START.match(data[:4096].decode("utf-8", "replace")):
        return any(NAMES[role].search(name) for role in (Role.MERGES, Role.CODES))
    if role == Role.RANKS and RANKS_OR_NOT.search(name):
        return True
    return any(pattern.search(name) for each, pattern in NAMES.items() if each == role)
