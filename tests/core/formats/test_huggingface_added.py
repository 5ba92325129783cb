"""Added tokens of a ``tokenizer.json``: found as there, or refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

import bpe_core
from bpe_core.errors import FormatError
from tests.core.formats.huggingface_files import (
    NFC,
    read,
    with_added,
)
from tests.examples import examples


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (
            with_added(("x>b", False), ("<x>", True)),
            "key 'added_tokens[1]': '<x>' is sought behind 'x>b'",
        ),
        (
            with_added(("x>b", True), ("<x>", False)),
            "key 'added_tokens[0]': 'x>b' is sought behind '<x>'",
        ),
        (with_added(("<xx>", True), ("xx", False)), "'<xx>' is sought behind 'xx'"),
        (with_added(("<xx>", False), ("xx", True)), "'xx' is sought behind '<xx>'"),
        (with_added(("<x>", True), ("y" * 300, False)), "at most 200 bytes, not 300"),
        (with_added(("<x>", True), normalizer=NFC), "'<x>' is sought behind NFC"),
        (with_added(("[K]", True), normalizer=NFC), "'[K]' is sought behind NFC"),
    ],
)
def test_added_tokens_that_two_searches_find_elsewhere_are_refused(
    file: str, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(file)
    assert message in str(caught.value)


def test_more_tokens_of_both_kinds_than_are_compared_are_refused() -> None:
    many = ((f"<{k}>", k % 2 == 0) for k in range(2_001))
    with pytest.raises(FormatError, match="at most 2000 entries, not 2001"):
        read(with_added(*many))


@settings(max_examples=examples(150))
@given(data=st.data(), normalizer=st.sampled_from([None, NFC]))
def test_added_tokens_that_are_taken_are_found_as_there(
    data: st.DataObject, normalizer: dict[str, str] | None
) -> None:
    """Whatever the flags say: the ids are theirs, or the file is refused."""
    signs = "<>xb]K\u0338e\u0301é;"
    content = st.text(signs, min_size=2, max_size=3) | st.text("[]x|", min_size=2, max_size=3)
    contents = data.draw(st.lists(content, max_size=4))
    flags = [(text, data.draw(st.booleans())) for text in dict.fromkeys(contents)]
    file = with_added(*flags, normalizer=normalizer)
    try:
        model = read(file)
    except FormatError:
        return
    peer = Tokenizer.from_str(file)
    for _ in range(5):
        parts = st.sampled_from([*contents, *signs, "\u212a", "\u0301"])
        text = "".join(data.draw(st.lists(parts, max_size=8)))
        ids = bpe_core.encode(model, text, allowed_special=model.special_tokens)
        assert ids == peer.encode(text).ids, (flags, text)
