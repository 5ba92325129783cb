"""The walk of both runs ends where they part, and says of every exhibit how."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.train.compare_merges import compare_merges
from bpe_lab.museum import EXHIBITS, WrongTrainer
from bpe_lab.museum.parts import Failure
from bpe_lab.museum.run import side_by_side
from bpe_lab.scenes.museum import ROWS, two_runs
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.recordings import frames_of, widget

BY_NAME = pytest.mark.parametrize("name", EXHIBITS)
PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")

# How the runs part on the smallest text: the last word of the sentence's key.
HOW = {
    "forgotten_pair": "stop",
    "two_merges_per_round": "count",
    "unmerged_neighbours": "count",
    "overlaps_uncounted": "count",
    "dictionary_order": "tie",
    "joined_ties": "tie",
    "left_to_right": "rank",
    "unescaped_replacement": "failure",
    "no_lookahead": "cuts",
    "other_digits": "cuts",
    "uncut_training": "go_on",
    "special_at_piece_start": "cuts",
    "shorter_special": "specials",
    "unescaped_special": "specials",
    "byte_map": "unmerged",
    "token_by_token": "too_early",
    "cut_at_newline": "cuts",
    "last_rank_wins": "rank",
    "whole_rounds": "places",
    "believed_entry": "go_on",
    "ties_by_ids": "tie",
}


def walk(name: str, text: str = "") -> Any:
    exhibit = EXHIBITS[name]
    text = text or exhibit.text
    return two_runs(exhibit, text.encode(), list(side_by_side(exhibit, text)))


def looks(frame: Any) -> tuple[str, str]:
    lanes = frame["runs"]["lanes"]
    return lanes["wrong"]["look"], lanes["right"]["look"]


@BY_NAME
def test_the_last_step_is_where_they_part_and_says_how(name: str) -> None:
    recording = walk(name)
    *before, last = recording["steps"]
    assert last["say"][0] == f"museum.walk.part_{HOW[name]}"
    assert not [step for step in before if ".part" in step["say"][0]]
    *frames, final = frames_of(recording)
    assert {looks(frame) for frame in frames} == {("", "")}
    assert looks(final) == ("differs", "done")


@BY_NAME
def test_merges_part_at_the_step_that_a_comparison_names_with_its_counts(name: str) -> None:
    exhibit, recording = EXHIBITS[name], walk(name)
    result = exhibit.result(exhibit.text)
    if not isinstance(exhibit, WrongTrainer) or isinstance(result, Failure):
        return
    difference = compare_merges(exhibit.right(exhibit.text), result, exhibit.text)
    assert difference is not None
    assert difference.counts is not None
    assert len(recording["steps"]) - 2 == difference.number
    values = recording["steps"][-1]["say"][1]
    told = [values.get(f"{side}_count", 0) for side in ("right", "wrong")]
    assert told == [*difference.counts]
    row = frames_of(recording)[-1]["merges"]["rows"][-1]
    assert row["cells"][0] == difference.number + 1


@BY_NAME
def test_lanes_hold_all_bytes_and_the_tokens_of_the_runs(name: str) -> None:
    recording, exhibit = walk(name), EXHIBITS[name]
    size = widget(recording, "runs")["size"]
    assert size == len(exhibit.text.encode())
    for frame in frames_of(recording):
        for lane in frame["runs"]["lanes"].values():
            ends = [int(at) + length for at, (_, length, _) in lane["slots"].items()]
            assert sorted(map(int, lane["slots"])) == [0, *sorted(ends)[:-1]]
            assert max(ends) == size


@BY_NAME
@given(text=st.text(alphabet="ab 3\n你歯<|e>\\", min_size=1, max_size=12))
def test_every_sentence_of_any_text_has_all_its_values(name: str, text: str) -> None:
    moments = list(side_by_side(EXHIBITS[name], text))
    if len(moments) == 1:
        return
    recording = two_runs(EXHIBITS[name], text.encode(), moments)
    said = [step[key] for step in recording["steps"] for key in ("say", "where") if key in step]
    for frame in frames_of(recording):
        lanes = frame["runs"]["lanes"].values()
        said += [lane["say"] for lane in lanes if "say" in lane]
    for language in LANGUAGES:
        for key, values in said:
            template = catalogue(language)[key]
            assert set(PLACEHOLDER.findall(template)) <= values.keys()
            assert None not in values.values()


def test_of_many_merges_the_latest_are_listed() -> None:
    recording = walk("forgotten_pair", "abcdefghijkl")
    rows = [frame["merges"]["rows"] for frame in frames_of(recording)]
    assert [len(each) for each in rows[:3]] == [0, 1, 2]
    assert max(map(len, rows)) == ROWS == widget(recording, "merges")["rows"]
    numbers = [row["cells"][0] for row in rows[-1]]
    assert numbers == [*range(len(rows) - ROWS, len(rows))]


def test_what_an_encoder_gives_that_is_no_token_is_drawn_as_text() -> None:
    recording = walk("byte_map")
    lane = frames_of(recording)[-1]["runs"]["lanes"]["wrong"]
    drawn = [recording["tokens"][index] for index, _, _ in lane["slots"].values()]
    assert [token["kind"] for token in drawn] == ["byte", "piece", "byte"]
    assert drawn[1]["parts"] == [["glyph", "<unk>"]]
