"""One visit for many looks: sizes of a hall's screen, light and dark, page and presenting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Visit

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HALLS = ((1920, 1080), (1366, 768), (1280, 720))
SERIOUS = {"serious", "critical"}
# Streamlit writes the theme that it draws in here; the player has one of its own.
DRAWN_IN = """scheme => {
  const app = document.querySelector("[data-testid=stApp]");
  const players = [...document.querySelectorAll("*")].map((node) => node.shadowRoot)
    .flatMap((root) => (root ? [...root.querySelectorAll(".player")] : []));
  return getComputedStyle(app).colorScheme === scheme
    && players.every((player) => player.dataset.theme === scheme);
}"""
# subtle: a document does not list what moves within the player's shadow.
AT_REST = """() => [document, ...[...document.querySelectorAll("*")]
  .flatMap((node) => node.shadowRoot ?? [])]
  .flatMap((root) => root.getAnimations()).every((each) =>
    each.playState !== "running" || each.effect.getTiming().iterations === Infinity)"""
TWO_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)
# The boxes of all elements, the same at so many looks in a row; a busy machine looks later.
LAID_OUT = """async ([looks, most]) => {
  await document.fonts.ready;
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((node) =>
    (node.shadowRoot ? roots(node.shadowRoot) : []))];
  const boxes = () => roots(document).flatMap((root) => [...root.querySelectorAll("*")])
    .map((node) => node.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()).join(";");
  let [before, same] = ["", 0];
  for (let look = 0; same < looks && look < most; look++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)));
    const now = boxes();
    [before, same] = [now, now === before ? same + 1 : 0];
  }
}"""


def laid_out(visited: Visit) -> Visit:
    """Wait until nothing on the page moves or grows any more: players measure themselves."""
    visited.page.evaluate(LAID_OUT, [3, 50])
    return visited


def at_rest(visited: Visit) -> Visit:
    """Wait until what moved has come to its end, and the layout has been made."""
    visited.page.evaluate(TWO_FRAMES)
    visited.page.wait_for_function(AT_REST)
    return visited


def sizes(visited: Visit, *of: tuple[int, int]) -> Iterator[int]:
    """The heights of the windows ``of``, or of all halls', the page laid out in each."""
    for width, height in of or HALLS:
        visited.page.set_viewport_size({"width": width, "height": height})
        laid_out(visited)
        yield height


# Streamlit's own list of pages has its sections' headings between list items (seen with 1.67).
OURS = {"exclude": [["[data-testid=stSidebarNav]"]]}
# subtle: axe passes over what is clipped, and Streamlit scrolls in boxes of its own.
FAULTS = """async ([context, options]) => {
  const unclipped = new CSSStyleSheet();
  unclipped.replaceSync(
    "[data-testid^=stApp], [data-testid=stMain] { overflow: visible !important }");
  const others = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [...others, unclipped];
  try {
    return (await axe.run(context, options)).violations;
  } finally {
    document.adoptedStyleSheets = others;
  }
}"""
# Rules that judge by colors, and so all that another theme can break.
OF_COLORS = ["color-contrast", "link-in-text-block"]


def serious_faults(
    visited: Visit, rules: Sequence[str] = (), *, but: Sequence[str] = ()
) -> list[str]:
    """Rule, element and what is wrong with it, for every serious fault that axe-core finds.

    By ``rules`` alone if there are any, else by all ``but`` some: contrasts take most of
    the time. It lists nothing but faults: what is in order would take twice as long again.
    """
    page = visited.page
    page.wait_for_function(AT_REST)  # colors on their way have contrasts of their own
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"]}
    options |= {"runOnly": list(rules)} if rules else {}
    options |= {"rules": {rule: {"enabled": False} for rule in but}}
    violations = page.evaluate(FAULTS, [OURS, options])
    return [
        f"{fault['id']}: {node['target']}: {node['failureSummary']}"
        for fault in violations
        if fault["impact"] in SERIOUS
        for node in fault["nodes"]
    ]


def faults_by_theme(visited: Visit) -> dict[str, list[str]]:
    """The serious faults of the page as it stands, in light and in dark."""
    light, dark = SCHEMES
    return {
        light: serious_faults(in_scheme(visited, light)),
        dark: serious_faults(in_scheme(visited, dark), OF_COLORS),
    }


def in_scheme(visited: Visit, scheme: Literal["light", "dark"]) -> Visit:
    """The page once it is drawn in ``scheme``."""
    visited.page.emulate_media(color_scheme=scheme)
    visited.page.wait_for_function(DRAWN_IN, arg=scheme)
    return at_rest(visited.settled())


def assert_no_serious_fault(
    visited: Visit, address: str, ready: Callable[[Visit], object]
) -> None:
    """Neither as a page, in both themes, nor presenting in the dark one, from ``address`` on.

    A hall has the colors of the page, in larger letters.
    """
    ready(visited)
    assert faults_by_theme(visited) == {"light": [], "dark": []}
    visited.page.goto(f"{address}{'&' if '?' in address else '?'}mode=present")
    ready(visited)
    assert serious_faults(visited) == [], "presenting"


# Least sizes in pixels on 1920 × 1080, by what a text is; the first that fits it counts.
LEAST = {
    # A sign that something was left out, what is struck out, and marks that are no text.
    ".dots, .lens [data-look=dead] .face, .halo, [aria-hidden=true], .rail": 0,
    # Ids, offsets and indices; what the strip repeats of the text before.
    ".id, .offset, .offsets, .index, .ruler, .number, .line-number, .cells small, .under, "
    ".decimal, .fold-sign, .lane.before, .strip .cell[data-kind=special], "
    ".strip .name, .word-strip .name": 20,
    # Labels of what leads elsewhere, and the museum's code, of which a line is chosen.
    "[data-testid=stPageLink], [data-testid=stExpander] summary, "
    "[class*=st-key-line_] code": 21,
    # Names of signs in a sentence.
    ".narration :is(.name, .hex)": 22,
    # What the stage is about.
    ".narration, .ribbon .slot:not([data-kind=special]) .glyph, "
    ".lens .run[data-current] .slot:not([data-look=dead]) .face > g:only-child > .glyph, "
    ".derivation :is(.glyph, .node) .face, .word-row .slot .glyph, .made .chip": 28,
    "*": 22,
}
SHOWN = """least => {
  const roles = Object.entries(least);
  const small = {};
  let seen = 0;
  const sizeOf = (node) => {
    const size = parseFloat(getComputedStyle(node).fontSize);
    const { a, b } = node instanceof SVGElement ? node.getScreenCTM() : { a: 1, b: 0 };
    return size * Math.hypot(a, b);
  };
  const isSeen = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight
      && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const visit = (root) => {
    for (const node of root.querySelectorAll("*:not(style, script)")) {
      if (node.shadowRoot) visit(node.shadowRoot);
      const isText = ({ nodeType, data }) => nodeType === 3 && data.trim();
      const words = [...node.childNodes].find(isText);
      if (!words || !isSeen(node) || node.closest(".unseen, .visually-hidden")) continue;
      const [role, pixels] = roles.find(([selector]) => node.closest(selector));
      const size = sizeOf(node);
      seen += 1;
      if (size < (pixels * innerHeight) / 1080 - 0.1)
        small[`${words.data.trim()}: ${size.toFixed(1)}, ${role.slice(0, 30)}`] = true;
    }
  };
  visit(document);
  return { small: Object.keys(small), seen };
}"""
# Charts follow a window's width some frames later than the player does.
NO_WIDER = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return main.scrollWidth <= main.clientWidth;
}"""

BOX = "node => node.getBoundingClientRect().toJSON()"


def assert_it_fits(visited: Visit) -> None:
    """Nothing is wider than the window: Streamlit scrolls in a box of its own."""
    visited.page.wait_for_function(NO_WIDER)


def assert_a_hall_can_read_it(visited: Visit) -> None:
    """Every text that the window shows is large enough for the last row."""
    shown = visited.page.evaluate(SHOWN, LEAST)
    assert shown["seen"] > 10
    assert not shown["small"], (visited.page.viewport_size, shown["small"])


def assert_on_one_screen(visited: Visit, height: int) -> None:
    """The first player of the page, if it has one, in a window that is ``height`` high."""
    players = visited.page.locator(".player:visible")
    if players.count():
        box = players.first.evaluate(BOX)
        assert 0 <= box["top"] <= box["bottom"] <= height
