"""The player's tests, which run in one page: a test here for each module of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bpe_lab.player.parts import bundle
from tests.browser.player.harness import PlayerPage, player_page
from tests.paths import ROOT

MODULES = sorted((ROOT / "bpe_lab" / "player").rglob("*.test.js"))


@pytest.fixture(scope="session")
def in_page(browser: Browser, pytestconfig: pytest.Config) -> Iterator[PlayerPage]:
    with player_page(browser, watched=pytestconfig.getoption("--headed")) as opened:
        yield opened


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name.split(".")[0])
def test_the_player(
    in_page: PlayerPage,
    module: Path,
    subtests: pytest.Subtests,
    pytestconfig: pytest.Config,
) -> None:
    cases = in_page.run(module, pytestconfig.getoption("--case"))
    for name, fault in cases:
        with subtests.test(name):
            if fault:
                pytest.fail(f"{module.relative_to(ROOT)}: {name}: {fault}", pytrace=False)


def test_the_player_names_no_algorithm() -> None:
    words = re.compile(r"\b(bpe|byte.pair|merge_list|tokenizer)\b", re.IGNORECASE)
    code = bundle().replace("bpe-lab", "")
    assert set(words.findall(code)) <= {"BPE"}, "a name in a title at most"
