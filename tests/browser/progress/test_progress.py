"""A reader's progress: noted by answers, shown on the home page, taken along, shared by tabs.

How rows are read, merged and due is proved in ``tests/ui/progress/``.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_it_fits, faults_by_theme
from tests.browser.progress.panel import (
    COUNT_WRITES,
    EXERCISE,
    KEY,
    NO_STORAGE,
    WRITE,
    Open,
    Row,
    act,
    answer_two,
    answers,
    give,
    home,
    panel,
    rows_of,
    saved,
    table,
    to_question,
    written,
)
from tests.ui.progress.node import row

WORDS = catalogue("en")


def test_what_is_answered_stands_on_the_home_page_and_goes_along_as_a_file(
    server: str, visit: Open, tmp_path: Path
) -> None:
    visited = home(visit, server)
    before_anything_is_answered_a_sentence_says_what_will_stand_there(visited)
    visited.page.goto(f"{server}/{EXERCISE}")
    answer_two(visited)
    one, other = rows_of(visited)
    assert (one["exercise"], one["seed"], one["level"], one["generator"]) == (
        *("trace.naive", "17F3", 1, 1),
    )
    assert [(each["first_try"], each["tries"], each["shown"]) for each in (one, other)] == [
        (True, 1, False),
        (False, 2, False),
    ]
    visited.page.get_by_role("link", name="Home").click()
    before = table(visited)
    assert {cells[0].partition(": ")[0] for cells in before} == {"Train"}
    assert sum(int(cells[1]) for cells in before) == 2
    assert [cells[3] for cells in before if cells[2] != "0"] == ["tomorrow"]
    file = saved(visited, "export")
    assert json.loads(file.read_text("utf-8"))["rows"] == [one, other]
    its_marks_are_a_table(visited, one)
    what_was_deleted_comes_back_from_the_file(visited, file, before)
    a_file_that_is_no_export_is_refused(visited, tmp_path)
    deleting_is_asked_for_and_can_be_undone(visited)
    a_full_panel_has_no_serious_fault_and_fits_a_phone(visited)


def before_anything_is_answered_a_sentence_says_what_will_stand_there(visited: Visit) -> None:
    expect(panel(visited).get_by_role("heading")).to_have_text(WORDS["progress.title"])
    expect(panel(visited).locator(".empty")).to_contain_text(WORDS["progress.empty"])
    expect(panel(visited).locator(".owner")).to_have_text(WORDS["progress.owner"])
    panel(visited).get_by_role("link", name=WORDS["progress.begin"]).click()
    visited.ready().addressed("exercise=1-1", "lang=en")


def its_marks_are_a_table(visited: Visit, one: Row) -> None:
    marks = saved(visited, "marks").read_text("utf-8").splitlines()
    assert marks[0] == (
        "lesson,exercise,generator,seed,step,kind,first_try,tries,shown,seconds"
    )
    assert marks[1].startswith(f",trace.naive,1,17F3,{one['step']},{one['kind']},1,1,0,")


def what_was_deleted_comes_back_from_the_file(
    visited: Visit, file: Path, before: list[list[str]]
) -> None:
    own = rows_of(visited)
    act(visited, "delete")
    assert rows_of(visited) == own, "it is asked first"
    act(visited, "delete_now")
    expect(panel(visited).locator(".empty")).to_be_visible()
    assert rows_of(visited) == []
    for added in (2, 0):
        open_file(visited, file)
        expect(panel(visited).get_by_role("status")).to_contain_text(f"{added} of them new")
        assert table(visited) == before
    assert rows_of(visited) == own


def open_file(visited: Visit, file: Path) -> None:
    visited.page.locator("section.progress input[type=file]").set_input_files(file)


def a_file_that_is_no_export_is_refused(visited: Visit, folder: Path) -> None:
    own = rows_of(visited)
    file = folder / "progress.json"
    for content, fault in (
        ("{", "fault_no_json"),
        ("{}", "fault_other_file"),
        ('{"format": "bpe-lab progress", "version": 9}', "fault_version"),
        ("x" * 2_000_001, "fault_large"),
    ):
        file.write_text(content, "utf-8")
        open_file(visited, file)
        expect(panel(visited).get_by_role("status")).to_have_text(WORDS[f"progress.{fault}"])
        assert rows_of(visited) == own


def deleting_is_asked_for_and_can_be_undone(visited: Visit) -> None:
    own, rows = rows_of(visited), len(table(visited))
    panel(visited).locator("[data-action=delete]").focus()
    visited.press("Enter")
    assert panel(visited).locator(":focus").get_attribute("data-action") == "keep"
    visited.press("Enter")
    assert len(table(visited)) == rows
    act(visited, "delete")
    act(visited, "delete_now")
    visited.press("Enter")
    assert len(table(visited)) == rows
    assert rows_of(visited) == own


def a_full_panel_has_no_serious_fault_and_fits_a_phone(visited: Visit) -> None:
    names = ("next_pair", "its_count", "tokens_left", "count_after", "its_positions")
    rows = [row(kind=name, first_try=name == "its_count") for name in names]
    visited.page.evaluate(WRITE, written(*rows))
    visited.page.reload()
    table(visited)
    assert faults_by_theme(visited) == {"light": [], "dark": []}
    visited.page.set_viewport_size({"width": 390, "height": 844})
    assert_it_fits(visited)
    over = panel(visited).evaluate("panel => panel.scrollWidth - panel.clientWidth")
    assert over <= 0


def test_an_answer_is_timed_and_what_was_missed_is_due_on_the_reader_s_day(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/{EXERCISE}", timezone_id="Asia/Kathmandu").ready()
    visited.page.evaluate(COUNT_WRITES)
    visited.player().focus()
    asked = datetime.fromisoformat("2026-05-04T23:30:00+05:45")
    visited.page.clock.set_fixed_time(asked)
    to_question(visited)
    visited.press("ArrowLeft")
    to_question(visited)
    assert visited.page.evaluate("window.writes") == 0, "a step writes none"
    visited.page.clock.set_fixed_time(asked + timedelta(seconds=42.5))
    give(visited, answers()[0][0])
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    (noted,) = rows_of(visited)
    assert noted["seconds"] == 42.5
    assert noted["at"] == round(asked.timestamp() * 1000) + 42_500
    assert visited.page.evaluate("window.writes") == 1
    missed = {**noted, "kind": "next_pair", "level": 3, "first_try": False}
    visited.page.evaluate(WRITE, written(missed))
    visited.page.goto(f"{server}/?lang=en")
    what_was_missed_comes_back_after_midnight(visited, asked)


def what_was_missed_comes_back_after_midnight(visited: Visit, asked: datetime) -> None:
    """With a link to another text of its kind; the reader only comes back to the tab."""
    link = visited.page.locator(".due a")
    assert [cells[3] for cells in table(visited)] == ["tomorrow"]
    expect(link).to_have_count(0)
    for later, due in ((timedelta(minutes=29), 0), (timedelta(minutes=30), 1)):
        visited.page.clock.set_fixed_time(asked + later)
        visited.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        expect(link).to_have_count(due)
    expect(link).to_have_text("Train: which pair")
    address = link.get_attribute("href") or ""
    assert "17F3" not in address
    link.click()
    visited.page.wait_for_url("**/train?**")
    visited.ready().addressed("exercise=3-1", "lang=en")


def test_without_a_storage_progress_lasts_as_long_as_the_page(server: str, visit: Open) -> None:
    visited = visit("about:blank")
    visited.page.add_init_script(NO_STORAGE)
    visited.page.goto(f"{server}/{EXERCISE}")
    answer_two(visited)
    visited.page.get_by_role("link", name="Home").click()
    assert sum(int(cells[1]) for cells in table(visited)) == 2
    expect(panel(visited).locator(".owner")).to_have_text(WORDS["progress.owner_unstored"])


def test_tabs_lose_nothing_of_each_other_and_what_one_deletes_stays_deleted(
    server: str, visit: Open
) -> None:
    watching = home(visit, server)
    answering = visit(f"{server}/{EXERCISE}").ready()
    answer_two(answering)
    assert len(table(watching)) >= 1, "it is drawn anew without a reload"
    own = rows_of(answering)
    assert len(own) == 2
    # Another tab writes what it read before, over both rows.
    watching.page.evaluate(WRITE, written(row()))
    watching.page.wait_for_function(f"JSON.parse(localStorage['{KEY}']).rows.length === 3")
    assert rows_of(watching) == [row(), *own]
    act(watching, "delete")
    act(watching, "delete_now")
    answering.press("ArrowRight")
    to_question(answering)
    give(answering, [right for step in answers() for right in step][2])
    expect(answering.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    assert len(rows_of(answering)) == 1
    an_answer_before_figures_is_noted_once(answering, server)
    assert WORDS["question.name_most_tokens"] in str(table(watching))


def an_answer_before_figures_is_noted_once(visited: Visit, server: str) -> None:
    """Nor is it noted again when the language is switched."""
    visited.page.goto(f"{server}/why?ask=1&lang=zh")
    onward = visited.page.locator(".st-key-why_onward button")
    onward.click()
    onward.wait_for(state="attached")
    visited.page.wait_for_function(f"JSON.parse(localStorage['{KEY}']).rows.length === 2")
    visited.settled().page.locator(".st-key-lang button, .st-key-language button").first.click()
    visited.addressed("lang=en").settled()
    _, noted = rows_of(visited)
    assert (noted["exercise"], noted["kind"], noted["shown"]) == (
        "predict.why",
        "most_tokens",
        True,
    )
