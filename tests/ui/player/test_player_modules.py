"""The rooms of the player's modules: imports point from chrome to widgets to core."""

import re
from pathlib import Path

import pytest

from bpe_lab.player.parts import FOLDER, STYLES
from tests.paths import modules

ROOMS = ("chrome", "widgets", "core")  # a module imports from its own room or those after it
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "([^"]+)";', re.MULTILINE)
Graph = dict[str, list[str]]


def graph_of(folder: Path) -> Graph:
    """Every module below ``folder`` with those it imports, as `core/dom.js`; no package."""
    paths = [path for room in ROOMS for path in modules(folder / room)]
    return {
        path.relative_to(folder).as_posix(): [
            (path.parent / target).resolve().relative_to(folder.resolve()).as_posix()
            for target in IMPORT.findall(path.read_text("utf-8"))
            if target.startswith(".")
        ]
        for path in paths
    }


def upward(graph: Graph) -> list[tuple[str, str]]:
    """Imports from a room into one that comes before it."""

    def rank(module: str) -> int:
        return ROOMS.index(module.split("/")[0])

    return [
        (module, target)
        for module, targets in graph.items()
        for target in targets
        if rank(target) < rank(module)
    ]


def in_circles(graph: Graph) -> set[str]:
    """The modules that are left when those that import nothing left are taken away in turn."""
    left = dict(graph)
    while free := [name for name, targets in left.items() if not set(targets) & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def unreached(graph: Graph, start: str) -> set[str]:
    """The modules that ``start`` imports neither itself nor through others."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += graph[module]
    return graph.keys() - reached


def test_imports_point_to_the_inner_rooms_and_in_no_circle() -> None:
    graph = graph_of(FOLDER)
    assert len(graph) > 50
    assert upward(graph) == []
    assert in_circles(graph) == set()


def test_every_module_and_every_sheet_is_part_of_the_player() -> None:
    lost = unreached(graph_of(FOLDER), "chrome/mount.js")
    assert lost == {"core/types.js"}, "types are named in comments alone"
    sheets = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*.css")}
    assert sheets == {f"{name}.css" for name in STYLES}


def test_the_answer_bar_styles_nothing_outside_itself() -> None:
    """A lattice's scores have the class of its score, and were drawn over each other."""
    sheet = (FOLDER / "chrome/answers.css").read_text("utf-8")
    heads = re.findall(r"^(?:\[data-size=narrow\] )?\.[\w-]+", sheet, re.MULTILINE)
    assert {head.split()[-1] for head in heads} == {".answers", ".transport"}


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """Modules that break the rules: a circle, an import from an outer room, a lost one.

    Tests may.
    """
    texts = {
        "core/a.js": 'import { b } from "./b.js";\n',
        "core/b.js": 'import {\n  a,\n} from "./a.js";\n',
        "widgets/c.js": 'import "nothing";\nexport { d } from "../chrome/d.js";\n',
        "chrome/d.js": "export const d = 1;\n",
        "core/a.unit.js": 'import { d } from "../chrome/d.js";\n',
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_broken_rules_are_found(planted: Path) -> None:
    graph = graph_of(planted)
    assert in_circles(graph) == {"core/a.js", "core/b.js"}
    assert upward(graph) == [("widgets/c.js", "chrome/d.js")]
    assert unreached(graph, "core/a.js") == {"widgets/c.js", "chrome/d.js"}
