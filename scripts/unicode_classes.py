"""Write the character classes of a version of Unicode, as tiktoken and as `regex` have them.

    python -m scripts.unicode_classes

tiktoken drops what a pattern does not match. So one pattern per class, over all of Unicode,
says what is in the class: no other source of an older version is needed. Tests hold the file to
the installed tiktoken; when that gets a newer Unicode, add its version to ``PINNED_VERSIONS``.

The file of `regex` saves time and changes nothing: where another version of it is installed,
that one is asked itself. Run this now and then, when there is a newer one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.scan import PINNED_VERSIONS, classes

VERSION = PINNED_VERSIONS[-1]
SURROGATES = range(0xD800, 0xE000)


def tiktoken_classes() -> NDArray[np.uint8]:
    """The flags of every code point by tiktoken's tables; it has no surrogates."""
    import tiktoken

    ranks = {bytes([value]): value for value in range(256)}
    points = (point for point in range(classes.CODE_POINTS) if point not in SURROGATES)
    text = "".join(map(chr, points))
    table = np.zeros(classes.CODE_POINTS, np.uint8)
    for pattern, flags in classes.CLASSES.items():
        encoding = tiktoken.Encoding(
            "probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
        )
        matched = bytes(encoding.encode_ordinary(text)).decode()
        table[np.frombuffer(matched.encode("utf-32-le"), "<u4")] = flags
    table[[ord("\r"), ord("\n")]] = classes.SPACE | classes.NEWLINE
    return table


def write_regex_classes() -> None:
    """The file of the installed `regex`, in place of that of any other."""
    file = Path(str(classes.file_of_regex()))
    for old in file.parent.glob("regex_*.zlib"):
        old.unlink()
    file.write_bytes(classes.packed(classes.installed_classes()))


if __name__ == "__main__":
    Path(str(classes.packed_file(VERSION))).write_bytes(classes.packed(tiktoken_classes()))
    write_regex_classes()
