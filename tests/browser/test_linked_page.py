"""The glass box in a real browser: what is drawn is what the trainer holds."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bpe_core.corpus import Corpus, sample
from bpe_core.pretokenize import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from tests.browser.conftest import Visit
from tests.ui.test_glassbox_scene import state_as_shown
from tests.ui.test_pages import said
from ui.links import pack
from ui.scenes.glassbox.walk import linked_walk
from ui.scenes.walk import Walk
from ui.text import catalogue

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "data" / "lecture.json").read_text(encoding="utf-8")
)["positions_corpus"]
Open = Callable[..., Visit]

# All that the page shows of the trainer's structures, from the elements' own attributes.
READ = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    slots: all(".lane.now .cell[data-token]")
      .map(({ dataset: d }) => [d.at, d.token, d.prev, d.next]),
    pairs: all("[data-widget=ledger] tr[data-pair]")
      .map(({ dataset: d }) => [d.pair, d.count, d.positions, d.stale]),
    heap: all("[data-widget=heap] [data-index][data-entry]")
      .map(({ dataset: d }) => [d.index, d.pair, d.count, d.stale ?? ""]),
  };
}"""


def walk_of(corpus: Corpus) -> Walk:
    return linked_walk(corpus, TrainOptions(special_tokens=corpus.special_tokens))


def states_of(corpus: Corpus) -> Iterator[TrainState]:
    """The trainer's own structures after every event."""
    state = TrainState()
    pre_tokens = pre_tokenize(corpus.text, special_tokens=corpus.special_tokens)
    options = TrainOptions(special_tokens=corpus.special_tokens)
    for event in train_linked(pre_tokens, options, detail=True):
        apply(state, event)
        yield state


def drawn(visited: Visit, recording: Any) -> dict[str, Any]:
    """The page's structures in the trainer's terms."""
    read = visited.player().evaluate(READ)
    ids = [token["id"] for token in recording["tokens"]]

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[int(index)] for index in key.split(","))

    def number(text: str) -> int | None:
        return None if text == "None" else int(text)

    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",") if part]

    live = [slot for slot in read["slots"] if slot[1] != "None"]
    return {
        "token_at": {int(at): number(token) for at, token, _, _ in read["slots"]},
        "prev": {int(at): number(before) for at, _, before, _ in live},
        "next": {int(at): number(after) for at, _, _, after in live},
        "pair_counter": {pair(key): int(count) for key, count, _, _ in read["pairs"]},
        "pair_positions": {pair(key): numbers(at) for key, _, at, _ in read["pairs"] if at},
        "heap": [
            (*pair(key), int(count))
            for _, key, count, _ in sorted(read["heap"], key=lambda entry: int(entry[0]))
        ],
    }


def unfold(visited: Visit) -> None:
    """Show all pairs, where there are more than the rows on top."""
    fold = visited.page.locator("[data-widget=ledger] button.fold")
    if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
        fold.click()
        visited.player().focus()


def test_the_page_shows_the_lecture_s_structures_after_every_merge(
    server: str, visit: Open
) -> None:
    corpus = sample("intj")
    recording = walk_of(corpus).recording
    ends = [
        k for k, s in enumerate(recording["steps"]) if s["say"][0].startswith("linked.say.done")
    ]
    wanted = {
        k: state_as_shown(state) for k, state in enumerate(states_of(corpus)) if k in ends
    }
    visited = visit(f"{server}/linked?text=intj").ready()
    visited.player().focus()
    unfold(visited)
    for end, golden in zip(ends, GOLDEN["states_after_merge"], strict=True):
        visited.press("Shift+ArrowRight")
        while visited.step() < end:
            visited.press("ArrowRight")
        while visited.step() > end:
            visited.press("ArrowLeft")
        shown = drawn(visited, recording)
        assert shown == wanted[end], f"step {end}"
        assert {str(at): token for at, token in shown["token_at"].items()} == golden["token_at"]
        assert {str(at): to for at, to in shown["next"].items()} == golden["next"]
        assert {str(at): to for at, to in shown["prev"].items()} == golden["prev"]
        counts = sorted(count for count in shown["pair_counter"].values() if count)
        assert counts == sorted(count for *_, count in golden["pair_counts"])


@pytest.mark.parametrize("name", ["aaaa", "aaaaa", "abab", "abc_abd"])
def test_every_step_of_every_case(server: str, visit: Open, name: str) -> None:
    corpus = sample(name)
    recording = walk_of(corpus).recording
    visited = visit(f"{server}/linked?text={name}").ready()
    visited.player().focus()
    visited.press("Home")
    for step, state in enumerate(states_of(corpus)):
        assert visited.step() == step
        unfold(visited)
        assert drawn(visited, recording) == state_as_shown(state), visited.say()
        visited.press("ArrowRight")


def test_a_stale_entry_says_what_it_was_pushed_with(server: str, visit: Open) -> None:
    recording = walk_of(sample("abc_abd")).recording
    step = next(
        k for k, s in enumerate(recording["steps"]) if s["say"][0] == "linked.say.popped_stale"
    )
    visited = visit(f"{server}/linked?text=abc_abd&step={step}").ready()
    sentence = visited.say()
    assert "3" in sentence
    assert "1" in sentence
    assert said("en", "linked.say.popped_stale").split("{")[-1].split("}")[-1] in sentence
    heap = visited.page.locator("[data-widget=heap]")
    assert heap.locator("[data-look=stale]").count() >= 1


def test_a_skipped_position_says_why(server: str, visit: Open) -> None:
    recording = walk_of(sample("aaaa")).recording
    step = next(k for k, s in enumerate(recording["steps"]) if "overlap" in s.get("marks", ()))
    visited = visit(f"{server}/linked?text=aaaa&step={step}&lang=zh").ready()
    assert said("zh", "linked.say.visited_overlap").split("：")[1] in visited.say()
    visited.page.locator("[data-widget=code]").get_by_role("tab", name="Python").click()
    lit = visited.page.locator("[data-widget=code] [role=tabpanel]:visible [aria-current]")
    assert "PositionVisited" in "".join(lit.all_text_contents())


def test_no_script_runs_on_the_server_while_stepping_and_playing(
    server: str, visit: Open
) -> None:
    visited = visit("about:blank")
    messages: list[object] = []

    def listen(socket: Any) -> None:
        socket.on("framesent", lambda frame: messages.append(frame))
        socket.on("framereceived", lambda frame: messages.append(frame))

    visited.page.on("websocket", listen)
    visited.page.goto(f"{server}/linked?text=intj")
    visited.ready().player().focus()
    visited.page.wait_for_timeout(1500)
    assert messages, "the page did talk to its server"
    messages.clear()
    before = visited.step()
    visited.press(*["ArrowRight"] * 30)
    assert visited.step() == before + 30
    visited.press("+", "+", "Space")
    visited.page.wait_for_timeout(2500)
    visited.press("Space")
    assert visited.step() > before + 33, "it played"
    assert messages == []


def test_a_keyboard_and_a_screen_reader_are_enough(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj").ready()
    page = visited.page
    for _ in range(60):
        page.keyboard.press("Tab")
        inside = page.evaluate("""() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return at?.classList.contains("player") ?? false;
        }""")
        if inside:
            break
    assert inside, "Tab leads into the player"
    live = page.locator(".player [aria-live=polite]").first
    heard = []
    for _ in range(12):
        visited.press("ArrowRight")
        page.wait_for_timeout(60)
        heard.append(live.inner_text())
    assert len(set(heard)) == 12, "every step is read"
    assert "(t,\u202fj)" in " ".join(heard)
    assert "None" in " ".join(heard), "what was absorbed is read as well"
    description = page.locator(".player svg[role=img]").first
    assert description.get_attribute("aria-label") or description.get_attribute(
        "aria-labelledby"
    )
    for key, name in (("g", "by_group"), ("g", "by_step"), ("q", "ask_first")):
        page.keyboard.press(key)
        assert live.inner_text() == catalogue("en")[f"player.{name}"], "a switch is told"
    page.keyboard.press("q")
    page.keyboard.press("?")
    page.locator(".player [role=dialog]").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".player [role=dialog]:visible").count() == 0


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("query", "notice"),
    [
        ("text=nothing", "UnknownChoiceNotice"),
        ("text=own&own=%25%25%25", "UnknownChoiceNotice"),
        ("text=aaaa&step=99999", "StepNotice"),
        ("text=aaaa&step=-1", "UnknownChoiceNotice"),
        ("text=aaaa&merges=0&tie_break=best", "UnknownChoiceNotice"),
        ("text=story_en", "TextCutNotice"),
    ],
)
def test_a_broken_link_opens_the_nearest_and_says_so(
    server: str, visit: Open, query: str, notice: str, language: str
) -> None:
    visited = visit(f"{server}/linked?{query}&lang={language}").ready()
    words = re.split(r"\{[^}]*\}", said(language, f"notice.{notice}"))
    told = " ".join(visited.page.get_by_test_id("stAlert").all_inner_texts())
    assert max(words, key=len).strip() in told
    if "99999" in query:
        steps = len(walk_of(sample("aaaa")).recording["steps"])
        assert visited.step() == steps - 1, "the last step is the nearest"
    visited.player().focus()
    visited.press("ArrowRight", "ArrowLeft")


HOSTILE = '<script>hit=1</script> <img src=x onerror="hit=1"> **b** \u202eevil\u202c'


def test_hostile_text_is_text_everywhere(server: str, visit: Open, tmp_path: Path) -> None:
    visited = visit(f"{server}/linked?text=own&own={pack(HOSTILE)}").ready()
    page = visited.page
    visited.player().focus()
    visited.press(*["Shift+ArrowRight"] * 3, *["ArrowRight"] * 20, "End")
    assert page.evaluate("window.hit") is None
    assert page.locator(".player script, .player img").count() == 0
    assert "\u202e" not in visited.player().inner_text()
    drawing = "".join(page.locator(".player [data-widget=lens] text").all_text_contents())
    assert "U+202E" in drawing, "a direction mark is named"

    picture = ElementTree.parse(kept(visited, "save_svg", tmp_path)).getroot()
    assert not {"script", "img", "image", "foreignObject"} & {
        element.tag.rpartition("}")[2] for element in picture.iter()
    }
    assert "U+202E" in "".join(picture.itertext())
    elsewhere = visit(kept(visited, "save_html", tmp_path).as_uri()).ready()
    elsewhere.player().focus()
    elsewhere.press("Home", *["ArrowRight"] * 5)
    assert elsewhere.step() == 5
    assert elsewhere.page.evaluate("window.hit") is None
    assert elsewhere.page.locator(".player img, .player script").count() == 0


def kept(visited: Visit, name: str, folder: Path) -> Path:
    """What the share menu saves."""
    item = visited.page.locator(f"[data-name={name}]")
    if not item.is_visible():
        visited.page.locator("[data-name=share]").click()
    with visited.page.expect_download() as saving:
        item.click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    return path


def test_the_link_opens_the_same_picture_on_a_fresh_server(
    fresh_server: str, server: str, visit: Open
) -> None:
    visited = visit(
        f"{server}/linked?text=own&own={pack('banana bandana 你好')}&lang=zh"
    ).ready()
    visited.player().focus()
    visited.press("Shift+ArrowRight", *["ArrowRight"] * 7)
    elsewhere = visit(visited.link().replace(server, fresh_server)).ready()
    assert elsewhere.say() == visited.say()
    recording = walk_of(Corpus("banana bandana 你好")).recording
    assert drawn(elsewhere, recording) == drawn(visited, recording)
    assert catalogue("zh")["linked.ledger.title"] in elsewhere.player().inner_text()


def test_a_changed_option_keeps_the_place_and_a_new_text_does_not(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/linked?text=intj&step=150").ready()
    sentence, merges = visited.say(), visited.page.get_by_role("spinbutton")
    merges.fill("5")
    merges.press("Enter")
    visited.page.locator(".player .where", has_text="5 in all").wait_for()
    assert (visited.step(), visited.say()) == (150, sentence)
    merges.fill("1")
    merges.press("Enter")
    visited.page.locator(".player .where", has_text="1 in all").wait_for()
    steps = len(
        linked_walk(
            sample("intj"),
            TrainOptions(num_merges=1, special_tokens=sample("intj").special_tokens),
        ).recording["steps"]
    )
    assert visited.step() == steps - 1, "there is no merge 1 any more"
    visited.page.goto(f"{server}/linked?text=aaaa")
    assert visited.ready().where() == catalogue("en")["linked.where.setup"]


def test_pointing_lights_the_same_thing_everywhere(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj").ready()
    row = visited.page.locator("[data-widget=ledger] tr[data-pair]").first
    key = row.get_attribute("data-pair")
    row.locator(".pair, .chip").first.hover()
    lit = visited.page.locator(f"[data-widget=heap] [data-pair='{key}'][data-linked]")
    assert lit.count() >= 1
    slots = visited.page.locator("[data-widget=lens] [data-at][data-linked]")
    assert slots.count() >= 2
    visited.page.mouse.move(5, 300)
    assert visited.page.locator(".player [data-linked]").count() == 0


def test_phone_width_shows_one_panel_at_a_time(server: str, visit: Open) -> None:
    size = {"width": 390, "height": 844}
    visited = visit(f"{server}/linked?text=intj", viewport=size, has_touch=True).ready()
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390
    tabs = visited.page.locator(".player > .tabs [role=tab]")
    assert tabs.count() == 3
    for place in range(3):
        tabs.nth(place).tap()
        assert visited.page.locator(".player .column:visible").count() == 1
        assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_written_is_what_the_attributes_say(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj&step=151").ready()
    for row in visited.page.locator("[data-widget=ledger] tr[data-pair]").all():
        count, delta, places = row.locator("td").all_inner_texts()[-3:]
        assert count == row.get_attribute("data-count")
        positions = (row.get_attribute("data-positions") or "").split(",")
        assert places.split() == positions
        assert delta == "" or delta[0] in "+−"
    for chip in visited.page.locator(".lens .run[data-current] .slot").all():
        at = chip.get_attribute("data-at")
        strip = visited.page.locator(f".lane.now .cell[data-at='{at}']")
        assert chip.locator(".id").text_content() == strip.get_attribute("data-token")
    for cell in visited.page.locator("[data-widget=heap] li[data-index]").all()[:5]:
        words = cell.inner_text().split()
        assert cell.get_attribute("data-index") == words[-1]
        assert cell.get_attribute("data-count") == words[-2]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_laptop_shows_page_and_player_without_scrolling(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/linked?text=intj&step=151&lang={language}").ready()
    visited.player().focus()
    visited.press("ArrowRight")
    visited.page.wait_for_timeout(300)
    tops = [visited.page.locator(".st-key-inputs").bounding_box()]
    tops += [panel.bounding_box() for panel in visited.page.locator(".player .panel").all()]
    bar = visited.page.locator(".player .transport").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] <= 800
    for box in tops:
        assert box
        assert box["y"] > 50, "nothing was scrolled away"
        assert box["y"] + box["height"] <= bar["y"], "nothing lies under the bar"
