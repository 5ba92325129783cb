"""A walk in a frame of its own: no server, no network, one string of HTML.

The player, its styles and the walk stand in it compressed, some 180 KB; the browser unpacks
them (`unpack.js`). What is around the frame is the notebook's: `pages.js` goes by it.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

from bpe_lab.html_pages import template
from bpe_lab.player.parts import POLICY, SECTIONS, bundle, styles, walk_texts
from bpe_lab.scenes.recording import Json
from bpe_lab.text import LANGUAGES, catalogue

# px, where the frame cannot see how high it should be. A walk 900 px wide needs so many.
HEIGHT = 720


@dataclass(frozen=True, slots=True)
class Frame:
    """A walk of the page ``walk`` ("train", "linked" or "encode"), ready to be drawn.

    ``caption`` says in the language what it shows; ``file`` is what is kept of it called.
    """

    walk: str
    recording: Json
    caption: str
    language: str
    file: str

    def __repr__(self) -> str:
        return f"Frame({self.caption!r})"

    def page(self) -> str:
        """A page of HTML that opens without a network."""
        language = LANGUAGES[self.language]
        data = {
            "recording": self.recording,
            "text": walk_texts(self.language, SECTIONS[self.walk]),
            "lang": language.tag,
            "file": self.file,
        }
        return template(__package__, "frame.html").render(
            lang=language.tag,
            policy=POLICY,
            title=self.caption,
            failed=catalogue(self.language)["show.failed"],
            packed=_packed({"styles": styles(), "walk": data, "player": bundle()}),
            script=Markup(_unpack()),
        )

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.page(), encoding="utf-8", errors="replace")

    def _repr_html_(self) -> str:
        """The frame for a notebook's cell; where that is kept back, a line says why."""
        return template(__package__, "cell.html").render(
            caption=self.caption,
            trust=catalogue(self.language)["show.trust"],
            page=self.page(),
            height=HEIGHT,
        )


def _packed(value: object) -> str:
    """JSON, compressed, as letters that stand for themselves anywhere in HTML."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(data.encode("utf-8", "replace"), 9, mtime=0)).decode()


@cache
def _unpack() -> str:
    return (Path(__file__).parent / "unpack.js").read_text(encoding="utf-8")
