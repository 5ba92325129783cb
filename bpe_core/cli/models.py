"""The vocabulary that a command's argument names."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bpe_core.cli.saying import say
from bpe_core.encode.allowed_special import ALL, allowed_of
from bpe_core.errors import UnknownNameError
from bpe_core.formats.folders import paths_of
from bpe_core.lab import load
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pinned import pinned
from bpe_core.vocabularies import BUILT_IN, built_in

HELP = f"A folder or file of a vocabulary, or the name of one: {', '.join(BUILT_IN)}."


def model_of(
    name: str,
    *,
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
    unicode: str | None = None,
) -> BPEModel:
    """A vocabulary in files, else a built-in one; raises like ``load``, prints its warnings.

    ``pattern`` and ``special_tokens`` add what the files leave open; ``unicode`` pins the
    pattern to a version.
    """
    if Path(name).exists():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", UnicodeWarning)
            model = load(name, pattern=pattern, special_tokens=special_tokens, unicode=unicode)
        for warning in caught:
            say(str(warning.message))
        return model
    if name not in BUILT_IN:
        raise UnknownNameError.among("file or vocabulary", name, BUILT_IN)
    model = built_in(name)
    return model if unicode is None else replace(model, pattern=pinned(model.pattern, unicode))


def model_files(name: str | Path | None) -> list[Path]:
    """The files of that vocabulary, which no command may overwrite; a built-in one has none."""
    return paths_of(Path(name)) if name and Path(name).exists() else []


def allowed(model: BPEModel, asked: Sequence[str]) -> tuple[str, ...]:
    """The special tokens to recognise; ``all`` stands for all of them.

    >>> allowed(built_in("lab"), ["all"])
    ('<|endoftext|>',)
    """
    return allowed_of(model, ALL if ALL in asked and ALL not in model.special_tokens else asked)
