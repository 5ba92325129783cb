"""The code of a link: read back by a decoder that shares nothing with what drew it."""

import re
from typing import Any

import zxingcpp
from PIL import Image, ImageDraw

from tests.npm_tools import npm_tools
from tests.ui.progress.node import evaluate

SHORT = "http://lab.test/linked?lang=en&step=151"
LONG = "https://lab.test/train?lang=zh&text=own&own=" + "aB3_-%E4%BD%A0" * 80
FULL = 2953
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1H(\d+)z")


def codes_of(links: list[str]) -> Any:
    npm_tools()
    return evaluate("hall_code", "return args[0].map((link) => it.codeOf(link) ?? null)", links)


def drawn(code: Any, scale: int) -> Image.Image:
    """Its path as a picture: black runs on white."""
    picture = Image.new("L", (code["side"] * scale,) * 2, 255)
    pen = ImageDraw.Draw(picture)
    assert RUN.sub("", code["path"]) == ""
    for x, y, width, left in (map(int, run) for run in RUN.findall(code["path"])):
        assert x == left
        box = (x * scale, y * scale, (x + width) * scale - 1, (y + 1) * scale - 1)
        pen.rectangle(box, fill=0)
    return picture


def test_a_code_says_the_link_and_a_longer_one_has_none() -> None:
    links = [SHORT, LONG, "x" * FULL]
    longer = ["x" * (FULL + 1), "x" * (FULL - 2) + "你"]
    codes = codes_of(links + longer)
    for link, code in zip(links, codes, strict=False):
        assert code["side"] == code["modules"] + 8, "four white modules on each side"
        (read,) = zxingcpp.read_barcodes(drawn(code, 3), formats=zxingcpp.BarcodeFormat.QRCode)
        assert read.text == link
    assert codes[len(links) :] == [None, None]
