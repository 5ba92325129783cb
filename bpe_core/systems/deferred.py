"""Systems of many modules, imported when they are first wanted: a program may only encode."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bpe_core.systems.system import TrainedSystem


def train_subword_nmt(corpus: Path, vocab_size: int, **options: Any) -> TrainedSystem:
    """See `subword_nmt/system.py`."""
    from bpe_core.systems.subword_nmt import system

    return system.train_subword_nmt(corpus, vocab_size, **options)


def load_subword_nmt(files: Mapping[str, bytes]) -> TrainedSystem:
    """From the file of codes; raises ``FormatError``."""
    from bpe_core.systems.subword_nmt import system

    return system.load_subword_nmt(files)


def train_bytepiece(corpus: Path, vocab_size: int, **options: Any) -> TrainedSystem:
    """See `bytepiece/system.py`."""
    from bpe_core.systems.bytepiece import system

    return system.train_system(corpus, vocab_size, **options)


def load_bytepiece(files: Mapping[str, bytes]) -> TrainedSystem:
    """From BytePiece's JSON; raises ``FormatError``."""
    from bpe_core.systems.bytepiece import system

    return system.load_system(files)
