"""What the player gets: a recording, unpacked by its own module, and what comes beside it."""

import json

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from tests.npm_tools import npm_tools
from tests.ui.progress.node import evaluate
from ui.player.player import payload
from ui.player.served import as_json, packed


def test_a_walk_is_unpacked_as_it_was_at_a_fraction_of_its_size() -> None:
    """A lone surrogate is drawn as another sign."""
    recording = linked_walk(sample("intj"), TrainOptions(num_merges=8)).recording
    sent = packed(recording)
    assert len(sent) < 0.2 * len(as_json(recording))
    torn = packed({"id": "1", "text": "a\ud800b 你"})
    npm_tools()
    walk, drawn = evaluate(
        "packed", "return args.map(it.unpacked)", json.loads(sent), json.loads(torn)
    )
    assert walk == recording
    assert drawn["text"].startswith("a\ufffd")
    assert drawn["text"].endswith("b 你")


def test_a_lone_surrogate_is_data_like_any_other() -> None:
    written = payload({"text": as_json("a\ud800b 你"), "step": b"3"})
    assert json.loads(written.decode("utf-8", "surrogatepass")) == {
        "text": "a\ud800b 你",
        "step": 3,
    }
    assert json.loads(written.decode("utf-8", "replace"))["text"].startswith("a\ufffd")
