"""A recording as it goes to the browser: deflated, under its id.

Streamlit hashes each message twice per rerun, and a walk is up to 400 KB. Packed it is a tenth
of that, at every rerun and on a hall's network; the browser unpacks it once.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from bpe_lab.scenes.recording import Json

LEVEL = 9
RAW = -zlib.MAX_WBITS  # without header and checksum
ID, DEFLATED = "id", "deflated"

written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


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
