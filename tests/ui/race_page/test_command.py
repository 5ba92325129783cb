"""The page names the command that repeats its race, on the page and in what is kept."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from bpe_core.library import standard_library
from bpe_core.texts.corpus import INTJ
from bpe_lab.cli.race import results
from bpe_lab.text import LANGUAGES, catalogue
from tests.lab.cli.test_race import repeated
from tests.ui import standings
from tests.ui.race_page.pages import Stage, html, own, race_page
from tests.ui.test_pages import errors_of
from ui.race.race_results import results_table

LINKS: dict[str, tuple[dict[str, str], str]] = {
    "as it opens": (
        {"race_text": "library_20k", "repeats": "7"},
        standard_library(20_000).text,
    ),
    "special tokens": ({"special": "<|endoftext|>, ab c"}, INTJ),
    "every option": (
        {
            "race_merges": "7",
            "pattern": "qwen2",
            "tie_break": "lowest_ids",
            "repeats": "3",
            "budget": "5",
            "race_field": "ours",
        },
        INTJ,
    ),
    "encoders": ({"race_work": "encode", "race_field": "ours"}, INTJ),
}


def command_on(at: Any) -> str:
    (found,) = re.findall(r'<p class="repeat-how".*?<code>(.*?)</code>', html(at), re.DOTALL)
    return unescape(found)


@pytest.mark.parametrize("what", LINKS)
def test_the_command_in_the_footer_repeats_the_race(
    stage: Stage,
    what: str,
    language: str,
) -> None:
    link, text = LINKS[what]
    at = stage.settled(race_page(language, view="timing", **link))
    assert errors_of(at) == ""
    assert catalogue(language)["footer.repeat"] in html(at)
    again = repeated(command_on(at))
    assert (again.plan, again.text) == (stage.plans[0], text)


def test_growth_is_repeated_with_its_sizes(stage: Stage) -> None:
    at = race_page(view="growth", race_text="story_en")
    at.button(key="race_start").click().run()
    stage.settled(at)
    command = command_on(at)
    assert repeated(command).plan == stage.plans[0]
    assert "--text story_en" in command


def test_a_text_of_ones_own_is_a_file_to_be_put_in(stage: Stage) -> None:
    at = stage.settled(race_page(view="timing", **own("<b>low lower</b>")))
    assert command_on(at).endswith(" TEXT")
    at = race_page(
        view="timing", race_work="encode", race_tokenizer="trained", **own("low low")
    )
    assert command_on(stage.settled(at)).endswith(" --model MODEL TEXT")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", ["timing", "growth"])
def test_the_record_tells_text_and_command_alike_in_all_languages(
    stage: Stage,
    language: str,
    view: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []

    def kept(_: str, data: Any, name: str, *__: object, **___: object) -> None:
        if name.endswith(".json"):
            made.append(json.loads(data()))

    monkeypatch.setattr("streamlit.download_button", kept)
    at = race_page(language, view=view)
    if view == "growth":
        at.button(key="race_start").click().run()
    stage.settled(at)
    assert made[-1]["corpus"]["name"] == "intj"
    assert made[-1]["command"] == command_on(at)
    assert made[-1]["command"].endswith("--text intj")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_refers_to_the_lane_that_the_terminal_refers_to(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr("streamlit.html", drawn.append)
    monkeypatch.setattr("bpe_lab.text.language", lambda: language)
    standing = standings.ladder()  # where rustbpe is the fastest
    results_table(standing, standings.SIZE)
    assert f"{catalogue(language)['lane.linked.title']} = 1" in unescape(drawn[0])
    assert results(standing, standings.SIZE).headers[1] == "time, linked = 1"
