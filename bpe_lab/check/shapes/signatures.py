"""What a student's function takes: what each parameter is for, by the name that it has."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

Parameters: TypeAlias = Mapping[str, inspect.Parameter]

# What a parameter is for -> the names that students give it; the first row that fits counts.
# A file of the vocabulary is its role too: `from_files` has no other.
ROLES: Mapping[str, re.Pattern[str]] = {
    "special_tokens": re.compile(r"\w*special\w*"),
    "other": re.compile(
        r"(?!.*(merge|vocab|token))((n|num|max|min)_\w+|(out|save|log)\w*|verbose|debug|seed"
        r"|\w*(chunk|batch|block|buffer|cache|worker|thread)\w*)"
    ),
    "vocab_size": re.compile(r"vocab\w*_(size|len\w*)|n_vocab|(\w+_)?size|num_tokens"),
    "merge_count": re.compile(r"(n|num|max|total|number_of|num_of)_?merges?|merges?_count"),
    "vocab": re.compile(r"\w*vocab\w*|id_?(to|2)_?(token|bytes)|itos"),
    "merges": re.compile(r"\w*merge\w*"),
    "path": re.compile(r"\w*(path|file)\w*|fname"),
    "ids": re.compile(r"\w*ids|tokens|indices"),
    "text": re.compile(r"\w*(text|corpus|string|sentence|document|content|data)\w*|s"),
}
BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def role_of(name: str) -> str:
    """What a parameter is for; "" where its name tells nothing.

    >>> [role_of(name) for name in ("corpus", "vocab_size", "num_merges", "vocab", "k")]
    ['text', 'vocab_size', 'merge_count', 'vocab', '']
    >>> [role_of(name) for name in ("num_processes", "chunk_size", "out_path", "vocab_len")]
    ['other', 'other', 'other', 'vocab_size']
    """
    return next((role for role, own in ROLES.items() if own.fullmatch(name.lower())), "")


def parameters(function: Callable[..., Any]) -> Parameters:
    """Its parameters by name, without ``self``; none where Python cannot tell.

    >>> [*parameters(lambda text, vocab_size, *, verbose=False: None)]
    ['text', 'vocab_size', 'verbose']
    """
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


def roles(function: Callable[..., Any]) -> set[str]:
    """What its parameters are for.

    >>> sorted(roles(lambda text, vocab_size, verbose=False: None))
    ['text', 'vocab_size']
    """
    return {role_of(name) for name in parameters(function)} - {"", "other"}


def required(function: Callable[..., Any]) -> list[str]:
    """The arguments that it must have by position.

    >>> required(lambda ids, merges, errors="strict": None)
    ['ids', 'merges']
    """
    return [name for name, each in parameters(function).items() if _is_required(each)]


def call(function: Callable[..., Any], /, **values: Any) -> Any:
    """Call it with ``values``, each where a parameter is for it, in whatever order these are.

    A parameter that it must have, and whose name tells nothing, gets the first value that is
    left; what nobody takes is left out.

    >>> call(lambda merges, vocab, k: (merges, vocab, k), vocab=1, merges=2, special_tokens=3)
    (2, 1, 3)
    """
    takes, left = parameters(function), dict(values)
    if not takes or all(each.kind in REST for each in takes.values()):
        return function(*values.values())
    arguments: dict[str, Any] = {}
    for name in takes:
        if role_of(name) in left:
            arguments[name] = left.pop(role_of(name))
    for name in required(function):
        if name not in arguments and left and not role_of(name):
            arguments[name] = left.pop(next(iter(left)))
    bound = inspect.signature(function).bind_partial()
    bound.arguments.update({name: arguments[name] for name in takes if name in arguments})
    return function(*bound.args, **bound.kwargs)


def size_for(train: Callable[..., Any], vocab_size: int, specials: int = 0) -> dict[str, int]:
    """How much a trainer is to learn, in the way that it is asked: a size, or merges."""
    if "merge_count" in roles(train) and "vocab_size" not in roles(train):
        return {"merge_count": vocab_size - 256 - specials}
    return {"vocab_size": vocab_size}


def described(name: str, function: Callable[..., Any]) -> str:
    """A function as its first line says it, without types and defaults.

    >>> described("train", lambda text, k, verbose=False: None)
    'train(text, k, verbose)'
    """
    return f"{name}({', '.join(parameters(function))})"


def is_abstract(kind: type, methods: Iterable[str]) -> bool:
    """Whether a class leaves one of its methods to those that are derived from it."""
    codes = (getattr(getattr(kind, name, None), "__code__", None) for name in methods)
    return inspect.isabstract(kind) or any(
        code and "NotImplementedError" in code.co_names for code in codes
    )


def _is_required(parameter: inspect.Parameter) -> bool:
    return parameter.default is inspect.Parameter.empty and parameter.kind in BY_POSITION
