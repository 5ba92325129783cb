"""What the BytePiece page tells of training and of chance is what the core does."""

from __future__ import annotations

from math import isclose

import pytest

from bpe_core.errors import FormatError
from bpe_core.systems.bytepiece.bytepiece_training import counted_words, train_bytepiece
from bpe_core.systems.bytepiece.lattice import segmentations
from bpe_core.systems.bytepiece.tokenizer import segment
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
from bpe_lab.scenes.bytepiece.bytepiece_lesson import (
    CHINESE,
    ENGLISH,
    OPTIONS,
    Lesson,
    close_rows,
    counts_in,
    lesson_text,
    lesson_words,
    make_lesson,
    rare_rows,
    useless_rows,
)
from bpe_lab.scenes.bytepiece.pieces import (
    DRAWS,
    WAYS_DRAWN,
    number_of_ways,
    pieces_board,
    samples,
)
from bpe_lab.scenes.drawn_tokens import TOKEN_CAP
from ui.home.examples import BEST_PATH


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return make_lesson()


class TestLesson:
    def test_the_taught_pruning_ends_with_the_trained_model(self, lesson: Lesson) -> None:
        trained = train_bytepiece(lesson_text(), max_vocab_size=10**6, options=OPTIONS)
        assert lesson.model == trained

    def test_the_words_that_come_along_are_those_of_the_first_cut(self) -> None:
        assert lesson_words() == counted_words(lesson_text(), OPTIONS).as_counts()

    @pytest.mark.parametrize("data", [b"[]", b'{"a": 1', b'{"a": true}', b'{"a": "1"}'])
    def test_a_damaged_file_is_refused(self, data: bytes) -> None:
        with pytest.raises(FormatError):
            counts_in(data, "words.json")

    def test_the_text_is_the_same_everywhere(self) -> None:
        lines = lesson_text().splitlines()
        assert lines[:2] == lesson_text(1).splitlines()
        assert all(set(line) <= set(CHINESE + "。") for line in lines[::2])
        assert all(set(line) <= set(ENGLISH + " .") for line in lines[1::2])

    def test_it_finds_the_words_of_the_presets(self, lesson: Lesson) -> None:
        found = segment(lesson.model, "南京市长江大桥")
        assert tuple(piece.decode() for piece in found) == BEST_PATH == ("南京市", "长江大桥")
        assert b"|".join(segment(lesson.model, "nowhere together")) == b"nowhere| to|get|her"


class TestPruning:
    def test_beaten_pieces_are_less_likely_than_their_parts_and_gone(
        self, lesson: Lesson
    ) -> None:
        rows = useless_rows(lesson)
        assert rows, "the text is such that there is one"
        for row in rows:
            assert row.own is not None
            assert row.own < row.together
            assert row.piece not in lesson.model.ids

    def test_close_ones_are_at_least_as_likely_and_stay(self, lesson: Lesson) -> None:
        rows = close_rows(lesson)
        margins = [(row.own or 0) - row.together for row in rows]
        assert margins == sorted(margins)
        assert margins[0] >= 0
        assert all(row.piece in lesson.model.ids for row in rows)

    def test_rare_ones_are_gone_and_their_parts_are_pieces(self, lesson: Lesson) -> None:
        for row in rare_rows(lesson):
            assert row.count < OPTIONS.min_count
            assert row.piece not in lesson.model.ids
            assert b"".join(row.parts) == row.piece
            assert all(part in lesson.model.ids for part in row.parts)


class TestSampling:
    @pytest.mark.parametrize("alpha", [0.0, 0.2, 1.0])
    def test_frequencies_come_near_the_exact_probabilities(
        self, lesson: Lesson, alpha: float
    ) -> None:
        data = b"nowhere together"
        found = samples(lesson.model, data, alpha=alpha, seed=1)
        ways = segmentations(lesson.model, data, alpha)
        assert found.is_listed
        assert found.ways == len(ways)
        exact = {way.pieces: way.probability for way in ways}
        for share in found.shares:
            assert share.probability == exact[share.way]
            spread = (share.probability * (1 - share.probability) / DRAWS) ** 0.5
            assert abs(share.drawn / DRAWS - share.probability) <= 5 * spread + 1 / DRAWS

    def test_probabilities_of_a_longer_text_are_exact_too(self, lesson: Lesson) -> None:
        short, long = b"together now", b"together now and here"
        whole = samples(lesson.model, long, alpha=0.5, seed=3)
        assert not whole.is_listed
        assert all(b"".join(share.way) == long for share in whole.shares)
        assert 0 < sum(share.probability for share in whole.shares) <= 1
        listed = samples(lesson.model, short, alpha=0.5, seed=3)
        assert len(listed.shares) == WAYS_DRAWN

    def test_the_sum_over_all_ways_is_one_however_it_is_found(self) -> None:
        model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ha": 9, b"aha": 4})
        listed = samples(model, b"haha", alpha=0.7, seed=1)
        assert number_of_ways(model, b"haha") == listed.ways == len(listed.shares)
        assert isclose(sum(share.probability for share in listed.shares), 1.0)
        assert sum(share.drawn for share in listed.shares) == DRAWS

    def test_the_same_seed_draws_the_same(self, lesson: Lesson) -> None:
        one, same, other = (
            samples(lesson.model, b"nowhere", alpha=0.1, seed=seed) for seed in (4, 4, 5)
        )
        assert one == same != other


def test_a_board_draws_no_more_pieces_than_its_cap(lesson: Lesson) -> None:
    ids = [lesson.model.ids[b"a"]] * (TOKEN_CAP + 7)
    board = pieces_board(lesson.model, ids)
    for flow in board["widgets"]:
        assert len(flow["items"]) == TOKEN_CAP
        assert flow["more"] == ["bytepiece.text.more", {"tokens": 7}]
