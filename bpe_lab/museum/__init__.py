"""The museum of bugs: trainers, encoders and a decoder, each wrong in one idea only."""

from collections.abc import Mapping

from bpe_lab.museum.exhibit import (
    Exhibit,
    Sighting,
    WrongDecoder,
    WrongEncoder,
    WrongTrainer,
    issue,
)
from bpe_lab.museum.wrong_encoders import DECODERS, ENCODERS
from bpe_lab.museum.wrong_trainers import TRAINERS

__all__ = ["BESIDES", "EXHIBITS", "Exhibit", "WrongDecoder", "WrongEncoder", "WrongTrainer"]

EXHIBITS: Mapping[str, Exhibit] = dict(
    sorted({**TRAINERS, **ENCODERS, **DECODERS}.items(), key=lambda row: row[1].number)
)
# What hangs there without code: a bug that Python cannot have, and what is no bug.
BESIDES: Mapping[str, tuple[Sighting, ...]] = {
    "unsigned_count": (
        issue("huggingface/tokenizers", 2320, fixed=False),
        issue("huggingface/tokenizers", 2058),
    ),
    "letters_of_a_word": (issue("openai/tiktoken", 336),),
    "characters_for_bytes": (issue("huggingface/tokenizers", 751),),
}
