"""Whatever is typed in any field of any page is shown as text, in both languages."""

import html
from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.pages import Pages

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
# What each page needs in its address so that its fields for texts are there.
FIELDS = {
    "why": "sample=own",
    "pretokenize": "passage=own&split=custom",
    "train": "text=own",
    "linked": "text=own",
    "encode": "words=own",
    "race": "race_text=own",
    "vocabulary": "tokenizer=lab",
    "subword_nmt": "subword_text=own",
    "bytepiece": "piece_text=own",
    "compare": "compared_text=own",
    "workshop": "corpus=upload",
    "museum": "exhibit=whole_rounds",
    "sheets": "",
    "glossary": "",
}
TYPED = "input[type=text]:not([role=combobox]):visible, textarea:visible"
INTRUDERS = """(word) => {
  const found = [];
  const foreign = "iframe:not([src]):not([data-testid=stIFrame])";  // the other is our preview
  const strangers = `${foreign}, object, embed, base, form[action], .katex`;
  const addresses = ["href", "src", "action", "srcdoc"];
  const leadsOut = ({ name, value }) =>
    addresses.includes(name) && /evil|javascript:|harmed/.test(value);
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


def fill_all(visited: Visit, string: str) -> int:
    """Type ``string`` in every field, those behind buttons too; how many there were."""
    filled = fill(visited, string)
    for popover in visited.page.locator("[data-testid=stPopover] button:visible").all():
        popover.click()
        filled += fill(visited, string)
        visited.press("Escape")
    return filled


def fill(visited: Visit, string: str) -> int:
    """Type ``string`` in every visible field, of which each may bring another."""
    filled = 0
    while filled < (fields := visited.page.locator(TYPED)).count():
        field = fields.nth(filled)
        most = int(field.get_attribute("maxlength") or len(string))
        field.fill(string[:most])
        field.press("Control+Enter")
        visited.settled()
        filled += 1
    return filled


def upload_all(visited: Visit, string: str) -> int:
    """Give every uploader a file of that name and content; how many there were."""
    name = string.replace("/", "\N{DIVISION SLASH}")[:200]
    uploaders = visited.page.locator("input[type=file]").all()
    for uploader in uploaders:
        uploader.set_input_files(
            {"name": name, "mimeType": "text/plain", "buffer": string.encode()}
        )
        visited.settled()
    return len(uploaders)


QUICK = ("pretokenize",)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "page",
    [pytest.param(each, marks=[] if each in QUICK else [pytest.mark.slow]) for each in FIELDS],
)
def test_what_is_typed_stays_text(
    visit: Callable[..., Visit], server: str, page: str, language: str
) -> None:
    visited = visit(f"{server}/{page}?lang={language}&{FIELDS[page]}")
    asked: list[str] = []
    visited.page.on("request", lambda request: asked.append(request.url))
    visited.page.locator(f"{TYPED}, input[type=file]").first.wait_for(state="attached")
    visited.settled()
    for string in STRINGS:
        assert fill_all(visited, string) + upload_all(visited, string)
        assert visited.page.evaluate(INTRUDERS, WORD) == []
        assert visited.page.locator("[data-testid=stException]").count() == 0
    assert [each for each in asked if not each.startswith((server, "data:", "blob:"))] == []


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
