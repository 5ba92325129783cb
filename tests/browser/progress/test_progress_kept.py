"""Progress in the browser's storage: kept, exported, deleted, damaged, shared by tabs."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.progress.panel import (
    EXERCISE,
    KEY,
    NO_STORAGE,
    WRITE,
    Open,
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


@pytest.mark.first_visit
def test_what_is_answered_stands_on_the_home_page_and_goes_along_as_a_file(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/{EXERCISE}").ready()
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
    marks = saved(visited, "marks").read_text("utf-8").splitlines()
    assert marks[0] == (
        "lesson,exercise,generator,seed,step,kind,first_try,tries,shown,seconds"
    )
    assert marks[1].startswith(f",trace.naive,1,17F3,{one['step']},{one['kind']},1,1,0,")

    act(visited, "delete")
    assert rows_of(visited) == [one, other], "it is asked first"
    act(visited, "delete_now")
    expect(panel(visited).locator(".empty")).to_be_visible()
    assert rows_of(visited) == []
    for added in (2, 0):
        visited.page.locator("section.progress input[type=file]").set_input_files(file)
        expect(panel(visited).get_by_role("status")).to_contain_text(f"{added} of them new")
        assert table(visited) == before
    assert rows_of(visited) == [one, other]


def deleting_is_asked_for_and_can_be_undone(visited: Visit) -> None:
    panel(visited).locator("[data-action=delete]").focus()
    visited.press("Enter")
    assert panel(visited).locator(":focus").get_attribute("data-action") == "keep"
    visited.press("Enter")
    assert len(table(visited)) == 1
    act(visited, "delete")
    act(visited, "delete_now")
    visited.press("Enter")
    assert len(table(visited)) == 1
    assert rows_of(visited) == [row()]


def test_a_file_that_is_no_export_is_refused_and_deleting_can_be_undone(
    server: str, visit: Open, tmp_path: Path
) -> None:
    visited = home(visit, server, written(row()), query="lang=zh")
    file = tmp_path / "progress.json"
    for content, fault in (
        ("{", "fault_no_json"),
        ("{}", "fault_other_file"),
        ('{"format": "bpe-lab progress", "version": 9}', "fault_version"),
        ("x" * 2_000_001, "fault_large"),
    ):
        file.write_text(content, "utf-8")
        visited.page.locator("section.progress input[type=file]").set_input_files(file)
        expect(panel(visited).get_by_role("status")).to_have_text(
            catalogue("zh")[f"progress.{fault}"]
        )
        assert rows_of(visited) == [row()]
    deleting_is_asked_for_and_can_be_undone(visited)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        written(row(kind="<img src=x onerror=alert(1)>"), row(exercise=None), row(at="now")),
    ],
    ids=["broken", "hostile rows"],
)
def test_a_damaged_storage_is_set_aside(server: str, visit: Open, text: str) -> None:
    visited = home(visit, server, text)
    expect(panel(visited).locator(".empty")).to_be_visible()
    assert visited.page.locator("section.progress img").count() == 0


def test_without_a_storage_progress_lasts_as_long_as_the_page(server: str, visit: Open) -> None:
    visited = visit(f"{server}/?lang=en")
    visited.page.add_init_script(NO_STORAGE)
    visited.page.goto(f"{server}/{EXERCISE}")
    visited.ready()
    answer_two(visited)
    visited.page.get_by_role("link", name="Home").click()
    assert sum(int(cells[1]) for cells in table(visited)) == 2
    expect(panel(visited).locator(".owner")).to_have_text(
        catalogue("en")["progress.owner_unstored"]
    )


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
