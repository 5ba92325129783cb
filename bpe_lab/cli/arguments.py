"""What a command's arguments name: texts and vocabularies."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

import typer

from bpe_core.encode.whole_text import ALL, allowed_of
from bpe_core.errors import BPELabError, OptionError, UnknownNameError
from bpe_core.files import load
from bpe_core.formats.folders import paths_of
from bpe_core.library import standard_library
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pinned
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.progress import OnProgress
from bpe_core.texts.corpus import folder_files, sample
from bpe_core.texts.download import download
from bpe_core.tokenizers.load_tokenizer import is_name, load_tokenizer, named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.train.tie_break import TieBreak
from bpe_core.vocabularies import BUILT_IN, built_in
from bpe_lab.cli.pipes import STDIN, STDIN_NAME, as_file
from bpe_lab.cli.terminal import say
from bpe_lab.race.texts import LIBRARY, race_text

WHOLE_LIBRARY = "library"
SAMPLE, DOWNLOAD = "sample:", "download:"
ITEM = re.compile(r"item (\d+) of the texts")
NUMBERED = re.compile(r"(.+)=(\d{1,9})", re.DOTALL)

NAMES = f"the name of one: {', '.join(BUILT_IN)}; or of a model: {', '.join(TOKENIZERS)}."
HELP = f"A folder or file of a vocabulary, or {NAMES}"
MODELS = f"A tokenizer's folder or file, or {NAMES}"

Ties: TypeAlias = Annotated[TieBreak, typer.Option(help="Which of equal counts is merged.")]
OpenPattern: TypeAlias = Annotated[
    str | None, typer.Option(help="How texts are cut, where the files leave it open.")
]
OpenSpecials: TypeAlias = Annotated[
    list[str] | None, typer.Option(help="NAME or NAME=ID, where the files leave them open.")
]


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
        return read_with_warnings(how, name)
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
        return read_with_warnings(partial(load_tokenizer, pattern=pattern), name)
    if name in BUILT_IN or pattern is not None or not is_name(name):
        return ByteLevelTokenizer(model_of(name, pattern=pattern), name)
    return named_tokenizer(name, on_progress=on_progress)


Read = TypeVar("Read")


def read_with_warnings(read: Callable[[Any], Read], path: str | Path) -> Read:
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
    bpe_core.errors.InputError: special token '<a>' is given twice
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
    """The special tokens to recognize; ``all`` stands for all of them.

    >>> allowed(built_in("lab"), ["all"])
    ('<|endoftext|>',)
    """
    return allowed_of(model, ALL if ALL in asked and ALL not in model.special_tokens else asked)
