"""The reader's own progress: noted where questions are answered, shown on the home page."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bpe_core.exercises.draw import draw
from bpe_core.exercises.seed import Seed
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_no_serious_fault
from tests.ui.progress.node import row
from ui.page.text_inputs import training_of

KEY = "bpe-lab:progress"
EXERCISE = "train?exercise=1-17F3&lang=en"
READ = f"() => localStorage.getItem('{KEY}')"
WRITE = f"(text) => localStorage.setItem('{KEY}', text)"
COUNT_WRITES = f"""() => {{
  window.writes = 0;
  const {{ setItem }} = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {{
    window.writes += key === "{KEY}";
    return setItem.call(this, key, text);
  }};
}}"""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""
Open = Callable[..., Visit]
Row = dict[str, Any]


def rows_of(visited: Visit) -> list[Row]:
    stored: list[Row] = json.loads(visited.page.evaluate(READ) or '{"rows": []}')["rows"]
    return stored


def written(*rows: Row) -> str:
    return json.dumps({"version": 1, "deletions": 0, "rows": rows})


def panel(visited: Visit) -> Locator:
    return visited.page.locator("section.progress")


def act(visited: Visit, name: str) -> None:
    panel(visited).locator(f"[data-action={name}]").click()


def table(visited: Visit) -> list[list[str]]:
    """The cells of each row, and those of the head."""
    panel(visited).locator("table").wait_for()
    rows: list[list[str]] = (
        panel(visited)
        .locator("tr")
        .evaluate_all("rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText))")
    )
    return rows[1:]


def home(
    visit: Open, server: str, text: str = "", query: str = "lang=en", **options: Any
) -> Visit:
    """The home page, with ``text`` in the browser's storage."""
    visited = visit(f"{server}/?{query}", **options)
    if text:
        panel(visited).wait_for()
        visited.page.evaluate(WRITE, text)
        visited.page.reload()
    panel(visited).wait_for()
    return visited


def saved(visited: Visit, name: str) -> Path:
    with visited.page.expect_download() as waiting:
        act(visited, name)
    return Path(waiting.value.path())


def answers() -> list[list[str]]:
    """By step of the exercise, the right answers of its questions, all of them numbers."""
    training = training_of(draw("trace.naive", 1, Seed.read("17F3")))
    recording = training_walk(training.corpus, training.options, exercise=training.exercise)
    steps = recording.recording["steps"]
    return [
        [question["right"][0] for question in step["questions"]]
        for step in steps
        if step.get("questions")
    ]


def to_question(visited: Visit) -> None:
    """On to the next open question of an exercise."""
    number = visited.page.locator(".answers:not([hidden]) input")
    for _ in range(20):
        if number.is_visible():
            return
        visited.press("ArrowRight")
    raise AssertionError("no question")


def give(visited: Visit, number: str) -> None:
    visited.page.locator(".answers input").fill(number)
    visited.press("Enter")


def answer_two(visited: Visit) -> None:
    """The first question right at once, the second one at the second try."""
    first, second = [right for step in answers() for right in step][:2]
    visited.ready().player().focus()
    to_question(visited)
    give(visited, first)
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    visited.press("ArrowRight")
    to_question(visited)
    give(visited, str(int(second) + 1))
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Not yet")
    give(visited, second)
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")


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


def test_deleting_is_asked_for_and_can_be_undone(server: str, visit: Open) -> None:
    visited = home(visit, server, written(row()))
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


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", "fault_no_json"),
        ("{}", "fault_other_file"),
        ('{"format": "bpe-lab progress", "version": 9}', "fault_version"),
        ("x" * 2_000_001, "fault_large"),
    ],
    ids=["broken", "another", "newer", "large"],
)
def test_a_file_that_is_no_export_is_refused_in_a_sentence(
    server: str, visit: Open, tmp_path: Path, content: str, fault: str
) -> None:
    visited = home(visit, server, written(row()), query="lang=zh")
    file = tmp_path / "progress.json"
    file.write_text(content, "utf-8")
    visited.page.locator("section.progress input[type=file]").set_input_files(file)
    expect(panel(visited).get_by_role("status")).to_have_text(
        catalogue("zh")[f"progress.{fault}"]
    )
    assert rows_of(visited) == [row()]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"version": 1, "rows": {"length": 9}}',
        '{"version": 7, "rows": []}',
        written(row(kind="<img src=x onerror=alert(1)>"), row(exercise=None), row(at="now")),
        "x" * 3_000_000,
    ],
    ids=["broken", "no list", "newer", "hostile rows", "large"],
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


def test_tabs_lose_nothing_of_each_other(server: str, visit: Open) -> None:
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


def test_what_another_tab_has_deleted_stays_deleted(server: str, visit: Open) -> None:
    watching = home(visit, server)
    answering = visit(f"{server}/{EXERCISE}").ready()
    answer_two(answering)
    table(watching)
    act(watching, "delete")
    act(watching, "delete_now")
    answering.press("ArrowRight")
    to_question(answering)
    give(answering, [right for step in answers() for right in step][2])
    expect(answering.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    assert len(rows_of(answering)) == 1


def test_a_step_writes_nothing(server: str, visit: Open) -> None:
    visited = visit(f"{server}/{EXERCISE}").ready()
    visited.page.evaluate(COUNT_WRITES)
    visited.player().focus()
    to_question(visited)
    visited.press("ArrowLeft")
    to_question(visited)
    assert visited.page.evaluate("window.writes") == 0
    give(visited, answers()[0][0])
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    assert visited.page.evaluate("window.writes") == 1


def test_a_row_says_when_it_was_answered_and_how_long_it_took(server: str, visit: Open) -> None:
    visited = visit(f"{server}/{EXERCISE}", timezone_id="Asia/Kathmandu").ready()
    asked = datetime.fromisoformat("2026-05-04T10:00:00+05:45")
    visited.page.clock.set_fixed_time(asked)
    visited.player().focus()
    to_question(visited)
    visited.page.clock.set_fixed_time(asked + timedelta(seconds=42.5))
    give(visited, answers()[0][0])
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    (noted,) = rows_of(visited)
    assert noted["seconds"] == 42.5
    assert noted["at"] == round(asked.timestamp() * 1000) + 42_500


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
    assert visited.page.locator("html").get_attribute("lang") == "zh-CN"


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
