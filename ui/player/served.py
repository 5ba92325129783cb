"""What a browser gets of the player: its files by address, recordings deflated.

Streamlit hashes each message twice per rerun, and a walk is up to 400 KB. Packed it is a tenth
of that, at every rerun and on a hall's network; the browser unpacks it once.
"""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from typing import Any

from bpe_lab.player.parts import bundle, styles
from bpe_lab.scenes.recording import Json
from ui.serving.static_files import File, Folder, module_file, style_file

LEVEL = 9
RAW = -zlib.MAX_WBITS  # without header and checksum
ID, DEFLATED = "id", "deflated"

written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
LOADER = """const folder = new URL("FOLDER/", document.baseURI);
const [component, css] = await Promise.all([
  import(new URL("MODULE", folder)),
  fetch(new URL("STYLES", folder)).then((answer) => answer.text()),
]);
export default function mount(page) {
  const root = page.parentElement.getRootNode();
  if (!root.querySelector("style[data-component]")) {
    const style = document.createElement("style");
    style.dataset.component = "";
    style.textContent = css;
    root.prepend(style);
  }
  root.host.toggleAttribute("data-drawn", true); // its room is kept until then (`frame.css`)
  return component.default(page);
}
"""


def as_json(value: object) -> bytes:
    """A lone surrogate, which a text from elsewhere may hold, is drawn as U+FFFD.

    >>> as_json("\u4f60").decode()
    '"\u4f60"'
    """
    return written(value).encode("utf-8", "surrogatepass")


def packed(recording: Json) -> bytes:
    """JSON of an object that holds ``recording``.

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


@cache
def _files() -> tuple[File, File]:
    """The bundle and the style sheets, read once: what a name means may not change later."""
    return module_file("player", bundle()), style_file("player", styles())


def head() -> str:
    """What has a browser load the files while it has nothing else to load.

    Without it they are asked for when a walk is mounted, at the end of a chain of scripts.
    """
    return "\n".join(
        f'<link rel="prefetch" href="{PLAYER.address(file)}">' for file in PLAYER.files()
    )


def loader() -> str:
    """The module that a component carries: it loads the player and mounts it.

    >>> "import(new URL(" in loader()
    True
    """
    module, styles = PLAYER.files()
    filled = LOADER.replace("FOLDER", PLAYER.name).replace("MODULE", module.name)
    return filled.replace("STYLES", styles.name)


PLAYER = Folder("bpe-lab", _files)
