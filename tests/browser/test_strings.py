"""Whatever is typed in any field of any page is shown as text, in either language."""

import html
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest

from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.conftest import Visit
from tests.browser.pages import Pages
from tests.browser.typist import UPLOADERS, Typist
from ui.shell import PAGES

# No vocabulary has it as a token, so an element that holds nothing else was made of markup.
WORD = "harm7q"
STRINGS = (
    f"<b>{WORD}</b><img src=x onerror='window.harmed=1'><svg onload='window.harmed=1'>"
    "</textarea><script>window.harmed=1</script><style>*{display:none}</style>",
    '"><iframe srcdoc="<script>parent.harmed=1</script>"></iframe>'
    "<a href='javascript:window.harmed=1'>x</a><base href='https://evil.example/'>",
    f"**{WORD}** `{WORD}` [{WORD}](https://evil.example/x) ![x](https://evil.example/x.png)",
    f":material/{WORD}: :red[{WORD}] :red-badge[{WORD}] ${WORD}$ $\\href{{https://evil.example}}{{x}}$",
    "</script><!-- ]]> {{7*7}} ${7*7} %s %(name)s {0} {text} {name} \\u0000 \u202e\u2066\ufeff",
    '=HYPERLINK("https://evil.example") www.evil.example a@evil.example ../../etc/passwd',
)
# What a page's address says, and all fields that are there or come as they are filled.
OPENED: tuple[tuple[str, str, str], ...] = (
    ("home", "", "file"),
    ("why", "sample=own", "own_sample"),
    ("why", "sample=upload&bpe=trained&text=own", "file own special_own"),
    ("pretokenize", "passage=own&split=custom", "own_passage custom special_own"),
    ("pretokenize", "passage=upload", "file special_upload"),
    ("train", "text=own", "own special_own"),
    ("train", "text=upload", "file special_upload"),
    ("train", "exercise=1-17F3", "trace-naive-seed"),
    ("linked", "text=own", "own special_own"),
    ("linked", "text=upload", "file special_upload"),
    ("linked", "exercise=1-17F3", "trace-linked-seed"),
    ("encode", "words=own", "own_words ids"),
    ("encode", "words=own&tokenizer=trained&text=upload", "own_words file special_upload ids"),
    ("encode", "exercise=1-17F3", "trace-encode-seed"),
    ("race", "race_text=own", "own_race special_own"),
    ("race", "race_text=upload", "file special_upload"),
    ("vocabulary", "tokenizer=lab", "token find characters"),
    ("vocabulary", "tokenizer=file", "vocabulary_files tokenizer_name"),
    ("vocabulary", "tokenizer=lab&view=apart", "token"),
    (
        *("vocabulary", "tokenizer=lab&view=beside&text=own&beside_text=own"),
        "own special_own beside_own",
    ),
    (
        *("vocabulary", "tokenizer=file&view=beside&beside=file"),
        "vocabulary_files tokenizer_name vocabulary_files_second tokenizer_name_second",
    ),
    ("vocabulary", "view=bytes", "byte_text"),
    ("subword_nmt", "subword_text=own", "own_learned line glossaries"),
    (
        "subword_nmt",
        "subword_text=own&codes_from=file",
        "own_learned line codes_file glossaries",
    ),
    ("subword_nmt", "subword_text=own&dictionary=1", "own_learned"),
    ("subword_nmt", "subword_text=upload", "file line glossaries"),
    ("bytepiece", "piece_text=own", "own_pieces long_pieces"),
    ("bytepiece", "piece_text=own&piece_model=file", "own_pieces bytepiece_file"),
    ("compare", "compared_text=own", "own_compared"),
    ("compare", "view=table&corpora=upload,upload_2", "compare_upload compare_upload_2"),
    ("workshop", "corpus=upload&held_out=file", "corpus_file held_out_file special_upload"),
    ("workshop", "corpus=story_en&target=300", "trial_own special_story_en"),
    ("museum", "exhibit=whole_rounds", "museum_text"),
    ("sheets", "", "sheet_seed"),
    ("glossary", "", "glossary_find"),
    ("lessons", "", "lesson_file"),
    (
        *("lessons", "view=here"),
        "draft_title_en_ draft_title_zh_ draft_goals_en_ draft_goals_zh_ "
        "draft_title_en draft_title_zh draft_text_en draft_text_zh draft_note_en draft_note_zh "
        "draft_ask_en draft_ask_zh draft_answer_en draft_answer_zh",
    ),
)
# What is pressed first: the training; a lesson is copied, and its first scene opened.
PRESSED = {
    "corpus=story_en&target=300": (".st-key-workshop_train button",),
    "view=here": ("[class*=st-key-copy-] button", "[class*=st-key-draft_open_] button"),
}
INTRUDERS = """(word) => {
  const found = [];
  const foreign = "iframe:not([src]):not([data-testid=stIFrame])";  // the other is our preview
  const strangers = `${foreign}, object, embed, base, form[action], .katex`;
  const addresses = ["href", "src", "action", "srcdoc"];
  // A link of ours holds what was typed as a parameter.
  const isOurs = (value) => location.host && new URL(value, location).host === location.host;
  const leadsOut = ({ name, value }) =>
    addresses.includes(name) && /evil|javascript:|harmed/.test(value)
    && (name === "srcdoc" || !isOurs(value));
  const acts = (attribute) => attribute.name.startsWith("on") || leadsOut(attribute);
  const isWord = (node) =>
    !node.children.length && node.textContent.trim() === word && !node.closest(".player");
  const holdsCode = (node) =>
    node.matches("script, style") && /window.harmed|display:none}$/.test(node.textContent);
  const isIntruder = (node) =>
    node.matches(strangers) || isWord(node) || holdsCode(node)
    || [...node.attributes].some(acts);
  const look = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) look(node.shadowRoot);
      if (isIntruder(node)) found.push(node.outerHTML.slice(0, 200));
    }
  };
  look(document);
  return [...new Set(found), ...(window.harmed ? ["ran"] : [])];
}"""


def opened() -> Iterator[Any]:
    """All of them, one in English, one in Chinese."""
    for (page, query, fields), language in zip(OPENED, cycle(LANGUAGES), strict=False):
        name = f"{page}-{query}-{language}"
        yield pytest.param(page, query, fields, language, id=name)


def test_every_page_is_opened() -> None:
    assert {page for page, _, _ in OPENED} == set(PAGES)


@pytest.mark.parametrize(("page", "query", "fields", "language"), [*opened()])
def test_what_is_typed_stays_text(
    visit: Callable[..., Visit],
    server: str,
    page: str,
    query: str,
    fields: str,
    language: str,
) -> None:
    visited = visit("about:blank")
    typist = Typist(visited)
    asked: list[str] = []
    path = "" if page == "home" else page
    visited.page.goto(f"{server}/{path}?lang={language}&{query}")
    begin(typist, query, fields)
    visited.page.on("request", lambda request: asked.append(request.url))
    failure = catalogue(language)["app.failure"].partition("{")[0]
    for string in STRINGS:
        typist.fill_all(string)
        assert typist.names == set(fields.split())
        assert visited.page.evaluate(INTRUDERS, WORD) == []
        assert visited.page.locator("[data-testid=stException]").count() == 0
        assert visited.page.get_by_text(failure).count() == 0
    assert [each for each in asked if not each.startswith((server, "data:", "blob:"))] == []


def begin(typist: Typist, query: str, fields: str) -> None:
    """Press what is to be pressed, and wait for the first field."""
    first, page = fields.split()[0], typist.visited.page
    field = UPLOADERS if first == "file" else f"[class*='st-key-{first}']"
    for button in PRESSED.get(query, ()):
        page.locator(button).first.wait_for()
        typist.ready()
        page.locator(button).first.click()
    page.locator(field).first.wait_for(state="attached")
    typist.ready()


MARKUP = (
    f"<p>text <b>{WORD}</b></p>",
    "<img src=x onerror='1'>",
    "<iframe srcdoc=x></iframe>",
    "<a href='javascript:1'>x</a>",
    "<a href='https://evil.example/x'>x</a>",
    "<span class=katex>x</span>",
    "<script>window.harmed=1</script>",
)


@pytest.mark.parametrize("markup", MARKUP)
def test_the_search_sees_what_markup_makes(pages: Pages, markup: str) -> None:
    page = pages.open()
    page.set_content(f"<div id=host></div><main>{markup}</main>")
    assert page.evaluate(INTRUDERS, WORD)
    page.goto("about:blank")
    page.set_content(f"<main>{html.escape(markup)}</main>")
    assert page.evaluate(INTRUDERS, WORD) == []
    pages.close(page)
