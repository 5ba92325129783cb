"""A recording reaches the browser as it was: unpacked by the player's own module."""

import json

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from scripts import javascript
from tests.ui.progress.node import evaluate
from ui.player.packing import as_json, packed


def test_a_walk_is_unpacked_as_it_was_at_a_fraction_of_its_size() -> None:
    """A lone surrogate is drawn as another sign."""
    recording = linked_walk(sample("intj"), TrainOptions(num_merges=8)).recording
    sent = packed(recording)
    assert len(sent) < 0.2 * len(as_json(recording))
    torn = packed({"id": "1", "text": "a\ud800b 你"})
    javascript.install()
    walk, drawn = evaluate(
        "packed", "return args.map(it.unpacked)", json.loads(sent), json.loads(torn)
    )
    assert walk == recording
    assert drawn["text"].startswith("a\ufffd")
    assert drawn["text"].endswith("b 你")
