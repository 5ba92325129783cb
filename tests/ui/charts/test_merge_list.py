"""The list of merges: what is shown, what is downloaded, what the chart says in words."""

import csv
import io
from itertools import pairwise

import pytest

import bpe_core
from bpe_core.runtime.text import visible
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.train.training_walk import training_walk
from tests.ui.charts.charts_sent import rows_of
from ui.charts.merge_tables import (
    MOST_LISTED,
    first_merges,
    merges_csv,
    merges_table,
    token_curve,
)
from ui.serving.store import Store


@pytest.fixture(scope="module")
def walk() -> Walk:
    return training_walk(sample("story_zh"), TrainOptions(num_merges=30))


def test_the_download_gives_back_every_token_to_the_byte(walk: Walk) -> None:
    data = merges_csv(walk)
    assert data.startswith(b"\xef\xbb\xbf"), "spreadsheets need the mark to read Chinese"
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert len(rows) == 30
    for row, merge in zip(rows, walk.merges, strict=True):
        assert bytes.fromhex(row["token_hex"]) == merge.token
        assert bytes.fromhex(row["left_hex"]) + bytes.fromhex(row["right_hex"]) == merge.token
        assert (int(row["rank"]), int(row["token_id"])) == (merge.rank, merge.token_id)
        assert int(row["tokens"]) == merge.tokens


def test_a_spreadsheet_computes_no_token_and_the_hex_is_exact() -> None:
    walk = training_walk(Corpus("a == b == c == d"), TrainOptions(num_merges=2))
    data = merges_csv(walk).decode("utf-8-sig")
    first = next(csv.DictReader(io.StringIO(data)))
    assert (first["token"], first["token_hex"]) == ("'==", "3d3d")


def test_the_table_shows_what_the_player_draws(walk: Walk) -> None:
    rows = merges_table(walk).to_pylist()
    assert len(rows) == 30
    for row, merge in zip(rows, walk.merges, strict=True):
        drawn = [visible(token) for token in (merge.left, merge.right, merge.token)]
        numbers = [merge.token_id, merge.count, merge.tokens]
        assert list(row.values()) == [merge.rank, *drawn, *numbers]


@pytest.mark.parametrize("size", [256, 260, 256 + MOST_LISTED + 1])
def test_a_models_first_merges_are_listed_as_they_are_drawn(size: int) -> None:
    model = bpe_core.train(sample("story_en").text * 9, vocab_size=size)
    tokens = model.vocabulary.tokens
    rows = first_merges(Store(), model).to_pylist()
    assert len(rows) == min(size - 256, MOST_LISTED, len(model.merges))
    for rank, (row, merge) in enumerate(zip(rows, model.merges, strict=False)):
        drawn = [visible(tokens[number]) for number in merge]
        assert list(row.values()) == [rank, *drawn, merge.new_id]


def test_the_curve_falls_by_what_each_merge_replaced(walk: Walk) -> None:
    rows = rows_of(token_curve(walk)["datasets"]["curve"])
    assert [row["merges"] for row in rows] == list(range(31))
    left = [row["tokens"] for row in rows]
    assert left[0] == walk.start_tokens
    drops = [before - after for before, after in pairwise(left)]
    assert drops == [merge.replaced for merge in walk.merges]
    assert min(drops) > 0
