"""`docs/walk.ipynb` runs from its first cell to its last, and its HTML plays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.paths import ROOT

NOTEBOOK = ROOT / "docs" / "walk.ipynb"


def cells() -> list[dict[str, Any]]:
    """Of the notebook as it is kept."""
    return json.loads(NOTEBOOK.read_text("utf-8"))["cells"]


def test_it_is_kept_without_results() -> None:
    code = [each for each in cells() if each["cell_type"] == "code"]
    assert len(code) > 5
    assert all(each["outputs"] == [] and each["execution_count"] is None for each in code)


@pytest.mark.visit
def test_its_html_has_a_player_in_every_frame(browser: Browser, tmp_path: Path) -> None:
    command = ["nbconvert", "--to", "html", "--execute", "--output-dir", str(tmp_path)]
    subprocess.run([sys.executable, "-m", *command, str(NOTEBOOK)], check=True, timeout=300)
    drawn = sum("show." in "".join(each["source"]) for each in cells())
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "walk.html").as_uri())
    frames = page.locator("iframe[srcdoc]")
    expect(frames).to_have_count(drawn)
    assert drawn >= 4
    for number in range(drawn):
        expect(frames.nth(number).content_frame.locator(".player [role=slider]")).to_have_count(
            1
        )
    assert "BPEModel" in page.inner_text("body")
    context.close()
