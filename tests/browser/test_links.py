"""No text of a reader becomes a link, whatever draws it."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest

from bpe_core.runtime.packed_text import pack
from tests.browser.all_problems import HOSTILE
from tests.browser.conftest import Visit, started
from tests.paths import ROOT
from ui.shell import PAGES

PARAM = re.compile(
    r"""(?:choice|number|switch|seed|seed_text|view_switch|segments)\(\s*"(\w+)"|param="(\w+)\""""
)
QUICK = ("pretokenize", "compare")
TYPED = ("own", "own_sample", "own_race", "own_learned", "token", "find", "specials")


@pytest.fixture(scope="module")
def problems() -> Iterator[str]:
    """A server whose one page has every message there is."""
    with started("tests/browser/all_problems.py") as server:
        yield server.address


def links_outside(visited: Visit, base: str) -> list[str]:
    """Where the links of a page lead, shadow roots included, if not to the same server."""
    anchors = visited.page.locator("a[href]").all()
    addresses = [str(anchor.evaluate("a => a.href")) for anchor in anchors]
    return [each for each in addresses if not each.startswith(base)]


def test_no_message_makes_a_link_of_its_values(
    visit: Callable[..., Visit], problems: str
) -> None:
    visited = visit(problems)
    visited.page.locator("#end").wait_for(state="attached")
    visited.settled()
    texts = visited.page.locator("[data-testid=stAlert]").all_inner_texts()
    assert sum("evil.example" in text.replace("\u2060", "") for text in texts) > 50
    assert links_outside(visited, problems) == []


def hostile_link(page: str) -> str:
    """The address of a page with each parameter that any page has."""
    sources = [*ROOT.glob("ui/**/*.py"), *ROOT.glob("pages/*.py")]
    names = {
        name
        for path in sources
        for both in PARAM.findall(path.read_text("utf-8"))
        for name in both
    }
    query = dict.fromkeys(sorted(names - {""}), HOSTILE)
    assert len(query) > 30, "the search finds too little"
    query.update(dict.fromkeys(TYPED, HOSTILE), text="own", own=pack(HOSTILE) or "")
    return f"{'' if page == 'home' else page}?{urlencode(query)}"


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(each, marks=[pytest.mark.slow] if each not in QUICK else [])
        for each in PAGES
        if each != "home"
    ],
)
def test_no_page_makes_a_link_of_what_its_address_says(
    visit: Callable[..., Visit], server: str, page: str
) -> None:
    visited = visit(f"{server}/{hostile_link(page)}")
    visited.page.locator("[data-testid=stAlert]").first.wait_for()
    visited.settled()
    assert not [each for each in links_outside(visited, server) if "evil" in each]
