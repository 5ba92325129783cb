"""The panel's files as a browser gets them, beside the player's."""

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.paths import ROOT, modules
from ui.player import served as player
from ui.progress import served

IMPORT = re.compile(r'from "([^"]+)";')


@pytest.mark.parametrize("prefix", ["", "/lab", "/a/b"])
def test_both_components_files_are_served(prefix: str) -> None:
    client = TestClient(Starlette(routes=[player.ROUTE, served.ROUTE]))
    for component in (player, served):
        for file in component.files():
            answer = client.get(f"{prefix}/{component.FOLDER}/{file.name}")
            assert (answer.status_code, answer.content) == (200, file.content)
            assert "immutable" in answer.headers["cache-control"]
    assert client.get(f"{prefix}/{served.FOLDER}/panel.py").status_code == 404
    assert client.get(f"{prefix}/{player.FOLDER}/{served.files()[0].name}").status_code == 404


def test_the_panel_takes_nothing_of_the_player_but_its_core() -> None:
    folder = ROOT / "ui" / "progress" / "panel"
    imports = {
        (path.parent / target).resolve()
        for path in modules(folder)
        for target in IMPORT.findall(path.read_text("utf-8"))
    }
    assert len(imports) > 10
    assert {path.parent for path in imports} == {folder, ROOT / "bpe_lab" / "player" / "core"}
