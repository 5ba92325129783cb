"""The lab as files that any static host serves: pages, the player, and Python for the browser.

    python -m scripts.static_site FOLDER
    python -m http.server -d FOLDER

``--lab ADDRESS`` is where the whole lab runs, if it does: pages then lead there. What the
browser asks Python for is `bpe_lab/site/in_browser.py`; here the same function computes what
each page opens with. Nothing comes from elsewhere: the interpreter is a package of
``package-lock.json``. The folder is written anew; `docs/hosting.md` says how to serve it.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from bpe_lab.html_pages import template
from bpe_lab.pages import OWN, PASSAGE, TEXT, UPLOAD, WORD
from bpe_lab.player.parts import SECTIONS, bundle, packed, styles, walk_texts
from bpe_lab.scenes.recording import Json
from bpe_lab.site.in_browser import answer
from bpe_lab.text import LANGUAGES, catalogue, section
from scripts.javascript import MODULES, NPM, ROOT, install, write_bundles

HOME = "home"
SITE = ROOT / "bpe_lab" / "site"
# In whose words a walk speaks.
TEXTS: Mapping[str, tuple[str, ...]] = {
    HOME: ("home", "tokens"),
    **SECTIONS,
    "pretokenize": ("pretokenize", "pattern", "pattern_meaning", "linked.code", "question"),
}
FORM = (
    *("site", "app", "page", "shows", "input", "sample", "pattern", "tie_break", "tokenizer"),
    *("cut_view", "exercise", "error", "notice", "stop", "pattern_reason", "text_flaw"),
)
CHOICES = {"train": TEXT, "linked": TEXT, "encode": WORD, "pretokenize": PASSAGE}

INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
ENTRIES = ("bpe_lab.site.in_browser", "bpe_lab.site.regex_by_re")
# What no browser has; our modules that need one of them are left out.
ABSENT = {"numpy", "numba", "babel", "jinja2", "markupsafe", "requests", "rich", "typer"}
DATA = (
    *("bpe_core/texts/samples/*", "bpe_core/kernels/scan/regex_*.zlib"),
    *("bpe_core/vocabularies/lab.txt", "bpe_core/vocabularies/bilingual.merges.xz"),
)
PYTHON = "python.zip"
CACHE = "bpe-lab-{}"


def main() -> None:
    """Write the folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lab", default="", metavar="ADDRESS")
    given = parser.parse_args()
    write_site(given.folder, lab=given.lab.rstrip("/"))


def write_site(folder: Path, *, lab: str = "") -> None:
    """The whole site into ``folder``, in place of what is there."""
    install()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    write_bundles(folder, "site")
    (folder / "player.js").write_text(bundle(), encoding="utf-8")
    (folder / "styles.css").write_text(styles(), encoding="utf-8")
    for name in ("site.css", "worker.js"):
        shutil.copy(SITE / name, folder)
    _write_interpreter(folder / "pyodide")
    write_python(folder / PYTHON)
    compile_python(folder / PYTHON)
    _write_texts(folder / "texts")
    for page in TEXTS:
        _write_answers(page, folder / "answers" / page)
        _write_page(page, folder, lab)
    _write_service_worker(folder)


def _write_interpreter(folder: Path) -> None:
    folder.mkdir()
    for name in INTERPRETER:
        shutil.copy(MODULES / "pyodide" / name, folder)
    lock = json.loads((MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    _write_json(folder / "pyodide-lock.json", {**lock, "packages": {}})


def write_python(file: Path) -> None:
    """The modules of ours that the site needs, and what they read, as one archive."""
    paths = {*modules(), *(path for pattern in DATA for path in ROOT.glob(pattern))}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(paths):
            archive.write(path, path.relative_to(ROOT))


def compile_python(file: Path) -> None:
    """Have the archive hold what the site's own Python has compiled (`compiled.mjs`)."""
    script = ROOT / "scripts" / "compiled.mjs"
    subprocess.run([NPM[0], str(script), str(MODULES / "pyodide"), str(file)], check=True)


def modules() -> set[Path]:
    """Our modules that can be imported from the entries, wherever the import stands."""
    reached: set[Path] = set()
    left = [path for entry in ENTRIES if (path := _file(entry))]
    while left:
        path = left.pop()
        if path in reached:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        if ABSENT & {name.partition(".")[0] for name in _imported(tree.body)}:
            continue
        reached.add(path)
        inits = (parent / "__init__.py" for parent in path.parents if parent != ROOT)
        left += [each for each in inits if each.is_relative_to(ROOT) and each.exists()]
        left += [file for name in _imported(ast.walk(tree)) if (file := _file(name))]
    return reached


def _imported(nodes: Any) -> Iterator[str]:
    """What these statements import, a package and what is named of it alike."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _file(module: str) -> Path | None:
    """The file of one of our modules."""
    place = ROOT.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if module.startswith("bpe_") and file.exists()), None)


def _write_texts(folder: Path) -> None:
    """What is said on a page, by page and language."""
    folder.mkdir()
    for language in LANGUAGES:
        form = section(language, *FORM, marks=True)
        for page, names in TEXTS.items():
            _write_json(
                folder / f"{page}.{language}.json",
                {**walk_texts(language, names), **form},
            )


def _write_answers(page: str, folder: Path) -> None:
    """What the page opens with: on its own, and with each of its texts."""
    folder.mkdir(parents=True)
    for name, request in _openings(page):
        opening = json.loads(answer(json.dumps({"page": page, **request})))
        if walk := opening["walk"]:
            recording = walk["recording"]
            walk |= {"steps": len(recording["steps"]), "prelude": recording.get("prelude", 0)}
            walk["recording"] = json.loads(packed(recording))
        _write_json(folder / f"{name}.json", opening)


def _openings(page: str) -> Iterator[tuple[str, Json]]:
    """What is computed for a page, by its file's name: the first page has our own sentence."""
    if page == HOME:
        for language in LANGUAGES:
            yield language, {"query": {}, "start": catalogue(language)["home.start"]}
        return
    choice = CHOICES[page]
    yield "first", {"query": {}}
    for name in choice.options:
        if name not in (OWN, UPLOAD):
            yield name, {"query": {choice.param: name}}


def _write_page(page: str, folder: Path, lab: str) -> None:
    words, of_walk = catalogue("en"), page != HOME
    place = folder / page if of_walk else folder
    place.mkdir(exist_ok=True)
    loaded = (*(folder / "pyodide").iterdir(), folder / PYTHON)
    heading = f"{page}.title" if of_walk else "site.lead"
    html = template("bpe_lab.site", "page.html").render(
        page=page if of_walk else "",
        title=words[heading],
        about=words["site.about"],
        base="../" if of_walk else "./",
        text=CHOICES[page].param if of_walk else "",
        pages={name: words[f"page.{name}"] for name in CHOICES},
        languages=LANGUAGES,
        lab=lab,
        weight=sum(path.stat().st_size for path in loaded),
    )
    (place / "index.html").write_text(html, encoding="utf-8")


def _write_service_worker(folder: Path) -> None:
    """Last, since its version is a digest of all other files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = sha256()
    for path in files:
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    names = [path.relative_to(folder).as_posix() for path in files]
    files_kept = [f"./{name.removesuffix('index.html')}" for name in names]
    source = (SITE / "service-worker.js").read_text("utf-8")
    source = source.replace("{{ version }}", CACHE.format(digest.hexdigest()[:12]))
    source = source.replace('["{{ files }}"]', json.dumps(files_kept))
    (folder / "service-worker.js").write_text(source, encoding="utf-8")


def _write_json(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), "utf-8")


if __name__ == "__main__":
    main()
