"""The museum of bugs: trainers, encoders and a decoder, each wrong in one idea only."""

from bpe_core.museum.exhibit import Exhibit, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_core.museum.exhibits import EXHIBITS

__all__ = ["EXHIBITS", "Exhibit", "WrongDecoder", "WrongEncoder", "WrongTrainer"]
