"""Patterns pinned to a version of Unicode: ``gpt2@16.0`` is gpt2 with the letters of 16.0.

Patterns ask for letters, numbers and marks, and each version of Unicode has more of them than
the one before. Without a version they are those of the installed `regex`; another library may
have an older table, and gives other ids for characters that are new to it. 16.0 is that of
tiktoken.

Scanners read the table of the version (`kernels/scan/classes`). For `regex`, whose own table
cannot be changed, a text is shown with stand-ins: each character that is of another class in
the version is replaced by one that is of that class in both. Offsets in characters stay.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.kernels.scan import PINNED_VERSIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PIN = "@"
CUSTOM = "custom:"
CHAIN = "chain:"
FIRST = 0x250  # stand-ins are taken from here on, behind all characters that patterns name


def base_name(name: str) -> str:
    """The pattern's name without a version.

    >>> base_name("gpt2@16.0"), base_name("custom:a@b")
    ('gpt2', 'custom:a@b')
    """
    return name if name.startswith((CUSTOM, CHAIN)) else name.partition(PIN)[0]


def version_of(name: str) -> str:
    """The version of Unicode that a pattern is pinned to; empty for the installed one.

    Raises ``UnknownNameError`` for a version without a table.

    >>> version_of("gpt2@16.0"), version_of("gpt2")
    ('16.0', '')
    """
    if name.startswith((CUSTOM, CHAIN)) or PIN not in name:
        return ""
    version = name.partition(PIN)[2]
    if version not in PINNED_VERSIONS:
        raise UnknownNameError.among("Unicode version", version, PINNED_VERSIONS)
    return version


def pinned(name: str, version: str) -> str:
    """The pattern ``name`` with the classes of ``version``; raises ``OptionError`` if custom.

    >>> pinned("cl100k", "16.0")
    'cl100k@16.0'
    """
    if name.startswith((CUSTOM, CHAIN)):
        rule = "not for a custom pattern, whose classes are those of `regex`"
        raise OptionError(name="unicode", value=version, rule=rule)
    name = f"{base_name(name)}{PIN}{version}"
    version_of(name)
    return name


def as_pinned(text: str, version: str) -> str:
    """``text`` with a stand-in for each character that is of another class in ``version``.

    >>> len(as_pinned("a\\U00011db0", "16.0"))
    2
    """
    if not version or text.isascii():
        return text
    import numpy as np  # most programs never come here

    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    replaced: bytes = _stand_ins(version)[points].tobytes()
    return replaced.decode("utf-32-le", "surrogatepass")


@cache
def _stand_ins(version: str) -> NDArray[np.uint32]:
    """By code point: itself, or what stands for it."""
    import numpy as np

    from bpe_core.kernels.scan.classes import classes

    ours, theirs = classes(), classes(version)
    stand_ins = np.arange(len(ours), dtype="<u4")
    for flags in np.unique(theirs):
        changed = (theirs == flags) & (ours != flags)
        if changed.any():
            same = (theirs[FIRST:] == flags) & (ours[FIRST:] == flags)
            stand_ins[changed] = FIRST + int(np.argmax(same))
    stand_ins.flags.writeable = False
    return stand_ins
