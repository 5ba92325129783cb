"""Count a corpus of many files: a task per shard, then a task per bucket, then one file.

Each task makes one file, whole or not at all, so that counting can go on after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from bpe_core.errors import InputError
from bpe_core.kernels.objects import can_run
from bpe_core.pretokenize.counting import count_table
from bpe_core.pretokenize.patterns import unicode_version
from bpe_core.pretokenize.plain_counting import count_blocks
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.text_parts import ORDINARY, Block
from bpe_core.runtime.arguments import check_function
from bpe_core.runtime.files import as_path, check_apart, whole_file
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.shards.counts_file import (
    BUCKETS,
    VERSION,
    CountingOptions,
    counting_options,
    counts_writer,
    merged,
    read_bucket,
    write_shard_counts,
)
from bpe_core.shards.running import (
    LocalFolder,
    WorkFile,
    WorkFolder,
    engine_named,
    key_of,
    part_of,
    run_all,
    threads_of_each,
    work_folder,
)
from bpe_core.shards.shard_files import (
    Shard,
    arrow,
    find_shards,
    is_unchanged,
    local_copy,
    local_files,
    rows_of,
)
from bpe_core.texts.sources import BLOCK, blocks_of

WORK = ".work"  # after the name of the file to write
SMALL = 2**18  # bytes; below, loading compiled code takes longer than it saves
LEFT_OUT = 0  # as if it were a special token, which is not counted


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
    Raises ``InputError``, with a note that names the shard,
    ``InputError("overwrites_input")`` if ``out`` is a shard, ``OSError``, and
    ``ShardError("engine_failed")``; nothing is written to ``out`` then.
    """
    options = counting_options(pattern, special_tokens, text_field, sample, seed)
    arrow()  # here rather than in every task
    target = as_path("out", out)
    if not target.name or target.is_dir():
        raise InputError("is_a_folder", path=str(target))
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
    size = sum(task.size for task in chosen)
    folder.make()
    with engine_context as running:
        # 1. Every shard by itself, its pre-tokens dealt to buckets.
        each = threads_of_each(chosen, threads)
        sharing = [replace(task, threads=each) for task in chosen]
        run_all(running, sharing, Phase(on_progress, "count", size))
        if part is not None:
            return CountedShards(len(chosen), size, None)
        # 2. Every bucket of all shards, when all are counted: as much as fits in memory.
        merges = _merge_tasks(tasks, folder, {**about, "shards": len(listed)})
        run_all(running, merges, Phase(on_progress, "sum", len(merges)))
    # 3. The buckets, one behind the other.
    rows = _join(target, merges)
    if beside is not None:
        beside.remove()
    return CountedShards(len(listed), size, rows)


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
            table = _bucket(merge.target, 0).cast(writer.schema)
            writer.write_table(table, row_group_size=max(1, len(table)))
            rows += len(table)
    return rows


@dataclass(frozen=True, slots=True)
class CountShard:
    """Count the pre-tokens of one shard into ``target``."""

    shard: Shard
    options: CountingOptions
    target: WorkFile
    about: dict[str, object]
    is_done: bool
    threads: int = 1

    @property
    def name(self) -> str:
        return self.shard.address

    @property
    def size(self) -> int:
        return self.shard.size

    def run(self, tell: OnProgress | None) -> None:
        with local_copy(self.shard.address) as file:
            blocks, pattern = _blocks(file, self.options, self.shard), self.options.pattern
            if file.stat().st_size < SMALL or not can_run("texts"):
                counts = count_blocks(blocks, pattern=pattern, on_progress=tell)
                table = PreTokenTable.of_checked(counts)
            else:
                table = count_table(
                    blocks, pattern=pattern, threads=self.threads, on_progress=tell
                )
        if not is_unchanged(self.shard):
            raise InputError("file_changed", path=self.shard.address)
        with self.target.writing() as target:
            write_shard_counts(target, table, self.shard.number, self.about)


@dataclass(frozen=True, slots=True)
class MergeBucket:
    """Merge one bucket of all shards' counts into ``target``."""

    bucket: int
    parts: Sequence[WorkFile]
    target: WorkFile
    about: dict[str, object]
    is_done: bool
    size: ClassVar[int] = 1

    @property
    def name(self) -> str:
        return self.target.name

    def run(self, tell: OnProgress | None) -> None:
        rows = merged([_bucket(part, self.bucket) for part in self.parts])
        with self.target.writing() as target, counts_writer(target, self.about) as writer:
            writer.write_table(rows, row_group_size=max(1, len(rows)))


def _bucket(file: WorkFile, bucket: int) -> Any:
    with file.reading() as opened:
        return read_bucket(opened, bucket, file.name)


def _blocks(file: Path, options: CountingOptions, shard: Shard) -> Iterator[Block]:
    """The texts of a shard; of a sample, each document whole or not at all."""
    cut = partial(blocks_of, pattern=options.pattern, special_tokens=options.special_tokens)
    share, random = options.sample, Random(f"{options.seed}/{shard.number}").random
    rows = rows_of(file, options.text_field)
    if share is None:
        return cut(file, size=BLOCK) if rows is None else cut(rows)
    if rows is None:
        return _sampled(cut(file, size=BLOCK), lambda: random() < share)
    return cut(row for row in rows if random() < share)


def _sampled(blocks: Iterable[Block], draw: Callable[[], bool]) -> Iterator[Block]:
    """One text whose documents end at special tokens, with only the sample to be counted.

    subtle: a document may go on in the next block, so what was drawn for it goes on as well.
    """
    is_in = draw()
    for text, parts, items in blocks:
        special = parts.special.copy()
        for k, number in enumerate(parts.special.tolist()):
            if number != ORDINARY:
                is_in = draw()
            elif not is_in:
                special[k] = LEFT_OUT
        yield Block(text, parts._replace(special=special), items)
