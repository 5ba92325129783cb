"""The hall's tools as a browser gets them: named in every page, with their words."""

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bpe_lab.player.parts import bundle
from bpe_lab.text import LANGUAGES
from tests.paths import ROOT, modules
from ui.hall import opening
from ui.serving import front_page
from ui.serving.static_files import WINDOW

KEY = re.compile(r'"((?:hall|player)\.\w+)"')


@pytest.mark.parametrize("address", ["/", "/train"])
def test_every_page_names_the_tools_and_their_file_is_there(address: str) -> None:
    routes = [WINDOW.route, *front_page.routes(["train"], lambda page: opening.head())]
    client = TestClient(Starlette(routes=routes))
    name = re.findall(r'import \{ openTools \} from "\./([^"]+)"', client.get(address).text)
    assert len(name) == 1
    answer = client.get(f"/{name[0]}")
    assert (answer.status_code, answer.text) == (200, bundle("window"))


def test_all_their_words_come_along_in_every_language() -> None:
    (written,) = re.findall(r"openTools\((\{.*\})\);", opening.head())
    words = json.loads(written)
    assert list(words) == [each.tag for each in LANGUAGES.values()]
    folders = (ROOT / "ui/hall/window", ROOT / "bpe_lab/player/chrome")
    files = [*modules(folders[0]), folders[1] / "address.js"]
    used = {key for file in files for key in KEY.findall(file.read_text("utf-8"))}
    assert len(used) >= 10
    for text in words.values():
        assert used <= text.keys()
        assert any(key.startswith("player.spacing.") for key in text) or text is words["en"]
