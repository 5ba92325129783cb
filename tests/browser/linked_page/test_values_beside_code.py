"""What code has just read or written stands beside it whole, however little room there is."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit

Open = Callable[..., Visit]
SIZES = {"hall": (1920, 1080), "desk": (1280, 900), "phone": (390, 844)}
# Of every value that is drawn: its text, and whether it is seen whole.
VALUES = """all => all.map((values) => {
  const box = values.closest(".listing").getBoundingClientRect();
  const { left, right, width } = values.getBoundingClientRect();
  const inside = left >= box.left && right <= box.right + 0.5;
  const whole = inside && values.scrollWidth <= values.clientWidth + 1;
  return [values.textContent, width > 0, whole];
}).filter(([text, drawn]) => text && drawn).map(([text, , whole]) => [text, whole])"""


@pytest.mark.parametrize(
    ("page", "size"),
    [
        *(("linked", "hall"), ("linked", "phone")),
        *(("subword_nmt", "desk"), ("subword_nmt", "phone")),
    ],
)
def test_no_value_is_cut(server: str, visit: Open, page: str, size: str) -> None:
    width, height = SIZES[size]
    mode = "&mode=present" if size == "hall" else ""
    viewport = {"width": width, "height": height}
    visited = visit(f"{server}/{page}?lang=en{mode}", viewport=viewport).ready()
    if size == "phone":
        visited.player().get_by_role("tab", name="Code").first.click()
    visited.player().focus()
    seen: dict[str, bool] = {}
    for _ in range(30):
        for text, whole in visited.player().locator(".values").evaluate_all(VALUES):
            seen[text] = seen.get(text, True) and whole
        visited.press("ArrowRight")
    assert max(map(len, seen)) > len("5 → 4"), "there were values to cut"
    assert [text for text, whole in seen.items() if not whole] == []
