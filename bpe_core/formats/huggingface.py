"""Hugging Face's ``tokenizer.json``, for byte-level BPE.

Read: a ``BPE`` model with or without ``ignore_merges``, ids with holes among them; all added
tokens (those that are not special are recognised in every text) and those of an
``added_tokens.json`` beside it; a ``ByteLevel`` pre-tokenizer, alone or behind others (see
`hugging_face_splits`), and NFC before it (Qwen). What would change ids and is not supported is
refused by name (for added tokens see `added_tokens`); ``load_tokenizer`` leaves such files to
their owner's library. Two things are ignored since they belong to a call and not to the
vocabulary: what a post-processor adds around a text (compare with ``encode(…,
add_special_tokens=False)``), and truncation and padding. ``unk_token`` never comes up: all
bytes that UTF-8 has must be present.

Written: a file that gives our ids there, with special tokens recognised in every text, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import add, itemgetter
from typing import Any

from bpe_core.formats.added_tokens import (
    ordinary_ones,
    read_added,
    strips_of,
)
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
from bpe_core.formats.format_rules import WHOLE, Rule, at, broken
from bpe_core.formats.gpt2 import with_added_tokens, written_ids, written_merges
from bpe_core.formats.hugging_face_splits import pattern_of, pre_tokenizer_of
from bpe_core.formats.model_files import json_of
from bpe_core.formats.recognise import Role, part
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import check_name, version_of

FILE = Role.TOKENIZER.value
VERSION = "1.0"
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False}
NO_OPTIONS = dict.fromkeys(("single_word", "lstrip", "rstrip"), False)


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
    tokenizer = _object(file, json_of(file, data))
    model = _object(file, tokenizer.get("model"), "model")
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


def _object(file: str, value: Any, key: str = "") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise broken(file, at("key", key) if key else WHOLE, "an_object")
    return value


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
