"""A step changes what stands there; what it says again stays the very same element."""

import pytest

from bpe_lab.player.parts import bundle
from tests.browser.player import hanoi, sums, trains
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import WALK, Lab

# What stands in an element, what is wanted there, and how many of its nodes stay (texts count).
CHANGES = {
    "said again": ("<b>5</b> of <i>7</i>", "<b>5</b> of <i>7</i>", 5),
    "another word": ("<b>5</b> of <i>7</i>", "<b>6</b> of <i>7</i>", 5),
    "an attribute more": ("<b>5</b>", "<b title='y'>5</b>", 2),
    "an attribute less": ("<b lang='en' title='x'>5</b>", "<b title='y'>5</b>", 2),
    "another element": ("<b>5</b><i>7</i>", "<u>5</u><i>7</i>", 2),
    "another style": ("<b style='top: 1px'>5</b> 7", "<b style='top: 2px'>5</b> 7", 1),
    "more at the end": ("<b>5</b>", "<b>5</b> and <i>7</i>", 2),
    "less at the end": ("<b>5</b> and <i>7</i>", "<b>5</b>", 2),
    "nothing any more": ("<b>5</b>", "", 0),
    "a text for an element": ("<b>5</b>", "5", 0),
}
BECOME = """async ([source, changes]) => {
  const code = new Blob([source, "export { become };"], { type: "text/javascript" });
  const { become } = await import(URL.createObjectURL(code));
  const below = (node) => [...node.childNodes].flatMap((each) => [each, ...below(each)]);
  const made = (markup) => Object.assign(document.createElement("p"), { innerHTML: markup });
  return changes.map(([before, after]) => {
    const [node, wanted] = [made(before), made(after)];
    const old = new Set(below(node));
    become(node, [...made(after).childNodes].map((each) => each.data ?? each));
    return [node.isEqualNode(wanted), below(node).filter((each) => old.has(each)).length];
  });
}"""
# All steps once, so that all is made; then each again, forwards and backwards: what is seen and
# differs.
THERE_AND_BACK = """(steps) => {
  const root = document.getElementById("host").shadowRoot.querySelector(".player");
  const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  const press = (key) => root.dispatchEvent(pressed(key));
  const parts = () => [...root.querySelectorAll(".head, .narration, .panel, .transport")];
  const seen = (part) => {
    part.querySelectorAll("[data-gone]").forEach((hidden) => hidden.remove());
    return part;
  };
  const drawn = () => parts().map((part) => seen(part.cloneNode(true)));
  for (let step = 0; step < steps; step++) press("ArrowRight");
  press("Home");
  const forwards = [drawn()];
  for (let step = 1; step < steps; step++) press("ArrowRight"), forwards.push(drawn());
  const differing = [];
  for (let step = steps - 1; step > 0; step--) {
    press("ArrowLeft");
    const [there, back] = [forwards[step - 1], drawn()];
    back.forEach((part, place) => part.isEqualNode(there[place])
      || differing.push([step - 1, there[place].outerHTML, part.outerHTML]));
  }
  return differing;
}"""
WALKS = {
    "hanoi": hanoi.mounted(hanoi.hanoi(3, lifts=10)),
    "trains": trains.mounted(trains.trains()),
    "sums": sums.mounted(sums.sums()),
}


def test_an_element_becomes_like_another_and_keeps_its_own(lab: Lab) -> None:
    visited = lab(hanoi.mounted(WALK))
    pairs = [[before, after] for before, after, _ in CHANGES.values()]
    made = visited.page.evaluate(BECOME, [bundle(), pairs])
    assert dict(zip(CHANGES, made, strict=True)) == {
        name: [True, kept] for name, (_, _, kept) in CHANGES.items()
    }


@pytest.mark.parametrize("walk", WALKS)
def test_a_step_is_drawn_the_same_forwards_and_backwards(lab: Lab, walk: str) -> None:
    data: Json = WALKS[walk]
    visited = lab(data)
    steps = len(data["recording"]["steps"])
    assert visited.page.evaluate(THERE_AND_BACK, steps) == []


# Of each box that scrolls: what is within inherits nothing that changes as the box scrolls.
INHERITED = """(root) => [...root.querySelectorAll(".scroller, .listing")].map((box) => {
  const own = (node) => [...node.computedStyleMap()].filter(([name]) => name.startsWith("--"));
  const edges = ["data-above", "data-below"];
  const withEdges = (is) => {
    for (const edge of edges) box.toggleAttribute(edge, is);
    return String(own(box.firstElementChild));
  };
  return withEdges(false) === withEdges(true);
})"""


def test_the_edges_of_a_box_that_scrolls_concern_nothing_within(lab: Lab) -> None:
    """Or the style of every token is computed again: 7,600 elements, a tenth of a second."""
    visited = lab(hanoi.mounted(WALK))
    boxes = visited.page.locator(".player").evaluate(INHERITED)
    assert boxes
    assert all(boxes)
