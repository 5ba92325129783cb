"""Stanford CS336: ``run_train_bpe``, and a ``Tokenizer`` of a vocabulary and merges.

The trainer is a function, or a class or static method, of a path or of a text. In which form
files are is left open by the assignment: "the same format that your BPE training code output".
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from bpe_core.model import ALL_BYTES
from bpe_core.runtime.text import written
from bpe_lab.check.shapes.solution import (
    LACKS_SPECIALS,
    REVERSED,
    Ability,
    BytePair,
    Lesson,
    Loaded,
    Trained,
    call,
    is_abstract,
    merges_in,
    merges_of,
    parameters,
    required,
    role_of,
    roles,
    size_for,
    vocabulary_in,
    vocabulary_of,
)

TITLE = "CS336's run_train_bpe and Tokenizer"
TOKENIZER_TITLE = "CS336's Tokenizer, without a trainer"
TRAIN = ("run_train_bpe", "train_bpe")
MAKE = ("get_tokenizer", "Tokenizer", "BPETokenizer")
# The assignment's tests always give it, so that code may count on it.
SPECIALS = ("<|endoftext|>",)
TEXT = "text.txt"
NO_VOCABULARY = "no fault, but CS336's own tests want a vocabulary beside the merges"
OTHER_IDS = "no fault, but CS336's own tests want the ids as a list"
OTHER_VALUES = (
    "no fault, but CS336's own tests want a dict of ids with bytes, and merges as a list of "
    "tuples of bytes: let your adapter make them"
)
Vocabulary: TypeAlias = Mapping[int, bytes]
Contents: TypeAlias = Callable[[Vocabulary, Sequence[BytePair]], tuple[bytes, bytes]]


class CS336Tokenizer:
    """A tokenizer that was given our merges."""

    def __init__(self, make: Callable[..., Any], lesson: Lesson) -> None:
        self.merges = tuple(lesson.merges)
        self._vocabulary = vocabulary_for(lesson)
        vocabulary: object = dict(self._vocabulary)
        merges: object = list(self.merges)
        if lesson.form:
            vocabulary, merges = write_files(lesson.form, self._vocabulary, self.merges)
            make = make.from_files  # type: ignore[attr-defined]  # asked of a class that has it
        values = {"vocab": vocabulary, "merges": merges}
        specials = _specials(make, lesson.specials, none=None)
        self._own = call(make, **values, **specials)
        self._appends = lesson.vocabulary == LACKS_SPECIALS
        self.note = ""

    def encode(self, text: str) -> Sequence[int]:
        ids = self._own.encode(text)
        self.note = "" if isinstance(ids, list) else OTHER_IDS
        return list(ids)

    def decode(self, ids: Sequence[int]) -> str:
        return str(self._own.decode(list(ids)))

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        return iter(self._own.encode_iterable(pieces))

    def token(self, token_id: int) -> bytes | None:
        if self._appends and token_id not in self._vocabulary:
            with suppress(Exception):  # whatever a student's code says to an id of no token
                return self.decode([token_id]).encode()
        return self._vocabulary.get(token_id)


def vocabulary_for(lesson: Lesson) -> dict[int, bytes]:
    """The vocabulary of a lesson by id.

    >>> vocabulary_for(Lesson("", [(b"a", b"b")], vocabulary=REVERSED))[0]
    b'ab'
    """
    joined = dict.fromkeys(left + right for left, right in lesson.merges)
    specials = [special.encode() for special in lesson.specials]
    if lesson.vocabulary == LACKS_SPECIALS:
        specials = []
    tokens = [*ALL_BYTES, *specials, *joined]
    return dict(enumerate(tokens[::-1] if lesson.vocabulary == REVERSED else tokens))


class CS336:
    """The trainer reads a file or a text; the tokenizer is made of what a trainer gives."""

    def __init__(self, train: Callable[..., Any], make: Callable[..., Any] | None) -> None:
        self._train, self._make = train, make
        self._takes_text = "text" in roles(train) and "path" not in roles(train)

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        takes = {
            **size_for(self._train, vocab_size, len(specials)),
            **_specials(self._train, specials),
        }
        if self._takes_text:
            try:
                return _trained(call(self._train, text=text, **takes))
            except OSError:  # a corpus may be a path as well as a text
                self._takes_text = False
        path = Path(TEXT).absolute()
        path.write_bytes(text.encode())
        source = {"text" if "path" not in roles(self._train) else "path": path}
        return _trained(call(self._train, **source, **takes))

    def tokenizer(self, lesson: Lesson) -> CS336Tokenizer:
        assert self._make, "asked only where it encodes"
        return CS336Tokenizer(self._make, lesson)


def _trained(result: Any) -> Trained:
    merges, vocabulary = merges_in(result), vocabulary_in(result)
    if vocabulary is None:
        return Trained(merges_of(merges), note=NO_VOCABULARY)
    tokens = vocabulary_of(vocabulary)
    note = "" if _is_list_of_pairs(merges) and vocabulary == tokens else OTHER_VALUES
    return Trained(merges_of(merges), tuple(tokens.values()), tuple(tokens), note)


def _is_list_of_pairs(merges: Any) -> bool:
    return isinstance(merges, list) and all(
        isinstance(pair, tuple) and {*map(type, pair)} == {bytes} for pair in merges
    )


def recognize(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The solution, where a trainer takes a path, a size and special tokens."""
    make = _maker(names, wanted)
    train = _trainer(names, has_maker=make is not None)
    if train is None:
        return None
    specials = SPECIALS if _takes_specials(train) else ()
    abilities = frozenset([*_trains(train), *(_encodes(make) if make else [])])
    return Loaded(CS336(train, make), TITLE, abilities, "gpt2", specials)


def recognize_tokenizer(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The tokenizer alone, where no file has a trainer."""
    make = _maker(names, wanted)
    if make is None:
        return None
    specials = SPECIALS if _takes_specials(make) else ()
    solution = CS336(_no_trainer, make)
    return Loaded(solution, TOKENIZER_TITLE, frozenset(_encodes(make)), "gpt2", specials)


def _no_trainer(input_path: Path, vocab_size: int, special_tokens: Sequence[str]) -> Any:
    raise NotImplementedError("a tokenizer alone does not train")


def _trains(train: Callable[..., Any]) -> Iterator[str]:
    """What the trainer can be asked."""
    yield from (Ability.TRAINS, Ability.RUNS_HERE, Ability.READS_TEXT_FILES)
    if _takes_specials(train):
        yield Ability.TRAINS_SPECIALS
        if not _takes_one_special(train):
            yield Ability.TRAINS_SEVERAL


def _encodes(make: Callable[..., Any]) -> Iterator[str]:
    """What the tokenizer can be asked."""
    yield from (Ability.ENCODES, Ability.TAKES_MERGES, Ability.DECODES_PARTS)
    streams = not isinstance(make, type) or hasattr(make, "encode_iterable")
    if streams:
        yield Ability.STREAMS
    if _takes_specials(make):
        yield from (Ability.ENCODES_SPECIALS, Ability.APPENDS_SPECIALS)
        if streams:
            yield Ability.STREAMS_SPECIALS
        if not _takes_one_special(make):
            yield from (Ability.ENCODES_OVERLAPPING, Ability.ENCODES_SEVERAL)
    if hasattr(make, "from_files"):
        yield Ability.READS_FILES


def _trainer(names: Mapping[str, Any], *, has_maker: bool) -> Callable[..., Any] | None:
    """What trains on the file of a path, or on a text; those of the usual names come first."""
    for function in _functions(names, TRAIN):
        takes = roles(function)
        by_name = "train" in getattr(function, "__name__", "") and (
            has_maker or any(names.get(name) is function for name in TRAIN)
        )
        sized = bool(takes & {"vocab_size", "merge_count"})
        source = "path" in takes or ("text" in takes and has_maker)
        if sized and source and (by_name or "special_tokens" in takes):
            return function
    return None


def _maker(names: Mapping[str, Any], wanted: str) -> Callable[..., Any] | None:
    """What makes a tokenizer of a vocabulary, merges and special tokens."""
    if wanted:
        names = {name: value for name, value in names.items() if name == wanted}
    making = (make for make in _functions(names, MAKE) if {"vocab", "merges"} <= roles(make))
    return next(filter(_makes, making), None)


def _makes(make: Callable[..., Any]) -> bool:
    """Whether it is a class that encodes, or a function that needs nothing else."""
    if isinstance(make, type):
        return hasattr(make, "encode") and not is_abstract(make, ("encode", "decode"))
    return {role_of(name) for name in required(make)} <= {"vocab", "merges", "special_tokens"}


def _functions(names: Mapping[str, Any], first: Sequence[str]) -> list[Callable[..., Any]]:
    """What can be called, the usual names first; then the class and static methods."""
    usual = [names[name] for name in first if name in names]
    methods = (
        getattr(value, name)
        for value in names.values()
        if isinstance(value, type)
        for name, method in vars(value).items()
        if isinstance(method, classmethod | staticmethod) and name != "from_files"
    )
    return [value for value in (*usual, *names.values(), *methods) if callable(value)]


def _specials(
    function: Callable[..., Any], specials: Sequence[str], none: object = ()
) -> dict[str, object]:
    """Special tokens as they are taken: a list, or the only one; ``none`` where there are none.

    CS336's tests make a tokenizer with None.
    """
    if not _takes_one_special(function):
        return {"special_tokens": list(specials) if specials or none is not None else None}
    return {"special_tokens": specials[0]} if specials else {}


def _takes_specials(function: Callable[..., Any]) -> bool:
    """Whether a parameter is for them; where Python cannot tell, as CS336's do."""
    takes = parameters(function)
    return "special_tokens" in roles(function) or not takes or "kwargs" in takes


def _takes_one_special(function: Callable[..., Any]) -> bool:
    """Whether its parameter is for one: ``special_token: str``, or a text as its default."""
    for name, each in parameters(function).items():
        if role_of(name) == "special_tokens" and not name.lower().endswith("s"):
            return isinstance(each.default, str) or each.annotation in (str, "str")
    return False


def write_files(
    form: str, vocabulary: Vocabulary, merges: Sequence[BytePair]
) -> tuple[str, str]:
    """Write both files where the code runs; their paths."""
    paths = Path("vocab.file").absolute(), Path("merges.file").absolute()
    for path, content in zip(paths, FORMS[form](vocabulary, merges), strict=True):
        path.write_bytes(content)
    return str(paths[0]), str(paths[1])


def pickles(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """Both values as Python keeps them."""
    return pickle.dumps(dict(vocabulary)), pickle.dumps(list(merges))


def gpt2_files(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """GPT-2's characters: a JSON object of tokens with ids, and one merge per line.

    >>> gpt2_files({0: b" "}, [(b" ", b"a")])[1].decode()
    'Ġ a\\n'
    """
    lines = "".join(f"{written(left)} {written(right)}\n" for left, right in merges)
    ids = {written(token): number for number, token in vocabulary.items()}
    return _json(ids), lines.encode()


def gpt2_files_with_version(
    vocabulary: Vocabulary, merges: Sequence[BytePair]
) -> tuple[bytes, bytes]:
    """The same with the first line that GPT-2's own file has, for who skips it."""
    ids, lines = gpt2_files(vocabulary, merges)
    return ids, b"#version: 0.2\n" + lines


def hex_json(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """Bytes in hex: a JSON object of ids with tokens, and a JSON list of pairs."""
    tokens = {str(number): token.hex() for number, token in vocabulary.items()}
    return _json(tokens), _json([[left.hex(), right.hex()] for left, right in merges])


FORMS: Mapping[str, Contents] = {
    "pickles": pickles,
    "GPT-2's vocab.json and merges.txt": gpt2_files,
    "GPT-2's two files, with #version": gpt2_files_with_version,
    "JSON in hex": hex_json,
}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
