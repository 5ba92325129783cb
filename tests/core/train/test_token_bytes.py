"""How long the tokens of a vocabulary may be together, whatever the text."""

import numpy as np
import pytest

from bpe_core.errors import OptionError
from bpe_core.train.compiled import MergeSlice, fold_slices
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from tests.raising import raises

TRAINERS = ("naive", "linked", "compiled")


@pytest.mark.parametrize("trainer", TRAINERS)
def test_the_limit_is_what_all_tokens_have_together(trainer: str) -> None:
    text, size = "a" * 64, 256 + 2 + 4 + 8 + 16 + 32 + 64
    fits = TrainOptions(vocab_size=400, most_token_bytes=size)
    assert train_model(text, fits, trainer=trainer).longest_token == 64
    less = TrainOptions(vocab_size=400, most_token_bytes=size - 1)
    with raises("InputError.tokens_too_long") as raised:
        train_model(text, less, trainer=trainer)
    assert raised.value.values == {"limit": size - 1, "merges": 5}


def test_no_limit_is_the_default_and_special_tokens_count() -> None:
    assert train_model("a" * 64, TrainOptions(vocab_size=400)).longest_token == 64
    special = TrainOptions(vocab_size=400, special_tokens=["x" * 100], most_token_bytes=300)
    with raises("InputError.tokens_too_long"):
        train_model("low low", special)


def test_a_wrong_limit_is_an_option_s_error() -> None:
    with pytest.raises(OptionError):
        TrainOptions(most_token_bytes="16 MB")  # type: ignore[arg-type]


def test_the_limit_is_looked_at_before_a_token_is_joined() -> None:
    rows = [(97, 97, 9), *((255 + k, 255 + k, 9) for k in range(1, 60))]  # 2**60 bytes at last
    merges = np.array(rows, [("left", "i8"), ("right", "i8"), ("count", "i8")])
    with raises("InputError.tokens_too_long") as raised:
        fold_slices([MergeSlice(0, merges)], TrainOptions(most_token_bytes=2**20))
    assert raised.value.values == {"limit": 2**20, "merges": 18}
