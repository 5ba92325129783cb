"""What a check found wrong as a file, on a phone without a network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from bpe_lab.check.pages import fault_page, words
from bpe_lab.check.report import LAB
from tests.lab.check.test_pages import A, B, fault_of, page_of, report_on


def test_it_opens_before_the_difference_and_is_stepped_by_keys(
    browser: Browser, tmp_path: Path
) -> None:
    """In the browser's language, until the reader asks for the other one."""
    played, parted = tmp_path / "played.html", tmp_path / "parted.html"
    report = report_on("ab ab aab", [(A, B), (b" ", b"ab")])
    played.write_text(fault_page(report, LAB) or "", "utf-8")
    parted.write_text(page_of(fault_of("left_to_right")), "utf-8")
    context = browser.new_context(
        locale="zh-CN", offline=True, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(played.as_uri())
    moment, verdict = page.locator("section:not([hidden])"), page.locator(".verdict :visible")
    own = words("zh")
    expect(moment).to_contain_text(own["after"].format(merges=1))
    expect(verdict).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(moment).to_contain_text(own["apart"])
    expect(moment.locator(".merge").first).to_have_text("␣ + ab")
    page.get_by_role("button", name=own["back"]).click()
    expect(moment).to_contain_text(own["after"].format(merges=1))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.goto(parted.as_uri())
    expect(verdict).to_have_text(words("zh")["kind_ids"])
    expect(page.locator(".right .apart").first).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(verdict).to_have_text(words("en")["kind_ids"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
