"""BytePiece's models on disk."""

from __future__ import annotations

from os import PathLike

from bpe_core.formats.model_files import read_bytes
from bpe_core.runtime.files import as_path, write_set
from bpe_core.systems.bytepiece.bytepiece_file import read_bytepiece, write_bytepiece
from bpe_core.systems.bytepiece.tokenizer import check_unigram
from bpe_core.systems.bytepiece.unigram_model import UnigramModel


def load_bytepiece(path: str | PathLike[str]) -> UnigramModel:
    """The model in a file, BytePiece's own or ours; raises ``FormatError``."""
    path = as_path("path", path)
    return read_bytepiece({path.name: read_bytes(path)})


def save_bytepiece(model: UnigramModel, path: str | PathLike[str]) -> None:
    """Write the file that BytePiece's ``Tokenizer`` loads; whole or not at all.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> with TemporaryDirectory() as folder:
    ...     save_bytepiece(model, Path(folder) / "my.model")
    ...     load_bytepiece(Path(folder) / "my.model") == model
    True
    """
    check_unigram(model)
    path = as_path("path", path)
    (text,) = write_bytepiece(model).values()
    write_set(path.parent, {path.name: text.encode()})
