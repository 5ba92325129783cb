"""Whatever is typed in any field of any page is sent as text, in either language.

A string is interpreted where it becomes markup of an HTML block or of Markdown. Both are read
here as a browser and Streamlit read them. Of all strings that a page sends, those that
Streamlit shows as they are (`PLAIN`) are left out, and every other is taken for Markdown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import cycle
from typing import Any
from urllib.parse import parse_qsl

import pytest
from google.protobuf.message import Message
from markdown_it import MarkdownIt

from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.hostile_page import STRINGS, WORD
from tests.ui.page.test_escaped import ADDRESSES
from tests.ui.test_pages import open_page
from tests.ui.workshop.pages import trained

TRACES = re.compile(r"harm|evil|window|display:none|7\*7|HYPERLINK|etc/passwd")
# What a page's address says, and all fields that are there or come as they are filled.
OPENED: tuple[tuple[str, str, str], ...] = (
    ("home", "", "sentence"),
    ("why", "sample=own", "own_sample"),
    ("why", "sample=upload&bpe=trained&text=own", "file own special_own"),
    ("pretokenize", "passage=own&split=custom&other=cl100k", "own_passage custom special_own"),
    ("pretokenize", "passage=upload", "file special_upload"),
    ("train", "text=own", "own special_own"),
    ("train", "text=upload", "file special_upload"),
    ("train", "exercise=1-17F3", "trace.naive"),
    ("linked", "text=own", "own special_own"),
    ("linked", "text=upload", "file special_upload"),
    ("linked", "exercise=1-17F3", "trace.linked"),
    ("encode", "words=own", "own_words ids"),
    ("encode", "words=own&tokenizer=trained&text=upload", "own_words file special_upload ids"),
    ("encode", "exercise=1-17F3", "trace.encode"),
    ("tokens", "models=gpt-4o,trained&text=own", "counted own special_own vocabulary_files_0"),
    ("race", "race_text=own", "own_race special_own"),
    ("race", "race_text=upload", "file special_upload"),
    ("vocabulary", "tokenizer=lab", "token find characters"),
    ("vocabulary", "tokenizer=file", "vocabulary_files_0 tokenizer_name_tokenizer"),
    ("vocabulary", "tokenizer=lab&view=apart", "token"),
    (
        *("vocabulary", "tokenizer=lab&view=beside&text=own"),
        "own special_own",
    ),
    (
        *("vocabulary", "tokenizer=file&view=beside&beside=file"),
        "vocabulary_files_0 tokenizer_name_tokenizer",
    ),
    ("vocabulary", "view=bytes", "byte_text"),
    ("subword_nmt", "subword_text=own", "own_learned line glossaries"),
    (
        *("subword_nmt", "subword_text=own&codes_from=file"),
        "own_learned line codes_file glossaries",
    ),
    ("subword_nmt", "subword_text=own&dictionary=1", "own_learned"),
    ("subword_nmt", "subword_text=upload", "file line glossaries"),
    ("bytepiece", "piece_text=own", "own_pieces long_pieces"),
    ("bytepiece", "piece_text=own&piece_model=file", "own_pieces bytepiece_file"),
    ("compare", "compared_text=own", "own_compared"),
    ("compare", "view=table&corpora=upload,upload_2", "compare_upload compare_upload_2"),
    ("workshop", "corpus=upload&held_out=file", "corpus_file held_out_file special_upload"),
    ("workshop", "corpus=story_en&target=300", "trial_own special_story_en word"),
    ("museum", "exhibit=whole_rounds", "museum_text"),
    ("sheets", "", "sheet_seed"),
    ("glossary", "", ""),
    ("lessons", "", "lesson_file"),
    (
        *("lessons", "view=here"),
        "draft_title_en_ draft_title_zh_ draft_goals_en_ draft_goals_zh_ "
        "draft_title_en draft_title_zh draft_text_en draft_text_zh draft_note_en draft_note_zh "
        "draft_ask_en draft_ask_zh draft_answer_en draft_answer_zh",
    ),
)


def copied(at: Any) -> Any:
    """A lesson of the course to be written on, its first scene open."""
    for key in ("copy ", "draft_open_"):
        next(each for each in at.button if each.key.startswith(key)).click().run()
    return at


BEGUN: dict[str, Callable[[Any], Any]] = {
    "corpus=story_en&target=300": trained,
    "view=here": copied,
}


def opened() -> Iterator[Any]:
    """All of them, one in English, one in Chinese."""
    for (page, query, fields), language in zip(OPENED, cycle(LANGUAGES), strict=False):
        name = f"{page}-{query}-{language}"
        yield pytest.param(page, query, fields, language, id=name)


def test_every_page_is_opened() -> None:
    assert {page for page, _, _ in OPENED} == set(PAGES)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("page", "query", "fields", "language"), [*opened()])
def test_what_is_typed_stays_text(page: str, query: str, fields: str, language: str) -> None:
    at = open_page(page, language, **dict(parse_qsl(query)))
    at = BEGUN.get(query, lambda same: same)(at)
    failure = catalogue(language)["app.failure"].partition("{")[0]
    for string in STRINGS:
        assert fill_all(at, string) == set(fields.split())
        assert not at.exception, at.exception
        assert failure not in " ".join(each.value for each in at.error)
        assert [*intruders(at)] == []


def fill_all(at: Any, string: str) -> set[str]:
    """Fill every field with ``string``, those too that come by it; the names of all."""
    names: set[str] = set()
    if uploaded := [each for each in at.get("file_uploader") if each.value]:
        for uploader in uploaded:
            uploader.set_value([] if uploader.proto.multiple_files else None)
        at.run()
    while new := [each for each in fields_of(at) if each.key not in names]:
        for field in new:
            names.add(field.key)
            field.set_value(value_for(field, string))
        at.run()
    return {re.sub(r"_[0-9a-f]{12}$| seed$", "", name) for name in names}


def fields_of(at: Any) -> list[Any]:
    kinds = ("text_input", "text_area", "file_uploader")
    return [each for kind in kinds for each in at.get(kind) if not each.disabled]


def value_for(field: Any, string: str) -> Any:
    """As long as the field takes; an uploader gets a file of that name and content."""
    if field.type != "file_uploader":
        return string[: field.proto.max_chars or None]
    ending = ".toml" if ".toml" in field.proto.type else ""
    name = string.replace("/", "\N{DIVISION SLASH}")[:200] + ending
    file = (name, string.encode(), "text/plain")
    return [file] if field.proto.multiple_files else file


# Shown as they are, by what Streamlit calls the message and its field.
PLAIN = {
    *("TextInput.default", "TextInput.value", "TextArea.default", "TextArea.value"),
    *("Code.code_text", "Selectbox.options", "Selectbox.raw_value"),
    "PageLink.query_string",
    "ArrowData.data",  # a table: its cells, which stand in it one behind the other, are texts
    "BidiComponent.bytes",  # the player's recordings; tests/browser/player has its own
}


def intruders(at: Any) -> Iterator[str]:
    """What a browser would make of a string that it should show."""
    for message in (*messages(at.main), *messages(at.sidebar)):
        for name, text in strings(message):
            if name in PLAIN or not TRACES.search(text):
                continue
            found = by_html(text) if name == "Html.body" else by_markdown(text)
            yield from (f"{name}: {each}" for each in found)


def messages(block: Any) -> Iterator[Message]:
    if isinstance(message := getattr(block, "proto", None), Message):
        yield message
    for child in getattr(block, "children", {}).values():
        yield from messages(child)


def strings(message: Message) -> Iterator[tuple[str, str]]:
    """All texts of a message and those within, by the names of message and field."""
    for field, value in message.ListFields():
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                yield from strings(each)
            elif isinstance(each, bytes):
                yield f"{message.DESCRIPTOR.name}.{field.name}", each.decode(errors="replace")
            elif isinstance(each, str):
                yield f"{message.DESCRIPTOR.name}.{field.name}", each


class Reader(HTMLParser):
    """Notes elements that none of our pages has, and such that hold the word alone."""

    STRANGERS = ("iframe", "object", "embed", "base", "script", "img")
    ADDRESSED = ("href", "src", "action", "srcdoc")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        acting = any(
            name.startswith("on") or self._leads_out(name, value) for name, value in attrs
        )
        if tag in self.STRANGERS or acting:
            self.found.append(str(self.get_starttag_text()))
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        is_hostile_sheet = tag == "style" and "display:none}" in self.text and WORD in self.text
        if self.text.strip() == WORD or is_hostile_sheet:
            self.found.append(f"<{tag}>{self.text}</{tag}>")
        self.text = ""

    def _leads_out(self, name: str, value: str | None) -> bool:
        """A link of ours holds what was typed as a parameter."""
        leads = re.match(r"\s*(?:javascript:|data:text|\w+:)?//|\s*javascript:", value or "")
        return name == "srcdoc" or (name in self.ADDRESSED and bool(leads))


def by_html(text: str) -> list[str]:
    reader = Reader()
    reader.feed(text)
    reader.close()
    return reader.found + re.findall("<!--.*", text)


# What is escaped stays apart from what is not, and code from both.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
INERT = MarkdownIt("commonmark", {"html": False}).disable("text_join")
OF_STREAMLIT = re.compile(r":[a-z-]+\[|:material/\w+:|\$[^$]+\$")


def by_markdown(text: str) -> list[str]:
    """Its markup, and what Streamlit has beside: directives, formulas, bare addresses."""
    found = by_html(MARKDOWN.render(text))
    for block in INERT.parse(text):
        for part in pieces(block.children or []):
            found += [match[0] for match in OF_STREAMLIT.finditer(part)]
    for block in MARKDOWN.parse(text):
        for part in pieces(block.children or []):
            found += [match[0] for each in ADDRESSES for match in each.finditer(part)]
    return found


def pieces(inline: list[Any]) -> list[str]:
    """Texts that stand together, what is escaped or code left out."""
    joined = "".join(each.content if each.type == "text" else "\0" for each in inline)
    return joined.split("\0")


@pytest.mark.parametrize("string", STRINGS)
def test_the_search_sees_what_is_interpreted(string: str) -> None:
    from bpe_lab.text.messages import escaped

    assert by_markdown(string) or by_html(string)
    assert by_markdown(escaped(string)) == []
    assert by_html(f"<p>{html.escape(string)}</p>") == []
