"""Streamlit's page with our script in front."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

import app
from bpe_lab.text import LANGUAGES, catalogue
from ui.player import served as served_player
from ui.serving import front_page
from ui.shell import PAGES

HEAD = "<script>of every page</script>"


def head_of(page: str) -> str:
    return HEAD


def served(path: str) -> tuple[int, str]:
    client = TestClient(Starlette(routes=front_page.routes(["train"], head_of)))
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


@pytest.mark.parametrize(("path", "walks"), [("/", False), ("/train", True)])
def test_what_walks_need_is_loaded_ahead_but_for_home(path: str, walks: bool) -> None:
    page = (
        TestClient(Starlette(routes=front_page.routes(["train"], app.head_of))).get(path).text
    )
    assert [each.name in page for each in served_player.PLAYER.files()] == [walks, walks]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_seen_first_is_in_the_reader_s_language(language: str) -> None:
    tag, text = LANGUAGES[language].tag, catalogue(language)
    routes = front_page.routes(PAGES, head_of)
    client = TestClient(
        Starlette(routes=routes), headers={"Accept-Language": f"{tag},fr;q=0.5"}
    )
    for name in PAGES:
        answer = client.get(f"/{name if name != 'home' else ''}")
        assert f'<html lang="{tag}">' in answer.text
        assert f"<title>{text[f'page.{name}']}" in answer.text
        assert answer.text.index(text["home.why"]) < answer.text.index('<div id="root">')
        assert answer.headers["vary"] == "Accept-Language"
    other = next(each for each in LANGUAGES if each != language)
    assert catalogue(other)["home.why"] in client.get(f"/?lang={other}").text, (
        "the link decides"
    )


@pytest.mark.parametrize("query", ["", "?lang=zh&mode=present"])
def test_the_home_page_has_its_name_as_an_address_too(query: str) -> None:
    client = TestClient(Starlette(routes=front_page.routes(PAGES, head_of)))
    answer = client.get(f"/home{query}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"/{query}")


def everything_is_a_page(scope: Scope) -> PlainTextResponse:
    """As Streamlit serves: a file that is there, else its page."""
    is_file = scope["path"].endswith(".js")
    return PlainTextResponse(
        "streamlit", media_type=f"text/{'javascript' if is_file else 'html'}"
    )


def answer_at(path: str, **headers: str) -> Any:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await everything_is_a_page(scope)(scope, receive, send)

    client = TestClient(front_page.KnownAddresses(app, ["train"]))
    return client.get(path, headers=headers)


@pytest.mark.parametrize("path", ["/nowhere", "/train/more", "/Train", "/a%3Cb%3E", "/哈?x=1"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_address_says_so_and_leads_back(language: str, path: str) -> None:
    by_link = answer_at(f"{path}{'&' if '?' in path else '?'}lang={language}")
    by_browser = answer_at(path, **{"Accept-Language": f"{LANGUAGES[language].tag},en;q=0.1"})
    assert by_link.text == by_browser.text
    assert catalogue(language)["app.no_page"] in by_link.text
    assert f'href="/?lang={language}"' in by_link.text
    assert "streamlit" not in by_link.text
    assert "<b>" not in by_link.text
    assert (by_link.status_code, by_link.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("path", ["/", "/train", "/train?text=x", "/static/x.js"])
def test_other_answers_are_streamlit_s(path: str) -> None:
    assert answer_at(path).text == "streamlit"


@pytest.mark.parametrize("path", ["/lab/", "/lab/train"])
def test_the_pages_lie_below_the_server_s_base_path(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(st, "get_option", lambda name: "lab")
    assert served(path)[0] == 200
