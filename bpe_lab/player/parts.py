"""What a page needs to show a walk: the player's files, its texts, what a kept file is called.

The files are a bundle of the player's ES modules, and style sheets in their order. ``python -m
scripts.javascript`` makes the bundles of the modules here and in `ui`, so that the app needs no
Node; a test holds them equal to fresh ones.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bpe_lab.scenes.recording import Json
from bpe_lab.text import section, spacing
from bpe_lab.text.terms import terms_in

FOLDER = Path(__file__).parent
BUNDLES = FOLDER / "bundles"
# The cascade follows this order: colors, frame, widgets.
STYLES = (
    *("core/colors", "chrome/player", "chrome/menus", "widgets/panels", "widgets/glass-box"),
    *("widgets/lens", "widgets/flow", "widgets/encoding", "widgets/lattice", "widgets/race"),
    *("widgets/words", "chrome/answers"),
)
# Of a page that holds a player and asks nobody for anything; `chrome/pages.js` has it too.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)
# The catalogue's sections of a walk's sentences, questions and code, by its page.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "train": ("train", "question", "tie_rule", "tie_name", "linked.code"),
    "linked": ("linked", "train", "question", "tie_rule", "tie_name"),
    "encode": ("encode", "linked.code", "question"),
}
LONGEST = 24  # characters of each part of a file's name

LEVEL = 9
RAW = -zlib.MAX_WBITS  # without header and checksum
ID, DEFLATED = "id", "deflated"
written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def bundle(name: str = "player") -> str:
    """The player, or what ``scripts/bundles.mjs`` names so, as one ES module."""
    return (BUNDLES / f"{name}.js").read_text(encoding="utf-8")


def styles() -> str:
    """All style sheets as one."""
    paths = [FOLDER / f"{name}.css" for name in STYLES]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def walk_texts(language: str, names: tuple[str, ...]) -> dict[str, str]:
    """The player's own, those of the sections ``names``, and the terms that they mark."""
    texts = dict(section(language, "player", "goal", "mark", *names, marks=True))
    texts |= spacing(language)
    terms = sorted({*terms_in(texts.values())})
    return texts | dict(section(language, *(f"term.{term}" for term in terms)))


def file_name(page: str, about: str) -> str:
    """The page and what it shows, without an ending; letters of all scripts, digits and ``-``.

    >>> file_name("train", "story_en"), file_name("encode", " 你好/../x")
    ('bpe-lab-train-story-en', 'bpe-lab-encode-你好-x')
    >>> file_name("encode", "?!")
    'bpe-lab-encode'
    """
    parts = (re.sub(r"[\W_]+", "-", part)[:LONGEST].strip("-") for part in (page, about))
    return "-".join(["bpe-lab", *filter(None, parts)])


def as_json(value: object) -> bytes:
    """A lone surrogate, which a text from elsewhere may hold, is drawn as U+FFFD.

    >>> as_json("\u4f60").decode()
    '"\u4f60"'
    """
    return written(value).encode("utf-8", "surrogatepass")


def packed(recording: Json) -> bytes:
    """JSON of an object that holds ``recording``, a tenth of its size; the player unpacks it.

    Streamlit hashes each message twice per rerun, and a walk is up to 400 KB.

    >>> unpacked(json.loads(packed({"id": "1", "steps": []})))
    {'id': '1', 'steps': []}
    """
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
    data = deflate.compress(as_json(recording)) + deflate.flush()
    return as_json({ID: recording["id"], DEFLATED: base64.b64encode(data).decode("ascii")})


def unpacked(sent: Json) -> Any:
    """The recording in what was sent; ``sent`` itself where it is one."""
    if DEFLATED not in sent:
        return sent
    data = zlib.decompress(base64.b64decode(sent[DEFLATED]), RAW)
    return json.loads(data.decode("utf-8", "surrogatepass"))
