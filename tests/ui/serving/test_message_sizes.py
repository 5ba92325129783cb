"""How large a message to a browser may be, on any page and whatever is typed."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import runtime_util
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from bpe_lab.pages import PAGES
from tests.ui.test_pages import open_page
from ui.page.text_inputs import OWN_LIMIT

LARGEST = 2_000_000  # bytes; a picture of 2,000 tokens and their ids has 0.9 MB

OWN = {  # the choice of a page's link by which its text is typed
    "why": {"sample": "own"},
    "pretokenize": {"passage": "own"},
    "train": {"text": "own"},
    "linked": {"text": "own"},
    "encode": {"words": "own"},
    "race": {"race_text": "own"},
    "subword_nmt": {"subword_text": "own"},
}
HAN = "".join(map(chr, range(0x4E00, 0x4E00 + OWN_LIMIT)))
HOSTILE = {
    "one letter": "a" * OWN_LIMIT,
    "all different": HAN,
    "emoji": "👩‍👩‍👧 " * (OWN_LIMIT // 6),
    "markup": "<script>&![x](//y) " * (OWN_LIMIT // 19),
    "marks": "a\u0301\u0302\u0489" * (OWN_LIMIT // 4),
    "unshown": "\u202e\u200b\x00\x1b" * (OWN_LIMIT // 4),
    "spaces": " \t\n" * (OWN_LIMIT // 3),
}


class Sizes(dict[str, int]):
    """The largest message of each kind."""

    def note(self, message: ForwardMsg) -> None:
        kind = str(message.WhichOneof("type"))
        self[kind] = max(self.get(kind, 0), message.ByteSize())


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> Sizes:
    """Filled by all that scripts hand over."""
    sizes, send = Sizes(), ScriptRunContext.enqueue

    def noted(self: ScriptRunContext, message: ForwardMsg) -> None:
        sizes.note(message)
        send(self, message)

    monkeypatch.setattr(ScriptRunContext, "enqueue", noted)
    return sizes


def typed_everywhere(at: Any, text: str) -> Any:
    """The page with ``text`` in each of its fields."""
    for field in [*at.text_area, *at.text_input]:
        field.set_value(text[: field.proto.max_chars or None])
    return at.run()


def assert_small(at: Any, sizes: Sizes) -> None:
    assert not at.exception, at.exception
    assert 0 < max(sizes.values()) <= LARGEST, sizes


@pytest.mark.parametrize("name", ["pretokenize", "race", "train"])
def test_no_page_sends_much_of_a_text_of_one_letter(name: str, sizes: Sizes) -> None:
    at = open_page(name, **OWN[name])
    assert at.text_area, "the text that is typed"
    assert_small(typed_everywhere(at, HOSTILE["one letter"]), sizes)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_no_page_sends_much_of_any_text(name: str, sizes: Sizes) -> None:
    """One visit: each text is typed over the one before."""
    at = open_page(name, **OWN.get(name, {}))
    for text in HOSTILE.values():
        at = typed_everywhere(at, text)
        assert_small(at, sizes)


def test_what_is_too_large_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Streamlit sends in the place of a part of the page that is larger than it may be."""
    monkeypatch.setattr(runtime_util, "_max_message_size_bytes", LARGEST)
    message = ForwardMsg()
    message.delta.new_element.code.code_text = "a" * LARGEST
    sent = ForwardMsg.FromString(runtime_util.serialize_forward_msg(message))
    shown = sent.delta.new_element.exception
    assert len(sent.SerializeToString()) < 5000
    assert "aaaa" not in shown.message
    assert not shown.stack_trace


def test_streamlit_s_bound_is_ours() -> None:
    assert config.get_option("server.maxMessageSize") * 1_000_000 == 2 * LARGEST
