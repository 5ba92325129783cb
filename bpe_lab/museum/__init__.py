"""The museum of bugs: trainers, encoders and a decoder, each wrong in one idea only."""

from bpe_lab.museum.exhibit import Exhibit, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.exhibits import EXHIBITS

__all__ = ["EXHIBITS", "Exhibit", "WrongDecoder", "WrongEncoder", "WrongTrainer"]
