"""A token taken apart: what is in sight at each step, and the page around the walk."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.vocabularies import built_in
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.token_table import Inventory, inventory
from bpe_lab.scenes.vocabulary.parts_walk import can_be_taken_apart, parts_walk
from tests.ui.charts.charts_sent import charts_of
from tests.ui.page.test_asking import everything
from tests.ui.recordings import frames_of
from tests.ui.test_pages import errors_of, open_page, param, said

WORDS = ("世界", " information", " the", "的")


@pytest.fixture(scope="module")
def table() -> Inventory:
    return inventory(built_in("bilingual"))


def walk(table: Inventory, word: str) -> Json:
    return parts_walk(table, table.model.ordinary_ids[word.encode()])


@pytest.mark.parametrize("word", WORDS)
def test_each_step_undoes_one_merge_and_shows_no_other(table: Inventory, word: str) -> None:
    recording = walk(table, word)
    ids = [token["id"] for token in recording["tokens"]]
    for undone, states in enumerate(frames_of(recording)):
        nodes = states["tree"]["nodes"].values()
        apart = [node for node in nodes if node["parts"]]
        assert len(apart) == undone
        assert all(("rank" in node) == bool(node["parts"]) for node in nodes)
        roots = states["tree"]["roots"]
        assert len(roots) == undone + 1, "one token more by each"
        shown = [ids[row["cells"][1]] for row in states["parts"]["rows"]]
        assert set(shown) <= {ids[node["token"]] for node in apart}
        ranks = [row["cells"][0] for row in states["parts"]["rows"]]
        assert ranks == sorted(ranks, reverse=True)
        assert bool(states["kin"]["rows"]) == bool(undone)
    assert len(recording["steps"]) == len(word.encode())


def test_trees_of_equally_many_bytes_are_equally_high(table: Inventory) -> None:
    """Whether a token is two halves or grew byte by byte is asked."""
    model = table.model
    ids = [merge.new_id for merge in model.merges if len(model.vocabulary[merge.new_id]) == 6]
    drawn = [
        parts_walk(table, number) for number in ids[::700] if can_be_taken_apart(table, number)
    ]
    assert len(drawn) > 5
    assert {recording["widgets"][0]["levels"] for recording in drawn} == {5}
    for recording in drawn:
        assert recording["first"]["tree"]["nodes"].popitem()[1]["level"] == 5


def test_nothing_on_the_page_around_names_a_part_or_a_rank(language: str) -> None:
    at = open_page("vocabulary", language, view="apart")
    assert errors_of(at) == ""
    assert "vocabulary_player" in everything(at)
    assert not at.dataframe
    assert not charts_of(at)
    switches = {switch.key for switch in at.get("button_group")}
    assert switches == {"language", "vocabulary_view"}, "no tokens to go on to"
    assert "token-head" not in everything(at)


def test_the_token_that_is_looked_at_can_be_taken_apart(language: str) -> None:
    at = open_page("vocabulary", language, token="300")
    at.button(key="take_apart").click().run()
    assert errors_of(at) == ""
    assert (param(at, "view"), param(at, "token")) == ("apart", "300")
    assert "vocabulary_player" in everything(at)
    at = open_page("vocabulary", language, token="101")
    assert not [button for button in at.button if button.key == "take_apart"], "one byte"


@pytest.mark.parametrize("token", ["e", "<|endoftext|>"])
def test_what_no_merge_makes_is_said(language: str, token: str) -> None:
    at = open_page("vocabulary", language, view="apart", token=token)
    assert errors_of(at) == ""
    assert said(language, "vocabulary.apart.none") in notices(at)
    assert "vocabulary_player" not in everything(at)


def notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)
