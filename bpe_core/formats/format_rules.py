"""What can be wrong with a file, as phrases that the app's catalogues translate.

A ``FormatError`` names a file, a location in it and the rule that is broken there. Location and
rule are phrases: a key with values. Their English, for programmers, is here. Behind them stand
the checks that several formats share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from bpe_core.errors import FormatError, InputError, Phrase

MAX_TOKENS = 2**20

Value = TypeVar("Value")

LOCATIONS: Mapping[str, str] = {
    "whole": "the file",
    "line": "line {number}",
    "offset": "byte {number}",
    "key": "key {key}",
    "id": "id {number}",
    "token": "token {token}",
}

BROKEN_RULES: Mapping[str, str] = {
    # the file itself
    "unreadable": "cannot be read ({reason})",
    "too_large": "at most {limit} bytes, not {size}",
    "too_many": "at most {limit} entries, not {count}",
    "is_no_file": "a pipe, a device or a folder, not a file",
    "is_empty": "the file is empty",
    "is_named_twice": "two files of this name; give one vocabulary's files together, each once",
    "is_pointer": "a Git LFS pointer, not the file itself; fetch that by git lfs pull",
    "is_refusal": "a server's message in place of the file: {text}; download it again, "
    "signed in where that is asked for",
    "is_archive": "an archive ({kind}); unpack it first",
    "is_pickle": "a pickle, which is never opened: it could run anything",
    "is_weights": "weights of a model ({kind}); give its tokenizer.json",
    "is_table": "tables ({kind}); save the vocabulary as JSON or text",
    "is_image": "an image",
    "is_pdf": "a PDF",
    "is_web_page": "a web page; download the raw file",
    "is_encoded": "{encoding}; save it as UTF-8",
    "is_settings": "settings without a vocabulary; give tokenizer.json, or vocab.json and "
    "merges.txt",
    "is_inverted": "ids before tokens; a vocabulary has tokens before ids, so swap them",
    "is_sentencepiece": "a model of SentencePiece, not read here; give the tokenizer.json of a "
    "byte-level BPE",
    "is_minbpe": "a file of minbpe, not read here; write its tokens and merges as vocab.json "
    "and merges.txt",
    "is_counted": "codes of fastBPE, with counts; keep the first two columns, below a line "
    "#version: 0.2",
    "not_by_owner": "not opened by {library} either: {problem}",
    "too_much_for_owner": "{part} asks more of the library that opens it than any tokenizer "
    "that people use",
    "no_model": "no tokenizer.json: there is no 'model' among its keys, {keys}",
    "not_utf8": "not UTF-8",
    "has_mark": "begins with a byte order mark; save it as UTF-8 without one",
    "not_json": "not JSON from line {line}, column {column} on",
    "deep_json": "nested too deeply",
    "long_number": "a number has too many digits",
    "unknown": "no known format; known: {known}",
    "no_sentencepiece": "no model of SentencePiece",
    "missing": "is missing beside {others}",
    "same_part": "a file of this kind is there already: {other}",
    # tokens and ids
    "key_twice": "a key stands once",
    "an_object": "a JSON object",
    "a_list": "a JSON list",
    "ascending": "a list of ascending integers",
    "not_text": "a text, not {value}",
    "pattern": "{problem}",
    "one_of": "one of {known}, not {value}",
    "not_an_id": "ids are integers from 0 to {last}, not {value}",
    "id_taken": "id {number} belongs to {holder} already",
    "unused_id": "no token has the id {number}",
    "unused_rank": "no token has the rank {number}; name the special token that has it, by "
    "special_tokens= or --special-token",
    "empty_token": "a token has at least one byte",
    "long_token": "at most {limit} bytes, not {size}",
    "no_byte": "{character} stands for no byte",
    "no_text": "a special token is text, at least one character",
    "missing_byte": "byte {value} has no id",
    "twice": "{token} stands twice",
    "special_without_id": "a special token needs an id; name it with one, {{token: id}}",
    "not_special": "{token} is none of special_tokens",
    "no_specials": "codes know no special tokens; convert them to a format that does",
    "special_taken": "an ordinary token has the same bytes",
    "special_id": "its id is {right}, not {value}",
    "two_searches": "{token} is sought behind {other}, with which it can overlap; we seek once",
    "composed": "{token} is sought behind {name}, which can make or break it; we seek before",
    # merges
    "two_tokens": "two tokens and one space",
    "merge_again": "the merge of {place} again",
    "too_many_merges": "at most {limit} merges by splitting tokens in two, not {count}",
    "part_missing": "{token} is not in the vocabulary",
    "part_special": "{token} is a special token",
    "rank_line": "a token in base64, a space and its rank",
    "two_symbols": "two symbols and one space",
    "end_mark": "</w> stands only at the end of a line's second symbol",
    "unmade": "no line makes {token}",
    "word_count": "a word, one space and its count",
    "one_file": "one file, not {count}",
    "base64": "a piece is written in base64",
    "piece_entry": "an id, a text and a count in brackets",
    "piece_id": "ids are integers from {first} to {last}, not {value}",
    "not_a_count": "a count is an integer of at least {least}, not {value}",
    "counts_sum": "all counts together are at most {limit}",
    "pieces_sum": "all pieces together have at most {limit} bytes, not {size}",
    # settings
    "unsupported": "{value} would change ids; it is not supported here",
    "removes": "Removed loses the text that {value} takes; Isolated keeps it",
    "drops_text": "Removed drops the text that its pattern does not take; Isolated keeps it",
    "ranks_count": "{merges} merges need as many ranks, not {count}",
    "checksum": "not the checksum of {files}; one of them was changed",
    # what a format cannot hold
    "not_read_back": "read again its {part} would be another one; take another format",
    "alike": "ids {first} and {second} would be written alike",
    "two_names": "{first} and {second} both have it; this format holds one name for each",
    "no_last_merge": "lower ranks do not leave two tokens, so no merge list can make it",
    "id_order": "ids do not follow the order of merges here",
    "other_merge": "by ranks alone it would not be made of the two tokens of its merge",
    "other_ranks": "these ranks cannot be written",
    "only_pattern": "this format always splits by {pattern}, this model by {other}",
    "no_normalization": "this model composes characters first ({name}), not told here",
    "no_always": "this model recognizes {token} in every text, not told here",
    "no_strips": "this model takes white space beside {token} along, not told here",
    "no_unicode": "this model's pattern is pinned to Unicode {version}, not told here",
    "no_codes": "these merges are not of the form that codes have",
}

PHRASES: Mapping[str, str] = {**LOCATIONS, **BROKEN_RULES}


class Rule(Phrase):
    """A location in a file or a rule for files.

    >>> str(Rule("line", {"number": 4}))
    'line 4'
    """

    __slots__ = ()
    section = "format"
    english = PHRASES


WHOLE = Rule("whole")


def at(kind: str, value: object) -> Rule:
    """A location in a file.

    >>> str(at("line", 4)), str(at("key", "<|x|>"))
    ('line 4', "key '<|x|>'")
    """
    name = kind if kind in ("key", "token") else "number"
    return Rule(kind, {name: repr(value) if isinstance(value, str | bytes) else value})


def broken(file: str, where: Rule, rule: str, /, **values: object) -> FormatError:
    """The error for ``rule`` broken at ``where``.

    >>> broken("merges.txt", at("line", 4), "two_tokens")
    FormatError('merges.txt, line 4: two tokens and one space')
    """
    return FormatError(file=file, where=where, rule=Rule(rule, values))


def as_object(file: str, value: Any, where: Rule = WHOLE) -> dict[str, Any]:
    """``value`` if it is a JSON object; raises ``FormatError``."""
    if not isinstance(value, dict):
        raise broken(file, where, "an_object")
    return value


def check_id(file: str, where: Rule, value: object, last: int = MAX_TOKENS - 1) -> None:
    """Raise ``FormatError`` for what is no integer from 0 to ``last``.

    subtle: ``True`` is an integer to Python, and to nobody who writes a file.
    """
    if type(value) is not int or not 0 <= value <= last:
        raise broken(file, where, "not_an_id", last=last, value=repr(value))


def read_pattern(file: str, key: str, text: object, read: Callable[[str], Value]) -> Value:
    """``read(text)``; raises ``FormatError`` for no text, and where ``read`` refuses it."""
    where = at("key", key)
    if not isinstance(text, str):
        raise broken(file, where, "not_text", value=repr(text))
    try:
        return read(text)
    except InputError as error:
        raise broken(file, where, "pattern", problem=error) from error
