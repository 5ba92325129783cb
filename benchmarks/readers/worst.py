"""What a reader waits for a rerun while another does the worst that the limits allow.

    python -m benchmarks.readers.worst [--only train workshop] [--seconds 20]

A browser uploads, types and starts; a reader beside it reruns the Train page four times a
second. First the reader is alone, then each deed is done by a session of its own; the ratio is
of the medians, and the longest wait stands beside it. The target is at most 4. The browser has
its share of the same cores. Linux only, with Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING

from playwright.async_api import async_playwright

from benchmarks.app_server import Server, serving
from benchmarks.chromium import chromium_path
from benchmarks.measure import machine, report
from benchmarks.readers.many import percentiles
from benchmarks.readers.reader import PATIENCE, Reader, reading
from bpe_lab.cli.report import table

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

PERIOD = 0.25  # seconds between two reruns of the reader beside it
ALONE = 3.0  # seconds of each server in which nobody else is there
WARM = 12.0  # seconds until the app has made its first pages ready
HEAD = ("deed", "reruns", "p50, ms", "p95, ms", "p99, ms", "longest, ms", "ratio")
HANZI = "".join(map(chr, range(0x4E00, 0x9FA6)))
MOST_TYPED = 20_000  # characters of a field


def letters(size: int) -> bytes:
    """One letter, again and again: the longest token there can be."""
    return b"a" * size


def words(size: int) -> bytes:
    """Words of random letters, hardly two alike: the most distinct pre-tokens."""
    draw = random.Random(1)
    each = ("".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(size // 8))
    return " ".join(each).encode()


def hanzi(size: int) -> bytes:
    """Random Chinese characters: long pre-tokens with hardly a pair that stands twice."""
    return "".join(random.Random(2).choices(HANZI, k=size // 3)).encode()


@dataclass(frozen=True, slots=True)
class Deed:
    """A page's address, what is uploaded there, typed in its first field, and pressed."""

    address: str
    file: Callable[[int], bytes] | None = None
    size: int = 0
    typed: str = ""
    button: str = ""


WORKSHOP, TRAINED = "workshop?corpus=upload&target=100000", "workshop_train"
DEEDS: dict[str, Deed] = {
    "workshop, 32 MB of one letter": Deed(WORKSHOP, letters, 31_900_000, button=TRAINED),
    "workshop, 32 MB of words": Deed(WORKSHOP, words, 31_900_000, button=TRAINED),
    "workshop, 32 MB of Chinese": Deed(WORKSHOP, hanzi, 31_900_000, button=TRAINED),
    "train, 200 KB of one letter": Deed("train?text=upload&vocab_size=456", letters, 200_000),
    "train, 200 KB of Chinese": Deed("train?text=upload&vocab_size=456", hanzi, 200_000),
    "inside, typed": Deed("linked?text=own", typed="日本a🙂" * 5_000),
    "pre-tokens, a pattern that backtracks": Deed(
        f"pretokenize?passage=own&split=custom&custom={'(a|a)*' * 20}b", typed="a" * MOST_TYPED
    ),
    "pre-tokens, 200 KB of words": Deed("pretokenize?passage=upload", words, 200_000),
    "encode, a word of 20,000": Deed("encode?words=own&tokenizer=lab", typed="ab" * 10_000),
    "why, 200 KB of Chinese": Deed("why?sample=upload", hanzi, 200_000),
    "subword-nmt, 200 KB of words": Deed("subword_nmt?subword_text=upload", words, 200_000),
    "race, 5 MB of words": Deed("race?race_text=upload", words, 4_900_000, button="race_start"),
    "race, 5 MB of one letter": Deed(
        "race?race_text=upload", letters, 4_900_000, button="race_start"
    ),
    "compare, the table": Deed("compare?view=table", button="compare_start"),
    "BytePiece, a word of 20,000": Deed("bytepiece?piece_text=own", typed="学" * MOST_TYPED),
}


async def rerunning(reader: Reader, seconds: float) -> list[float]:
    """Rerun every period; how long each took."""
    replies: list[float] = []
    until = monotonic() + seconds
    while (start := monotonic()) < until:
        await reader.rerun()
        replies.append(monotonic() - start)
        await asyncio.sleep(max(0.0, PERIOD - replies[-1]))
    return replies


async def do(deed: Deed, page: Page, server: Server, folder: Path) -> None:
    """Open the page, then upload, type and press.

    Raises playwright's ``TimeoutError`` where what is to be pressed never comes.
    """
    page.set_default_timeout(PATIENCE * 1e3)
    await page.goto(f"{server.address}/{deed.address}")
    path = folder / "text.txt"
    if path.exists():
        await page.locator("input[type=file]").first.set_input_files(path)
    if deed.typed:
        text = page.locator("textarea:visible, input[type=text]:visible").first
        most = int(await text.get_attribute("maxlength") or MOST_TYPED)
        await text.fill(deed.typed[:most])
        await text.press("Control+Enter")
    if deed.button:
        await page.locator(f".st-key-{deed.button} button:enabled").click()


async def beside(
    deed: Deed, browser: Browser, server: Server, reader: Reader, seconds: float
) -> list[float]:
    """The reader's replies while the deed is done, and for ``seconds`` after it began."""
    page = await browser.new_page()
    with tempfile.TemporaryDirectory() as folder:
        if deed.file:
            (Path(folder) / "text.txt").write_bytes(deed.file(deed.size))
        doing = asyncio.create_task(do(deed, page, server, Path(folder)))
        replies = await rerunning(reader, seconds)
        await doing
    await page.close()
    return replies


def row(name: str, replies: Sequence[float], quiet: float) -> list[str]:
    """A line of the table.

    >>> row("quiet", [0.02, 0.01, 0.03], 0.02)
    ['quiet', '3', '20', '29', '30', '30', '1.00']
    """
    figures = (*percentiles(replies).values(), 1e3 * max(replies))
    ratio = median(replies) / quiet
    return [name, str(len(replies)), *(f"{each:.0f}" for each in figures), f"{ratio:.2f}"]


async def measured(deeds: dict[str, Deed], seconds: float) -> dict[str, list[float]]:
    """The replies with nobody else, then beside each deed; a server for each deed."""
    replies: dict[str, list[float]] = {"nobody else": []}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox"]
        )
        for name, deed in deeds.items():
            with serving() as server:
                async with reading(server, "train") as reader:
                    await reader.rerun()
                    await asyncio.sleep(WARM)
                    replies["nobody else"] += await rerunning(reader, ALONE)
                    replies[name] = await beside(deed, browser, server, reader, seconds)
        await browser.close()
    return replies


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=[], help="how the names of deeds begin")
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args(argv)
    chosen = tuple(options.only) or ("",)
    deeds = {name: deed for name, deed in DEEDS.items() if name.startswith(chosen)}
    replies = asyncio.run(measured(deeds, options.seconds))
    quiet = median(replies["nobody else"])
    rows = [row(name, each, quiet) for name, each in replies.items()]
    report("worst_reader", machine(), table([*HEAD], rows), {"seconds": replies})


if __name__ == "__main__":
    main()
