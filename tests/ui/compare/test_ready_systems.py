"""The systems that come along trained are those that training gives."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.errors import FormatError
from bpe_core.registry import SYSTEMS
from bpe_lab.pages import OWN
from scripts.ready_systems import trained
from ui.compare.ready_systems import (
    MOST_BYTES,
    TEXT,
    packed,
    ready_files,
    ready_system,
    unpacked,
)
from ui.compare.text_view import WHICH_TEXT, text_named, there_and_back

OFFERED = [name for name in WHICH_TEXT.options if name != OWN]


@pytest.mark.parametrize("name", SYSTEMS)
def test_training_again_gives_the_same_system(name: str) -> None:
    ready, again = ready_system(name), trained(name, ready_files()[TEXT])
    assert ready.vocab_size == again.vocab_size
    for text in map(text_named, OFFERED):
        assert there_and_back(name, ready, text) == there_and_back(name, again, text)


@pytest.mark.parametrize("name", ["bpe", "bbpe", "bytepiece"])
def test_what_is_cut_without_compiled_code_is_cut_the_same_with_it(name: str) -> None:
    ready: Any = ready_system(name)
    for text in map(text_named, OFFERED):
        assert ready.encode_short(text) == ready.encode(text).tolist()


def test_every_system_is_there() -> None:
    assert {path.split("/")[0] for path in ready_files()} == {TEXT, *SYSTEMS}


@pytest.mark.parametrize("wrong", ["cut", "changed", "too long"])
def test_a_damaged_file_is_refused(wrong: str) -> None:
    whole = packed({"bpe/a": b"low" * 99})
    at = whole.index(b"bpe/a") + 20
    damaged = {
        "cut": whole[:-30],
        "changed": whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :],
        "too long": packed({"bpe/a": bytes(MOST_BYTES + 1)}),
    }[wrong]
    with pytest.raises(FormatError):
        unpacked(damaged, "a.zip")
