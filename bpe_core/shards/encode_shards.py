"""Encode a corpus of many files: a task per shard, a numpy file of ids from each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bpe_core.encode.whole_text import AllowedSpecial, allowed_of, check_no_strips
from bpe_core.formats.folders import write_texts
from bpe_core.formats.known_formats import FORMATS, written_names
from bpe_core.model import BPEModel, check_model
from bpe_core.runtime.arguments import check_function, check_type
from bpe_core.runtime.files import as_path, check_apart
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.shards.encode_task import EncodeShard, EncodingOptions, digest_of
from bpe_core.shards.engines import engine_named
from bpe_core.shards.local_copy import plain_name
from bpe_core.shards.running import part_of, run_all, threads_of_each
from bpe_core.shards.shard import Shard, find_shards, local_files

MODEL = "model"  # the folder of the model within that of the ids
LONGEST = 80  # characters of a shard's name that its files are called after
ODD = re.compile(r"[^\w.-]+")


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
    no form in files, ``OSError``, and ``EngineFailedError``.
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
    size = sum(map(_size, chosen))
    with engine_named(engine, address, threads) as running:
        write_texts(folder / MODEL, files)
        each = threads_of_each(chosen, threads)
        sharing = [replace(task, threads=each) for task in chosen]
        run_all(running, sharing, Phase(on_progress, "encode", size), _size)
    known = [task.known for task in chosen]
    texts, ids = (sum(int(str(each[name])) for each in known) for name in ("texts", "ids"))
    return EncodedShards(len(chosen), size, texts, ids)


def _size(task: EncodeShard) -> int:
    return task.shard.size


def _file_name(shard: Shard) -> str:
    """By its number, and its name without what no file's name should have.

    >>> _file_name(Shard(2, "s3://corpus/a b.jsonl.gz", 1, ""))
    '00002-a-b.npy'
    """
    name = ODD.sub("-", Path(plain_name(shard.address)).stem)
    return f"{shard.number:05}-{name[:LONGEST]}.npy"
