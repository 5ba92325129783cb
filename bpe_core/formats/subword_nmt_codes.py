"""subword-nmt's codes, as a byte-level model: one merge per line, ``</w>`` at a word's end.

    #version: 0.2          merges of bytes into the characters of the codes,
    e s                    then c + " " for each of them (the last character of a word),
    es t</w>       →       then e s, es t" ", l o and so on, in order
    l o

``</w>`` becomes one space that ends the word, so each word must be followed by a space: tokens
are the original's segments for words of characters that the codes contain. In files without a
version line (0.1) ``</w>`` is a symbol of its own, and so the second block is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bpe_core.formats.assemble import Specials, build_model, build_vocabulary
from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.formats.model_files import lines_of
from bpe_core.formats.recognize import KNOWN, Role, part
from bpe_core.model import ALL_BYTES, BPEModel, Merge
from bpe_core.pretokenize.patterns import CUSTOM, pattern_text

FILE = Role.CODES.value
END = "</w>"
# A word with the space behind it; lines are words of their own, as in the original.
PATTERN = CUSTOM + r"[^ \r\n]+ ?|[ \r\n]+"

HEADER = "#version: 0.2"
GLUED, SEPARATE = "0.2", "0.1"  # ``</w>`` at the last character of a word, or behind it


def read_subword_nmt(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read codes; there are no special tokens in them."""
    if pattern is not None:
        pattern_text(pattern)
    file, data = part(files, Role.CODES)
    glued, codes = _read_codes(file, data)
    characters = sorted(
        {c for codes_of in codes for symbol in codes_of for c in symbol} - {" "}
    )
    if special_tokens:
        raise broken(file, at("key", next(iter(special_tokens))), "no_specials")
    learned = [(left.encode(), right.encode()) for left, right in codes]
    ends = [(c.encode(), b" ") for c in characters] if glued else []
    return _model(file, [*_characters(characters), *ends, *learned], pattern or PATTERN)


def _read_codes(file: str, data: bytes) -> tuple[bool, list[tuple[str, str]]]:
    """Whether ``</w>`` is glued to the last character, and the merges with it as a space."""
    version, lines = code_lines(file, data)
    glued = version == GLUED
    codes: dict[tuple[str, str], int] = {}
    for number, left, second in lines:
        right = second.removesuffix(END)
        if END in left + right or not (right or not glued):
            raise broken(file, at("line", number), "end_mark")
        if second.endswith(END):
            right += " "
        codes.setdefault((left, right), number)  # of two equal lines the first counts
    if not codes:
        raise broken(file, WHOLE, "unknown", known=KNOWN)
    _check_symbols(file, codes, glued=glued)
    return glued, list(codes)


def _check_symbols(file: str, codes: Mapping[tuple[str, str], int], *, glued: bool) -> None:
    """Check that a line makes every symbol of several characters."""
    products = {left + right for left, right in codes}
    for (left, right), number in codes.items():
        for symbol in (left, right):
            first = len(symbol) == 1 or (glued and len(symbol) == 2 and symbol[1] == " ")
            if not first and symbol not in products:
                token = repr(symbol.replace(" ", END))
                raise broken(file, at("line", number), "unmade", token=token)


def _characters(characters: Iterable[str]) -> Iterator[tuple[bytes, bytes]]:
    """Merges of bytes into characters, in code point order; prefixes are shared."""
    seen: set[bytes] = set()
    for character in characters:
        data = character.encode()
        for size in range(2, len(data) + 1):
            if data[:size] not in seen:
                seen.add(data[:size])
                yield data[: size - 1], data[size - 1 : size]


def _model(file: str, pairs: Iterable[tuple[bytes, bytes]], pattern: str) -> BPEModel:
    ids = {byte: value for value, byte in enumerate(ALL_BYTES)}
    merges: list[tuple[bytes, bytes]] = list(pairs)
    for left, right in merges:
        ids.setdefault(left + right, len(ids))
    id_merges = tuple(Merge(ids[left], ids[right], ids[left + right]) for left, right in merges)
    return build_model(file, build_vocabulary(file, [*ids], {}), id_merges, {}, pattern=pattern)


def write_subword_nmt(model: BPEModel) -> dict[str, str]:
    """The codes of a model that was read from codes; any other raises ``FormatError``."""
    merges = model.merges_as_bytes()
    for header in (f"{HEADER}\n", ""):
        codes = merges[_begin(merges, glued=bool(header)) :]
        try:
            text = header + "".join(f"{_symbol(a)} {_symbol(b)}\n" for a, b in codes)
            if read_subword_nmt({FILE: text.encode()}) == model:
                return {FILE: text}
        except ValueError:  # not UTF-8, or not codes
            continue
    raise broken(FILE, WHOLE, "no_codes")


def _begin(merges: list[tuple[bytes, bytes]], *, glued: bool) -> int:
    """Where the codes begin: behind characters and, if glued, characters that end a word."""
    k = 0
    while k < len(merges) and len(merges[k][1]) == 1 and merges[k][1] >= b"\x80":
        k += 1
    while glued and k < len(merges) and merges[k][1] == b" ":
        k += 1
    return k


def _symbol(token: bytes) -> str:
    text = token.decode()
    return text[:-1] + END if text.endswith(" ") else text


class CodeLine(NamedTuple):
    """A merge and the number of its line."""

    number: int
    left: str
    right: str


def code_lines(file: str, data: bytes) -> tuple[str, list[CodeLine]]:
    """The version and the merges; raises ``FormatError`` for a line of another form.

    >>> code_lines("codes", b"#version: 0.2\\ne s\\n")
    ('0.2', [CodeLine(number=2, left='e', right='s')])
    """
    lines = lines_of(file, data)
    version = SEPARATE
    if lines and lines[0][1].startswith("#version"):
        version = lines.pop(0)[1].removeprefix("#version:").strip()
        if version not in (SEPARATE, GLUED):
            raise broken(file, at("line", 1), "one_of", known="0.1, 0.2", value=repr(version))
    merges = []
    for number, line in lines:
        symbols = line.strip(" ").split(" ")
        if len(symbols) != 2 or not all(symbols):
            raise broken(file, at("line", number), "two_symbols")
        merges.append(CodeLine(number, *symbols))
    return version, merges
