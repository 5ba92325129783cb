"""Style sheets by address: what a page names is served, once for good."""

from __future__ import annotations

import re

from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui.page.look import FRAME, STYLES, style_links, style_of
from ui.serving.static_files import FOREVER

ADDRESS = re.compile(r'"(\./bpe-lab-styles/[\w.-]+)"')


def test_every_sheet_that_a_page_names_is_served_for_good() -> None:
    client = TestClient(Starlette(routes=[STYLES.route]))
    named = set(ADDRESS.findall(style_links()))
    assert named == {STYLES.address(file) for file in STYLES.files()}
    for prefix in ("", "/lab"):
        for address in named:
            answer = client.get(f"{prefix}/{address.removeprefix('./')}")
            assert answer.headers["content-type"].startswith("text/css")
            assert answer.headers["Cache-Control"] == FOREVER["Cache-Control"]
            assert answer.text
    assert client.get("/bpe-lab-styles/page-frame-0.css").status_code == 404


def test_a_page_brings_in_its_sheets_before_its_own_rules() -> None:
    style = style_of(FRAME, ("home", "style"), rules="p { color: red; }")
    first, second = ADDRESS.findall(style)
    assert ("page-frame-" in first, "home-style-" in second) == (True, True)
    assert style.index("p { color") > style.rindex("@import")
