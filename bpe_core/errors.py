"""Everything that can be wrong with a user's input: the classes that callers tell apart.

A class has a rule for each sentence that it can say, or one sentence without a rule. The table
beside it says them in short, for programmers; the app's catalogues hold what people read, in
each language, under ``error.CLASS.RULE`` and ``notice.RULE``. Who has to tell sentences apart
asks for ``error.rule``; a class is for what is caught alone. Values may be phrases, which are
translated with the sentence; in a message each is bounded, since an option may hold a text of
megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from string import Formatter
from typing import Any, ClassVar

LONGEST_VALUE = 300  # characters
GAP = " … "


class BPELabError(Exception):
    """Base of all: a ``rule`` of its class, and the ``values`` that the rule's message names.

    >>> InputError("vocabulary_too_small", vocab_size=100, minimum=257, special_tokens=1)
    InputError('vocab_size 100 is below 257: 256 and 1 special')
    """

    messages: ClassVar[Mapping[str, str]] = {}

    def __init__(self, rule: str = "", /, **values: object) -> None:
        super().__init__(short_message(self.template(rule), values))
        self.rule = rule
        self.values = values

    @classmethod
    def template(cls, rule: str) -> str:
        """The message of a rule, with placeholders for its values."""
        return cls.messages[rule]

    @property
    def name(self) -> str:
        """Class and rule, as the catalogues have them.

        >>> InputError("empty_text").name, OptionError(name="n", value=0, rule="1").name
        ('InputError.empty_text', 'OptionError')
        """
        return f"{type(self).__name__}.{self.rule}".removesuffix(".")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by rule and values, so that a worker process can raise to its parent."""
        return partial(type(self), self.rule, **self.values), ()


class InputError(BPELabError, ValueError):
    """A value from outside that the core cannot work on."""

    messages: ClassVar[Mapping[str, str]] = {
        "empty_text": "the text is empty",
        "lone_surrogate": "character {position} is U+{code:04X}, half of a surrogate pair",
        "is_a_folder": "{path} is a folder; give the files in it",
        "file_changed": "{path} changed while it was read",
        "file_name_as_text": (
            "{name!r} is the name of a file; pass Path({name!r}), or bytes if the name is "
            "the text"
        ),
        "overwrites_input": "{output} is {source}, which is read; write to another file",
        "shared_output": (
            "{output} is asked for as two outputs; write each to a file of its own"
        ),
        "text_too_large": "{size} bytes are more than the {limit} allowed here",
        "tokens_too_long": (
            "the tokens have more than {limit} bytes together after {merges} merges"
        ),
        "vocabulary_too_small": (
            "vocab_size {vocab_size} is below {minimum}: 256 and {special_tokens} special"
        ),
        "characters_need_more": (
            "vocab_size {vocab_size} is below {minimum}, what this text's characters need"
        ),
        "library_failed": "{library} could not be trained on this text: {reason}",
        "owner_failed": "{library} failed at this text: {reason}",
        "empty_special_token": "special token number {position} is empty",
        "duplicate_special_token": "special token {token!r} is given twice",
        "special_token_taken": "special token {token!r} has the bytes of an ordinary token",
        "unknown_special_token": (
            "{token!r} is not a special token of this model; it has: {known}"
        ),
        "not_an_id": "{value!r} at position {position} is not a token id, an integer",
        "too_many_ids": "{count} ids are more than the {limit} allowed here",
        "no_merge_list": "this model ranks its tokens; it has no list of merges to go through",
        "linear_early_merge": (
            "the merge of {left!r} and {right!r} ranks before those that make them; borders "
            "between tokens can be asked where parts are learned first"
        ),
        "no_library": "no source file of the standard library below {folder}",
        "no_text_files": "no text file below {folder}",
    }


class NotUTF8Error(InputError):
    """Bytes that are not UTF-8."""

    messages: ClassVar[Mapping[str, str]] = {
        "": "byte 0x{byte:02X} at offset {position} is not UTF-8 ({reason})"
    }


class TokenIdError(InputError):
    """An id that no token has."""

    messages: ClassVar[Mapping[str, str]] = {
        "": "token id {token_id} at position {position} is no token's; ids are in 0..{last}"
    }


class OptionError(InputError):
    """An option outside its range."""

    messages: ClassVar[Mapping[str, str]] = {"": "{name}={value!r}: {rule}"}


class UnknownNameError(InputError):
    """A name that is not in a registry."""

    messages: ClassVar[Mapping[str, str]] = {"": "no {kind} named {name!r}; known: {known}"}

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
        """The error for ``name``, listing the known names."""
        return cls(kind=kind, name=name, known=", ".join(known))


class PatternError(InputError):
    """A custom pattern that cannot cut texts, or not this one, into pre-tokens."""

    messages: ClassVar[Mapping[str, str]] = {
        "too_long": "the pattern has {size} characters; {limit} are allowed",
        "syntax": "the pattern is wrong at character {position}: {reason}",
        "unsupported": "{part!r} at character {position} of the pattern is not taken here",
        "too_costly": (
            "up to character {position} the pattern's repetitions multiply to more than {limit}"
        ),
        "too_slow": "the pattern ran out of time behind byte {position}",
        "matches_empty": "the pattern matches the empty text, at byte {position}",
        "matches_nothing": "the pattern matches nothing from byte {position} on",
        "skips_text": "the pattern skips {skipped} at byte {position}",
    }


class PackageMissingError(InputError):
    """An optional package that is not installed."""

    messages: ClassVar[Mapping[str, str]] = {
        "": "{package} is not installed; pip install 'bpe-lab[{extra}]'"
    }


class NothingCompiledError(InputError):
    """Work for compiled code where none runs."""

    messages: ClassVar[Mapping[str, str]] = {
        "": "compiled code does not run here: numba could not make it ({reason})"
    }


class FormatError(BPELabError, ValueError):
    """A file that breaks its format's rule."""

    messages: ClassVar[Mapping[str, str]] = {"": "{file}, {where}: {rule}"}


class DownloadError(BPELabError):
    """A file on the web that could not be fetched; ``url`` says which."""

    messages: ClassVar[Mapping[str, str]] = {
        "offline": "{url} cannot be reached: {reason}",
        "not_at_hand": (
            "{name} is not on this machine, and {url} cannot be reached ({reason}); go "
            "online once; the extra `models` has Llama's, Qwen's and DeepSeek's"
        ),
        "not_served": "{url} gave no file: {reason}",
        "other_size": "{url} has another size: {found} bytes, not {expected}",
        "checksum": "{url} gave another file: its SHA-256 is {found}, not {expected}",
    }


class Notice(BPELabError):
    """Shown to the reader while the work goes on, never raised."""

    messages: ClassVar[Mapping[str, str]] = {
        "nul_byte": (
            "{count} NUL bytes, the first at offset {position}; they are kept as byte 0"
        ),
        "other_unicode": (
            "these files were written under Unicode {recorded}; here letters and digits "
            "are those of {running}, so characters that only one of them has may get other "
            "ids"
        ),
        "assumed_pattern": (
            "{file} does not say how texts are cut; the pattern {pattern} is assumed. With "
            "another one ids differ: name it by pattern= or --pattern"
        ),
        "few_repeats": (
            "few repeats ({repeats}): a median that can be trusted needs {enough} or more"
        ),
        "noise": "the quartiles of {lane} and {other} overlap: which is faster is open",
        "busy_machine": (
            "the machine was busy: other programs took {taken} of its cores (it has {cores}) "
            "on average, so times may be too long"
        ),
        "lane_cut": "{lane} was cut by its budget of {budget} seconds in {cut} of {runs} runs",
    }

    @classmethod
    def template(cls, rule: str) -> str:
        """The message of a rule; what pages alone say is in their catalogues alone."""
        return cls.messages.get(rule, rule)


# --- What stands in an error's sentence


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of an error's message: a key of ``english``, the values of its placeholders.

    Catalogues of other languages have the same keys in the table named ``section``.
    """

    section: ClassVar[str]
    english: ClassVar[Mapping[str, str]]

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.english[self.key].format(**self.values)


def short_message(template: str, values: Mapping[str, object]) -> str:
    """``template`` with its ``values``; of one that is too long, both ends.

    >>> short_message("no text named {name!r}", {"name": "a" * 10**6})[:22]
    "no text named 'aaaaaaa"
    >>> len(short_message("{text}", {"text": "a" * 10**6})) <= LONGEST_VALUE
    True
    """
    return _ShortValues().vformat(template, (), values)


class _ShortValues(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return both_ends(str(super().format_field(value, format_spec)), LONGEST_VALUE)


def both_ends(text: str, most: int) -> str:
    """``text``, or both ends of it in ``most`` characters.

    >>> both_ends("a" * 50 + "z", 9)
    'aaa … aaz'
    """
    if len(text) <= most:
        return text
    half = (most - len(GAP)) // 2
    return text[:half] + GAP + text[-half:]
