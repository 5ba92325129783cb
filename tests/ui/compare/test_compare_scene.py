"""One text in several systems: changes are named, places carried over, cuts compared."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.systems.system import Piece, Segmented
from bpe_lab.scenes.compare import (
    ALIGNED,
    Cut,
    OffsetMap,
    Part,
    Row,
    changes_of,
    own_cuts,
    row_of,
    shared_cuts,
    text_board,
)

ADVERSARIAL = st.text(alphabet="a ，,e\u0301é\u3000①ﬁ😀\u200d\n▁", max_size=24)


def pieces(*written: str) -> Segmented:
    """Pieces that stand for themselves."""
    made, at = [], 0
    for piece in written:
        made.append(Piece(piece, at, at + len(piece.encode())))
        at = made[-1].end
    return Segmented("".join(written), tuple(made))


@pytest.mark.parametrize(
    ("given_text", "made", "rules"),
    [
        ("a，b", "a,b", ["nfkc"]),
        ("cafe\u0301!", "café!", ["nfc"]),
        ("a  b", "a b", ["spaces"]),
        (" a b ", "a b", ["spaces", "spaces"]),
        ("a\nb", "a b", ["spaces"]),
        ("a\u200bb", "ab", ["removed"]),
        ("a中b", "a⁇b", ["other"]),
        ("same", "same", []),
    ],
)
def test_a_change_is_named_by_the_rule_that_makes_it(
    given_text: str, made: str, rules: list[str]
) -> None:
    changes = changes_of(given_text, made)
    assert [rule for change in changes for rule in change.rules] == rules


@given(ADVERSARIAL, ADVERSARIAL)
@example("", "a")
@example("a", "")
def test_the_changes_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    told, at = "", 0
    for change in changes_of(before, after):
        assert before[change.start : change.end] == change.before
        told += before[at : change.start] + change.after
        at = change.end
    assert told + before[at:] == after


@given(ADVERSARIAL, st.sampled_from(["NFC", "NFKC", "NFD"]))
def test_places_ascend_and_stay_within_the_text(text: str, form: str) -> None:
    made = unicodedata.normalize(form, text)  # type: ignore[arg-type]  # one of the forms
    places, size = OffsetMap.between(text, made), len(text.encode())
    offsets = range(len(made.encode()) + 1)
    for told in ([places.start(o) for o in offsets], [places.end(o) for o in offsets]):
        assert all(0 <= place <= size for place in told)
        assert told == sorted(told)


@given(ADVERSARIAL)
def test_a_text_that_was_not_changed_keeps_its_places(text: str) -> None:
    places = OffsetMap.between(text, text)
    offsets = range(len(text.encode()) + 1)
    assert [places.start(o) for o in offsets] == [places.end(o) for o in offsets]
    assert [places.end(o) for o in offsets] == list(offsets)


def test_a_space_that_was_left_out_stands_between_its_neighbors() -> None:
    row = row_of("sp", "a  b", pieces("a", " b"))
    assert [(part.start, part.end) for part in row.parts] == [(0, 1), (1, 4)] or [
        (part.start, part.end) for part in row.parts
    ] == [(0, 1), (2, 4)]
    assert row.changed


def test_a_cut_is_shared_where_an_unspoken_space_allows_it() -> None:
    unspoken = Row("subword_nmt", (Part("low", b"low", 0, 3), Part("er", b"er", 4, 6)))
    before = Row("bpe", (Part("low", b"low", 0, 3), Part("Ġer", b" er", 3, 6)))
    behind = Row("bytepiece", (Part("low ", b"low ", 0, 4), Part("er", b"er", 4, 6)))
    assert shared_cuts([unspoken, before]) == {3}
    assert own_cuts([unspoken, before]) == frozenset()
    assert shared_cuts([unspoken, before, behind]) == frozenset()
    assert own_cuts([before, behind]) == {Cut(3, 3), Cut(4, 4)}


def test_a_part_of_nothing_at_either_end_is_no_cut() -> None:
    x, nothing = Part("x", b"x", 0, 1), Part("▁", b" ", 0, 0)
    behind = Part("</s>", b"", 1, 1)
    assert Row("sp", (nothing, x, behind)).cuts == []
    assert own_cuts([Row("sp", (nothing, x)), Row("bpe", (x,))]) == frozenset()


@given(
    st.lists(st.sampled_from(["a", "é", " b", "，", "😀"]), min_size=1, max_size=8), st.data()
)
def test_the_board_draws_every_piece_over_its_cells(
    words: list[str], data: st.DataObject
) -> None:
    text = "".join(words)
    other = data.draw(st.lists(st.integers(1, max(1, len(text) - 1)), max_size=4))
    ends = sorted({*(o for o in other if o < len(text)), len(text)})
    again = [text[a:b] for a, b in pairwise([0, *ends])]
    rows = [row_of("one", text, pieces(*words)), row_of("two", text, pieces(*again))]
    [widget] = text_board(text, rows, {"one": 3, "two": 4})["widgets"]
    assert widget["kind"] == ALIGNED
    count = widget["cells"]
    spans_of_text = [(start, end) for _, start, end in widget["text"]]
    assert [a for a, _ in spans_of_text] == [0, *(b for _, b in spans_of_text[:-1])]
    assert spans_of_text[-1][1] == count
    for row in widget["rows"]:
        spans = [(start, end) for _, start, end, _ in row["parts"]]
        assert all(a < b for a, b in spans)
        assert [a for a, _ in spans] == [0, *(b for _, b in spans[:-1])]
        assert spans[-1][1] == count
        assert not set(row["own"]) & set(widget["joints"])


def test_a_piece_for_nothing_has_a_cell_of_its_own() -> None:
    made = Segmented("▁a", (Piece("▁", 0, 0), Piece("a", 0, 1)))
    rows = [row_of("sp", "a", Segmented("a", made.pieces)), row_of("bpe", "a", pieces("a"))]
    [widget] = text_board("a", rows, {"sp": 1, "bpe": 3})["widgets"]
    assert widget["cells"] == 2
    assert [part[1:] for part in widget["text"]] == [[1, 2]]
    assert [part[1:3] for part in widget["rows"][0]["parts"]] == [[0, 1], [1, 2]]
    assert [part[1:3] for part in widget["rows"][1]["parts"]] == [[1, 2]]
