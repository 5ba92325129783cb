"""A tokenizer from the reader's files: which of them belong together, what they leave open.

Nothing here draws. Content is bytes by name, as a browser gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bpe_core.errors import FormatError, Notice
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.gpt2 import until_again
from bpe_core.formats.known_formats import alone, detect, own_parts
from bpe_core.formats.recognize import Role, roles
from bpe_core.formats.side_file import recorded_unicode, unicode_notice
from bpe_core.registry import FORMATS
from bpe_core.tokenizers.owners import served_by_owner
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from ui.owner_bounds import check_for_owner
from ui.serving.app_errors import AppError
from ui.serving.uploads import beside_file

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

SIDE = "bpe-lab"  # how the name of our side file begins, which identifies GPT-2's pair
_reading = BoundedSemaphore(2)  # large files at once, for all readers

Files = Mapping[str, bytes]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader says where files are silent; None leaves it as read."""

    pattern: str | None = None
    special_tokens: tuple[tuple[str, int], ...] | None = None


AS_FILED = Settings()


class ReadFiles(NamedTuple):
    """The tokenizer in some files, and what is to be said of it wherever it is used.

    ``says_all``: nothing is left open. ``until``: where its owner takes a merge list that has a
    merge twice, the files up to there, which the core reads, and the error that stands there.
    """

    tokenizer: Tokenizer
    notices: tuple[Notice, ...] = ()
    says_all: bool = True
    until: tuple[Files, FormatError] | None = None


def read_files(files: Files, settings: Settings = AS_FILED) -> ReadFiles:
    """The tokenizer in ``files``, by the core or its owner; raises what opening raises."""
    name = next(iter(files))
    try:
        form = FORMATS[detect(files)]
        specials = settings.special_tokens
        with _reading:
            model = form.read(
                files,
                pattern=settings.pattern,
                special_tokens=None if specials is None else dict(specials),
            )
    except FormatError as error:
        cut = until_again(files, error)
        check_for_owner(files)
        try:
            with _reading:
                owned = served_by_owner(files, name, error)
        except FormatError:
            if cut:  # what is wrong with them is known
                raise error from None
            raise
        return ReadFiles(owned, until=(cut, error) if cut else None)
    assumed = form.assumes(files) if settings.pattern is None else None
    other = unicode_notice(recorded_unicode(files, own_parts()), model)
    notices = tuple(notice for notice in (assumed, other) if notice)
    says_all = form.says_all or any(file.startswith(SIDE) for file in files)
    return ReadFiles(ByteLevelTokenizer(model, name), notices, says_all)


def grouped(files: Sequence[UploadedFile]) -> list[tuple[UploadedFile, ...]]:
    """The files of each tokenizer: those that are one by themselves, and all others together.

    What is nothing at all is told of by itself. A single one takes our side file along.
    """
    part_of = [_role(file) for file in files]
    pair = {Role.VOCABULARY, Role.MERGES}
    if Role.VOCABULARY in part_of:  # merges with ``</w>`` are codes, but not beside one
        pair.add(Role.CODES)
    are_alone = [role is None or role in alone() - pair for role in part_of]
    if sum(are_alone) == 1 and pair.isdisjoint(part_of):
        return [tuple(files)]
    by_kind = list(zip(files, are_alone, strict=True))
    groups = [(file,) for file, is_alone in by_kind if is_alone]
    others = tuple(file for file, is_alone in by_kind if not is_alone)
    return [*groups, others] if others else [*groups]


def _role(file: UploadedFile) -> str | None:
    """The part that a file plays; None for SentencePiece's, and for what is none."""

    def ask() -> str | None:
        try:
            return next(iter(roles({file.name: file.getvalue()}, own_parts())))
        except FormatError:
            return None

    return once(file, "role", ask)


def digests(files: Iterable[UploadedFile]) -> Hashable:
    """What equal files have in common, their names included: a name may say the pattern."""

    def digest(file: UploadedFile) -> str:
        return once(file, "digest", lambda: sha256(file.getvalue()).hexdigest())

    return tuple(sorted((file.name, digest(file)) for file in files))


def once(file: UploadedFile, what: str, make: Callable[[], Value]) -> Value:
    """What is computed of a file, cached as long as that is in a field."""
    known = beside_file(file.file_id)
    if what not in known:
        known[what] = make()
    value: Value = known[what]
    return value


def content_of(files: Iterable[UploadedFile]) -> dict[str, bytes]:
    """By their names; raises ``FormatError`` where two share one, or one would be left out."""
    content: dict[str, bytes] = {}
    for file in files:
        if file.name in content:
            raise broken(file.name, WHOLE, "is_named_twice")
        content[file.name] = file.getvalue()
    return content


def special_tokens_of(typed: str) -> tuple[tuple[str, int], ...] | None:
    """``token=id`` parts separated by commas; None for an empty field.

    >>> special_tokens_of("<|a|>=300, <|b|>=301"), special_tokens_of(" ")
    ((('<|a|>', 300), ('<|b|>', 301)), None)
    """
    if not typed.strip():
        return None
    ids: dict[str, int] = {}
    for part in typed.split(","):
        token, _, number = part.strip().rpartition("=")
        if not (token and number.isascii() and number.isdecimal() and len(number) < 10):
            raise AppError("special_token_id", value=part.strip())
        ids[token] = int(number)
    return tuple(ids.items())
