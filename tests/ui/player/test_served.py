"""What the player gets: a recording, unpacked by its own module, and what comes beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.player.parts import as_json, bundle, packed, styles
from bpe_lab.scenes.linked.linked_walk import linked_walk
from tests.npm_tools import npm_tools
from tests.ui import asynchronous
from tests.ui.progress.node import evaluate
from ui.player import served
from ui.player.player import payload


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


def answer(path: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """What the route sends for a path: status, headers, body."""
    messages: list[dict[str, Any]] = []
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        messages.append(message)

    asynchronous.run(Starlette(routes=[served.PLAYER.route])(scope, receive, send))
    start, *bodies = messages
    return start["status"], dict(start["headers"]), b"".join(each["body"] for each in bodies)


@pytest.mark.parametrize("prefix", ["/", "/lab/", "/a/b/"])
@pytest.mark.parametrize(
    ("number", "read", "media"),
    [(0, bundle, "text/javascript"), (1, styles, "text/css")],
    ids=["js", "css"],
)
def test_a_file_is_kept_for_good(
    prefix: str, number: int, read: Callable[[], str], media: str
) -> None:
    status, headers, body = answer(f"{prefix}bpe-lab/{served.PLAYER.files()[number].name}")
    assert (status, body.decode()) == (200, read())
    assert headers[b"content-type"].decode().startswith(media)
    assert b"immutable" in headers[b"cache-control"]


def test_a_name_means_the_same_after_an_upgrade_under_a_running_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = answer(f"/bpe-lab/{served.PLAYER.files()[0].name}")
    monkeypatch.setattr(served, "bundle", lambda: "export default () => {};")
    assert answer(f"/bpe-lab/{served.PLAYER.files()[0].name}") == before


@pytest.mark.parametrize("name", ["player-0000000000000000.js", "../app.py", "", "parts.py"])
def test_nothing_else_is_served(name: str) -> None:
    assert answer(f"/bpe-lab/{name}")[0] == 404


def test_a_component_carries_a_few_lines_that_name_both_files() -> None:
    assert len(served.loader()) < 1000
    for file in served.PLAYER.files():
        assert f'"{file.name}"' in served.loader()
