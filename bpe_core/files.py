"""Save and load a byte-level BPE tokenizer, in any of its formats."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from bpe_core.formats.folders import read_files, write_texts
from bpe_core.formats.known_formats import FORMATS, detect, own_parts
from bpe_core.formats.side_file import recorded_unicode, unicode_notice
from bpe_core.model import BPEModel, check_model
from bpe_core.pretokenize.patterns import pinned
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.arguments import look_up
from bpe_core.runtime.files import as_path
from bpe_core.runtime.machine import collector_paused


def save(model: BPEModel, path: str | Path, *, format: str = "gpt2") -> None:  # noqa: A002  # the name that users know
    """Write ``model`` to the folder ``path``, all files of the format or none.

    A folder holds one model: the files of an earlier one, as any format names them, are
    removed in the same step. Whenever it is killed, ``load`` gives the model that was there or
    this one. Raises ``FormatError`` for a model that the format cannot hold, and ``OSError``.
    """
    check_model(model)
    write_texts(as_path("path", path), look_up("format", FORMATS, format).write(model))


def load(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the name that users know
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
    unicode: str | None = None,
) -> BPEModel:
    """Read a tokenizer's file, or a folder of them, in any format.

    ``pattern`` and ``special_tokens`` override the files, or add what these leave open. Ranks,
    and a pair without ``bpe-lab.json``, leave both open: published ones are known by their
    content; for others the pattern gpt2 is assumed, which is a ``UserWarning``.

    ``unicode="16.0"`` pins the letters, digits and marks of the pattern to that version, which
    is tiktoken's, whatever the installed `regex` has. Without it, a model that was saved under
    another version is a ``UnicodeWarning``. Raises ``FormatError`` naming the file, the
    location and the rule, ``UnknownNameError``, and ``OptionError`` for a custom pattern.
    """
    if special_tokens is not None:
        names = check_special_tokens(special_tokens)
        # subtle: a generator can be gone through only once, and readers do it twice.
        special_tokens = special_tokens if isinstance(special_tokens, Mapping) else names
    asked = None if format is None else look_up("format", FORMATS, format)
    files = read_files(as_path("path", path), format)
    form = asked or FORMATS[detect(files)]
    with collector_paused():
        model = form.read(files, pattern=pattern, special_tokens=special_tokens)
    if pattern is None and (assumed := form.assumes(files)):
        warnings.warn(str(assumed), UserWarning, stacklevel=2)
    if unicode is not None:
        return replace(model, pattern=pinned(model.pattern, unicode))
    if notice := unicode_notice(recorded_unicode(files, own_parts()), model):
        warnings.warn(str(notice), UnicodeWarning, stacklevel=2)
    return model
