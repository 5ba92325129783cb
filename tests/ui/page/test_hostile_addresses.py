"""A link is a reader's text in every part: none of it becomes a link or markup, on no page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import cycle
from typing import Any

import pytest

from bpe_core.runtime.text import pack
from bpe_lab.fields import Choice, Field, PackedText
from bpe_lab.lessons.lesson import Lesson, Step, Wording
from bpe_lab.pages import OF_THE_READER, PAGES
from bpe_lab.text import LANGUAGES
from tests.browser.hostile_page import HOSTILE
from tests.ui.page.test_escaped import ADDRESSES as TAKEN_FOR_ADDRESSES
from tests.ui.test_pages import errors_of, open_page
from ui.lecture.running import name_upload

SHORT = "www.evil.example"  # for fields that take little
LONG = f"{HOSTILE}，登录https://evil.example/最低，或www.evil.example。"
EVIL = "evil.example"
OPENING = ("own", "custom", "trained")  # choices that bring a field for a text
Query = Mapping[str, str]
# What a page's address says beside all that its links can say, and which fields then hold it.
ADDRESSES: tuple[tuple[str, Query, str], ...] = (
    ("home", {"scene": "1"}, ""),
    ("why", {}, "own own_sample"),
    ("pretokenize", {}, "custom own_passage"),
    ("train", {}, "own"),
    ("linked", {}, "own"),
    ("encode", {}, "ids own own_words"),
    ("tokens", {}, "counted"),
    ("tokens", {"models": "gpt-4o,trained", "text": "own"}, "counted own"),
    ("race", {"race_work": "encode"}, "own own_race"),
    ("race", {"view": "growth"}, "own_race"),
    ("vocabulary", {}, "find own token"),
    ("vocabulary", {"view": "apart"}, "own token"),
    ("vocabulary", {"view": "beside", "tokenizer": "lab"}, "own"),
    ("vocabulary", {"view": "bytes", "byte_text": SHORT}, "byte_text"),
    ("workshop", {}, ""),
    ("subword_nmt", {}, "glossaries line own_learned"),
    ("bytepiece", {}, "long_pieces own_pieces"),
    ("compare", {"view": "table"}, ""),
    ("compare", {"view": "text", "compared_text": "own"}, "own_compared"),
    ("lessons", {}, ""),
    ("lessons", {"view": "notes", "scene": "1"}, ""),
    ("museum", {}, "museum_text"),
    ("sheets", {}, ""),
    ("glossary", {"find": SHORT}, ""),
)
MARKDOWN = {"body", "label", "help", "caption", "text"}  # members that Streamlit draws as that
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def hostile_query(page: str, view: Query) -> dict[str, str]:
    """Each parameter that a link to the page can have."""
    query = dict.fromkeys(OF_THE_READER, HOSTILE)
    if page in ("home", "lessons"):  # where one begins
        query["lesson"] = name_upload(hostile_lesson())
    for option, field in PAGES[page].options.items():
        query[option] = hostile_value(field)
    return query | dict(view)


def hostile_value(field: Field[Any]) -> str:
    """What brings a field for a text, or fills it; else what no page knows.

    >>> hostile_value(PAGES["train"].options["text"])
    'own'
    """
    if isinstance(field, Choice):
        return next((name for name in OPENING if name in field.options), HOSTILE)
    return (pack(LONG) or "") if isinstance(field, PackedText) else HOSTILE


def hostile_lesson() -> Lesson:
    """One whose every sentence names an address."""
    words = Wording(dict.fromkeys(LANGUAGES, LONG))
    step = Step(link="/glossary", title=words, text=words, note=words, ask=words, answer=words)
    return Lesson(title=words, level=1, minutes=1, outcomes=(words,), steps=(step,))


def nodes(block: Any) -> Iterator[Any]:
    """All that a page sends, containers too."""
    for child in getattr(block, "children", {}).values():
        if getattr(child, "proto", None) is not None:
            yield child
        yield from nodes(child)


def members(proto: Any) -> Iterator[tuple[str, str]]:
    """Name and value of every text in a message, those within its parts too."""
    for field, value in proto.ListFields():
        is_one = isinstance(value, str | bytes) or not isinstance(value, Sequence)
        for each in [value] if is_one else value:
            if isinstance(each, str | bytes):
                yield (
                    field.name,
                    each if isinstance(each, str) else each.decode(errors="ignore"),
                )
            elif hasattr(each, "ListFields"):
                yield from members(each)


class Tags(HTMLParser):
    """What the tags of a page's own HTML hold of a reader's text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        leads = {"href", "src", "action", "srcdoc"}
        self.found += [f"{tag} {k}={v}" for k, v in attrs if k in leads and EVIL in (v or "")]


def links_in(node: Any) -> list[str]:
    """What of a reader's text the browser would take for an address."""
    if node.type == "html":
        tags = Tags()
        tags.feed(node.proto.body)
        ours = re.compile(r"href=(\.?/|\?)")  # a link of ours holds what was typed
        return [each for each in tags.found if not ours.search(each)]
    texts = [CODE.sub("", text) for name, text in members(node.proto) if name in MARKDOWN]
    read = [ESCAPE.sub(r"\1", text) for text in texts]
    return [text for text in read if any(kind.search(text) for kind in TAKEN_FOR_ADDRESSES)]


def test_every_page_is_opened() -> None:
    assert {page for page, _, _ in ADDRESSES} == set(PAGES)


@pytest.mark.parametrize(
    ("page", "view", "fields", "language"),
    [(*each, language) for each, language in zip(ADDRESSES, cycle(LANGUAGES), strict=False)],
)
def test_what_an_address_says_fills_its_fields_and_makes_no_link(
    page: str, view: Query, fields: str, language: str
) -> None:
    at = open_page(page, language, **hostile_query(page, view))
    errors_of(at)
    filled = {
        each.key for each in (*at.text_input, *at.text_area) if EVIL in (each.value or "")
    }
    special = {key for key in filled if key.startswith("special_")}  # behind a button
    assert filled - special == set(fields.split())
    shown = list(nodes(at._tree))
    assert [each for node in shown for each in links_in(node)] == []
    assert not any(getattr(node.proto, "allow_html", False) for node in shown)
    held = str([list(members(node.proto)) for node in shown]).replace("\u2060", "")
    assert EVIL in held.replace("\\", ""), "it is told or shown"
