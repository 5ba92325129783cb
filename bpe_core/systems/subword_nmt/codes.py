"""subword-nmt's codes: the merges in the order in which they were learned, and their file.

    #version: 0.2
    e s
    es t</w>

In version 0.1, which has no such line, ``</w>`` is a symbol of its own behind the last
character. The file holds no vocabulary and no alphabet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_core.errors import OptionError
from bpe_core.formats.recognize import Role
from bpe_core.formats.subword_nmt_codes import GLUED, HEADER, SEPARATE, code_lines
from bpe_core.runtime.arguments import as_tuple, check_type
from bpe_core.runtime.text import as_text

FILE = Role.CODES.value


@dataclass(frozen=True, slots=True)
class Codes:
    """Pairs of symbols by rank. A pair that occurs twice has its first rank.

    >>> Codes((("e", "s"), ("es", "t</w>"))).first(1)
    Codes(merges=(('e', 's'),), version='0.2')
    """

    merges: tuple[tuple[str, str], ...]
    version: str = GLUED

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for what are no pairs of symbols."""
        rule = "pairs of symbols in rank order, each a str"
        merges = as_tuple("merges", self.merges, rule)
        for number, pair in enumerate(merges):
            if type(pair) is not tuple or [*map(type, pair)] != [str, str]:
                raise OptionError(name=f"merges[{number}]", value=pair, rule=rule)
        object.__setattr__(self, "merges", merges)
        if self.version not in (GLUED, SEPARATE):
            rule = f"{SEPARATE} or {GLUED}"
            raise OptionError(name="version", value=self.version, rule=rule)

    def __len__(self) -> int:
        return len(self.merges)

    def first(self, merges: int) -> Codes:
        """The first so many merges, as if learning had ended there."""
        if not isinstance(merges, int) or merges < 0:
            raise OptionError(name="merges", value=merges, rule="at least 0")
        return Codes(self.merges[:merges], self.version)

    @property
    def ends_glued(self) -> bool:
        """Whether words end in a character with ``</w>``, not in ``</w>`` alone."""
        return self.version == GLUED


def read_codes(data: bytes | str, *, merges: int | None = None, file: str = FILE) -> Codes:
    """The codes of a file, or its first ``merges``; raises ``FormatError`` naming the line.

    >>> read_codes("#version: 0.2\\ne s\\nes t</w>\\n", merges=1)
    Codes(merges=(('e', 's'),), version='0.2')
    """
    version, lines = code_lines(file, as_text(data).encode() if isinstance(data, str) else data)
    codes = Codes(tuple((left, right) for _, left, right in lines), version)
    return codes if merges is None else codes.first(merges)


def write_codes(codes: Codes) -> str:
    """The file that subword-nmt itself would have written.

    >>> print(write_codes(Codes((("e", "s"), ("es", "t</w>")))), end="")
    #version: 0.2
    e s
    es t</w>
    """
    check_codes(codes)
    return "".join(_lines(codes))


def check_codes(codes: object) -> None:
    """Raise ``OptionError`` for what are none."""
    check_type("codes", codes, Codes, "Codes, as learn and read_codes give them")


def _lines(codes: Codes) -> Iterator[str]:
    if codes.ends_glued:
        yield f"{HEADER}\n"
    for left, right in codes.merges:
        yield f"{left} {right}\n"
