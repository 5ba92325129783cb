"""What a page loads besides the player, as a browser gets it."""

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.paths import ROOT, modules
from ui.player.served import PLAYER
from ui.serving.static_files import WINDOW

EXPORT = re.compile(r"^export (?:const|\{) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'from "([^"]+)";')
USED = re.compile(r'loader\("(\w+)"\)')


@pytest.mark.parametrize("prefix", ["", "/lab", "/a/b"])
def test_each_file_is_served_from_its_own_folder(prefix: str) -> None:
    client = TestClient(Starlette(routes=[PLAYER.route, WINDOW.route]))
    for served in (PLAYER, WINDOW):
        for file in served.files():
            answer = client.get(f"{prefix}/{served.name}/{file.name}")
            assert (answer.status_code, answer.content) == (200, file.content)
            assert "immutable" in answer.headers["cache-control"]
    assert client.get(f"{prefix}/{WINDOW.name}/window.js").status_code == 404
    [window] = WINDOW.files()
    assert client.get(f"{prefix}/{PLAYER.name}/{window.name}").status_code == 404


def test_every_export_is_opened_by_a_page_or_mounted_by_a_component() -> None:
    exports = set(EXPORT.findall((ROOT / "ui/window.js").read_text("utf-8")))
    texts = (path.read_text("utf-8") for path in ROOT.glob("ui/*/*.py"))
    used = {name for text in texts for name in USED.findall(text)}
    assert exports == {"openTools", *used}


def test_progress_takes_nothing_of_the_player_but_its_core() -> None:
    folder = ROOT / "ui" / "progress" / "panel"
    imports = {
        (path.parent / target).resolve()
        for path in modules(folder)
        for target in IMPORT.findall(path.read_text("utf-8"))
    }
    assert len(imports) > 5
    assert {path.parent for path in imports} == {folder, ROOT / "bpe_lab" / "player" / "core"}
