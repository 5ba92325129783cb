"""Growth in a real browser."""

from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_lab.text import catalogue
from tests.browser.conftest import in_chinese
from tests.browser.race_page.visits import (
    Open,
    Server,
    chart,
    ended,
    opened,
)


class TestGrowth:
    @in_chinese
    def test_it_starts_by_the_button_and_ends_in_slopes(
        self, server: Server, visit: Open, language: str
    ) -> None:
        words = catalogue(language)
        text = " ".join(f"w{k * k % 31} low{k % 7}er" for k in range(500))
        merges = {"en": 60, "zh": 61}[language]  # each a race of its own
        query = f"view=growth&race_text=own&own_race={pack(text)}&repeats=1"
        query += f"&race_merges={merges}"
        visited = opened(visit, server, f"{query}&lang={language}")
        plan = visited.page.locator(".race-plan")
        plan.wait_for()
        assert words["lane.linked.rung"] in plan.inner_text()
        visited.page.get_by_role("button", name=words["race.start"]).click()
        visited.page.get_by_role("progressbar").first.wait_for()
        ended(visited, language)
        alternative = chart(visited.page).get_attribute("aria-label")
        assert alternative.count("±") == 2, "a slope with its error for each lane"
        for lane in ("naive", "linked"):
            assert words[f"lane.{lane}.title"] in alternative
        visited.page.get_by_role("radio", name=words["race.against.merges"]).click()
        visited.page.wait_for_url("**against=merges**")
        chart_of = f"[data-testid=stVegaLiteChart][aria-label*='{words['growth.x_train']}']"
        visited.page.locator(chart_of).wait_for()
        expect(ended(visited, language)).to_be_visible()
