"""The two kinds of tasks: count a shard, merge a bucket. Each makes one file, whole or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_core.errors import FileChangedError
from bpe_core.kernels.objects import can_run
from bpe_core.pretokenize.plain_counting import count_blocks
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.text_parts import Block
from bpe_core.runtime.progress import OnProgress
from bpe_core.shards import counts_file
from bpe_core.shards.counting_options import CountingOptions
from bpe_core.shards.counts_file import counts_writer, merged, write_shard_counts
from bpe_core.shards.documents import rows_of
from bpe_core.shards.local_copy import local_copy
from bpe_core.shards.sampling import Draw, sampled_blocks, sampled_rows
from bpe_core.shards.shard import Shard, is_unchanged
from bpe_core.shards.work_folder import WorkFile
from bpe_core.texts.sources import BLOCK, blocks_of

if TYPE_CHECKING:
    import pyarrow as pa

SMALL = 2**18  # bytes; below, loading compiled code takes longer than it saves


@dataclass(frozen=True, slots=True)
class CountShard:
    """Count the pre-tokens of one shard into ``target``."""

    shard: Shard
    options: CountingOptions
    target: WorkFile
    about: dict[str, object]
    is_done: bool
    threads: int = 1

    def run(self, tell: OnProgress | None) -> None:
        with local_copy(self.shard.address) as file:
            blocks = _blocks(file, self)
            pattern = self.options.pattern
            if file.stat().st_size < SMALL or not can_run():
                counts = count_blocks(blocks, pattern=pattern, on_progress=tell)
                table = PreTokenTable.of_checked(counts)
            else:
                from bpe_core.pretokenize.counting import count_table  # compiled code

                table = count_table(
                    blocks, pattern=pattern, threads=self.threads, on_progress=tell
                )
        if not is_unchanged(self.shard):
            raise FileChangedError(path=self.shard.address)
        with self.target.writing() as target:
            write_shard_counts(target, table, self.shard.number, self.about)

    @property
    def name(self) -> str:
        return self.shard.address


@dataclass(frozen=True, slots=True)
class MergeBucket:
    """Merge one bucket of all shards' counts into ``target``."""

    bucket: int
    parts: Sequence[WorkFile]
    target: WorkFile
    about: dict[str, object]
    is_done: bool

    def run(self, tell: OnProgress | None) -> None:
        rows = merged([read_bucket(part, self.bucket) for part in self.parts])
        with self.target.writing() as target, counts_writer(target, self.about) as writer:
            writer.write_table(rows, row_group_size=max(1, len(rows)))

    @property
    def name(self) -> str:
        return self.target.name


def read_bucket(file: WorkFile, bucket: int) -> pa.Table:
    """The rows of row group ``bucket``."""
    with file.reading() as opened:
        return counts_file.read_bucket(opened, bucket, file.name)


def _blocks(file: Path, task: CountShard) -> Iterator[Block]:
    pattern, specials, field, sample, seed = (
        task.options.pattern,
        task.options.special_tokens,
        task.options.text_field,
        task.options.sample,
        task.options.seed,
    )
    draw = None if sample is None else Draw(sample, seed, task.shard.number)
    rows = rows_of(file, field)
    if rows is not None:
        chosen = rows if draw is None else sampled_rows(rows, draw)
        return blocks_of(chosen, pattern=pattern, special_tokens=specials)
    blocks = blocks_of(file, pattern=pattern, special_tokens=specials, size=BLOCK)
    return blocks if draw is None else sampled_blocks(blocks, draw)
