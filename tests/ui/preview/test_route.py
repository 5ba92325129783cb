"""Pictures of links as strangers get them."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bpe_lab.pages import PAGES
from ui.preview import route
from ui.serving.bounds import NeededEndpoints, OwnPageOnly
from ui.serving.front_page import KnownAddresses
from ui.serving.static_files import PackedFiles


@pytest.fixture
def client() -> TestClient:
    app = Starlette(routes=[route.PICTURES])
    behind = OwnPageOnly(PackedFiles(NeededEndpoints(KnownAddresses(app, PAGES))))
    return TestClient(behind, headers={"User-Agent": "facebookexternalhit/1.1"})


@pytest.mark.parametrize("folder", ["", "/lab"])
def test_a_crawler_gets_the_picture_of_a_moment(client: TestClient, folder: str) -> None:
    moment = client.get(f"{folder}/preview/train.png?text=cat&at=merge+2,+choose")
    assert (moment.status_code, moment.headers["content-type"]) == (200, "image/png")
    assert "max-age" in moment.headers["cache-control"]
    assert moment.content.startswith(b"\x89PNG")
    page = client.get(f"{folder}/preview/train.png?text=upload&utm=x")
    assert page.content.startswith(b"\x89PNG")
    assert page.content != moment.content


def test_what_a_page_does_not_know_makes_no_other_picture(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[tuple[str, dict[str, str]]] = []
    monkeypatch.setattr(route, "stored_picture", lambda *link: links.append(link) or b"")
    client.get("/preview/race.png?utm=1&lang=zh&view=growth")
    client.get(f"/preview/race.png?lanes={'x' * 5000}")
    assert links == [("race", {"view": "growth", "lang": "zh"}), ("race", {})]


@pytest.mark.parametrize("name", ["nothing", "..%2Fapp", "train.png"])
def test_there_are_pictures_of_pages_alone(client: TestClient, name: str) -> None:
    assert client.get(f"/preview/{name}.png").status_code == 404


def test_who_asks_while_many_wait_is_told_to_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(route, "MOST_WAITING", 0)
    answer = client.get("/preview/train.png")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
    monkeypatch.undo()
    assert client.get("/preview/train.png").status_code == 200
