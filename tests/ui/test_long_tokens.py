"""Tokens of megabytes: what is drawn, listed and weighed of them stays small."""

import json
from functools import cache
from unittest import mock

import pytest

from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.runtime.text import CUT, MOST_DRAWN, MOST_IN_LINE, parts_of, visible
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.drawn_tokens import token_board
from bpe_lab.scenes.pretokenize.pretokens_board import Distinct, Split
from bpe_lab.scenes.token_table import Inventory, inventory
from bpe_lab.scenes.vocabulary.vocabulary_tables import rows_of
from tests.raising import raises
from ui.charts.merge_tables import _listed_csv, first_merges
from ui.encode.from_ids import BYTES_LIMIT, check_size
from ui.pretokenize.pretokens import csv_of, frame_of
from ui.serving.memory import MB, model_weight, table_weight
from ui.serving.store import Store

DOUBLINGS = 22  # the longest token has 4 MB, all together have 8


@cache
def doubled() -> BPEModel:
    """A vocabulary whose every merge joins the token before with itself."""
    tokens, merges = [b"aa"], [Merge(97, 97, 256)]
    for number in range(257, 256 + DOUBLINGS):
        tokens.append(tokens[-1] * 2)
        merges.append(Merge(number - 1, number - 1, number))
    return BPEModel(Vocabulary.of_bytes(tokens), tuple(merges))


@cache
def table() -> Inventory:
    return inventory(doubled())


@pytest.mark.parametrize("letter", ["a", "é", "你", "😀", "\x00"])
def test_a_long_token_is_cut_between_characters(letter: str) -> None:
    data = letter.encode()
    for number in range(MOST_IN_LINE // len(data), MOST_IN_LINE // len(data) + 3):
        text = visible(data * number)
        whole = visible(data) * number
        assert text == whole if len(data) * number <= MOST_IN_LINE else text.endswith(CUT)
        assert whole.startswith(text.removesuffix(CUT))
    assert visible(b"a" * MOST_IN_LINE) != visible(b"a" * MOST_IN_LINE + CUT.encode())
    last = parts_of(data * MOST_DRAWN * 2)[-1]
    assert last == ["name", CUT]


def test_bytes_that_are_no_text_are_cut_as_well() -> None:
    assert visible(b"\x80" * 10**6) == "<80>" * (MOST_IN_LINE - 4) + CUT
    assert len(json.dumps(parts_of(b"\xff" * 10**6))) < 20 * MOST_DRAWN


def test_the_list_of_merges_is_small_and_its_file_is_whole() -> None:
    assert first_merges(Store(), doubled()).nbytes < 3 * DOUBLINGS * MOST_IN_LINE + 1_000
    halves = Vocabulary.of_bytes([b"a" * 250, b"a" * 500])
    small = BPEModel(halves, (Merge(256, 256, 257),))
    assert "a" * 500 not in str(first_merges(Store(), small).to_pydict())
    joined = BPEModel(
        Vocabulary.of_bytes([b"a" * 500, b"a" * 501]), (Merge(256, 97, 257),), ranks=(0,)
    )
    assert b"a" * 500 in _listed_csv(joined)


def test_the_table_of_tokens_is_small_and_says_what_a_token_is() -> None:
    frame = table().frame
    last = frame.iloc[-1]
    assert len(last["text"]) == MOST_IN_LINE + 1
    assert last["hex"].endswith(f"61{CUT}")
    assert last["bytes"] == last["characters"] == 2**DOUBLINGS
    assert (last["kind"], last["script"]) == ("learned", "latin")
    assert frame.memory_usage(deep=True).sum() < MB
    rows = rows_of(table(), frame.tail(DOUBLINGS))
    assert rows["left"].str.len().max() == MOST_IN_LINE + 1


def test_a_token_of_several_merges_is_not_encoded_when_it_is_long() -> None:
    model = doubled()
    twice = BPEModel(model.vocabulary, (*model.merges, model.merges[-1]))
    with mock.patch("bpe_lab.scenes.vocabulary.vocabulary_tables.pair_of") as asked:
        asked.return_value = None
        rows = rows_of(inventory(twice), inventory(twice).frame.tail(1))
    assert not asked.called
    assert rows["left"].tolist() == [""]


def test_a_board_of_tokens_is_small() -> None:
    ids = list(range(256, 256 + DOUBLINGS))
    assert len(json.dumps(token_board(doubled(), ids, styles=("text",)))) < 30 * MOST_DRAWN


def test_a_few_ids_that_are_a_text_of_gigabytes_are_refused() -> None:
    with raises("InputError.text_too_large") as raised:
        check_size(doubled(), [255 + DOUBLINGS] * 1000)
    assert raised.value.values == {"size": 1000 * 2**DOUBLINGS, "limit": BYTES_LIMIT}
    check_size(doubled(), [97, 10**9, -1])


def test_a_long_pre_token_is_cut_in_the_table_and_whole_in_its_file() -> None:
    split = Split("gpt2", (), (), (Distinct(b"a" * 10**6, 1, (0,)),), {0: 1}, 1)
    assert len(frame_of(split)["pre_token"][0]) == MOST_IN_LINE + 1
    assert b"a" * 10**6 in csv_of(split)


def test_bytes_of_tokens_are_weighed() -> None:
    assert model_weight(doubled()) > 2 ** (DOUBLINGS + 1)
    assert table_weight(doubled()) < MB


def test_the_workshop_bounds_what_every_training_may_hold() -> None:
    from ui.workshop import engine

    with mock.patch.object(engine, "train_model") as asked:
        engine.learned(memoryview(b"low"), TrainOptions(vocab_size=300), "gpt2", print)
    assert asked.call_args.args[1].most_token_bytes == engine.MOST_TOKEN_BYTES
