"""Take the README's picture, light and dark, from the running app.

    uv run python -m scripts.readme_pictures

Starts the app on a free port, opens the walk inside the trainer at a step that shows every
structure at work, and writes ``docs/pictures/inside-light.png`` and ``inside-dark.png``. Needs
the ``test`` extra and a ``chromium`` on the path. Run it again when the player's looks change.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, FloatRect, sync_playwright

from benchmarks.app_server import serving
from benchmarks.chromium import chromium_path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WALK = "linked?text=low&lang=en&step=106"
WIDTH, HEIGHT = 1280, 900
DENSITY = 1.5  # pixels of the picture per pixel of the page
INKS = 256  # colors that are kept; the drawing has few
MARGIN = 16  # pixels of the page beside and below the player
ABOVE = 6  # of the page above it; the inputs end there
PATIENCE = 120  # seconds, for the first page


def main() -> None:
    """Both pictures, with the size of each."""
    chromium = chromium_path()
    if chromium is None:
        sys.exit("chromium is not installed")
    FOLDER.mkdir(exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for scheme in SCHEMES:
            path = FOLDER / f"inside-{scheme}.png"
            path.write_bytes(compressed(picture(browser, f"{server.address}/{WALK}", scheme)))
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} KB")
        browser.close()


def picture(browser: Browser, address: str, scheme: Literal["light", "dark"]) -> bytes:
    """The player, with a margin, as a PNG."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=DENSITY,
        color_scheme=scheme,
        reduced_motion="reduce",
        locale="en-US",
    )
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(address)
    page.locator(".player [role=slider]").wait_for()
    page.wait_for_function("document.fonts.ready.then(() => true)")
    page.wait_for_timeout(1_500)  # the page settles below the player, transitions end
    box = page.locator(".player").bounding_box()
    assert box, "the player is on the page"
    clip: FloatRect = {
        "x": box["x"] - MARGIN,
        "y": box["y"] - ABOVE,
        "width": box["width"] + 2 * MARGIN,
        "height": box["height"] + ABOVE + MARGIN,
    }
    taken = page.screenshot(clip=clip, full_page=True)
    page.close()
    return taken


def compressed(png: bytes) -> bytes:
    """The same picture with a palette of its own.

    subtle: the palette keeps the colors of a few hundred pixels too, such as the sub-goals',
    which the default way of choosing it would mix.
    """
    with Image.open(io.BytesIO(png)) as image:
        drawn = image.convert("RGB").quantize(
            INKS,
            method=Image.Quantize.MAXCOVERAGE,
            kmeans=2,
            dither=Image.Dither.NONE,
        )
    buffer = io.BytesIO()
    drawn.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    main()
