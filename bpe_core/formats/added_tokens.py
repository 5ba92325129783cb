"""The added tokens of a ``tokenizer.json``, if one search finds what their two find.

Hugging Face searches for added tokens twice: first for those with ``normalized: false`` in the
original text, then, between them and after normalization, for the others. We search once, in
the original text, where the leftmost one counts. Both find the same unless one of the first
kind can begin within one of the second, or the normalizer can make or break one of the second;
such files are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bpe_core.formats.assemble import MAX_TOKENS
from bpe_core.formats.format_rules import at, broken

# What an added token may say of itself.
OPTIONS: Mapping[str, tuple[bool | None, ...]] = {
    "single_word": (None, False),
    "lstrip": (None, False, True),
    "rstrip": (None, False, True),
}
SIDES: Mapping[str, str] = {"left": "lstrip", "right": "rstrip"}
# Comparing the tokens of both kinds takes at most 80 million steps:
MOST = 2_000
LONGEST = 200  # characters of each

_Tree: TypeAlias = dict[str, Any]


def read_added(
    file: str, added: Any, vocabulary: Mapping[str, int], *, normalizer: str = ""
) -> dict[str, int]:
    """Added tokens by text. Those that the vocabulary lacks get the next ids, as there."""
    if not isinstance(added, list):
        raise broken(file, at("key", "added_tokens"), "a_list")
    token_ids: dict[str, int] = {}
    following = len(vocabulary)
    for k, token in enumerate(added):
        where = at("key", f"added_tokens[{k}]")
        if not isinstance(token, dict):
            raise broken(file, where, "an_object")
        text, token_id = token.get("content"), token.get("id")
        if not isinstance(text, str) or not text:
            raise broken(file, where, "no_text")
        if type(token_id) is not int or not 0 <= token_id < MAX_TOKENS:
            limits = {"last": MAX_TOKENS - 1, "value": repr(token_id)}
            raise broken(file, where, "not_an_id", **limits)
        for option, supported in OPTIONS.items():
            if not any(token.get(option) is value for value in supported):
                raise broken(file, where, "unsupported", value=option)
        right = vocabulary.get(text, following)
        if token_id != right:
            raise broken(file, where, "special_id", right=right, value=token_id)
        if text in token_ids:
            raise broken(file, where, "twice", token=repr(text))
        token_ids[text] = token_id
        following = max(following, token_id + 1)
    _check_searches(file, token_ids, added, normalizer)
    return token_ids


def ordinary_ones(added: Iterable[Mapping[str, Any]]) -> set[str]:
    """Those of the added tokens that are not special: their owner looks for them in every text.

    >>> ordinary_ones([{"content": "<think>", "special": False}, {"content": "<|x|>"}])
    {'<think>'}
    """
    return {token["content"] for token in added if not token.get("special", True)}


def strips_of(file: str, added: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Special tokens that take white space beside them along, and from which side.

    Refused: tokens that are looked for in every text, since a stream could not be cut at white
    space; and any beside tokens that begin or end with white space, which both could take.
    """
    strips: dict[str, str] = {}
    for k, token in enumerate(added):
        sides = [side for side, key in SIDES.items() if token.get(key)]
        if not sides:
            continue
        if not token.get("special", True):
            raise broken(file, at("key", f"added_tokens[{k}]"), "unsupported", value="lstrip")
        strips[token["content"]] = "both" if len(sides) > 1 else sides[0]
    for k, token in enumerate(added):
        if strips and token["content"] != token["content"].strip():
            raise broken(file, at("key", f"added_tokens[{k}]"), "unsupported", value="lstrip")
    return strips


def _check_searches(
    file: str, texts: Collection[str], added: list[dict[str, Any]], normalizer: str
) -> None:
    """Refuse tokens that one search would find at other offsets than their two."""
    late = {text: k for k, text in enumerate(texts) if added[k].get("normalized")}
    for text, k in late.items():
        if normalizer and not _is_stable(text):
            where = at("key", f"added_tokens[{k}]")
            raise broken(file, where, "composed", token=repr(text), name=normalizer)
    early = [text for text in texts if text not in late]
    if not late or not early:
        return
    if len(texts) > MOST:
        raise broken(file, at("key", "added_tokens"), "too_many", limit=MOST, count=len(texts))
    for k, text in enumerate(texts):
        if (size := len(text.encode("utf-8", "surrogatepass"))) > LONGEST:
            where = at("key", f"added_tokens[{k}]")
            raise broken(file, where, "long_token", limit=LONGEST, size=size)
    # subtle: a late one that begins within an early one is found by neither way.
    for token, other in _overlaps(late, _tree(early)):
        where = at("key", f"added_tokens[{late[token]}]")
        raise broken(file, where, "two_searches", token=repr(token), other=repr(other))


def _tree(texts: Iterable[str]) -> _Tree:
    """A trie: every node has one text that passes through it and one that ends there."""
    root: _Tree = {}
    for text in texts:
        node = root
        for character in text:
            node = node.setdefault(character, {})
            node.setdefault("passes", text)
        node["ends"] = text
    return root


def _overlaps(texts: Iterable[str], tree: _Tree) -> Iterator[tuple[str, str]]:
    """Each text, with a text of the tree that begins inside it.

    >>> list(_overlaps(["<x>", "x"], _tree(["x>b"]))), list(_overlaps(["<x>"], _tree(["<y>"])))
    ([('<x>', 'x>b'), ('x', 'x>b')], [])
    """
    for text in texts:
        for start in range(len(text)):
            node = tree
            for character in text[start:]:
                if character not in node:
                    break
                node = node[character]
                if "ends" in node:
                    yield text, node["ends"]
            else:
                yield text, node["passes"]


def _is_stable(text: str) -> bool:
    """Whether composing characters neither makes nor breaks ``text``, whatever its neighbours.

    subtle: ``>`` and U+0338 become one character, U+226F.

    >>> _is_stable("[pad]"), _is_stable("<pad>"), _is_stable("[KEY]"), _is_stable("é!")
    (True, False, False, False)
    """
    return text.isascii() and _FROM_OTHERS.isdisjoint(text) and text[-1] not in _COMPOSING


# ASCII characters that others turn into, as KELVIN SIGN into K, and those that take a mark.
_FROM_OTHERS = frozenset(";`K")
_COMPOSING = frozenset("<=>" + "ABCDEFGHIJKLMNOPRSTUVWXYZ" + "abcdefghijklmnoprstuvwxyz")
