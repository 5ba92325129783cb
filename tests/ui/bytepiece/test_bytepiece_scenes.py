"""The BytePiece page's walks: every picture is what the searches did."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.encode.whole_text import result_of
from bpe_core.systems.bytepiece.bytepiece_events import (
    PieceChosen,
    PieceFound,
    StateChosen,
    StateScored,
)
from bpe_core.systems.bytepiece.lattice import segment_taught
from bpe_core.systems.bytepiece.ngrams import presegment_taught
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES, UnigramModel
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.pieces import brief
from bpe_lab.scenes.bytepiece.states_walk import cell_name, states_walk
from tests.examples import examples
from tests.ui.recordings import frames_of, widget

BRIDGE = "南京市长江大桥".encode()
TEXTS = [b"a", b"nowhere together", BRIDGE, "在南京 the bridge 很长".encode(), b"aaaa"]
LAUGH = UnigramModel.of_counts(
    {**dict.fromkeys(SINGLE_BYTES, 1), b"ha": 9, b"aha": 4, b"hah": 4}
)


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return make_lesson()


def found_in(model: UnigramModel, data: bytes) -> list[PieceFound]:
    events = segment_taught(model, data, detail=True)
    return [event for event in events if isinstance(event, PieceFound)]


def pieces_of(recording: Any, looks: dict[str, str], look: str) -> list[tuple[int, int]]:
    arcs = widget(recording, "lattice")["arcs"]
    chosen = [arcs[int(number)] for number, each in looks.items() if each == look]
    return sorted((arc["from"], arc["to"]) for arc in chosen)


class TestLattice:
    @pytest.mark.parametrize("data", TEXTS, ids=str)
    def test_every_step_shows_the_scores_of_that_moment(
        self, lesson: Lesson, data: bytes
    ) -> None:
        recording = lattice_walk(lesson.model, data)
        frames = frames_of(recording)
        events = list(segment_taught(lesson.model, data, detail=True))
        assert len(frames) == len(events)
        scores, came = {0: 0.0}, dict[int, int]()
        for event, frame in zip(events, frames, strict=True):
            if isinstance(event, PieceFound) and event.taken:
                scores[event.end], came[event.end] = event.score, event.start
            drawn = frame["lattice"]["nodes"]
            assert {int(at): node["score"] for at, node in drawn.items()} == {
                at: brief(score) for at, score in scores.items()
            }
            assert {
                int(at): node["from"] for at, node in drawn.items() if "from" in node
            } == came

    @pytest.mark.parametrize("data", TEXTS, ids=str)
    def test_the_end_shows_the_pieces_that_the_search_returns(
        self, lesson: Lesson, data: bytes
    ) -> None:
        recording = lattice_walk(lesson.model, data)
        last = frames_of(recording)[-1]["lattice"]
        ids = result_of(segment_taught(lesson.model, data))
        sizes = [len(lesson.model.pieces[each - FIRST_ID]) for each in ids]
        places = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
        assert pieces_of(recording, last["arcs"], "chosen") == list(pairwise(places))
        on_way = {int(at) for at, node in last["nodes"].items() if node.get("look") == "path"}
        assert on_way == set(places)

    def test_all_pieces_of_the_text_are_arcs_from_the_start(self, lesson: Lesson) -> None:
        recording = lattice_walk(lesson.model, BRIDGE)
        arcs = widget(recording, "lattice")["arcs"]
        expected = found_in(lesson.model, BRIDGE)
        assert [(arc["from"], arc["to"], arc["label"]) for arc in arcs] == [
            (each.start, each.end, brief(each.log_probability)) for each in expected
        ]
        looks = frames_of(recording)[0]["lattice"]["arcs"]
        assert set(looks.values()) == {"coming"}

    def test_the_bridge_is_cut_as_the_article_would(self, lesson: Lesson) -> None:
        recording = lattice_walk(lesson.model, BRIDGE)
        last = frames_of(recording)[-1]["lattice"]["arcs"]
        assert pieces_of(recording, last, "chosen") == [(0, 9), (9, 21)]

    def test_the_table_lists_the_ways_into_the_place_and_crowns_the_best(
        self, lesson: Lesson
    ) -> None:
        recording = lattice_walk(lesson.model, BRIDGE)
        events = list(segment_taught(lesson.model, BRIDGE, detail=True))
        for event, frame in zip(events, frames_of(recording), strict=True):
            if isinstance(event, PieceFound):
                rows = frame["ways"]["rows"]
                [winner] = [row for row in rows if row["look"] == "chosen"]
                assert (winner is rows[-1]) == event.taken

    def test_a_tie_keeps_the_longer_last_piece_and_is_marked(self) -> None:
        model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"aa": 4, b"aaa": 4})
        ties = [event for event in found_in(model, b"aaaaa") if event.score == event.previous]
        marked = [
            s for s in lattice_walk(model, b"aaaaa")["steps"] if s.get("marks") == ["tie"]
        ]
        assert len(marked) == len(ties) > 0

    @settings(deadline=None, max_examples=examples(60))
    @given(st.text("ha ô🙂", min_size=1, max_size=8))
    def test_any_text_ends_with_its_best_way(self, text: str) -> None:
        data = text.encode()
        recording = lattice_walk(LAUGH, data)
        chosen = pieces_of(recording, frames_of(recording)[-1]["lattice"]["arcs"], "chosen")
        back = [
            (event.start, event.end)
            for event in segment_taught(LAUGH, data, detail=True)
            if isinstance(event, PieceChosen)
        ]
        assert chosen == sorted(back)


class TestStates:
    @pytest.mark.parametrize("robust", [False, True])
    @pytest.mark.parametrize("data", TEXTS, ids=str)
    def test_cells_are_values_scores_and_back_pointers(
        self, lesson: Lesson, data: bytes, robust: bool
    ) -> None:
        recording = states_walk(lesson.model, lesson.values, data, robust=robust)
        cells = frames_of(recording)[-1]["states"]["cells"]
        events = presegment_taught(lesson.values, data, robust=robust, detail=True)
        scored = [event for event in events if isinstance(event, StateScored)]
        assert len(cells) == len(scored)
        for event in scored:
            cell = cells[cell_name(event.position, event.state)]
            if cell["look"] != "path" and event.score > float("-inf"):
                assert cell["score"] == brief(event.score)
                assert cell.get("from") == event.from_state

    @pytest.mark.parametrize("robust", [False, True])
    @pytest.mark.parametrize("data", TEXTS, ids=str)
    def test_the_cuts_are_the_words(self, lesson: Lesson, data: bytes, robust: bool) -> None:
        recording = states_walk(lesson.model, lesson.values, data, robust=robust)
        last = frames_of(recording)[-1]["states"]
        words = result_of(presegment_taught(lesson.values, data, robust=robust))
        assert [word["size"] for word in last["pieces"]] == list(map(len, words))
        chosen = [
            (event.position, event.state)
            for event in presegment_taught(lesson.values, data, robust=robust, detail=True)
            if isinstance(event, StateChosen)
        ]
        assert last["cuts"] == sorted(at for at, state in chosen if state == 0)
        path = {key for key, cell in last["cells"].items() if cell["look"] == "path"}
        assert path == {cell_name(*each) for each in chosen}

    def test_no_word_may_begin_within_a_character(self, lesson: Lesson) -> None:
        recording = states_walk(lesson.model, lesson.values, BRIDGE)
        cells = frames_of(recording)[-1]["states"]["cells"]
        barred = {key for key, cell in cells.items() if cell["look"] == "barred"}
        assert barred == {cell_name(at, 0) for at in range(21) if at % 3}

    def test_a_character_never_seen_ends_the_way_unless_robust(self, lesson: Lesson) -> None:
        data = "南京𝄞南京".encode()
        said = {
            robust: {
                step["say"][0]
                for step in states_walk(lesson.model, lesson.values, data, robust=robust)[
                    "steps"
                ]
            }
            for robust in (False, True)
        }
        assert "bytepiece.say.lost" in said[False]
        assert "bytepiece.say.restarted" in said[True]


@pytest.mark.parametrize("data", TEXTS, ids=str)
def test_recordings_are_small(lesson: Lesson, data: bytes) -> None:
    longest = (data * 60)[:60]
    for recording in (
        lattice_walk(lesson.model, longest),
        states_walk(lesson.model, lesson.values, longest),
    ):
        assert len(json.dumps(recording, ensure_ascii=False).encode()) < 400_000
