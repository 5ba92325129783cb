"""No text of a reader becomes a link, whatever draws it."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from bpe_core.lessons.lesson import Lesson, Step, Wording
from bpe_core.lessons.pages import OF_THE_READER, PAGES
from bpe_core.lessons.values import OneOf, Values
from bpe_core.runtime.packed_text import pack
from bpe_core.runtime.pages import LANGUAGES
from tests.browser.all_problems import HOSTILE
from tests.browser.conftest import Visit, started
from ui.lecture.sources import name_upload

SHORT = "www.evil.example"  # for fields that take little
LONG = f"{HOSTILE}，登录https://evil.example/最低，或www.evil.example。"
EVIL = re.compile(r"evil\.example")
OPENING = ("own", "custom", "trained")  # choices that bring a field for a text
Query = Mapping[str, str]
# What a page's address says beside all that its links can say, and which fields then hold it.
ADDRESSES: tuple[tuple[str, Query, str], ...] = (
    ("home", {"scene": "1"}, "lesson_scene"),
    ("why", {}, "own own_sample"),
    ("pretokenize", {}, "custom own_passage"),
    ("train", {}, "own"),
    ("linked", {}, "own"),
    ("encode", {}, "ids own own_words"),
    ("race", {"race_work": "encode"}, "own own_race"),
    ("race", {"view": "growth"}, "own_race"),
    ("vocabulary", {}, "find own token"),
    ("vocabulary", {"view": "apart"}, "own token"),
    ("vocabulary", {"view": "beside", "tokenizer": "lab"}, "beside_own own"),
    ("vocabulary", {"view": "bytes", "byte_text": SHORT}, "byte_text"),
    ("workshop", {}, ""),
    ("subword_nmt", {}, "glossaries line own_learned"),
    ("bytepiece", {}, "long_pieces own_pieces"),
    ("compare", {"view": "table"}, ""),
    ("compare", {"view": "text", "compared_text": "own"}, "own_compared"),
    ("lessons", {}, "lesson_scene"),
    ("lessons", {"view": "notes", "scene": "1"}, ""),
    ("museum", {}, "museum_text"),
    ("sheets", {}, ""),
    ("glossary", {"find": SHORT}, "glossary_find"),
)
QUICK = "pretokenize"
FILLED = """() => [...document.querySelectorAll("input, textarea")]
  .filter((field) => field.value.includes("evil.example"))
  .map((field) => field.closest("[class*=st-key-]").className.match(/st-key-(\\w+)/)[1])"""


@pytest.fixture(scope="module")
def problems() -> Iterator[str]:
    """A server whose one page has every message there is."""
    with started("tests/browser/all_problems.py") as server:
        yield server.address


def links_outside(visited: Visit, base: str) -> list[str]:
    """Where the links of a page lead, shadow roots included, if not to the same server."""
    anchors = visited.page.locator("a[href]")
    addresses: list[str] = anchors.evaluate_all("all => all.map((each) => each.href)")
    return [each for each in addresses if not each.startswith(base)]


@pytest.mark.slow
def test_no_message_makes_a_link_of_its_values(
    visit: Callable[..., Visit], problems: str
) -> None:
    visited = visit(problems)
    visited.page.locator("#end").wait_for(state="attached")
    visited.settled()
    texts = visited.page.locator("[data-testid=stAlert]").all_inner_texts()
    assert sum("evil.example" in text.replace("\u2060", "") for text in texts) > 50
    assert links_outside(visited, problems) == []


def hostile_link(page: str, view: Query, language: str) -> str:
    """The address of a page with each parameter that a link to it can have."""
    query = dict.fromkeys(OF_THE_READER, HOSTILE)
    if page in ("home", "lessons"):  # where one begins
        query["lesson"] = name_upload(hostile_lesson())
    for option, values in PAGES[page].options.items():
        query[option] = hostile_value(option, values)
    query |= {"lang": language, **view}
    return f"{'' if page == 'home' else page}?{urlencode(query)}"


def hostile_value(option: str, values: Values) -> str:
    """What brings a field for a text, or fills it; else what no page knows.

    >>> hostile_value("text", PAGES["train"].options["text"])
    'own'
    """
    if isinstance(values, OneOf):
        return next((name for name in OPENING if name in values.names), HOSTILE)
    is_packed = "own" in option.split("_") or option == "long"
    return (pack(LONG) or "") if is_packed else HOSTILE


def hostile_lesson() -> Lesson:
    """One whose every sentence names an address."""
    words = Wording(dict.fromkeys(LANGUAGES, LONG))
    step = Step(link="/glossary", title=words, text=words, note=words, ask=words, answer=words)
    return Lesson(title=words, level=1, minutes=1, outcomes=(words,), steps=(step,))


def addresses() -> Iterator[Any]:
    """All of them, one in English, one in Chinese; the quick set opens one page."""
    for (page, view, fields), language in zip(ADDRESSES, cycle(LANGUAGES), strict=False):
        yield pytest.param(
            *(page, view, fields, language),
            id="-".join((page, *view.values(), language)),
            marks=[pytest.mark.first_visit] if page == QUICK else [],
        )


def test_every_page_is_opened() -> None:
    assert {page for page, _, _ in ADDRESSES} == set(PAGES)


@pytest.mark.parametrize(("page", "view", "fields", "language"), [*addresses()])
def test_no_page_makes_a_link_of_what_its_address_says(
    visit: Callable[..., Visit],
    server: str,
    page: str,
    view: Query,
    fields: str,
    language: str,
) -> None:
    visited = visit(f"{server}/{hostile_link(page, view, language)}")
    problem = visited.page.locator("[data-testid=stAlert]")
    problem.or_(visited.page.get_by_text(HOSTILE)).first.wait_for()
    for field in fields.split():
        typed = visited.page.locator(f".st-key-{field}").locator("input, textarea").first
        expect(typed).to_have_value(EVIL)
    visited.settled()
    assert set(visited.page.evaluate(FILLED)) == set(fields.split())
    assert not [each for each in links_outside(visited, server) if "evil" in each]
