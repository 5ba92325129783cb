"""Systems of many modules, imported when first used: most programs need none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bpe_core.systems.system import TrainedSystem


def train_subword_nmt(corpus: Path, vocab_size: int, **options: Any) -> TrainedSystem:
    """See `subword_nmt/subword_nmt_system.py`."""
    from bpe_core.systems.subword_nmt import subword_nmt_system

    return subword_nmt_system.train_subword_nmt(corpus, vocab_size, **options)


def load_subword_nmt(files: Mapping[str, bytes]) -> TrainedSystem:
    """From the file of codes; raises ``FormatError``."""
    from bpe_core.systems.subword_nmt import subword_nmt_system

    return subword_nmt_system.load_subword_nmt(files)


def train_bytepiece(corpus: Path, vocab_size: int, **options: Any) -> TrainedSystem:
    """See `bytepiece/bytepiece_system.py`."""
    from bpe_core.systems.bytepiece import bytepiece_system

    return bytepiece_system.train_system(corpus, vocab_size, **options)


def load_bytepiece(files: Mapping[str, bytes]) -> TrainedSystem:
    """From BytePiece's JSON; raises ``FormatError``."""
    from bpe_core.systems.bytepiece import bytepiece_system

    return bytepiece_system.load_system(files)
