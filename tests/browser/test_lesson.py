"""A lesson in a hall: a clicker's two keys, and the lecturer's window that follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Page, expect

from bpe_lab.lessons.shelf import course
from bpe_lab.text import catalogue
from tests.browser.conftest import RUNNING, Visit
from tests.browser.looks import serious_faults

Open = Callable[..., Visit]
HALL = {"width": 1920, "height": 1080}
LONG_RACE = next(
    number
    for number, step in enumerate(course()["lecture"].steps, 1)
    if "library_130k" in step.link
)
ANSWER = ".lesson-words details p"


DRAWN = """() => {
  const { hall, lesson, sceneArrives } = document.documentElement.dataset;
  if (hall === undefined || lesson === undefined || sceneArrives !== undefined) return false;
  const addressed = Number(new URL(location.href).searchParams.get("scene"));
  return JSON.parse(lesson).scene + 1 === addressed;
}"""
PRESS = """(on) => on.dispatchEvent(
  new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, composed: true }))"""
# From the moment that the next scene is named until its walk is there, once a frame.
PRESSED_ON_ARRIVAL = """() => {
  const hasWalk = () => [...document.querySelectorAll("*")]
    .some(({ shadowRoot }) => shadowRoot?.querySelector(".player:not([data-board])"));
  window.pressed = 0;
  const press = () => {
    if (hasWalk()) return;
    (PRESS)(document.body);
    window.pressed += 1;
    requestAnimationFrame(press);
  };
  window.addEventListener("bpe-lab:scene", press, { once: true });
}""".replace("PRESS", PRESS)
# How often keys have pressed the button that leads on.
COUNT_LED = """() => {
  window.led = 0;
  document.addEventListener("click", ({ isTrusted, target }) => {
    if (!isTrusted && target.closest(".st-key-lesson_next")) window.led += 1;
  }, true);
}"""
# Of each picture that was kept: whether the next scene stood whole as it was given up, or it
# was time.
KEEP_COUNT = """() => {
  const start = document.startViewTransition.bind(document);
  window.kept = [];
  document.startViewTransition = (change) => start(async () => {
    const [before, since] = [document.documentElement.dataset.lesson, performance.now()];
    await change();
    const hasStage = ({ shadowRoot }) => shadowRoot?.querySelector(".player .stage");
    const isWhole = [...document.querySelectorAll("*")].some(hasStage)
      && document.documentElement.dataset.lesson !== before;
    window.kept.push(isWhole || performance.now() - since > 3000);
  });
}"""
# Each of the server's messages comes some time after the one before.
SLOW_LINE = """() => {
  const listen = WebSocket.prototype.addEventListener;
  let last = 0;
  WebSocket.prototype.addEventListener = function (type, heard, ...options) {
    const late = (event) => {
      last = Math.max(performance.now(), last + 30);
      setTimeout(() => heard.call(this, event), last - performance.now());
    };
    listen.call(this, type, type === "message" ? late : heard, ...options);
  };
}"""
# As a finger that trembles does, sooner than any scene can come.
PRESSED_TWICE = """() => {
  const { activeElement } = document;
  for (let times = 0; times < 2; times += 1)
    (PRESS)(activeElement.shadowRoot?.activeElement ?? activeElement);
}""".replace("PRESS", PRESS)
# Once the next scene is named, on the walk that still stands there.
PRESSED_AT_AN_END = """() => {
  const walk = document.activeElement.shadowRoot.activeElement;
  window.addEventListener("bpe-lab:scene", () => {
    const slider = walk.querySelector("[role=slider]");
    window.pressedAt = [slider.ariaValueNow, slider.ariaValueMax].map(Number);
    (PRESS)(walk);
  }, { once: true });
}""".replace("PRESS", PRESS)


def test_a_clicker_goes_from_scene_to_scene_and_the_notes_follow(
    server: str, visit: Open
) -> None:
    address = f"{server}/?lang=zh&mode=present&lesson=ties&scene=2"
    visited = visit(address, viewport=HALL).ready()
    visited.addressed("lesson=ties", "scene=2", "merges=6")
    notes, sent = notes_beside(visited)
    shows(notes, "2 / 5")
    before = len(sent)
    shows_the_answer_in_the_hall(visited, notes)
    keys_of_the_notes_act_in_the_hall(visited, notes)
    what_closes_an_answer_does_nothing_else(visited)
    last = after_the_last_step(visited)
    visited.addressed("scene=3").ready()
    shows(notes, "3 / 5")
    hall(visited).press("PageUp")
    visited.addressed("scene=2", f"step={last}")
    visited.arrives(last)
    shows(notes, "2 / 5")
    assert len(sent) == before, "the browser follows by itself"
    assert serious_faults(visited) == []


def test_the_lecture_s_first_scenes_follow_on_one_key(server: str, visit: Open) -> None:
    """Boards with their screens, a question first, and one walk in two scenes."""
    address = f"{server}/?lang=zh&mode=present&lesson=lecture&scene=1"
    visited = visit(address, viewport=HALL).settled()
    visited.page.locator(".st-key-screen_second").wait_for()
    hall(visited).press("PageDown")
    visited.addressed("scene=2", "sample=grip").settled()
    visited.page.locator(".st-key-why_onward button kbd").wait_for()
    hall(visited).press("PageUp")  # a question that waits is in nobody's way back
    on_its_board(visited.addressed("scene=1"))
    the_list_opens_by_mouse(visited)
    hall(visited).press("ArrowRight")  # as PageDown does
    visited.addressed("scene=2").settled()
    visited.page.locator(".st-key-why_onward button kbd").wait_for()
    hall(visited).press("PageDown")
    visited.page.locator(".asking-veil").wait_for(state="detached")
    hall(on_its_board(visited)).press("PageDown")
    expect(visited.page.locator(ANSWER)).to_be_visible()
    bar = box(visited, ".st-key-lesson")
    visited.press("PageDown")
    on_its_board(visited.addressed("scene=3", "sample=letters"))
    the_last_of_a_page_goes_through_its_screens(visited)
    a_press_before_the_scene_is_drawn_does_not_pass_it_by(visited)
    one_walk_goes_on_and_its_second_scene_asks_first(visited, bar)


def the_list_opens_by_mouse(visited: Visit) -> None:
    visited.page.locator(".st-key-lesson").hover()
    visited.page.locator(".st-key-lesson_scene input").click()
    visited.page.get_by_role("option").first.wait_for()
    visited.press("Escape")
    visited.page.get_by_role("option").first.wait_for(state="detached")


def the_question_is_the_headline(visited: Visit, bar: FloatRect) -> None:
    """Larger than what the walk says, in a bar that no walk's type has changed."""
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    say, asked = (
        visited.page.locator(each).evaluate(size)
        for each in (".player .say:not(.sizer)", ".lesson-words > p")
    )
    assert asked > say
    assert box(visited, ".st-key-lesson") == bar


def on_its_board(visited: Visit) -> Visit:
    visited.settled().page.locator(".player[data-board]").wait_for()
    return visited


def the_last_of_a_page_goes_through_its_screens(visited: Visit) -> None:
    hall(visited).press("PageDown")
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop > 500"
    visited.page.wait_for_function(scrolled)
    visited.addressed("scene=3")


def a_press_before_the_scene_is_drawn_does_not_pass_it_by(visited: Visit) -> None:
    hall(visited).page.evaluate(PRESSED_ON_ARRIVAL)
    visited.page.evaluate(COUNT_LED)
    visited.page.evaluate(KEEP_COUNT)
    visited.press("Shift+PageDown")
    hall(visited.addressed("scene=4").ready())
    assert visited.page.evaluate("window.pressed") > 0
    assert visited.page.evaluate("window.led") == 1, "by the key that leads on"
    visited.page.wait_for_function("window.kept.length")
    assert visited.page.evaluate("window.kept") == [True], "no frame without a scene"


def one_walk_goes_on_and_its_second_scene_asks_first(visited: Visit, bar: FloatRect) -> None:
    visited.press("Home", "PageDown", "PageDown")
    visited.arrives(0)
    visited.press("PageDown")
    visited.addressed("scene=5")
    visited.arrives(0, catalogue("zh")["train.why.ask"])
    for key, scene in (("Shift+PageUp", 4), ("Shift+PageDown", 5)):
        visited.press(key)
        hall(visited.addressed(f"scene={scene}").ready())
    visited.arrives(0, catalogue("zh")["train.why.ask"])
    the_question_is_the_headline(visited, bar)
    visited.press("PageDown")
    visited.arrives(1)
    visited.press("PageUp", "PageUp")
    visited.addressed("scene=4")


def test_a_press_while_work_runs_waits_for_what_it_comes_to(server: str, visit: Open) -> None:
    address = f"{server}/?lang=zh&mode=present&lesson=lecture&scene={LONG_RACE}"
    visited = visit(address, viewport=HALL).settled()
    visited.page.locator(".st-key-race_start kbd").wait_for()
    hall(visited).press("PageDown", "PageDown", "PageDown")
    cancel = visited.page.locator(".st-key-race_cancel button")
    cancel.wait_for()
    visited.page.evaluate(COUNT_LED)
    visited.press("PageDown", "PageDown")
    assert visited.page.evaluate("window.led") == 0
    expect(cancel).to_be_visible()
    cancel.click()
    cancel.wait_for(state="detached")
    visited.press("PageUp")
    visited.addressed(f"scene={LONG_RACE - 1}")


def test_a_press_on_the_walk_of_the_scene_before_does_not_pass_the_next_one_by(
    server: str, visit: Open
) -> None:
    """The bar has the next scene already, and below it the old walk still stands at its end."""
    visited = visit("about:blank", viewport=HALL)
    visited.page.add_init_script(f"({SLOW_LINE})()")
    visited.page.goto(f"{server}/?lang=en&mode=present&lesson=ties&scene=2")
    hall(visited.ready()).player().focus()
    visited.press("End")
    last = visited.step()
    visited.press("ArrowRight")
    expect(visited.page.locator(ANSWER)).to_be_in_viewport(ratio=1)
    assert visited.step() == last, "no arrow runs past a scene's end"
    visited.page.evaluate(PRESSED_AT_AN_END)
    visited.page.evaluate(COUNT_LED)
    visited.press("PageDown")
    hall(visited.addressed("scene=3").ready())
    assert visited.page.evaluate("window.pressedAt") == [last, last], "of the walk before"
    assert visited.page.evaluate("window.led") == 1
    visited.press("Home", "PageUp")
    visited.addressed("scene=2")


def hall(visited: Visit) -> Visit:
    """The page once its scene is drawn and takes keys: the address names the scene before that.

    subtle: for a moment after its script has ended, the page still takes none.
    """
    visited.settled().page.wait_for_function(DRAWN)
    return visited


def after_the_last_step(visited: Visit) -> int:
    """Press on there, where the answer has been seen; where the walk ended."""
    visited.press("End")
    last = visited.step()
    visited.press("ArrowLeft", "ArrowRight")
    assert visited.step() == last
    visited.addressed("scene=2")
    visited.page.evaluate(PRESSED_TWICE)
    return last


def notes_beside(visited: Visit) -> tuple[Page, list[Any]]:
    """The lecturer's window, and what it sends to the server from now on."""
    with visited.page.expect_popup() as opened:
        visited.page.locator(".st-key-lesson_notes button").click()
    notes, sent = opened.value, list[Any]()

    def note(frame: Any) -> None:
        sent.append(frame)

    notes.on("websocket", lambda socket: socket.on("framesent", note))
    notes.reload()
    notes.locator(".notes h1").wait_for()
    notes.locator(RUNNING).wait_for(state="detached")
    assert sent, "what it sends is seen"
    return notes, sent


def shows_the_answer_in_the_hall(visited: Visit, notes: Page) -> None:
    """Whole, and no longer once the lecturer takes it back."""
    bar, asked = (box(visited, name) for name in (".st-key-lesson", ".lesson-words > p"))
    assert abs(asked["y"] + asked["height"] / 2 - bar["y"] - bar["height"] / 2) < 3
    assert bar["y"] <= asked["y"] < asked["y"] + asked["height"] <= bar["y"] + bar["height"]
    answer = visited.page.locator(ANSWER)
    expect(answer).to_be_hidden()
    notes.locator(".show-answer").click()
    expect(answer).to_be_in_viewport(ratio=1)
    notes.locator(".show-answer").click()
    expect(answer).to_be_hidden()


def keys_of_the_notes_act_in_the_hall(visited: Visit, notes: Page) -> None:
    """The lecturer's focus rests there; and what the next press shows stands there before."""
    step = visited.step()
    board = notes.frame_locator(".picture iframe").locator(".player .stage")
    foretold = board.text_content()
    notes.keyboard.press("PageDown")
    visited.arrives(step + 1)
    assert visited.page.locator(".player .stage").first.text_content() == foretold
    for covers in (1, 0):
        notes.keyboard.press(".")
        expect(visited.page.locator("dialog.hall-blank[open]")).to_have_count(covers)
    notes.keyboard.press("ArrowRight")
    visited.arrives(step + 2)
    notes.keyboard.press("ArrowLeft")
    visited.arrives(step + 1)


def what_closes_an_answer_does_nothing_else(visited: Visit) -> None:
    step, answer = visited.step(), visited.page.locator(ANSWER)
    for key in ("Escape", "PageUp", "ArrowLeft", "r"):
        visited.press("r")
        expect(answer).to_be_visible()
        visited.press(key)
        expect(answer).to_be_hidden()
    assert visited.step() == step
    expect(visited.page.locator("html[data-presents]")).to_have_count(1)


def box(visited: Visit, name: str) -> FloatRect:
    """Where it stands."""
    place = visited.page.locator(name).bounding_box()
    assert place is not None, name
    return place


def shows(notes: Page, where: str) -> None:
    expect(notes.locator(".notes h1")).to_contain_text(where)
