"""What a check found wrong as a file, in a browser without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from bpe_core.check.pages import fault_page, words
from bpe_core.check.report import LAB
from tests.core.check.test_pages import A, B, report_on
from tests.core.check.test_parting import fault_of, page_of


@pytest.mark.parametrize(("language", "tag"), [("en", "en-US"), ("zh", "zh-CN")])
def test_it_opens_before_the_difference_and_is_stepped_by_keys(
    browser: Browser, tmp_path: Path, language: str, tag: str
) -> None:
    file = tmp_path / "played.html"
    file.write_text(
        fault_page(report_on("ab ab aab", [(A, B), (b" ", b"ab")]), LAB) or "", "utf-8"
    )
    context = browser.new_context(
        locale=tag, offline=True, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(file.as_uri())
    moment = page.locator("section:not([hidden])")
    own = words(language)
    expect(moment).to_contain_text(own["after"].format(merges=1))
    expect(page.locator(".verdict :visible")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(moment).to_contain_text(own["apart"])
    expect(moment.locator(".merge").first).to_have_text("␣ + ab")
    page.get_by_role("button", name=own["back"]).click()
    expect(moment).to_contain_text(own["after"].format(merges=1))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_two_rows_of_tokens_are_read_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "parted.html"
    file.write_text(page_of(fault_of("left_to_right")), "utf-8")
    context = browser.new_context(
        locale="zh-CN", offline=True, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".verdict :visible")).to_have_text(words("zh")["kind_ids"])
    expect(page.locator(".right .apart").first).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator(".verdict :visible")).to_have_text(words("en")["kind_ids"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
