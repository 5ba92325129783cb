"""Write the file of `bpe_core.vocabularies.o200k` from the table that OpenAI publishes.

    python -m scripts.o200k_vocabulary o200k_base.tiktoken

Every token is written as the two tokens that the ranks before its own leave of its bytes: as
there are two of all 199,742, a list of these merges gives the same ids as the ranks do.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bpe_core.files import load
from bpe_core.formats.tiktoken import last_merges
from bpe_core.vocabularies import o200k_file
from bpe_core.vocabularies.packed_merges import packed


def main() -> None:
    """Write the file; print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    file = parser.parse_args().table
    model = load(file)
    if model.pattern != "o200k":
        raise SystemExit(f"{file} is another table than o200k_base")
    ids = model.ordinary_ids
    pairs = [(ids[left], ids[right]) for left, right in last_merges(file.name, model)]
    data = packed(pairs)
    Path(str(o200k_file())).write_bytes(data)
    print(f"{len(pairs):,} merges in {len(data):,} bytes")


if __name__ == "__main__":
    main()
