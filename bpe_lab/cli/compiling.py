"""Compiling as a phase of its own, so that it adds to no other phase's time."""

from __future__ import annotations

from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.warm import is_warm, warm


def compile_first(on_progress: OnProgress, *parts: str) -> None:
    """Compile the kernels of ``parts`` (see `warm`) unless some process has done so."""
    if not is_warm(parts):
        phase = Phase(on_progress, "compile", None)
        warm(parts)
        phase.finished(0)
