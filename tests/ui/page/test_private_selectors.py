"""Streamlit's own page is named in our styles and scripts only where decisions say so."""

import re

from tests.paths import ROOT

NAME = re.compile(r"""data-testid=["']?([\w-]+)|\.(st[A-Z]\w+)|(data-test-[\w-]+)""")
STATE = re.compile(r"""\[(kind|data-stale)=["']\w+["']\]""")
SECTION = "## Our rules name little of Streamlit's own page"


def test_every_private_name_is_decided_on() -> None:
    text = (ROOT / "docs/decisions/pages.md").read_text("utf-8")
    section = text.partition(SECTION)[2].partition("\n## ")[0].partition("**Left**")[2]
    decided = set(re.findall(r"`(st[A-Z][\w-]+|InputInstructions|data-[\w-]+|kind)`", section))
    assert named() == decided


def test_the_sheets_of_pages_take_no_generated_class() -> None:
    sheets = "".join(path.read_text("utf-8") for path in ROOT.glob("ui/**/*.css"))
    assert not re.search(r"st-emotion|data-baseweb|\.st-[a-z]{2}\b", sheets)


def named() -> set[str]:
    """The names in what a browser gets, tests of scripts apart."""
    files = [*ROOT.glob("ui/**/*.css"), *ROOT.glob("ui/**/*.js"), ROOT / "ui/page/look.py"]
    texts = [each.read_text("utf-8") for each in files if ".unit." not in each.name]
    texts = [text.replace("data-testid", "\n data-testid") for text in texts]
    names = {name for text in texts for found in NAME.findall(text) for name in found if name}
    return names | {name for text in texts for name in STATE.findall(text)}
