"""Count a corpus of many files: a task per shard, then a task per bucket, then one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from bpe_core.errors import IsAFolderError
from bpe_core.pretokenize.patterns import unicode_version
from bpe_core.runtime.arguments import check_function
from bpe_core.runtime.files import as_path, check_apart, whole_file
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.shards.count_tasks import CountShard, MergeBucket, read_bucket
from bpe_core.shards.counting_options import CountingOptions, counting_options
from bpe_core.shards.counts_file import BUCKETS, VERSION, counts_writer
from bpe_core.shards.engines import engine_named
from bpe_core.shards.running import key_of, part_of, run_all, threads_of_each
from bpe_core.shards.shard import Shard, find_shards, local_files
from bpe_core.shards.shard_errors import check_pyarrow
from bpe_core.shards.work_folder import LocalFolder, WorkFile, WorkFolder, work_folder

WORK = ".work"  # after the name of the file to write


@dataclass(frozen=True, slots=True)
class CountedShards:
    """What was counted: ``rows`` distinct pre-tokens, None if only a part of the shards was."""

    shards: int
    size: int
    rows: int | None


def count_shards(
    shards: Sequence[str | Path],
    out: str | Path,
    *,
    engine: str = "local",
    address: str | None = None,
    part: tuple[int, int] | None = None,
    work: str | Path | None = None,
    text_field: str = "text",
    special_tokens: Sequence[str] = (),
    pattern: str = "gpt2",
    sample: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> CountedShards:
    """Write how often each distinct pre-token occurs in all shards to the Parquet file ``out``.

    A shard is a file, a glob or an address for fsspec (``s3://…``): text, which is one text, or
    JSON lines (``.jsonl``, ``.ndjson``) or ``.parquet`` with a text per row in ``text_field``;
    each may end in ``.gz`` or ``.zst``. Special tokens are cut out as ``train`` does it.

    Every shard's counts are a file in the folder ``work``, so the same call after a crash goes
    on; that may be an address such as ``s3://…``, which machines share that share no disk.
    Without it, it is a folder beside ``out``, removed in the end. ``part=(3, 64)`` counts
    only every 64th shard, from the third on, and leaves the file to a call without a part.
    All of these, on any engine, give the same bytes. ``sample`` counts that share of the
    documents: rows, or what is between special tokens.

    ``on_progress`` gets the phases ``count`` (bytes of finished shards) and ``sum`` (buckets).
    Raises the classes below ``InputError``, with a note that names the shard,
    ``OverwritesInputError`` if ``out`` is a shard, ``OSError``, and ``EngineFailedError``;
    nothing is written to ``out`` then.
    """
    options = counting_options(pattern, special_tokens, text_field, sample, seed)
    check_pyarrow()
    target = as_path("out", out)
    if not target.name or target.is_dir():
        raise IsAFolderError(path=str(target))
    check_function("on_progress", on_progress)
    beside = None
    if work is None:
        folder: WorkFolder = (beside := LocalFolder(target.with_name(target.name + WORK)))
    else:
        folder = work_folder(work)
    listed = find_shards(shards)
    check_apart([target], local_files(listed))
    about = _about(options)
    engine_context = engine_named(engine, address, threads)
    tasks = _count_tasks(listed, options, folder, about)
    chosen = part_of(tasks, part)
    size = sum(map(_size, chosen))
    folder.make()
    with engine_context as running:
        each = threads_of_each(chosen, threads)
        sharing = [replace(task, threads=each) for task in chosen]
        run_all(running, sharing, Phase(on_progress, "count", size), _size)
        if part is not None:
            return CountedShards(len(chosen), size, None)
        merges = _merge_tasks(tasks, folder, {**about, "shards": len(listed)})
        run_all(running, merges, Phase(on_progress, "sum", len(merges)), lambda _: 1)
    rows = _join(target, merges)
    if beside is not None:
        beside.remove()
    return CountedShards(len(listed), size, rows)


def _size(task: CountShard) -> int:
    return task.shard.size


def _about(options: CountingOptions) -> dict[str, object]:
    """What the files say of their counts."""
    return {
        "version": VERSION,
        "bpe_lab": version("bpe-lab"),
        "pattern": options.pattern,
        "special_tokens": list(options.special_tokens),
        "unicode": unicode_version(),
        "sample": options.sample,
        "seed": options.seed,
        "exact": options.sample is None,
    }


def _count_tasks(
    shards: Sequence[Shard],
    options: CountingOptions,
    folder: WorkFolder,
    about: dict[str, object],
) -> list[CountShard]:
    keys = [key_of([*shard, options.text_field, about]) for shard in shards]
    targets = [WorkFile(folder, f"shard-{key}.parquet") for key in keys]
    there = folder.names()
    return [
        CountShard(shard, options, target, about, target.name in there)
        for shard, target in zip(shards, targets, strict=True)
    ]


def _merge_tasks(
    tasks: Sequence[CountShard], folder: WorkFolder, about: dict[str, object]
) -> list[MergeBucket]:
    parts = tuple(task.target for task in tasks)
    key = key_of([part.name for part in parts])
    targets = [WorkFile(folder, f"sum-{key}-{bucket:02}.parquet") for bucket in range(BUCKETS)]
    there = folder.names()
    return [
        MergeBucket(bucket, parts, target, about, target.name in there)
        for bucket, target in enumerate(targets)
    ]


def _join(target: Path, merges: Sequence[MergeBucket]) -> int:
    """Write the buckets one after the other into one file; how many rows it has."""
    rows = 0
    with whole_file(target) as file, counts_writer(file, merges[0].about) as writer:
        for merge in merges:
            table = read_bucket(merge.target, 0).cast(writer.schema)
            writer.write_table(table, row_group_size=max(1, len(table)))
            rows += len(table)
    return rows
