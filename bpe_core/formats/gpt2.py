"""GPT-2's pair of files, which most tools read, and our side file.

``vocab.json`` ({token: id}), ``merges.txt`` (one merge per line, in rank order) and
``bpe-lab.json``, our side file with what the other two cannot express. Tokens are written with
GPT-2's map from bytes to printable characters. Everything read is checked: ids without gaps or
repeats, all 256 bytes present, every merge of known tokens, no key twice.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import repeat
from typing import NamedTuple

from bpe_core.formats.assemble import (
    Specials,
    build_merges,
    build_model,
    build_vocabulary,
    check_ids,
    named_specials,
    read_tokens,
    without,
    without_merge,
)
from bpe_core.formats.format_rules import Rule, at, broken
from bpe_core.formats.model_files import full_lines, json_of, lines_of, text_of
from bpe_core.formats.recognise import Role, part, roles
from bpe_core.formats.side_file import BY_TOKEN, Side, read_side, write_side
from bpe_core.formats.token_ranks import merge_list, splits
from bpe_core.model import BPEModel, Merge
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.runtime.byte_characters import written

MERGES_HEADER = "#version: 0.2"


def write_gpt2(model: BPEModel) -> dict[str, str]:
    """The three files by name."""
    vocabulary = json.dumps(written_ids(model), ensure_ascii=False)
    merges = "".join(f"{line}\n" for line in (MERGES_HEADER, *written_merges(model)))
    side = write_side(model, [vocabulary, merges])
    return {Role.VOCABULARY.value: vocabulary, Role.MERGES.value: merges, Role.SIDE.value: side}


def written_ids(model: BPEModel, file: str = Role.VOCABULARY.value) -> dict[str, int]:
    """Every token as files hold it, with its id; ids without a token are left out.

    Raises ``FormatError`` for tokens that would be written alike, and for an id of two names.
    """
    names: dict[int, str] = {}
    for name, token_id in model.special_tokens.items():
        first = names.setdefault(token_id, name)
        if first != name:
            raise broken(file, at("id", token_id), "two_names", first=first, second=name)
    ids: dict[str, int] = {}
    for token_id, token in enumerate(model.vocabulary):
        text = names.get(token_id, written(token))
        if text in ids:
            where = at("key", text)
            raise broken(file, where, "alike", first=ids[text], second=token_id)
        if text:
            ids[text] = token_id
    return ids


def written_merges(model: BPEModel, file: str = Role.MERGES.value) -> list[str]:
    """The merges as lines of two tokens; a model that ranks tokens gets one merge per token."""
    return [f"{written(left)} {written(right)}" for left, right in merge_list(file, model)]


def read_gpt2(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read the pair, and our side file where there is one.

    Without it the pattern is gpt2 and every token that is neither a byte nor made by a merge
    is special; ``pattern`` and ``special_tokens`` overrule both.
    """
    if pattern is not None:
        pattern_text(pattern)
    pair = read_pair(files)
    side = _side_of(files, pair)
    wanted = side.special_tokens if special_tokens is None else special_tokens
    free_ids = wanted is not None
    if wanted is None:
        wanted = without_merge(pair.ids, pair.lefts, pair.rights)
    file, specials = (
        pair.vocabulary_file,
        named_specials(pair.vocabulary_file, pair.ids, wanted),
    )
    ordinary = read_tokens(file, without(pair.ids, specials))
    merges, ranks = _ranked(pair, ordinary, specials, side)
    return build_model(
        file,
        build_vocabulary(file, ordinary, specials, free_ids=free_ids),
        merges,
        specials,
        pattern=pattern or side.pattern,
        tie_break=side.tie_break,
        ranks=ranks,
        whole_first=side.whole_first,
        normalization=side.normalization,
    )


class Pair(NamedTuple):
    """A vocabulary and its merges, each read and checked by itself.

    Merges are two columns: so many small tuples would take as long to make as all the rest.
    """

    vocabulary_file: str
    ids: Mapping[str, int]
    merges_file: str
    merges: bytes
    lefts: list[str]
    rights: list[str]

    def line_of(self, k: int) -> Rule:
        """The line of merge ``k``."""
        numbers = [number for number, _ in lines_of(self.merges_file, self.merges)]
        return at("line", numbers[k + _has_header(self.merges)])


def read_pair(files: Mapping[str, bytes]) -> Pair:
    """Read the two files that GPT-2's and BBPE's formats share."""
    vocabulary_file, vocabulary = part(files, Role.VOCABULARY)
    merges_file, merges = part(files, Role.MERGES)
    ids = check_ids(vocabulary_file, json_of(vocabulary_file, vocabulary))
    lines = full_lines(merges_file, merges)[_has_header(merges) :]
    tokens = " ".join(lines).split(" ") if lines else []
    pair = Pair(vocabulary_file, ids, merges_file, merges, tokens[0::2], tokens[1::2])
    if not {*map(str.count, lines, repeat(" "))} <= {1} or "" in tokens:
        halves = (line.split(" ") for line in lines)
        wrong = next(k for k, two in enumerate(halves) if len(two) != 2 or "" in two)
        raise broken(merges_file, pair.line_of(wrong), "two_tokens")
    return pair


def _has_header(merges: bytes) -> bool:
    return merges.startswith(b"#version")


def _ranked(
    pair: Pair, ordinary: Mapping[bytes, int], specials: Mapping[str, int], side: Side
) -> tuple[tuple[Merge, ...], tuple[int, ...] | None]:
    """The merges, and their ranks if the side file says that they are not in rank order."""
    columns = pair.lefts, pair.rights
    merges = build_merges(pair.merges_file, *columns, pair.ids, specials, pair.line_of)
    if side.ranks == BY_TOKEN:
        return splits(pair.vocabulary_file, ordinary)
    if side.ranks is None:
        return merges, None
    if len(side.ranks) != len(merges):
        counts = {"merges": len(merges), "count": len(side.ranks)}
        raise broken(Role.SIDE.value, at("key", "ranks"), "ranks_count", **counts)
    return merges, tuple(map(int, side.ranks))


def _side_of(files: Mapping[str, bytes], pair: Pair) -> Side:
    name = roles(files).get(Role.SIDE)
    if name is None:
        return Side()
    names = (pair.vocabulary_file, pair.merges_file)
    texts = [text_of(file, files[file]) for file in names]
    return read_side(name, files[name], pair=texts, names=" + ".join(names), ids=pair.ids)
