"""Encode a corpus of many files: a task per shard, a numpy file of ids from each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.encode_file import encode_file
from bpe_core.encode.id_file import IdFile, IdFormat, smallest_type
from bpe_core.encode.whole_text import (
    SHORT,
    AllowedSpecial,
    allowed_of,
    check_no_strips,
    encode,
)
from bpe_core.errors import InputError
from bpe_core.formats.folders import read_files, write_texts
from bpe_core.formats.gpt2 import read_gpt2
from bpe_core.formats.known_formats import FORMATS, written_names
from bpe_core.model import BPEModel, check_model
from bpe_core.pretokenize.patterns import unicode_version
from bpe_core.runtime.arguments import check_function, check_type
from bpe_core.runtime.files import as_path, check_apart, whole_file
from bpe_core.runtime.progress import OnProgress, Phase, Progress
from bpe_core.runtime.text import AnyText
from bpe_core.shards.running import engine_named, key_of, part_of, run_all, threads_of_each
from bpe_core.shards.shard_files import (
    Shard,
    find_shards,
    is_unchanged,
    local_copy,
    local_files,
    plain_name,
    rows_of,
)

MODEL = "model"  # the folder of the model within that of the ids
LONGEST = 80  # characters of a shard's name that its files are called after
ODD = re.compile(r"[^\w.-]+")
VERSION = 1
MODELS = 4  # kept by a process


@dataclass(frozen=True, slots=True)
class EncodedShards:
    """What was encoded: shards, bytes of their files, texts in them, ids."""

    shards: int
    size: int
    texts: int
    ids: int


def encode_shards(
    model: BPEModel,
    shards: Sequence[str | Path],
    out: str | Path,
    *,
    engine: str = "local",
    address: str | None = None,
    part: tuple[int, int] | None = None,
    text_field: str = "text",
    allowed_special: AllowedSpecial = (),
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> EncodedShards:
    """Write the ids of every shard into the folder ``out``, a numpy file from each.

    Shards are those of ``count_shards``. Of the third one, ``c.jsonl.gz``, are ``00002-c.npy``
    (ids of all its texts, end to end), ``00002-c.ends.npy`` (how many ids there are up to the
    end of each text) and ``00002-c.json``, which says what they are and is written last. The
    model that the ids belong to is in ``out / "model"``.

    The same call after a crash goes on; a shard that has changed, or another model, is encoded
    anew. ``part=(3, 64)`` encodes every 64th shard, from the third on. All engines and parts
    give the same bytes.

    ``on_progress`` gets the phase ``encode`` (bytes of finished shards). Raises the classes
    below ``InputError``, with a note that names the shard, ``FormatError`` for a model that has
    no form in files, ``OSError``, and ``ShardError("engine_failed")``.
    """
    check_model(model)
    folder, specials = as_path("out", out), tuple(allowed_of(model, allowed_special))
    check_no_strips(model, specials, "a shard in blocks")
    check_type("text_field", text_field, str, "a name")
    check_function("on_progress", on_progress)
    listed = find_shards(shards)
    files = FORMATS["gpt2"].write(model)
    options = EncodingOptions(digest_of(files), text_field, specials)
    tasks = [
        EncodeShard(shard, folder / MODEL, options, folder / _file_name(shard))
        for shard in listed
    ]
    of_ids = [path for task in tasks for path in (task.ids, task.ends, task.record)]
    of_model = [folder / MODEL / name for name in sorted(written_names())]
    check_apart([*of_ids, *of_model], local_files(listed))
    chosen = part_of(tasks, part)
    size = sum(task.size for task in chosen)
    with engine_named(engine, address, threads) as running:
        write_texts(folder / MODEL, files)
        each = threads_of_each(chosen, threads)
        sharing = [replace(task, threads=each) for task in chosen]
        run_all(running, sharing, Phase(on_progress, "encode", size))
    known = [task.known for task in chosen]
    texts, ids = (sum(int(str(each[name])) for each in known) for name in ("texts", "ids"))
    return EncodedShards(len(chosen), size, texts, ids)


def _file_name(shard: Shard) -> str:
    """By its number, and its name without what no file's name should have.

    >>> _file_name(Shard(2, "s3://corpus/a b.jsonl.gz", 1, ""))
    '00002-a-b.npy'
    """
    name = ODD.sub("-", Path(plain_name(shard.address)).stem)
    return f"{shard.number:05}-{name[:LONGEST]}.npy"


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
    def size(self) -> int:
        return self.shard.size

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
            is_small = file.stat().st_size < SHORT
            if rows is None and not is_small:
                ends = [self._file(model, file, tell)]
            else:
                texts = [file.read_bytes()] if rows is None else rows
                ends = self._texts(model, texts, tell, is_small=is_small)
        if not is_unchanged(self.shard):
            raise InputError("file_changed", path=self.shard.address)
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
        allowed = self.options.allowed_special
        encoded = (
            partial(encode, model, allowed_special=allowed)
            if is_small
            else partial(encode_array, model, allowed_special=allowed, threads=self.threads)
        )
        with whole_file(self.ids) as file:
            ids = IdFile(file, IdFormat.NPY, smallest_type(model))
            for text in texts:
                ids.write(np.asarray(encoded(text)))
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
        raise InputError("file_changed", path=str(folder))
    return read_gpt2(files)
