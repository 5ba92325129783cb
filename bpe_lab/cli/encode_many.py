"""``bpe-lab encode`` of a corpus in many files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import bpe_core
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.shards.encode_shards import SMALL
from bpe_core.shards.shard_files import find_shards
from bpe_lab.cli.compiling import compile_first
from bpe_lab.cli.figures import show
from bpe_lab.cli.meter import Meter
from bpe_lab.cli.pipes import check_out_folder
from bpe_lab.cli.stopping import stoppable
from bpe_lab.measure.memory import high_water


def encode_many(
    model: BPEModel,
    shards: Sequence[str],
    out: Path | None,
    *,
    engine: str,
    address: str | None,
    part: tuple[int, int] | None,
    text_field: str,
    allowed_special: Sequence[str],
    threads: int | None,
    as_json: bool,
) -> None:
    """Write the ids of each into the folder ``out``, and print figures."""
    if out is None:
        raise OptionError(name="out", value="", rule="a folder, for the ids of many files")
    started = perf_counter()
    check_out_folder(out)
    with stoppable(), Meter() as meter:
        if any(shard.size >= SMALL for shard in find_shards(shards)):
            compile_first(meter, "texts")
        encoded = bpe_core.encode_shards(
            model,
            shards,
            out,
            engine=engine,
            address=address,
            part=part,
            text_field=text_field,
            allowed_special=allowed_special,
            threads=threads,
            on_progress=meter,
        )
    figures = {
        "bytes": encoded.size,
        "shards": encoded.shards,
        "texts": encoded.texts,
        "ids": encoded.ids,
        "seconds": {**meter.seconds, "total": perf_counter() - started},
        "peak_memory": high_water(),
    }
    show(str(out), figures, as_json=as_json)
