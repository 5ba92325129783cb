"""The replay by its public name: ``TrainState`` and ``apply``; see `train/state.py`."""

from bpe_core.train.state import TrainState, apply

__all__ = ["TrainState", "apply"]
