"""Take pictures of every page, to be looked at side by side.

    uv run python -m scripts.page_pictures FOLDER [--only train,linked] [--sheets]

Starts the app on a free port and writes ``PAGE-LANGUAGE-FORM-SCHEME.png`` for each page in both
languages, light and dark, in three forms: the page in a window of 1920 × 1080, presented in the
same window, and on a phone. ``--sheets`` writes one picture per page and form instead, the four
of them in a square. Needs the ``test`` extra and a ``chromium`` on the path.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.app_server import serving
from benchmarks.chromium import chromium_path
from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PATIENCE = 180  # seconds, for the first view of a page
SETTLING = 700  # milliseconds until charts are drawn and movement has come to its end
RUNNING = "[data-testid=stApp]:not([data-test-script-state=notRunning])"
# Streamlit has a gray stripe in place of what is still loading; a race can be cancelled.
DRAWN = "() => !document.querySelector('[data-testid=stSkeleton], [class*=race_cancel]')"
# Where each page is looked at: a walk in its middle, where its structures are at work.
QUERIES = dict.fromkeys(PAGES, "") | {
    "pretokenize": "text=low&step=4",
    "train": "text=low&step=9",
    "linked": "text=low&step=106",
    "encode": "step=5",
    "subword_nmt": "step=12",
    "bytepiece": "step=20",
    "museum": "museum_text=%20a%20aaa",
    "sheets": "sheet_level=3",
}


class Form(NamedTuple):
    """How a page is shown."""

    query: str
    width: int
    height: int


FORMS = {
    "page": Form("", 1920, 1080),
    "present": Form("mode=present", 1920, 1080),
    "phone": Form("", 390, 844),
}


class Taken(NamedTuple):
    """One picture: what it shows, and where it lies."""

    page: str
    form: str
    path: Path


def main() -> None:
    """Every picture that the command line asks for."""
    arguments = _arguments()
    chromium = chromium_path()
    if chromium is None:
        sys.exit("chromium is not installed")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        taken = list(pictures(browser, server.address, arguments.folder, arguments.only))
        browser.close()
    if arguments.sheets:
        write_sheets(arguments.folder, taken)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", type=_pages, default=tuple(QUERIES), help="names, by commas")
    parser.add_argument("--sheets", action="store_true", help="four pictures on a sheet")
    return parser.parse_args()


def _pages(names: str) -> tuple[str, ...]:
    """The pages of a list by commas.

    Raises:
        ArgumentTypeError: for a name that is no page's.
    """
    pages = tuple(names.split(","))
    if unknown := [name for name in pages if name not in QUERIES]:
        choices = ", ".join(QUERIES)
        raise argparse.ArgumentTypeError(f"no page {unknown[0]!r}; choose among {choices}")
    return pages


def pictures(
    browser: Browser, address: str, folder: Path, names: tuple[str, ...]
) -> Iterator[Taken]:
    """Visit each page once per language and form; light and dark are taken in one visit."""
    for name in names:
        for form_name, form in FORMS.items():
            for language in LANGUAGES:
                page = browser.new_page(
                    viewport={"width": form.width, "height": form.height},
                    reduced_motion="reduce",
                )
                page.set_default_timeout(PATIENCE * 1000)
                path = "" if name == "home" else name
                query = "&".join(filter(None, (f"lang={language}", QUERIES[name], form.query)))
                page.goto(f"{address}/{path}?{query}")
                for scheme in SCHEMES:
                    picture = folder / f"{name}-{language}-{form_name}-{scheme}.png"
                    picture.write_bytes(in_scheme(page, scheme))
                    yield Taken(name, form_name, picture)
                page.close()


def in_scheme(page: Page, scheme: Literal["light", "dark"]) -> bytes:
    """The window as it stands, in light or in dark."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.locator("[data-testid=stApp]").wait_for()
    page.wait_for_timeout(SETTLING)  # Streamlit says a little late that a script runs
    page.locator(RUNNING).wait_for(state="detached")
    page.wait_for_function(DRAWN)
    page.wait_for_function("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(SETTLING)
    return page.screenshot()


def write_sheets(folder: Path, taken: list[Taken]) -> None:
    """Lay the pictures of each page and form in a square, and take the single ones away."""
    for name, form in dict.fromkeys((each.page, each.form) for each in taken):
        paths = [each.path for each in taken if (each.page, each.form) == (name, form)]
        sheet(paths).save(folder / f"{name}-{form}.png")
        for path in paths:
            path.unlink()


def sheet(paths: list[Path]) -> Image.Image:
    """Pictures of equal size, two beside each other or, where they are narrow, all in a row."""
    opened = [Image.open(path).convert("RGB") for path in paths]
    width, height = opened[0].size
    across = 2 if width > height else len(opened)
    rows = -(-len(opened) // across)
    laid = Image.new("RGB", (across * width, rows * height))
    for index, picture in enumerate(opened):
        laid.paste(picture, (index % across * width, index // across * height))
    return laid


if __name__ == "__main__":
    main()
