"""The words of subword-nmt, how often each occurs, and the symbols that they start as.

A word is whatever is between spaces and line ends. A line ends as in any text file of Python:
at ``\\n``, ``\\r`` or both. Only the space parts words: a tab, a no-break or an ideographic
space, and all other white space is inside them.

Symbols are characters, with ``</w>`` at the last one of a word:

    word        "low"
    symbols     "l", "o", "w</w>"
    data        b"low</w>", the word as a pre-token: its symbols end to end

Symbols are identified by their text. So a corpus with a literal ``</w>`` can make one that
exists already: "w" + "</w>" inside a word is the "w</w>" that ends another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bpe_core.errors import InputError, OptionError
from bpe_core.formats.format_rules import at, broken
from bpe_core.formats.model_files import lines_of
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.runtime.arguments import check_function, check_type, has_items
from bpe_core.runtime.files import as_path
from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.runtime.text import as_text, decode_utf8, whole_characters

Words: TypeAlias = Mapping[str, int]
WordSource: TypeAlias = str | bytes | Path | Iterable[str]

BLOCK = 2**22  # bytes of a file read at a time
BORDERS = (b" ", b"\n", b"\r")
DICTIONARY = "dictionary"  # a dictionary's file name in errors
END = "</w>"
END_BYTES = END.encode()


def words_of(text: str) -> list[str]:
    """The words of a text, in order.

    >>> words_of(" low\\tlower  newest\\r\\nlow")
    ['low\\tlower', 'newest', 'low']
    """
    return [word for word in _between_spaces(text) if word]


def _between_spaces(text: str) -> list[str]:
    """The words, and an empty one wherever two spaces or line ends follow each other.

    `str.translate` would take ninety times as long as two replacements.
    """
    return text.replace("\r", " ").replace("\n", " ").split(" ")


def count_words(source: WordSource, *, on_progress: OnProgress | None = None) -> dict[str, int]:
    """How often each word occurs, in the order of first occurrence.

    ``source`` is a text, the ``Path`` of a file, which may be larger than memory, or an
    iterable of texts, such as lines. ``on_progress`` gets the phase ``count`` for a file.
    Raises ``NotUTF8Error``, ``InputError("lone_surrogate")``, ``InputError("is_a_folder")``,
    ``OptionError`` and ``OSError``.

    >>> count_words("low lower low")
    {'low': 2, 'lower': 1}
    """
    check_function("on_progress", on_progress)
    counts: Counter[str] = Counter()
    for text in _texts(source, on_progress):
        counts.update(_between_spaces(text))
    del counts[""]  # which a Counter need not hold
    return dict(counts)


def _texts(source: WordSource, on_progress: OnProgress | None) -> Iterator[str]:
    if isinstance(source, str | bytes):
        yield as_text(source)
    elif isinstance(source, Path):
        yield from _texts_of_file(source, on_progress)
    elif isinstance(source, Mapping) or not has_items(source):
        rule = "a text (str or bytes), the Path of a file, or an iterable of texts"
        raise OptionError(name="source", value=source, rule=rule)
    else:
        yield from map(as_text, source)


def _texts_of_file(path: Path, on_progress: OnProgress | None) -> Iterator[str]:
    """A file in parts that end between words."""
    path = as_path("source", path)
    if path.is_dir():
        raise InputError("is_a_folder", path=str(path))
    phase, done = Phase(on_progress, "count", path.stat().st_size), 0
    for block in _blocks(path):
        try:
            yield decode_utf8(block)
        except InputError:
            whole_characters(block, start=done)  # the same error, with the offset in the file
            raise
        done += len(block)
        phase.reached(done)
    phase.finished(done)


def _blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file in blocks, none of which ends inside a word."""
    held: list[bytes] = []
    with path.open("rb") as file:
        while data := file.read(BLOCK):
            end = max(map(data.rfind, BORDERS)) + 1
            if end:
                yield b"".join([*held, data[:end]])
                held.clear()
            held.append(data[end:])
    yield b"".join(held)


def read_dictionary(data: bytes, *, file: str = DICTIONARY) -> dict[str, int]:
    """Words with their counts, one per line; the counts of a repeated word add up.

    Raises ``FormatError`` naming the line.

    >>> read_dictionary(b"low 5\\nlower 2\\nlow 1\\n")
    {'low': 6, 'lower': 2}
    """
    counts: Counter[str] = Counter()
    for word, count in counted_lines(file, data, least=1):
        counts[word] += count
    return dict(counts)


def counted_lines(file: str, data: bytes, *, least: int) -> Iterator[tuple[str, int]]:
    """Word and count of each line; raises ``FormatError`` for a count below ``least``."""
    for number, line in lines_of(file, data):
        word, space, count = line.strip("\r ").partition(" ")
        if not space or not word or " " in count:
            raise broken(file, at("line", number), "word_count")
        digits = count.isascii() and count.isdigit() and len(count) <= 18
        if not digits or int(count) < least:
            where, value = at("line", number), repr(count[:40])
            raise broken(file, where, "not_a_count", least=least, value=value)
        yield word, int(count)


def check_words(words: Words) -> None:
    """Raise ``OptionError`` for what cannot be words and their counts."""
    check_type("words", words, Mapping, "a mapping from words to their counts")
    for word, count in words.items():
        if not isinstance(word, str) or words_of(as_text(word)) != [word]:
            raise OptionError(name="word", value=word, rule="text without spaces or line ends")
        if type(count) is not int or count < 1:
            rule = "an integer of at least 1"
            raise OptionError(name=f"count of {word!r}", value=count, rule=rule)


class Alphabet(NamedTuple):
    """The distinct characters inside words, and those at their ends (without ``</w>``)."""

    internal: frozenset[str]
    final: frozenset[str]

    @property
    def size(self) -> int:
        """The number of symbols before the first merge."""
        return len(self.internal) + len(self.final)


def alphabet_of(words: Iterable[str]) -> Alphabet:
    """The symbols of ``words`` before the first merge.

    >>> [sorted(part) for part in alphabet_of(["low", "we"])]
    [['l', 'o', 'w'], ['e', 'w']]
    """
    words = list(words)
    internal = frozenset().union(*(word[:-1] for word in words))
    return Alphabet(internal, frozenset(word[-1] for word in words))


def by_count(words: Mapping[str, int]) -> list[tuple[str, int]]:
    """Words with their counts, the frequent ones first: the original's table."""
    return sorted(words.items(), key=lambda item: -item[1])


def pre_tokens_of(words: Mapping[str, int]) -> Iterator[PreToken]:
    """Words as pre-tokens, end to end.

    >>> [tuple(p) for p in pre_tokens_of({"we": 1, "low": 2})]
    [(b'low</w>', 0, 2), (b'we</w>', 7, 1)]
    """
    start = 0
    for word, count in by_count(words):
        data = word.encode() + END_BYTES
        yield PreToken(data, start, count)
        start += len(data)


def cut(data: bytes) -> list[bytes]:
    """The symbols of a word's pre-token.

    >>> cut("né</w>".encode())
    [b'n', b'\\xc3\\xa9</w>']
    """
    characters = [character.encode() for character in data[: -len(END_BYTES)].decode()]
    characters[-1] += END_BYTES
    return characters
