"""The data that the player gets."""

import json

from ui.player.packing import as_json
from ui.player.player import payload


def test_a_lone_surrogate_is_data_like_any_other() -> None:
    written = payload({"text": as_json("a\ud800b 你"), "step": b"3"})
    assert json.loads(written.decode("utf-8", "surrogatepass")) == {
        "text": "a\ud800b 你",
        "step": 3,
    }
    assert json.loads(written.decode("utf-8", "replace"))["text"].startswith("a\ufffd")
