"""Encode a shard: its ids as a numpy file, where its texts end, and what both are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.encode_file import encode_file
from bpe_core.encode.id_file import IdFile, IdFormat, smallest_type
from bpe_core.encode.whole_text import encode
from bpe_core.errors import FileChangedError
from bpe_core.formats.folders import read_files
from bpe_core.formats.gpt2 import read_gpt2
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import unicode_version
from bpe_core.runtime.files import whole_file
from bpe_core.runtime.progress import OnProgress, Progress
from bpe_core.runtime.text import AnyText
from bpe_core.shards.documents import rows_of
from bpe_core.shards.local_copy import local_copy
from bpe_core.shards.running import key_of
from bpe_core.shards.shard import Shard, is_unchanged

SMALL = 2**15  # bytes; below, loading compiled code takes longer than it saves
VERSION = 1
MODELS = 4  # kept by a process


@dataclass(frozen=True, slots=True)
class EncodingOptions:
    """What the ids depend on beside the shard; ``model`` is the digest of its files."""

    model: str
    text_field: str
    allowed_special: tuple[str, ...]
    version: int = VERSION
    unicode: str = field(default_factory=unicode_version)


@dataclass(frozen=True, slots=True)
class EncodeShard:
    """Encode one shard by the model in the folder ``model``.

    ``ids`` gets the ids of all its texts end to end, a file beside it the number of ids up to
    the end of each text, and ``record`` what they are; it is written last, and says that the
    others are whole.
    """

    shard: Shard
    model: Path
    options: EncodingOptions
    ids: Path
    threads: int = 1

    @property
    def key(self) -> str:
        return key_of([*self.shard, *astuple(self.options)])

    @property
    def record(self) -> Path:
        return self.ids.with_suffix(".json")

    @property
    def ends(self) -> Path:
        return self.ids.with_suffix(".ends.npy")

    @property
    def name(self) -> str:
        return self.shard.address

    @property
    def is_done(self) -> bool:
        return self.ids.exists() and self.ends.exists() and self.known.get("key") == self.key

    @property
    def known(self) -> dict[str, object]:
        """What the record says; nothing where there is none that can be read."""
        try:
            record = json.loads(self.record.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def run(self, tell: OnProgress | None) -> None:
        model = _model(self.model, self.options.model)
        self.record.unlink(missing_ok=True)  # it speaks of older files
        with local_copy(self.shard.address) as file:
            rows = rows_of(file, self.options.text_field)
            is_small = file.stat().st_size < SMALL
            if rows is None and not is_small:
                ends = [self._file(model, file, tell)]
            else:
                texts = [file.read_bytes()] if rows is None else rows
                ends = self._texts(model, texts, tell, is_small=is_small)
        if not is_unchanged(self.shard):
            raise FileChangedError(path=self.shard.address)
        with whole_file(self.ends) as target:
            np.save(target, np.array(ends, "<i8"))
        self._write_record(ends, smallest_type(model).str)

    def _file(self, model: BPEModel, file: Path, tell: OnProgress | None) -> int:
        """A file that is one text, in bounded memory; how many ids it has."""
        encoded = encode_file(
            model,
            file,
            self.ids,
            allowed_special=self.options.allowed_special,
            threads=self.threads,
            on_progress=tell,
        )
        return encoded.count

    def _texts(
        self,
        model: BPEModel,
        texts: Iterable[AnyText],
        tell: OnProgress | None,
        *,
        is_small: bool,
    ) -> list[int]:
        """Texts one by one, those of a small file without compiled code; where each ends."""
        ends: list[int] = []
        encoded = (
            partial(encode, model)
            if is_small
            else partial(encode_array, model, threads=self.threads)
        )
        with whole_file(self.ids) as file:
            ids = IdFile(file, IdFormat.NPY, smallest_type(model))
            for text in texts:
                ids.write(
                    np.asarray(encoded(text, allowed_special=self.options.allowed_special))
                )
                ends.append(ids.count)
                if tell:
                    tell(Progress("encode", len(ends), None))
            ids.end()
        return ends

    def _write_record(self, ends: list[int], dtype: str) -> None:
        record = {
            "key": self.key,
            "shard": self.shard.address,
            "bytes": self.shard.size,
            "texts": len(ends),
            "ids": ends[-1] if ends else 0,
            "dtype": dtype,
        }
        with whole_file(self.record) as target:
            target.write(json.dumps(record, indent=1).encode() + b"\n")


def digest_of(files: Mapping[str, str]) -> str:
    """A name for a model's files."""
    return key_of(sorted(files.items()))


@lru_cache(MODELS)
def _model(folder: Path, digest: str) -> BPEModel:
    """Read once by each process; another model that was written there is no model of ours."""
    files = read_files(folder)
    if digest_of({name: data.decode() for name, data in files.items()}) != digest:
        raise FileChangedError(path=str(folder))
    return read_gpt2(files)
