"""Counting shards: by our threads and by Ray, the same bytes, and what a warm run takes.

    python -m benchmarks.shards FOLDER [--shards 8] [--megabytes 2.6] [--repeats 5]

Writes the shards into FOLDER, the same every time: their digests stand here. Then counts them
by each engine in turn, with Ray started beforehand, so that its start is beside the other
figures and not in them. The ratio is the median of the repeats'. Without Ray, our threads are
timed alone.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.measure import interleaved, machine, paired_ratios, report
from bpe_core import count_shards
from bpe_core.runtime.machine import is_importable
from bpe_core.shards.running import engine_named
from bpe_core.texts.corpus import sample
from bpe_lab.cli.report import table

END = "<|endoftext|>"
SHARDS, MEGABYTES = 8, 2.6
LONGEST = 600  # words of a document
STORIES = ("story_en", "story_zh")
# Of the first shards of this size, whatever machine has written them.
DIGESTS = (
    *("62c606a1c74aff55", "69a6f3f5dbaf155b", "6b163dff58982d86", "ddd2962ab7bdd5de"),
    *("092281ce897a1eae", "ca09df9def0c9855", "f4f41724c7439253", "d5e48a1934989a4e"),
)


def shard(number: int, size: int) -> bytes:
    """At least ``size`` bytes of documents: words of the stories, as the number draws them."""
    draw = random.Random(number)
    words = [word for name in STORIES for word in sample(name).text.split(" ")]
    documents: list[str] = []
    written = 0
    while written < size:
        text = " ".join(draw.choices(words, k=draw.randint(1, LONGEST)))
        documents.append(text)
        written += len(text.encode()) + len(END)
    return END.join(documents).encode()


def write_shards(folder: Path, count: int, size: int) -> list[Path]:
    """The files, by number."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:02}.txt" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(shard(number, size))
    return paths


def digest(path: Path) -> str:
    """The first 16 digits of a file's SHA-256."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def main(argv: Sequence[str] | None = None) -> None:
    """Write, count, compare, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=SHARDS)
    parser.add_argument("--megabytes", type=float, default=MEGABYTES)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args(argv)
    paths = write_shards(options.folder, options.shards, int(options.megabytes * 1e6))
    known = DIGESTS if options.megabytes == MEGABYTES else ()
    digests = [digest(path) for path in paths]
    if list(known[: len(digests)]) != digests[: len(known)]:
        raise SystemExit(f"these are not the shards that they should be: {digests}")

    engines = ["local", *(["ray"] if is_importable("ray") else [])]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        outs = {engine: Path(folder) / f"{engine}.parquet" for engine in engines}
        lanes = {
            engine: partial(count_shards, paths, out, special_tokens=[END], engine=engine)
            for engine, out in outs.items()
        }
        start = perf_counter()
        if "ray" in engines:
            stack.enter_context(engine_named("ray", None, None))
        started = perf_counter() - start
        seconds = interleaved(lanes, repeats=options.repeats)
        counts = {engine: digest(out) for engine, out in outs.items()}
    if len(set(counts.values())) > 1:
        raise SystemExit(f"the engines' files differ: {counts}")
    ours = seconds["local"]
    ratios = {name: median(paired_ratios(took, ours)) for name, took in seconds.items()}
    rows = [
        [name, f"{median(took):.2f}", f"{ratios[name]:.2f}", counts[name]]
        for name, took in seconds.items()
    ]
    size = sum(path.stat().st_size for path in paths)
    shown = f"{len(paths)} shards, {size / 1e6:.1f} MB. Ray's start took {started:.1f} s.\n\n"
    shown += table(["engine", "median, s", "ratio", "file"], rows)
    report("shards", machine(), shown, {"seconds": seconds, "ratios": ratios, "start": started})


if __name__ == "__main__":
    main()
