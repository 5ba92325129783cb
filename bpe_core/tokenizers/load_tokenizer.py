"""Any tokenizer behind one face, by a file or a name: read by the core, else by its owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from bpe_core.errors import FormatError, OptionError
from bpe_core.files import load
from bpe_core.formats.folders import read_files
from bpe_core.formats.known_formats import FORMATS, detect
from bpe_core.runtime.arguments import check_function, check_type
from bpe_core.runtime.files import as_path
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.progress import OnProgress
from bpe_core.tokenizers.at_hand import file_at_hand
from bpe_core.tokenizers.names import TOKENIZERS, is_tokenizer_name, tokenizer_name
from bpe_core.tokenizers.owners import served_by_owner
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.vocabularies import o200k


def load_tokenizer(
    path: str | Path,
    *,
    name: str = "",
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
    unicode: str | None = None,
    on_progress: OnProgress | None = None,
) -> Tokenizer:
    """Open a tokenizer's file, or a folder of them, whatever kind it is, or a model by name.

    A file comes first: ``"gpt-4o"`` is one of `TOKENIZERS` unless there is a file of that name
    here, and ``"./gpt-4o"`` always a file. What no package on this machine has is fetched once,
    in the phase "download"; ``NotAtHandError`` without a network, ``UnknownNameError`` for a
    name of neither, which lists the known.

    ``name``: what to call it, by default what the file is called. The other options are those
    of ``load``, and the core's: where it does not read the file, they are refused with it.

    Raises ``FormatError`` naming the part for what neither the core nor its owner opens,
    ``PackageMissingError`` naming the extra where the owner's library is not installed, and
    whatever ``load`` raises and warns of.

    >>> from tempfile import mkdtemp
    >>> from bpe_core import save, train
    >>> folder = mkdtemp()
    >>> save(train("low lower", vocab_size=258), folder, format="huggingface")
    >>> tokenizer = load_tokenizer(folder, name="mine")
    >>> tokenizer.name, tokenizer.kind, tokenizer.pattern, tokenizer.vocab_size
    ('mine', 'byte_level_bpe', 'gpt2', 258)
    """
    where = as_path("path", path)
    check_type("name", name, str, "a name")
    check_function("on_progress", on_progress)
    options = (pattern, special_tokens, unicode)
    if isinstance(path, str) and where.name == path and not where.exists():
        if any(option is not None for option in options):
            rule = "for files; a model's name says what it is"
            raise OptionError(name="pattern, special_tokens, unicode", value=path, rule=rule)
        return named_tokenizer(path, name=name, on_progress=on_progress)
    try:
        model = load(where, pattern=pattern, special_tokens=special_tokens, unicode=unicode)
        return ByteLevelTokenizer(model, name or where.name)
    except FormatError as error:
        if any(option is not None for option in options):
            raise
        return served_by_owner(read_files(where), name or where.name, error)


def is_name(path: str | Path) -> bool:
    """Whether `load_tokenizer` takes it for a model's name: there is no file of that name."""
    return isinstance(path, str) and is_tokenizer_name(path) and not Path(path).exists()


def named_tokenizer(
    model: str, *, name: str = "", on_progress: OnProgress | None = None
) -> Tokenizer:
    """The tokenizer of a model, whatever files there are; raises ``UnknownNameError``.

    >>> named_tokenizer("gpt-4o").count("hello world")
    2
    """
    entry = TOKENIZERS[tokenizer_name(model)]
    if entry.comes_along:
        return ByteLevelTokenizer(o200k(entry.comes_along), name or model)
    path = file_at_hand(model, on_progress=on_progress)
    return tokenizer_of({entry.file: path.read_bytes()}, name=name or model)


def tokenizer_of(files: Mapping[str, bytes], *, name: str = "") -> Tokenizer:
    """The same of files by name, which need not be on a disk, such as a browser's uploads.

    It warns of nothing: ask a format's ``assumes`` where files leave the pattern open.
    """
    name = name or next(iter(files), "")
    try:
        with collector_paused():
            return ByteLevelTokenizer(FORMATS[detect(files)].read(files), name)
    except FormatError as error:
        return served_by_owner(files, name, error)
