"""BytePiece's file: the original's comes back to the byte; every way to break it is told."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import FormatError, OptionError
from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions
from bpe_core.systems.bytepiece.unigram_model import (
    FILE,
    MAX_PIECE_BYTES,
    MAX_TOTAL,
    SINGLE_BYTES,
    UnigramModel,
    load_bytepiece,
    read_bytepiece,
    save_bytepiece,
    write_bytepiece,
)
from tests.core.systems.bytepieces import FROZEN, frozen_model, model_of, models
from tests.examples import examples
from tests.for_each import for_each

Entries = dict[str, Any]
ORIGINAL = (FROZEN / "pieces.model").read_bytes()


def written(model: UnigramModel) -> bytes:
    (text,) = write_bytepiece(model).values()
    return text.encode()


def test_the_originals_file_is_written_as_it_was_to_the_byte() -> None:
    assert len(frozen_model().pieces) > 800
    assert written(read_bytepiece({"any name": ORIGINAL})) == ORIGINAL


@given(models(alphabet=b'\xe7\x9a\x84"\\\n\x00\x7f\xff'))
def test_any_model_comes_back(model: UnigramModel) -> None:
    assert read_bytepiece({FILE: written(model)}) == model


@given(st.permutations(range(257)))
@settings(max_examples=examples(20))
def test_entries_may_stand_in_any_order_and_ids_too(order: list[int]) -> None:
    model = model_of(ab=3)
    entries = list(json.loads(written(model)).items())
    mixed = json.dumps(dict(entries[k] for k in order)).encode()
    assert read_bytepiece({FILE: mixed}) == model
    renumbered = {key: [3 + order[k], text, n] for k, (key, (_, text, n)) in enumerate(entries)}
    again = read_bytepiece({FILE: json.dumps(renumbered).encode()})
    assert again.ids == {piece: 3 + order[k] for k, piece in enumerate(model.pieces)}
    assert read_bytepiece({FILE: written(again)}) == again


def test_a_model_is_pickled_by_its_values() -> None:
    model = model_of(ab=3)
    assert model.ids[b"ab"] == 259
    assert pickle.loads(pickle.dumps(model)) == model


WRONG: dict[str, tuple[Any, Any, str]] = {
    "one count too few": (SINGLE_BYTES, (1,) * 255, "counts='255 counts'"),
    "a count of 0": (SINGLE_BYTES, (*(1,) * 255, 0), "counts=0: an integer of at least 1"),
    "all counts of 0": (SINGLE_BYTES, (0,) * 255 + (9,), "counts=0"),
    "half a count": (SINGLE_BYTES, (1.5,) * 256, "counts=1.5: an integer"),
    "counts of True": (SINGLE_BYTES, (True,) * 256, "counts=True: an integer"),
    "counts beyond 64 bits": (SINGLE_BYTES, (2**62,) * 256, "together"),
    "no counts": (SINGLE_BYTES, None, "counts=None"),
    "fewer bytes": (SINGLE_BYTES[:-100], (1,) * 156, "x9c' is missing"),
    "a piece without a byte": ((*SINGLE_BYTES, b""), (1,) * 257, "a byte or more"),
    "a piece twice": ((*SINGLE_BYTES, b"ab", b"ab"), (1,) * 258, "b'ab': none of them twice"),
    "a piece of text": ((*SINGLE_BYTES, "ab"), (1,) * 257, "'ab': every one bytes"),
    "a piece that changes": ((*SINGLE_BYTES, bytearray(b"ab")), (1,) * 257, "every one bytes"),
    "one text of pieces": ("abc", (1,) * 3, "pieces='abc'"),
    "a number of pieces": (5, (1,), "pieces=5"),
}


@for_each("what", WRONG)
def test_what_kernels_would_read_beyond_is_no_model(what: str) -> None:
    pieces, counts, message = WRONG[what]
    with pytest.raises(OptionError, match=message):
        UnigramModel(pieces, counts)


def test_pieces_are_counted_in_a_mapping() -> None:
    for wrong in ([(b"a", 1)], {"a": 1}, 5):
        with pytest.raises(OptionError):
            UnigramModel.of_counts(wrong)  # type: ignore[arg-type]
    counts = dict.fromkeys(SINGLE_BYTES, np.int64(2))
    assert {*map(type, UnigramModel.of_counts(counts).counts)} == {int}  # type: ignore[arg-type]


def entry(**changes: Any) -> Callable[[Entries], None]:
    """The entry of "ab" ("YWI=") in parts: key, number, text, count."""

    def edit(entries: Entries) -> None:
        number, text, count = entries.pop("YWI=")
        was = {"key": "YWI=", "number": number, "text": text, "count": count} | changes
        entries[was["key"]] = [was["number"], was["text"], was["count"]]

    return edit


def whole_entry(value: Any) -> Callable[[Entries], None]:
    return lambda entries: entries.update({"YWI=": value})


LONG = "QUFB" * (MAX_PIECE_BYTES // 3 + 1)
BROKEN: dict[str, tuple[Callable[[Entries], object], str, str]] = {
    # what is wrong: (edit, place, part of the rule)
    "not base64": (entry(key="Y!I="), "key 'Y!I='", "in base64"),
    "base64 without its end": (entry(key="YWI"), "key 'YWI'", "in base64"),
    "base64 with bits behind its end": (entry(key="YWJ="), "key 'YWJ='", "in base64"),
    "base64 in other characters": (entry(key="的"), "key '的'", "in base64"),
    "a lone surrogate": (entry(key="\ud800"), r"key '\ud800'", "in base64"),
    "an empty piece": (entry(key=""), "key ''", "at least one byte"),
    "too long a piece": (entry(key=LONG), "key 'QUFB", f"at most {MAX_PIECE_BYTES} bytes"),
    "no list": (whole_entry({}), "key 'YWI='", "an id, a text and a count"),
    "a list of two": (whole_entry([259, "ab"]), "key 'YWI='", "an id, a text and a count"),
    "a text that is none": (entry(text=7), "key 'YWI='", "an id, a text and a count"),
    "an id of another type": (entry(number=259.0), "key 'YWI='", "an id, a text and a count"),
    "a bool for an id": (entry(number=True), "key 'YWI='", "an id, a text and a count"),
    "an id that is taken": (entry(number=258), "key 'YWI='", "id 258 belongs to '/w=='"),
    "an id that leaves a gap": (entry(number=260), "key 'YWI='", "from 3 to 259, not 260"),
    "an id of no bytes": (entry(number=2), "key 'YWI='", "from 3 to 259, not 2"),
    "a negative id": (entry(number=-1), "key 'YWI='", "from 3 to 259, not -1"),
    "count 0": (entry(count=0), "key 'YWI='", "at least 1, not 0"),
    "a negative count": (entry(count=-5), "key 'YWI='", "at least 1, not -5"),
    "a fractional count": (entry(count=1.5), "key 'YWI='", "at least 1, not 1.5"),
    "a bool for a count": (entry(count=True), "key 'YWI='", "at least 1, not True"),
    "no number": (entry(count=float("nan")), "key 'YWI='", "at least 1, not nan"),
    "a huge count": (entry(count=2**70), "key 'YWI='", "at least 1, not"),
    "a huge sum": (entry(count=MAX_TOTAL), "the file", f"at most {MAX_TOTAL}"),
    "the id of a byte": (entry(number=3), "key 'YWI='", "id 3 belongs to 'AA=='"),
}


@for_each("what", BROKEN)
def test_what_is_wrong_is_told_with_its_place(what: str) -> None:
    edit, place, rule = BROKEN[what]
    entries = json.loads(written(model_of(ab=3)))
    edit(entries)
    with pytest.raises(FormatError) as caught:
        read_bytepiece({"mine.model": json.dumps(entries).encode()})
    message = str(caught.value)
    assert message.startswith("mine.model, ")
    assert place in message
    assert rule in message


def test_all_single_bytes_must_be_there() -> None:
    entries = json.loads(written(model_of()))
    number, text, count = entries.pop("AA==")
    entries["AAA="] = [number, text, count]
    with pytest.raises(FormatError, match="byte 0x00 has no id"):
        read_bytepiece({FILE: json.dumps(entries).encode()})


@for_each(
    "data, rule",
    [
        (b"", "the file is empty"),
        (b"no", "not JSON"),
        (b"[]", "a JSON object"),
        (b'{"YQ==": [3, "a", 1], "YQ==": [4, "a", 1]}', "a key stands once"),
        (b'{"YQ==": [3, "a", 1' + b"0" * 5000 + b"]}", "too many digits"),
        (b"[" * 100_000, "nested too deeply"),
        (b"\x80\x04pickle", "a pickle"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_what_is_no_such_file_is_told(data: bytes, rule: str) -> None:
    with pytest.raises(FormatError, match=rule):
        read_bytepiece({FILE: data})


@pytest.mark.parametrize("files", [{}, {"a": b"{}", "b": b"{}"}])
def test_it_is_one_file(files: dict[str, bytes]) -> None:
    with pytest.raises(FormatError, match=f"one file, not {len(files)}"):
        read_bytepiece(files)


def test_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.systems.bytepiece.unigram_model.MAX_TOKENS", 256)
    with pytest.raises(FormatError, match="at most 256 entries, not 257"):
        read_bytepiece({FILE: written(model_of(ab=3))})


def test_pieces_that_are_too_long_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.systems.bytepiece.unigram_model.MAX_ALL_BYTES", 257)
    with pytest.raises(FormatError, match="at most 257 bytes, not 258"):
        read_bytepiece({FILE: written(model_of(ab=3))})


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the file: cannot be read"):
        load_bytepiece(tmp_path / "no.model")


def test_a_model_is_saved_as_the_original_saves_it(tmp_path: Path) -> None:
    save_bytepiece(load_bytepiece(FROZEN / "pieces.model"), tmp_path / "mine.model")
    assert (tmp_path / "mine.model").read_bytes() == ORIGINAL
    assert [path.name for path in tmp_path.iterdir()] == ["mine.model"]


def test_no_training_makes_pieces_that_a_file_may_not_hold() -> None:
    assert (
        BytePieceOptions(max_piece_length=MAX_PIECE_BYTES).max_piece_length == MAX_PIECE_BYTES
    )
    with pytest.raises(OptionError, match=f"max_piece_length={MAX_PIECE_BYTES + 1}: at most"):
        BytePieceOptions(max_piece_length=MAX_PIECE_BYTES + 1)
