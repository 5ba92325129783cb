"""What a reader's file may ask of its owner's library, whose native code knows no bounds.

In a text such a file can have every character become a thousand, thousands of times over, or a
regular expression try for ever; either would end the server for all. Each bound is far beyond
what the tokenizers that people use ask for.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from struct import unpack_from
from typing import Any

from bpe_core.errors import FormatError, PatternError
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import begins_as_sentencepiece, json_of
from bpe_core.formats.recognize import Role, roles
from bpe_core.pretokenize.custom_pattern import check_pattern
from bpe_core.tokenizers.owners import fields_of

LONGEST_PIECE = 128  # characters of a unigram's; all that fit are tried at every place
LONGEST_WORD = 1_000  # characters of a word of WordPiece, tried piece by piece
LONGEST_NORMAL = 64  # bytes that a character is normalized to; NFKC has 33
LONGEST_PREFIX = 4  # characters
ITEM = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]?|\(\?|.", re.DOTALL)
WIDTHLESS = ("(?=", "(?!", "(?<", "\\b", "\\B", "^", "$")  # match where there is no character
UNBOUNDED = re.compile(r"[*+]|\{\d*,\}")
NORMALIZER_SPEC, CHARSMAP, PIECES, PIECE = 3, 2, 1, 1  # fields of SentencePiece's protobuf


def check_for_owner(files: Mapping[str, bytes]) -> None:
    """Raise ``FormatError`` for a file that asks too much; what is no tokenizer passes."""
    for name, data in files.items():
        if begins_as_sentencepiece(data[:4096]):
            _check_sentencepiece(name, data)
            return
    try:
        file = roles(files).get(Role.TOKENIZER)
        tokenizer = json_of(file, files[file]) if file else None
    except FormatError:  # its owner's reader says it
        return
    if isinstance(tokenizer, dict) and file:
        for fault in _faults(tokenizer):
            raise broken(file, WHOLE, "too_much_for_owner", part=fault)


def _faults(tokenizer: dict[str, Any]) -> Iterator[str]:
    """The parts that ask too much, by their names in the file."""
    model = tokenizer.get("model")
    if isinstance(model, dict):
        word = model.get("max_input_chars_per_word")
        if isinstance(word, int) and word > LONGEST_WORD:
            yield "max_input_chars_per_word"
        vocabulary = model.get("vocab")
        if (
            isinstance(vocabulary, list)
            and max(map(_length, vocabulary), default=0) > LONGEST_PIECE
        ):
            yield "vocab"
    for key in ("normalizer", "pre_tokenizer", "decoder"):
        for step in _steps(tokenizer.get(key)):
            if _asks_too_much(step):
                yield str(step.get("type"))


def _length(entry: object) -> int:
    """Of a unigram's piece, which stands before its score."""
    piece = entry[0] if isinstance(entry, list) and entry else ""
    return len(piece) if isinstance(piece, str) else 0


def _steps(value: object) -> Iterator[dict[str, Any]]:
    """A component and those within it."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case dict() as step:
                yield step
                waiting += step.values()
            case list() as several:
                waiting += several


def _asks_too_much(step: Mapping[str, Any]) -> bool:
    pattern = step.get("pattern")
    expression = pattern.get("Regex") if isinstance(pattern, dict) else None
    if isinstance(expression, str) and backtracks(expression):
        return True
    match step.get("type"):
        case "Replace":
            return _grows(pattern, step.get("content"))
        case "Prepend":
            return len(str(step.get("prepend"))) > LONGEST_PREFIX
        case "Precompiled":
            try:
                return _expands(b64decode(str(step.get("precompiled_charsmap"))))
            except ValueError:
                return False
    return False


def _grows(pattern: object, content: object) -> bool:
    """Whether what is replaced becomes longer, such as nothing that becomes something."""
    if not (isinstance(pattern, dict) and isinstance(content, str)):
        return False
    text, expression = pattern.get("String"), pattern.get("Regex")
    if isinstance(text, str):
        return len(content) > len(text)
    if not content or not isinstance(expression, str):
        return False
    try:
        check_pattern(expression)  # it matches no empty text
    except PatternError:
        return True
    return len(content) > 1 or any(sign in expression for sign in WIDTHLESS)


def _expands(charsmap: bytes) -> bool:
    """Whether a table of SentencePiece has a long text for a character: they end by NUL."""
    if len(charsmap) < 4:
        return False
    (size,) = unpack_from("<I", charsmap)
    return max(map(len, charsmap[4 + size :].split(b"\0"))) > LONGEST_NORMAL


def _check_sentencepiece(file: str, data: bytes) -> None:
    for number, value in fields_of(data):
        if not isinstance(value, bytes):
            continue
        longest = 0
        if number == NORMALIZER_SPEC:
            maps = (each for key, each in fields_of(value) if key == CHARSMAP)
            if any(isinstance(each, bytes) and _expands(each) for each in maps):
                raise broken(file, WHOLE, "too_much_for_owner", part="precompiled_charsmap")
        elif number == PIECES:
            pieces = (each for key, each in fields_of(value) if key == PIECE)
            longest = max((len(each) for each in pieces if isinstance(each, bytes)), default=0)
        if longest > 4 * LONGEST_PIECE:
            raise broken(file, WHOLE, "too_much_for_owner", part="pieces")


def backtracks(pattern: str) -> bool:
    r"""Whether what repeats without end can itself match in several ways.

    >>> backtracks(r"\s+(?!\S)|[(a+)+]|(?:'s|'t)?"), backtracks("(?:a+)+"), backtracks("(a|a)*")
    (False, True, True)
    """
    several, at = [False], 0  # for each group that is open
    while at < len(pattern):
        if pattern[at] == ")" and len(several) > 1:
            inner = several.pop()
            if inner and UNBOUNDED.match(pattern, at + 1):
                return True
            several[-1] |= inner
        elif pattern[at] == "(":
            several.append(False)
        elif UNBOUNDED.match(pattern, at) or (pattern[at] == "|" and len(several) > 1):
            several[-1] = True
        at = ITEM.match(pattern, at).end()  # type: ignore[union-attr]  # it matches anything
    return False
