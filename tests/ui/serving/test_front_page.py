"""Streamlit's page with our script in front."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit import config

from ui.serving import front_page

HEAD = "<script>of every page</script>"


def served(path: str) -> tuple[int, str]:
    client = TestClient(Starlette(routes=front_page.routes(["train"], HEAD)))
    answer = client.get(path)
    return answer.status_code, answer.text


@pytest.mark.parametrize("path", ["/", "/train", "/train?text=hello"])
def test_the_script_comes_before_streamlit_s_own(path: str) -> None:
    status, page = served(path)
    assert status == 200
    assert page.count(front_page.SCRIPT.read_text(encoding="utf-8")) == 1
    script, head = page.index("history.pushState"), page.index(HEAD)
    assert script < head < page.index('src="./static/js/index')
    assert '<div id="root">' in page


def test_other_addresses_are_left_to_streamlit() -> None:
    assert served("/elsewhere")[0] == 404


@pytest.mark.parametrize("path", ["/lab/", "/lab/train"])
def test_the_pages_lie_below_the_server_s_base_path(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(config, "get_option", lambda name: "lab")
    assert served(path)[0] == 200
