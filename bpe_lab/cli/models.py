"""The vocabulary that a command's argument names."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from bpe_core.encode.whole_text import ALL, allowed_of
from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.files import load
from bpe_core.formats.folders import paths_of
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pinned
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.progress import OnProgress
from bpe_core.tokenizers.load_tokenizer import is_name, load_tokenizer, named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.vocabularies import BUILT_IN, built_in
from bpe_lab.cli.saying import say

NAMES = f"the name of one: {', '.join(BUILT_IN)}; or of a model: {', '.join(TOKENIZERS)}."
HELP = f"A folder or file of a vocabulary, or {NAMES}"
MODELS = f"A tokenizer's folder or file, or {NAMES}"
NUMBERED = re.compile(r"(.+)=(\d{1,9})", re.DOTALL)
Read = TypeVar("Read")
OpenPattern: TypeAlias = Annotated[
    str | None, typer.Option(help="How texts are cut, where the files leave it open.")
]
OpenSpecials: TypeAlias = Annotated[
    list[str] | None, typer.Option(help="NAME or NAME=ID, where the files leave them open.")
]


def model_of(
    name: str,
    *,
    pattern: str | None = None,
    special_token: Sequence[str] | None = None,
    unicode: str | None = None,
) -> BPEModel:
    """A vocabulary in files, else a built-in one, else a model's; raises like ``load``.

    ``pattern`` and ``special_token`` (see `specials_of`) add what the files leave open, which
    those of a built-in one do not; ``unicode`` pins the pattern to a version.
    """
    special_tokens = specials_of(special_token) if special_token else None
    if Path(name).exists():
        how = partial(load, pattern=pattern, special_tokens=special_tokens, unicode=unicode)
        return saying(how, name)
    if pattern is not None or special_tokens is not None:
        asked, value = ("pattern", pattern) if pattern else ("special-token", special_token)
        raise OptionError(name=asked, value=value, rule=f"{name} itself says what it is")
    model = built_in(name) if name in BUILT_IN else _model_named(name)
    return model if unicode is None else replace(model, pattern=pinned(model.pattern, unicode))


def _model_named(name: str) -> BPEModel:
    """Of a model's tokenizer, where it is byte-level BPE."""
    if not is_name(name):
        raise UnknownNameError.among("file or vocabulary", name, (*BUILT_IN, *TOKENIZERS))
    tokenizer = named_tokenizer(name)
    if tokenizer.model is None:
        rule = f"byte-level BPE; this one, served by {tokenizer.library}, is for `tokens`"
        raise OptionError(name="model", value=name, rule=rule)
    return tokenizer.model


def tokenizer_named(
    name: str, *, pattern: str | None = None, on_progress: OnProgress | None = None
) -> Tokenizer:
    """The same as a tokenizer of any kind, fetched where need be; prints warnings."""
    if Path(name).exists():
        return saying(partial(load_tokenizer, pattern=pattern), name)
    if name in BUILT_IN or pattern is not None or not is_name(name):
        return ByteLevelTokenizer(model_of(name, pattern=pattern), name)
    return named_tokenizer(name, on_progress=on_progress)


def saying(read: Callable[[Any], Read], path: str | Path) -> Read:
    """What ``read`` gives, with its warnings as messages."""
    with warnings.catch_warnings(record=True) as caught:
        for kind in (UnicodeWarning, UserWarning):
            warnings.simplefilter("always", kind)
        model = read(path)
    for warning in caught:
        say(str(warning.message))
    return model


def specials_of(asked: Sequence[str]) -> Sequence[str] | Mapping[str, int]:
    """Names, or where every one has a number, names with ids, none of them twice.

    >>> specials_of(["<a>=7", "<b>=8"]), specials_of(["<a>", "<b>=8"])
    ({'<a>': 7, '<b>': 8}, ['<a>', '<b>=8'])
    >>> specials_of(["<a>=7", "<a>=8"])
    Traceback (most recent call last):
    bpe_core.errors.DuplicateSpecialTokenError: special token '<a>' is given twice
    """
    matches = [NUMBERED.fullmatch(token) for token in asked]
    if all(matches):
        names = check_special_tokens([one[1] for one in matches if one])
        return dict(zip(names, (int(one[2]) for one in matches if one), strict=True))
    return list(asked)


def model_files(name: str | Path | None) -> list[Path]:
    """The files of that vocabulary, which no command may overwrite; a built-in one has none."""
    return paths_of(Path(name)) if name and Path(name).exists() else []


def allowed(model: BPEModel, asked: Sequence[str]) -> tuple[str, ...]:
    """The special tokens to recognise; ``all`` stands for all of them.

    >>> allowed(built_in("lab"), ["all"])
    ('<|endoftext|>',)
    """
    return allowed_of(model, ALL if ALL in asked and ALL not in model.special_tokens else asked)
