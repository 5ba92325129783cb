"""What an answer notes, and when a missed kind is due again."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_no_serious_fault
from tests.browser.progress.panel import (
    COUNT_WRITES,
    EXERCISE,
    KEY,
    WRITE,
    Open,
    Row,
    answers,
    give,
    home,
    panel,
    rows_of,
    table,
    to_question,
    written,
)
from tests.ui.progress.node import row


def test_a_row_says_when_it_was_answered_and_how_long_it_took_and_a_step_writes_none(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/{EXERCISE}", timezone_id="Asia/Kathmandu").ready()
    visited.page.evaluate(COUNT_WRITES)
    visited.player().focus()
    asked = datetime.fromisoformat("2026-05-04T10:00:00+05:45")
    visited.page.clock.set_fixed_time(asked)
    to_question(visited)
    visited.press("ArrowLeft")
    to_question(visited)
    assert visited.page.evaluate("window.writes") == 0
    visited.page.clock.set_fixed_time(asked + timedelta(seconds=42.5))
    give(visited, answers()[0][0])
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    (noted,) = rows_of(visited)
    assert noted["seconds"] == 42.5
    assert noted["at"] == round(asked.timestamp() * 1000) + 42_500
    assert visited.page.evaluate("window.writes") == 1


def test_what_was_missed_comes_back_after_one_three_and_seven_days(
    server: str, visit: Open
) -> None:
    def at(day: int, time: str) -> datetime:
        return datetime.fromisoformat(f"2026-05-{day:02}T{time}+08:00")

    def answer(day: int, right: bool) -> Row:
        return row(at=round(at(day, "23:30").timestamp() * 1000), first_try=right)

    def move(moment: datetime) -> None:
        """The clock, and the reader comes back to the tab."""
        visited.page.clock.set_fixed_time(moment)
        visited.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    visited = home(visit, server, timezone_id="Asia/Shanghai")
    link = visited.page.locator(".due a")
    answers = [answer(4, False)]
    for day, due in ((4, 5), (5, 8), (8, 15)):
        visited.page.evaluate(WRITE, written(*answers))
        move(at(day, "23:40"))
        wait = "tomorrow" if due - day == 1 else f"in {due - day} days"
        assert [cells[3] for cells in table(visited)] == [wait]
        expect(link).to_have_count(0)
        move(at(due - 1, "23:59"))
        assert [cells[3] for cells in table(visited)] == ["tomorrow"]
        move(at(due, "00:00"))
        expect(link).to_have_text("Train: which pair")
        answers.append(answer(due, True))
    visited.page.evaluate(WRITE, written(*answers))
    move(at(15, "23:40"))
    assert [cells[3] for cells in table(visited)] == ["–"]


def test_a_link_that_is_due_opens_another_text(server: str, visit: Open) -> None:
    visited = home(visit, server, written(row(first_try=False)), query="lang=zh")
    link = visited.page.locator(".due a")
    expect(link).to_have_text("训练：选词对")
    address = link.get_attribute("href") or ""
    assert "exercise=3-1" in address
    assert "17F3" not in address
    link.click()
    visited.page.wait_for_url("**/train?**")
    visited.ready().addressed("exercise=3-1", "lang=zh")
    expect(visited.page.locator("html")).to_have_attribute("lang", "zh-CN")


def test_before_anything_is_answered_a_sentence_says_what_will_stand_there(
    server: str, visit: Open
) -> None:
    visited = home(visit, server, query="lang=zh")
    text = catalogue("zh")
    expect(panel(visited).get_by_role("heading")).to_have_text(text["progress.title"])
    expect(panel(visited).locator(".empty")).to_contain_text(text["progress.empty"])
    expect(panel(visited).locator(".owner")).to_have_text(text["progress.owner"])
    panel(visited).get_by_role("link", name=text["progress.begin"]).click()
    visited.ready().addressed("exercise=1-1", "lang=zh")


def test_the_panel_has_no_serious_fault_and_fits_a_phone(server: str, visit: Open) -> None:
    names = ("next_pair", "its_count", "tokens_left", "count_after", "its_positions")
    rows = [row(kind=name, first_try=name == "its_count") for name in names]
    visited = home(visit, server, written(*rows), query="lang=zh")
    link = f"{server}/?lang=zh"

    def drawn(opened: Visit) -> None:
        opened.page.locator(".home h1").wait_for()
        if "mode=present" in opened.page.url:
            expect(panel(opened.settled())).to_have_count(0)
        else:
            table(opened)

    assert_no_serious_fault(visited, link, drawn)
    visited.page.goto(link)
    visited.page.set_viewport_size({"width": 390, "height": 844})
    table(visited)
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    over = panel(visited).evaluate("panel => panel.scrollWidth - panel.clientWidth")
    assert over <= 0


@pytest.mark.first_visit
def test_an_answer_before_figures_is_noted_once_and_met_at_home(
    visit: Open, server: str
) -> None:
    visited = visit(f"{server}/why?ask=1&lang=zh")
    onward = visited.page.locator(".st-key-why_onward button")
    onward.click()
    onward.wait_for(state="attached")
    visited.page.wait_for_function(f"localStorage.getItem('{KEY}') !== null")
    visited.settled().page.locator(".st-key-lang button, .st-key-language button").first.click()
    visited.addressed("lang=en").settled()
    (noted,) = rows_of(visited)
    assert (noted["exercise"], noted["kind"], noted["shown"]) == (
        "predict.why",
        "most_tokens",
        True,
    )
    visited.page.goto(f"{server}/?lang=en")
    assert catalogue("en")["question.name_most_tokens"] in str(table(visited))
