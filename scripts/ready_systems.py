"""Train the systems that the compare page has ready, and write their file again.

    python -m scripts.ready_systems [--new-text]

They learn from the text in the file, so that the same libraries give the same systems; with
``--new-text`` from the lab's texts as they are now.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from bpe_core.registry import SYSTEMS
from bpe_core.systems.system import TrainedSystem
from ui.compare.compare_job import OURS, built_in
from ui.compare.ready_systems import FILE, TEXT, VOCAB_SIZE, packed, ready_files


def trained(name: str, text: bytes) -> TrainedSystem:
    """A system that has learned from ``text``.

    SentencePiece writes the corpus' path and the number of threads into its model, so these
    are always the same.
    """
    with TemporaryDirectory() as folder, chdir(folder):
        corpus = Path(TEXT)
        corpus.write_bytes(text)
        return SYSTEMS[name].train(corpus, VOCAB_SIZE, seed=0, threads=1)


def files_for(text: bytes) -> Mapping[str, bytes]:
    """All that belongs in the file."""
    files = {TEXT: text}
    for name in SYSTEMS:
        own = trained(name, text).files().items()
        files |= {f"{name}/{file}": data for file, data in own}
    return files


def main() -> None:
    """Write the file; print its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--new-text", action="store_true")
    is_new = parser.parse_args().new_text
    text = b"".join(map(built_in, OURS)) if is_new else ready_files()[TEXT]
    data = packed(files_for(text))
    FILE.write_bytes(data)
    print(f"{len(SYSTEMS)} systems, {len(data):,} bytes")


if __name__ == "__main__":
    main()
