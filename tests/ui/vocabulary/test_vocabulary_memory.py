"""What readers' own vocabularies cost the server: read once, let go, never too many at once."""

from __future__ import annotations

import gc
from typing import Any
from unittest import mock

import pytest

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.registry import FORMATS
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.token_table import inventory
from tests.raising import raises
from tests.ui.test_pages import errors_of, open_page, said
from tests.ui.vocabulary.test_vocabulary_page import PAIR, encoded, give, own_of
from ui import own_tokenizers
from ui import tokenizer_files as files
from ui.page import saving
from ui.serving.memory import MB, Loaded, Room
from ui.serving.store import MOST_VOCABULARIES, VOCABULARY_BUDGET, Store


def loaded(text: str) -> Loaded:
    return Loaded(ByteLevelTokenizer(bpe_core.train(text, vocab_size=260)), (text,), text)


def test_readers_share_the_room_and_leave_it() -> None:
    first, second = loaded("low lower"), loaded("wide wider")
    size = sum(first.parts.values())
    room = Room(limit=size + 10)
    room.admit(first)
    again = Loaded(first.tokenizer, ("the same files",), "low lower")
    room.admit(again)  # shares its model
    with raises("AppError.no_room"):
        room.admit(second)
    with raises("AppError.no_room"):
        room.admit(second, instead_of=first)  # the other one is still in use


def test_what_nobody_holds_is_no_longer_counted() -> None:
    first, second = loaded("low lower"), loaded("wide wider")
    room = Room(limit=sum(first.parts.values()) + 10)
    room.admit(first)
    del first
    gc.collect()
    assert room.admit(second) is second


def test_who_gives_other_files_makes_room_for_them() -> None:
    first, second = loaded("low lower"), loaded("wide wider")
    room = Room(limit=sum(first.parts.values()) + 10)
    room.admit(first)
    assert room.admit(second, instead_of=first) is second


def test_a_full_server_says_so(language: str) -> None:
    with mock.patch("ui.own_tokenizers.room", return_value=Room(limit=1)):
        at = give(open_page("vocabulary", language, tokenizer="file"), encoded(PAIR))
        assert said(language, "error.AppError.no_room") in errors_of(at)
    at.run()
    assert errors_of(at) == "", "the page is usable once there is room"


def test_a_rerun_reads_nothing_again() -> None:
    """Neither the content nor the store is asked, though others have emptied the store."""
    at = give(open_page("vocabulary", tokenizer="file"), encoded(PAIR))
    [own], store = own_of(at), Store()
    with (
        mock.patch.object(files, "sha256", side_effect=AssertionError),
        mock.patch.object(own_tokenizers, "vocabulary_store", return_value=store),
    ):
        at.run()
    assert errors_of(at) == ""
    assert own_of(at) == [own]
    assert not store.entries


@pytest.mark.parametrize("broken", ["format", "content"])
def test_refused_files_are_not_read_again(broken: str) -> None:
    bad = (
        {"vocab.json": b'{"a": 0, "b": 0}'}
        if broken == "content"
        else {"vocab.json": b"PK\x03\x04"}
    )
    at = give(open_page("vocabulary", tokenizer="file"), encoded(PAIR) | bad)
    first = errors_of(at)
    assert first
    with (
        mock.patch.object(files, "detect", side_effect=AssertionError),
        mock.patch.object(own_tokenizers, "_read", side_effect=AssertionError),
    ):
        at.run()
    assert errors_of(at) == first


def test_readers_with_files_of_their_own_do_not_displace_each_other() -> None:
    store = Store(most=MOST_VOCABULARIES, budget=VOCABULARY_BUDGET)
    model, made = built_in("lab"), []

    def ask(key: object, what: Any) -> None:
        store.get(key, lambda: (made.append(key), what)[1])

    for _ in range(3):
        for reader in range(20):
            ask(("loaded", reader), model)
            ask(("table", reader), inventory(model))
            ask(("gpt2", reader), "a" * MB)
    assert len(made) == 60


def test_a_refused_format_is_tried_once() -> None:
    model, calls = built_in("lab"), []

    class Refusing:
        @staticmethod
        def write(model: object) -> dict[str, str]:
            calls.append(model)
            raise FormatError(file="x", where="y", rule="z")

    with mock.patch.dict(FORMATS, {"gpt2": Refusing}):
        store = Store()
        with mock.patch.object(saving, "vocabulary_store", return_value=store):
            for _ in range(3):
                with pytest.raises(FormatError, match="x, y: z"):
                    saving.written(model, "gpt2")
    assert len(calls) == 1
