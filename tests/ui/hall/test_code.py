"""The code of a link: read back by a decoder that shares nothing with what drew it."""

import re
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from scripts import javascript
from tests.ui.progress.node import evaluate

SHORT = "http://lab.test/linked?lang=en&step=151"
LONG = "https://lab.test/train?lang=zh&text=own&own=" + "aB3_-%E4%BD%A0" * 80
FULL = 2953
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1H(\d+)z")


def code_of(link: str) -> Any:
    javascript.install()
    return evaluate("hall_code", "return it.codeOf(args[0])", link)


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


@pytest.mark.parametrize("link", [SHORT, LONG, "x" * FULL], ids=["short", "long", "full"])
def test_a_code_says_the_link(link: str) -> None:
    code = code_of(link)
    assert code["side"] == code["modules"] + 8, "four white modules on each side"
    (read,) = zxingcpp.read_barcodes(drawn(code, 3), formats=zxingcpp.BarcodeFormat.QRCode)
    assert read.text == link


@pytest.mark.parametrize("link", ["x" * (FULL + 1), "x" * (FULL - 2) + "你"])
def test_a_longer_link_has_none(link: str) -> None:
    assert code_of(link) is None


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("http://a/linked?mode=present&lang=en&step=3", "http://a/linked?lang=en&step=3"),
        ("http://a/?lang=zh&mode=present#x", "http://a/?lang=zh#x"),
        ("http://a/train?mode=present", "http://a/train"),
        ("http://a/b?text=%E4%BD%A0+%26&model=1", "http://a/b?text=%E4%BD%A0+%26&model=1"),
    ],
)
def test_the_link_is_the_address_without_presenting(address: str, link: str) -> None:
    assert evaluate("hall_link", "return it.momentLink(args[0])", address) == link


def test_a_computers_own_addresses_are_known() -> None:
    own = ["localhost", "lab.localhost", "127.0.0.1", "127.1.2.3", "0.0.0.0", "[::1]", "[::]"]
    others = ["192.168.1.20", "lab.test", "localhost.lab.test", "127.lab.test", "[fe80::1]"]
    script = "return args[0].map(it.isOwnAddress)"
    assert evaluate("hall_link", script, own + others) == [True] * len(own) + [False] * len(
        others
    )


def test_what_one_can_type_is_the_whole_link_or_its_page() -> None:
    script = "return args[0].map(it.typedAddress)"
    assert evaluate("hall_link", script, [SHORT, LONG]) == [SHORT[7:], "lab.test/train"]


def test_a_key_is_a_tools_without_others_held() -> None:
    events: list[dict[str, object]] = [{"key": key} for key in ".。．BblLsS"]
    events += [{"key": "b", "ctrlKey": True}, {"key": "s", "isComposing": True}, {"key": "x"}]
    tools = evaluate("hall_keys", "return args[0].map((each) => it.toolOf(each) ?? '')", events)
    assert tools == ["blank"] * 5 + ["laser"] * 2 + ["code"] * 2 + [""] * 3
