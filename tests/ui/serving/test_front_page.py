"""Streamlit's page with our script in front."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from ui.serving import front_page

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


class Card(HTMLParser):
    """The properties that a page's head gives to whoever shows a link to it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.of: dict[str, str] = {}
        self.feed(page.partition("</head>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:", "description")):
            assert name not in self.of, "said once"
            self.of[name] = found["content"] or ""


@pytest.mark.parametrize(("language", "locale"), [("en", "en_US"), ("zh", "zh_CN")])
def test_a_link_is_introduced_in_its_language(language: str, locale: str) -> None:
    card, text = Card(served(f"/train?lang={language}")[1]).of, catalogue(language)
    name = text["app.name"]
    assert card["og:title"] == text["app.tab"].format(page=text["page.train"], name=name)
    assert card["og:description"] == card["description"] == text["shows.train"]
    assert (card["og:locale"], card["twitter:card"]) == (locale, "summary")


@pytest.mark.parametrize("address", [None, "", "lab.example.org", "javascript:alert(1)"])
def test_without_a_public_address_no_other_is_named(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    if address is not None:
        monkeypatch.setenv(front_page.ADDRESS, address)
    assert Card(served("/train?text=cat")[1]).of.keys().isdisjoint({"og:url", "og:image"})


def test_a_link_s_picture_is_found_by_what_the_link_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(front_page.ADDRESS, "https://lab.example.org/bpe/")
    card = Card(served("/train?text=cat&at=merge+2,+choose&utm_source=x")[1]).of
    said = "text=cat&at=merge+2%2C+choose"
    assert card["og:url"] == f"https://lab.example.org/bpe/train?{said}"
    picture = f"https://lab.example.org/bpe/preview/train.png?{said}&lang=en"
    assert (card["og:image"], card["twitter:card"]) == (picture, "summary_large_image")
    home = Card(served("/")[1]).of
    assert home["og:url"] == "https://lab.example.org/bpe/"
    assert home["og:image"] == "https://lab.example.org/bpe/preview/home.png?lang=en"


def test_what_a_link_says_is_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(front_page.ADDRESS, 'https://lab.example.org/"><script>')
    query = "text=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&at=%00%ff%22'&%22%3E%3Cb%3E=1"
    page = served(f"/train?{query}")[1]
    assert "<script>alert" not in page
    assert 'org/"' not in page
    assert page.count("<script") == served("/train")[1].count("<script")


def test_a_host_that_a_request_names_is_not_believed() -> None:
    client = TestClient(Starlette(routes=front_page.routes(["train"], head_of)))
    page = client.get(
        "/train", headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    )
    assert "evil.example" not in page.text


def test_an_endless_link_is_not_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(front_page.ADDRESS, "https://lab.example.org")
    card = Card(served(f"/train?text=cat&own={'x' * 5000}")[1]).of
    assert card["og:url"] == "https://lab.example.org/train"
