"""A reader's value within a message is text to Markdown, and the same text to its reader."""

import re

import pytest

from bpe_lab.text.messages import JOINER, escaped, plain

# By what GitHub's Markdown, which Streamlit draws, takes a text for an address: it looks once
# more through the text that is left when all signs are read, so that escaping does not help.
ADDRESSES = (
    re.compile(r"(https?://|www(?=\.))([-.\w]+)([^ \t\r\n]*)", re.IGNORECASE),
    re.compile(r"([-.\w+]+)@([-\w]+(?:\.[-\w]+)+)"),
)
LINKS = (
    "https://evil.example/x",
    "HTTP://EVIL.EXAMPLE",
    "(see www.evil.example)",
    "WWW.evil.example",
    "Write to a.b+c@evil.example!",
    "mailto:a@evil.example",
    "xmpp:a@evil.example/x",
    "http://a:b@evil.example",
    "<https://evil.example>",
    "[x](https://evil.example)",
    "网址https://evil.example。",
)


@pytest.mark.parametrize("text", LINKS)
def test_no_address_is_left_to_find(text: str) -> None:
    assert any(address.search(text) for address in ADDRESSES), "it is one"
    read = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", escaped(text))  # as Markdown reads it
    assert not any(address.search(read) for address in ADDRESSES)
    assert read.replace(JOINER, "") == text
    assert plain(escaped(text)) == text


@pytest.mark.parametrize("text", ["a: b", "1/2", "e.g. www", "C:\\x", "//", "low lower"])
def test_other_texts_are_only_escaped(text: str) -> None:
    assert JOINER not in escaped(text)
