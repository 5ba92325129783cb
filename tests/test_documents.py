"""What the documents name is there, and the page on the house stays short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bpe_core.registry import FORMATS
from tests.paths import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ARCHITECTURE = ROOT / "docs" / "architecture.md"
MOST_BYTES = 6 * 1024
HOUSES = ("bpe_core", "bpe_lab", "ui")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
# A file or folder of this project; names in capitals stand for a reader's own, and results
# are there once a benchmark has run.
PATH = re.compile(
    r"(?!benchmarks/results/)(?:bpe_core|bpe_lab|ui|pages|scripts|tests|benchmarks|docs)/[a-z0-9_./]+"
)

MODULE = re.compile(r"`([a-z0-9_/]+\.py)`")
OF_OTHERS = {
    *("learn_bpe.py", "regex.py", "tekken.py"),
    *("tiktoken_ext/openai_public.py", "tokenization_qwen.py"),
}


def prose(document: Path) -> str:
    """A document without its blocks of code."""
    return FENCE.sub("", document.read_text(encoding="utf-8"))


def broken_links(document: Path) -> list[str]:
    """Links to files and headings that are not there."""
    text = CODE.sub("", prose(document))
    targets = [link or picture for link, picture in LINK.findall(text)]
    return [target for target in targets if not _resolves(document, target)]


def _resolves(document: Path, target: str) -> bool:
    if target.startswith(("http://", "https://")):
        return True
    name, _, heading = target.partition("#")
    file = document.parent / name if name else document
    return file.exists() and (not heading or heading in headings(file))


def headings(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    titles = HEADING.findall(FENCE.sub("", document.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def missing_paths(document: Path) -> list[str]:
    """Files and folders of the project that are named in code and are not there."""
    names = [name for name in CODE.findall(prose(document)) if PATH.fullmatch(name)]
    return [name for name in names if not (ROOT / name).exists()]


def kinds() -> list[str]:
    """What a recording may call a widget: the rows of the player's table."""
    text = (ROOT / "bpe_lab/player/widgets/kinds.js").read_text(encoding="utf-8")
    rows = text.partition("export const WIDGETS = {")[2].partition("}")[0]
    return re.findall(r"^  (\w+),$", rows, re.MULTILINE)


def rooms() -> list[str]:
    """The folders of code right below the houses."""
    folders = [each for name in HOUSES for each in (ROOT / name).iterdir()]
    return [each.name for each in folders if each.is_dir() and any(each.glob("*.py"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: str(each.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    assert broken_links(document) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: str(each.relative_to(ROOT)))
def test_every_named_file_exists(document: Path) -> None:
    assert missing_paths(document) == []


def test_every_module_that_code_names_is_there() -> None:
    modules = [file for house in HOUSES for file in (ROOT / house).rglob("*.py")]
    there = tuple(f"/{file.relative_to(ROOT)}" for file in modules)
    named = {name for file in modules for name in MODULE.findall(file.read_text("utf-8"))}
    gone = [n for n in named - OF_OTHERS if not any(file.endswith(f"/{n}") for file in there)]
    assert [name for name in gone if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("document", ["python", "command-line"])
def test_every_format_is_named(document: str) -> None:
    named = CODE.findall((ROOT / f"docs/{document}.md").read_text(encoding="utf-8"))
    assert [name for name in FORMATS if name not in named] == []


def test_the_house_fits_on_one_page() -> None:
    assert len(ARCHITECTURE.read_bytes()) <= MOST_BYTES


def test_every_room_is_on_the_page() -> None:
    named = set(CODE.findall(prose(ARCHITECTURE)))
    assert len(rooms()) > 20
    assert [room for room in rooms() if room not in named] == []


def test_every_kind_of_widget_has_its_row() -> None:
    recording = (ROOT / "docs/recording.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", recording.partition("\n## Widgets\n")[2], re.MULTILINE)
    assert len(kinds()) > 20
    assert sorted(rows) == sorted(kinds())


def test_what_leads_nowhere_is_seen(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text(
        "# A title, and more\n[gone](gone.md) [here](#a-title-and-more) [no](#no)\n"
        '[self](page.md) `[code](in.md)` <img src="gone.png">\n'
        "`ui/gone.py` `bpe_lab/text/NEW.toml`\n",
        encoding="utf-8",
    )
    assert broken_links(document) == ["gone.md", "#no", "gone.png"]
    assert missing_paths(document) == ["ui/gone.py"]
