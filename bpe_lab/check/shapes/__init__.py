"""Shapes of students' code, a file each.

All are tried in turn; where none fits, what was found is said, and what to call it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from bpe_lab.check.shapes import cs336, functions, minbpe
from bpe_lab.check.shapes.solution import Loaded, described, parameters

Recognize: TypeAlias = Callable[[Mapping[str, Any], str], Loaded | None]

SHAPES: Mapping[str, Recognize] = {
    "cs336": cs336.recognize,
    "minbpe": minbpe.recognize,
    "functions": functions.recognize,
    "tokenizer": cs336.recognize_tokenizer,
}
# What to call it, so that it is one of them.
WANTED = (
    "Call the trainer train(text, vocab_size) or run_train_bpe(input_path, vocab_size, "
    "special_tokens); give the class Tokenizer(vocab, merges, special_tokens) the methods "
    "encode(text) and decode(ids), or one class the methods train(text, vocab_size), "
    "encode(text) and decode(ids)"
)
MOST_NAMED = 8  # functions and classes that are named


def recognize(names: Mapping[str, Any], wanted: str = "") -> Loaded | None:
    """The first shape that fits what a file defines; ``wanted`` names a class."""
    for row in SHAPES.values():
        if loaded := row(names, wanted):
            return loaded
    return None


def what_is_missing(names: Mapping[str, Any], wanted: str = "") -> str:
    """Why no shape fits: the functions and classes that there are, and what to rename."""
    if wanted and wanted not in names:
        classes = ", ".join(name for name, value in names.items() if isinstance(value, type))
        return f"it has no class {wanted}; there are: {classes or 'none'}"
    contents = [line for name, value in names.items() for line in _contents(name, value)]
    more = ["…"] * (len(contents) > MOST_NAMED)
    listed = "; ".join([*contents[:MOST_NAMED], *more]) or "no function and no class"
    return f"none of the known shapes ({', '.join(SHAPES)}) is in it. Found: {listed}. {WANTED}"


def _contents(name: str, value: Any) -> Iterator[str]:
    """A function as it is called; a class with its methods."""
    if isinstance(value, type):
        methods = (
            described(each, method)
            for each, method in vars(value).items()
            if callable(method) and not each.startswith("_")
        )
        yield f"class {described(name, value)} with {', '.join(methods) or 'no methods'}"
    elif callable(value) and parameters(value):
        yield described(name, value)
