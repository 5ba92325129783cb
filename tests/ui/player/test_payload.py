"""The data that the player gets."""

import json

from ui.player.player import _json, payload


def test_a_lone_surrogate_is_data_like_any_other() -> None:
    written = payload({"text": _json("a\ud800b 你"), "step": b"3"})
    assert json.loads(written.decode("utf-8", "surrogatepass")) == {
        "text": "a\ud800b 你",
        "step": 3,
    }
    assert json.loads(written.decode("utf-8", "replace"))["text"].startswith("a\ufffd")
