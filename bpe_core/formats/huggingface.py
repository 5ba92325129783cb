"""Hugging Face's ``tokenizer.json``, for byte-level BPE.

Read: a ``BPE`` model with or without ``ignore_merges``, ids with holes among them; all added
tokens (those that are not special are recognized in every text) and those of an
``added_tokens.json`` beside it; a ``ByteLevel`` pre-tokenizer, alone or behind others (see
`huggingface_splits`), and NFC before it (Qwen). What would change ids and is not supported is
refused by name; ``load_tokenizer`` leaves such files to
their owner's library. Two things are ignored since they belong to a call and not to the
vocabulary: what a post-processor adds around a text (compare with ``encode(…,
add_special_tokens=False)``), and truncation and padding. ``unk_token`` never comes up: all
bytes that UTF-8 has must be present.

Written: a file that gives our ids there, with special tokens recognized in every text, too.

Hugging Face searches for added tokens twice: first for those with ``normalized: false`` in the
original text, then, between them and after normalization, for the others. We search once, in
the original text, where the leftmost one counts. Both find the same unless one of the first
kind can begin within one of the second, or the normalizer can make or break one of the second;
such files are refused.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import add, itemgetter
from typing import Any, TypeAlias

from bpe_core.formats.assemble import (
    MergeColumns,
    Specials,
    build_merges,
    build_model,
    build_vocabulary,
    check_ids,
    named_specials,
    read_tokens,
    unmergeable,
    with_added,
    with_unused_bytes,
)
from bpe_core.formats.format_rules import WHOLE, Rule, as_object, at, broken, check_id
from bpe_core.formats.gpt2 import with_added_tokens, written_ids, written_merges
from bpe_core.formats.huggingface_splits import pattern_of, pre_tokenizer_of
from bpe_core.formats.model_files import json_of
from bpe_core.formats.recognize import Role, part
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import check_name, version_of

FILE = Role.TOKENIZER.value
VERSION = "1.0"
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
NO_OPTIONS = dict.fromkeys(("single_word", "lstrip", "rstrip"), False)

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


def write_huggingface(model: BPEModel) -> dict[str, str]:
    """The file by name; raises ``FormatError`` for a pinned pattern, whose version it lacks."""
    if version := version_of(model.pattern):
        raise broken(FILE, WHOLE, "no_unicode", version=version)
    added = [
        {
            "id": token_id,
            "content": name,
            **NO_OPTIONS,
            "lstrip": model.strips.get(name) in ("left", "both"),
            "rstrip": model.strips.get(name) in ("right", "both"),
            "normalized": False,
            "special": name not in model.always,
        }
        for name, token_id in sorted(model.special_tokens.items(), key=lambda item: item[1])
    ]
    tokenizer = {
        "version": VERSION,
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {"type": model.normalization} if model.normalization else None,
        "pre_tokenizer": pre_tokenizer_of(FILE, model.pattern),
        "post_processor": None,
        "decoder": {**BYTE_LEVEL, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": model.whole_first,
            "vocab": written_ids(model, FILE),
            "merges": written_merges(model, FILE),
        },
    }
    return {FILE: json.dumps(tokenizer, ensure_ascii=False, indent=2) + "\n"}


def read_huggingface(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read the file; ``pattern`` and ``special_tokens`` override those of the file."""
    if pattern is not None:
        check_name(pattern)
    file, data = part(files, Role.TOKENIZER)
    tokenizer = as_object(file, json_of(file, data))
    model = as_object(file, tokenizer.get("model"), at("key", "model"))
    _check_settings(file, tokenizer, model)
    vocabulary = check_ids(file, model.get("vocab"))
    normalization = _normalization(file, tokenizer.get("normalizer"))
    listed = tokenizer.get("added_tokens") or []
    if isinstance(listed, list):
        listed = [*listed, *_added_beside(files, listed)]
    added = read_added(file, listed, vocabulary, normalizer=normalization)
    ids = check_ids(file, {**vocabulary, **added})
    if isinstance(special_tokens, Mapping):
        ids = with_added(file, ids, special_tokens)
    pairs = _pairs(file, model.get("merges"))
    always = ordinary_ones(listed).difference(special_tokens or ())
    wanted = special_tokens
    if wanted is None:
        wanted = [token for token in added if token not in always]
    specials = named_specials(file, ids, wanted, always)
    ordinary = with_unused_bytes(read_tokens(file, ids, specials), specials)
    strips = strips_of(file, listed)
    return build_model(
        file,
        build_vocabulary(file, ordinary, specials, gap=None),
        build_merges(file, pairs, ids, unmergeable(specials, always), _merge_at),
        specials,
        pattern=pattern or pattern_of(file, tokenizer.get("pre_tokenizer")),
        whole_first=model.get("ignore_merges") is True,
        normalization=normalization,
        always=always,
        strips={token: strips[token] for token in specials if token in strips},
    )


def _added_beside(files: Mapping[str, bytes], listed: list[Any]) -> list[dict[str, Any]]:
    """The tokens of an ``added_tokens.json`` that the file does not list, as it would."""
    _, beside = with_added_tokens(files, {})
    contents = [token.get("content") for token in listed if isinstance(token, dict)]
    known = {content for content in contents if isinstance(content, str)}
    new = [(text, number) for text, number in beside.items() if text not in known]
    return [
        {"content": text, "id": number, "special": False}
        for text, number in sorted(new, key=itemgetter(1))
    ]


def _merge_at(k: int) -> Rule:
    return at("key", f"model.merges[{k}]")


def _check_settings(file: str, tokenizer: dict[str, Any], model: dict[str, Any]) -> None:
    """Refuse what changes ids and is not supported."""
    version = tokenizer.get("version", VERSION)
    if version != VERSION:
        raise broken(
            file, at("key", "version"), "one_of", known=repr(VERSION), value=repr(version)
        )
    kind, decoder = model.get("type", "BPE"), tokenizer.get("decoder")
    if kind != "BPE":
        raise broken(file, at("key", "model.type"), "one_of", known="BPE", value=repr(kind))
    if decoder is not None and _kinds(decoder, "decoders") != ["ByteLevel"]:
        known = {"known": "ByteLevel, null", "value": repr(_kinds(decoder, "decoders"))}
        raise broken(file, at("key", "decoder"), "one_of", **known)
    if model.get("ignore_merges") not in (None, False, True):
        known = {"known": "true, false", "value": repr(model["ignore_merges"])}
        raise broken(file, at("key", "model.ignore_merges"), "one_of", **known)
    for key in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(key):  # null, 0, "" and false have no effect
            where = at("key", f"model.{key}")
            raise broken(file, where, "unsupported", value=repr(model[key]))


def _normalization(file: str, normalizer: Any) -> str:
    """NFC or nothing: an empty sequence changes nothing, and twice NFC is NFC."""
    kinds = [] if normalizer is None else _kinds(normalizer, "normalizers")
    for kind in kinds:
        if kind != "NFC":
            raise broken(file, at("key", "normalizer"), "unsupported", value=repr(kind))
    return "NFC" if kinds else ""


def _kinds(component: Any, within: str) -> list[Any]:
    """The types of a component, or of those in a sequence: their list is its key ``within``.

    >>> _kinds({"type": "Sequence", "decoders": [{"type": "ByteLevel"}]}, "decoders")
    ['ByteLevel']
    """
    if not isinstance(component, dict):
        return [component]
    inner = component.get(within)
    if component.get("type") != "Sequence" or not isinstance(inner, list):
        return [component.get("type")]
    return [kind for each in inner for kind in _kinds(each, within)]


def _pairs(file: str, merges: Any) -> list[MergeColumns]:
    """The merges, each ``"a b"`` (older files) or ``["a", "b"]``."""
    if not isinstance(merges, list):
        raise broken(file, at("key", "model.merges"), "a_list")
    lefts, rights = list[str](), list[str]()
    for k, merge in enumerate(merges):
        tokens = merge.split(" ") if isinstance(merge, str) else merge
        texts = (
            [token for token in tokens if isinstance(token, str) and token]
            if isinstance(tokens, list)
            else []
        )
        if len(texts) != 2 or len(tokens) != 2:
            raise broken(file, _merge_at(k), "two_tokens")
        lefts.append(texts[0])
        rights.append(texts[1])
    return [MergeColumns(lefts, rights, [*map(add, lefts, rights)])]


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
        text, token_id = as_object(file, token, where).get("content"), token.get("id")
        if not isinstance(text, str) or not text:
            raise broken(file, where, "no_text")
        check_id(file, where, token_id)
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
    """Whether composing characters neither makes nor breaks ``text``, whatever its neighbors.

    subtle: ``>`` and U+0338 become one character, U+226F.

    >>> _is_stable("[pad]"), _is_stable("<pad>"), _is_stable("[KEY]"), _is_stable("é!")
    (True, False, False, False)
    """
    return text.isascii() and _FROM_OTHERS.isdisjoint(text) and text[-1] not in _COMPOSING


# ASCII characters that others turn into, as KELVIN SIGN into K, and those that take a mark.
_FROM_OTHERS = frozenset(";`K")
_COMPOSING = frozenset("<=>" + "ABCDEFGHIJKLMNOPRSTUVWXYZ" + "abcdefghijklmnoprstuvwxyz")
