"""The walls of docs/architecture.md, read off the imports. Imports point only to the right."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.paths import ROOT

# Inside the library and inside the laboratory: a module imports from its own rank or from one
# further right.
CORE_RANKS = (
    ("__init__", "files", "tokenizers"),
    ("registry", "toolchain", "warm"),
    ("systems", "vocabularies"),
    ("shards",),
    ("formats",),
    ("train", "encode"),
    ("library",),
    ("texts",),
    ("encoder_events", "events", "state"),
    ("pretokenize",),
    ("model",),
    ("kernels",),
    ("runtime",),
    ("errors",),
)
LAB_RANKS = (
    ("__main__",),
    ("cli", "show", "site"),
    ("player",),
    ("scenes", "text"),
    ("check", "compare", "race"),
    ("lessons", "measure"),
    ("pages",),
    ("museum", "sheets"),
    ("exercises", "fields"),
    ("html_pages", "lab_errors"),
)

APP = ("ui", "pages", "app", "tests", "benchmarks")

# Who may not import what, by the beginning of the importing and of the imported module's name.
NEVER = {
    "bpe_core": ("streamlit", "pandas", "altair", "jinja2", "typer", "rich", "bpe_lab", *APP),
    "bpe_lab": ("streamlit", *APP),
    # What two of them need is of `measure`.
    "bpe_lab.race": ("bpe_lab.compare", "bpe_lab.check"),
    "bpe_lab.compare": ("bpe_lab.race", "bpe_lab.check"),
    "bpe_lab.check": ("bpe_lab.race", "bpe_lab.compare"),
    "bpe_lab.scenes": ("bpe_lab.text", "bpe_lab.player", "bpe_lab.show"),
    "ui": ("pages", "app", "tests", "benchmarks"),
    "pages": ("pages", "app", "tests", "benchmarks"),
    "app": ("pages", "tests", "benchmarks"),
}

# Inside `ui`, beside the rooms of pages: likewise.
UI_RANKS = (
    ("ahead", "shell"),
    ("counting",),
    ("drafting", "lecture", "tokenizer_inputs"),
    ("own_tokenizers",),
    ("hall", "player", "preview", "progress", "tokenizer_files"),
    ("owner_bounds",),
    ("charts",),
    ("page",),
    ("serving",),
)
RANKS = {"bpe_core": CORE_RANKS, "bpe_lab": LAB_RANKS, "ui": UI_RANKS}
RANK_OF = {
    house: {name: rank for rank, names in enumerate(ranks) for name in names}
    for house, ranks in RANKS.items()
}

# Rooms of `ui` and `bpe_lab/scenes` that hold what one page alone needs; and who may look into
# them all the same.
OF_ONE_PAGE = tuple(sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
KNOWS_PAGES = (
    "ui.tokenizer_inputs",
    "ui.ahead",
    "bpe_lab.show.walks",
    "bpe_lab.site.in_browser",
)


def violations(root: Path) -> list[str]:
    """Every import (and every print in the core) that breaks a wall, with file and line."""
    found: list[str] = []
    graph: dict[str, set[str]] = {}
    for path in sources(root):
        module, where = module_name(root, path), path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text("utf-8"), where)
        for line, target in imports(root, module, tree, is_package=path.stem == "__init__"):
            rule = broken_rule(module, target)
            if rule:
                found.append(f"{where}:{line} imports {target}: {rule}")
            graph.setdefault(module, set()).add(target)
        for house in ("bpe_core", "bpe_lab"):
            if not below(module, house):
                continue
            found += [
                f"{where}:{line} calls print: {house} never prints" for line in prints(tree)
            ]
            if room_of(module) not in (*RANK_OF[house], "__init__"):
                found.append(f"{where} has no rank in tests/layers.py")
    return found + cycles(graph)


def sources(root: Path) -> Iterator[Path]:
    """The Python files behind the walls."""
    for place in ("bpe_core", "bpe_lab", "ui", "pages"):
        yield from sorted((root / place).rglob("*.py"))
    if (root / "app.py").exists():
        yield root / "app.py"


def module_name(root: Path, path: Path) -> str:
    """``bpe_core/train/naive.py`` is ``bpe_core.train.naive``."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(
    root: Path, module: str, tree: ast.AST, *, is_package: bool
) -> Iterator[tuple[int, str]]:
    """(line, imported module), also inside functions and by ``import_module``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = node.level - is_package
                package = module.split(".")[: len(module.split(".")) - up]
                base = ".".join([*package, base] if base else package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if is_module(root, inner) else base
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


def is_module(root: Path, name: str) -> bool:
    path = root.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def called(node: ast.Call) -> str:
    """The last name of what is called: ``f`` of ``f()`` and of ``a.f()``."""
    function = node.func
    return str(getattr(function, "id", None) or getattr(function, "attr", ""))


def prints(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "print":
            yield node.lineno


def below(module: str, place: str) -> bool:
    return module == place or module.startswith(place + ".")


def room_of(module: str) -> str:
    """The room that a module belongs to: ``train`` of ``bpe_core.train.naive``."""
    return module.split(".")[1] if "." in module else "__init__"


def broken_rule(module: str, target: str) -> str | None:
    """What is wrong with ``module`` importing ``target``, or None."""
    for place, banned in NEVER.items():
        if below(module, place):
            for name in banned:
                if below(target, name):
                    return f"{place} never imports {name}"
    for page in OF_ONE_PAGE:
        rooms = (f"ui.{page}", f"bpe_lab.scenes.{page}", f"pages.{page}")
        own = module in KNOWS_PAGES or any(below(module, room) for room in rooms)
        for room in rooms[:2]:
            if below(target, room) and not own:
                return f"{room} belongs to one page"
    for house, rank_of in RANK_OF.items():
        if below(module, house) and below(target, house):
            here, there = rank_of.get(room_of(module)), rank_of.get(room_of(target))
            if here is not None and there is not None and there < here:
                where = "" if house == "bpe_core" else f"{house}."
                return f"{where}{room_of(target)} stands left of {where}{room_of(module)}"
    return None


def cycles(graph: dict[str, set[str]]) -> list[str]:
    """A circle of imports, if there is one; ranks alone would allow it between equals."""
    inner = {module: targets & graph.keys() for module, targets in graph.items()}
    try:
        TopologicalSorter(inner).prepare()
    except CycleError as error:
        return [f"imports run in a circle: {' -> '.join(error.args[1])}"]
    return []
