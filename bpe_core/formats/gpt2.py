"""GPT-2's pair of files, which most tools read, and our side file.

``vocab.json`` ({token: id}), ``merges.txt`` (one merge per line, in rank order) and
``bpe-lab.json``, our side file with what the other two cannot express. Tokens are written with
GPT-2's map from bytes to printable characters. Everything read is checked: ids without gaps or
repeats, all 256 bytes present, every merge of known tokens, no key twice.

``added_tokens.json`` ({text: id}), which transformers writes beside the pair, is read and never
written. It does not tell which of its tokens are special. All of them are recognized in every
text as they stand, as there; the caller may name those that are to be special. What else
transformers may keep of them (white space that they take along) is in none of these files.

BBPE (OctopusMind, `BBPE`) has the same pair, with four differences. Ids follow the code points
of the tokens as they are written, so they change with every training; there is no version line;
a vocabulary may lack bytes that its corpus did not have; special tokens and another pattern
than GPT-2's are unknown. Here a missing byte gets an id behind the last one, where the
original's encoder stops with a ``KeyError``. The original's reader loses the last merge of a
file without a final line end, this one does not. A model that was not read from such files
keeps its ids: readers take them from the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bpe_core.errors import FormatError, Notice
from bpe_core.formats.assemble import (
    MergeColumns,
    Specials,
    build_merges,
    build_model,
    build_vocabulary,
    check_expressible,
    check_ids,
    named_specials,
    read_tokens,
    unmergeable,
    with_added,
    without_merge,
)
from bpe_core.formats.format_rules import WHOLE, Rule, at, broken
from bpe_core.formats.model_files import full_text, json_of, lines_of, numbers_of, text_of
from bpe_core.formats.recognize import Role, part, roles
from bpe_core.formats.side_file import BY_TOKEN, Side, side_of, write_side
from bpe_core.formats.tiktoken import merge_list, splits
from bpe_core.model import BPEModel, Merge
from bpe_core.pretokenize.patterns import check_name, pattern_text
from bpe_core.runtime.text import CHARACTERS, written

MERGES_HEADER = "#version: 0.2"
# GPT-2's own merges, as OpenAI published them in vocab.bpe; tiktoken names the digest.
OWN_SIZE = 456_318
OWN_DIGEST = "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"
NO_SEPARATORS = bytes({*range(256)} - {*b" \n"})
PART = 2**14  # characters of merges
BBPE_PATTERN = "gpt2"  # its only one


def write_gpt2(model: BPEModel) -> dict[str, str]:
    """The three files by name."""
    vocabulary = json.dumps(written_ids(model), ensure_ascii=False)
    merges = "".join(f"{line}\n" for line in (MERGES_HEADER, *written_merges(model)))
    side = write_side(model, [vocabulary.encode(), merges.encode()])
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
    is special; ``pattern`` and ``special_tokens`` overrule both. Special tokens with ids need
    not be in the vocabulary.
    """
    if pattern is not None:
        check_name(pattern)
    pair = read_pair(files, special_tokens)
    names = [pair.vocabulary_file, pair.merges_file]
    side = side_of(files, names, pair.ids) or Side()
    wanted = side.special_tokens if special_tokens is None else special_tokens
    free_ids = wanted is not None or bool(pair.always)
    if wanted is None:
        wanted = without_merge(pair.ids, pair.merge_lines)
    # Beside our side file, whose checksum says that no line was lost, any id may be free.
    gap = None if Role.SIDE in roles(files) else "unused_id"
    file = pair.vocabulary_file
    always = {*pair.always, *side.always}.difference(special_tokens or ())
    specials = named_specials(file, pair.ids, wanted, always)
    ordinary = read_tokens(file, pair.ids, specials)
    merges, ranks = _ranked(pair, ordinary, unmergeable(specials, always), side)
    return build_model(
        file,
        build_vocabulary(file, ordinary, specials, free_ids=free_ids, gap=gap),
        merges,
        specials,
        pattern=pattern or side.pattern,
        tie_break=side.tie_break,
        ranks=ranks,
        whole_first=side.whole_first,
        normalization=side.normalization,
        always=always,
        strips={token: sides for token, sides in side.strips.items() if token in specials},
    )


def assumed_of_pair(files: Mapping[str, bytes]) -> Notice | None:
    """What to say of a pair that is not GPT-2's own and has no side file to tell a pattern."""
    file, merges = part(files, Role.MERGES)
    if Role.SIDE in roles(files) or _are_own(merges):
        return None
    return Notice("assumed_pattern", file=file, pattern=Side().pattern)


def _are_own(merges: bytes) -> bool:
    """Whether merges are GPT-2's, however lines end, with and without the first."""
    if not OWN_SIZE - 2**6 < len(merges) < OWN_SIZE + 2**16:
        return False  # 50,000 lines may have as many \r more
    import hashlib  # for merges of this size alone

    lines = merges.replace(b"\r\n", b"\n").strip(b"\n")
    if not _has_header(lines):
        lines = MERGES_HEADER.encode() + b"\n" + lines
    return hashlib.sha256(lines + b"\n").hexdigest() == OWN_DIGEST


class Pair(NamedTuple):
    """A vocabulary and its merges, each read and checked by itself.

    ``ids`` has the added tokens as well, named by a file (``always``) or by the caller.
    """

    vocabulary_file: str
    ids: Mapping[str, int]
    always: Mapping[str, int]
    merges_file: str
    merges: bytes
    merge_lines: MergeLines

    def line_of(self, k: int) -> Rule:
        """The line of merge ``k``."""
        numbers = [number for number, _ in lines_of(self.merges_file, self.merges)]
        return at("line", numbers[k + _has_header(self.merges)])


def read_pair(files: Mapping[str, bytes], special_tokens: Specials | None = None) -> Pair:
    """Read the files that GPT-2's and BBPE's formats share; special tokens may name new ids."""
    vocabulary_file, vocabulary = part(files, Role.VOCABULARY)
    merges_file, merges = part(files, Role.MERGES)
    ids = check_ids(vocabulary_file, numbers_of(vocabulary_file, vocabulary))
    ids, always = with_added_tokens(files, ids)
    if isinstance(special_tokens, Mapping):
        ids = with_added(vocabulary_file, ids, special_tokens)
    text = full_text(merges_file, merges)
    if _has_header(merges):
        _, _, text = text.partition("\n")
    pair = Pair(vocabulary_file, ids, always, merges_file, merges, MergeLines(text))
    if text and not _are_two_per_line(text):
        halves = (line.split(" ") for line in text.split("\n"))
        wrong = next(k for k, two in enumerate(halves) if len(two) != 2 or "" in two)
        raise broken(merges_file, pair.line_of(wrong), "two_tokens")
    return pair


def with_added_tokens(
    files: Mapping[str, bytes], ids: dict[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """``ids`` with the tokens of ``added_tokens.json``, where there is one, and these alone."""
    file = roles(files).get(Role.ADDED)
    if file is None:
        return ids, {}
    added = check_ids(file, json_of(file, files[file]))
    return with_added(file, ids, added), added


def _are_two_per_line(text: str) -> bool:
    """Whether every line has two tokens, neither of them empty.

    >>> _are_two_per_line("t h\\nth e"), _are_two_per_line("t h\\nthe")
    (True, False)
    """
    data = b"\n%b\n" % text.encode()
    separators = data.translate(None, NO_SEPARATORS)
    is_in_turn = separators == b"\n" + b" \n" * (len(separators) // 2)
    return is_in_turn and b"\n " not in data and b" \n" not in data


class MergeLines:
    """The tokens of lines of two, in columns.

    A part at a time, since the strings of one are made where those before it were: where the
    processor's caches have them, and no new page of memory is asked for.

    >>> [*MergeLines("t h\\nth e")]
    [MergeColumns(lefts=['t', 'th'], rights=['h', 'e'], wholes=['th', 'the'])]
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def __iter__(self) -> Iterator[MergeColumns]:
        start = 0
        while start < len(self._text):
            end = self._text.find("\n", start + PART)
            part = self._text[start : end if end >= 0 else None]
            tokens = part.replace("\n", " ").split(" ")
            wholes = part.replace(" ", "").split("\n")
            yield MergeColumns(tokens[0::2], tokens[1::2], wholes)
            start += len(part) + 1


def _has_header(merges: bytes) -> bool:
    return merges.startswith(b"#version")


def _ranked(
    pair: Pair, ordinary: Sequence[bytes], specials: Mapping[str, int], side: Side
) -> tuple[tuple[Merge, ...], tuple[int, ...] | None]:
    """The merges, and their ranks if the side file says that they are not in rank order."""
    merges = build_merges(pair.merges_file, pair.merge_lines, pair.ids, specials, pair.line_of)
    if side.ranks == BY_TOKEN:
        ids = {token: number for number, token in enumerate(ordinary) if token}
        return splits(pair.vocabulary_file, ids)
    if side.ranks is None:
        return merges, None
    if len(side.ranks) != len(merges):
        counts = {"merges": len(merges), "count": len(side.ranks)}
        raise broken(Role.SIDE.value, at("key", "ranks"), "ranks_count", **counts)
    return merges, tuple(map(int, side.ranks))


def write_bbpe(model: BPEModel) -> dict[str, str]:
    """The two files by name; the vocabulary's lines in the order of their code points."""
    if model.pattern != BBPE_PATTERN:
        names = {"pattern": BBPE_PATTERN, "other": model.pattern}
        raise broken(Role.VOCABULARY.value, WHOLE, "only_pattern", **names)
    check_expressible(Role.VOCABULARY.value, model)
    ids = written_ids(model)
    vocabulary = json.dumps({token: ids[token] for token in sorted(ids)}, ensure_ascii=False)
    merges = "".join(f"{line}\n" for line in written_merges(model))
    return {Role.VOCABULARY.value: vocabulary, Role.MERGES.value: merges}


def read_bbpe(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read the pair; tokens that are neither a byte nor made by a merge are special.

    With our side file the pair is not of this form, whoever asks for it: that file is obeyed.
    """
    if Role.SIDE in roles(files):
        return read_gpt2(files, pattern=pattern, special_tokens=special_tokens)
    if pattern is not None:
        pattern_text(pattern)
    pair = read_pair(files, special_tokens)
    file = pair.vocabulary_file
    wanted = special_tokens
    if wanted is None:
        wanted = without_merge(pair.ids, pair.merge_lines)
    always = {*pair.always}.difference(special_tokens or ())
    specials = named_specials(file, pair.ids, wanted, always)
    missing = [character for character in CHARACTERS if character not in pair.ids]
    behind = max(pair.ids.values(), default=-1) + 1
    ids = {**pair.ids, **{token: behind + k for k, token in enumerate(missing)}}
    ordinary = read_tokens(file, ids, specials)
    unmerged = unmergeable(specials, always)
    return build_model(
        file,
        build_vocabulary(file, ordinary, specials, free_ids=bool(pair.always)),
        build_merges(pair.merges_file, pair.merge_lines, pair.ids, unmerged, pair.line_of),
        specials,
        pattern=pattern or BBPE_PATTERN,
        tie_break="first_seen",  # the rule of BBPE's trainer
        always=always,
    )


def until_again(files: Mapping[str, bytes], error: FormatError) -> dict[str, bytes] | None:
    """The files without the merge that ``error`` found twice, and without those behind it.

    Such lists are refused, since nobody can say which rank is meant. Trainers with a fault
    write them, and what comes before can be set beside what a sound trainer gives.

    Tokens that only these make are left out, and the others are numbered anew in their order.
    None for an error of another kind.

    >>> from bpe_core.formats.format_rules import at, broken
    >>> ids, merges = b'{"ab": 5, "bb": 6, "<x>": 7}', b"a b\\na b\\nb b"
    >>> error = broken("merges.txt", at("line", 2), "merge_again", place=at("line", 1))
    >>> until_again({"vocab.json": ids, "merges.txt": merges}, error)
    {'vocab.json': b'{"ab": 0, "<x>": 1}', 'merges.txt': b'a b'}
    """
    rule, where = error.values["rule"], error.values["where"]
    if not (isinstance(rule, Rule) and isinstance(where, Rule) and rule.key == "merge_again"):
        return None
    number = int(re.findall(r"\d+", str(where))[-1])  # line 4, or key 'model.merges[3]'
    is_line = where.key == "line"
    return _pair_until(files, number - 1) if is_line else _tokenizer_until(files, number)


def _pair_until(files: Mapping[str, bytes], line: int) -> dict[str, bytes]:
    vocabulary, data = part(files, Role.VOCABULARY)
    name, merges = part(files, Role.MERGES)
    lines = text_of(name, merges).split("\n")
    ids = _numbered_anew(json_of(vocabulary, data), [each.split() for each in lines], line)
    return {
        vocabulary: json.dumps(ids, ensure_ascii=False).encode(),
        name: "\n".join(lines[:line]).encode(),
    }


def _tokenizer_until(files: Mapping[str, bytes], number: int) -> dict[str, bytes]:
    name, data = part(files, Role.TOKENIZER)
    tokenizer: dict[str, Any] = json_of(name, data)
    model = tokenizer["model"]
    pairs = [each.split(" ") if isinstance(each, str) else each for each in model["merges"]]
    ids = _numbered_anew(model["vocab"], pairs, number)
    for token in tokenizer.get("added_tokens") or []:
        token["id"] = ids.setdefault(token["content"], len(ids))
    tokenizer["model"] = {**model, "vocab": ids, "merges": model["merges"][:number]}
    return {name: json.dumps(tokenizer, ensure_ascii=False).encode()}


def _numbered_anew(
    ids: Mapping[str, int], pairs: Sequence[Iterable[str]], number: int
) -> dict[str, int]:
    """The tokens that the first ``number`` pairs make, or none of all, numbered in order."""
    before = {*map("".join, pairs[:number]), *CHARACTERS}
    later = {*map("".join, pairs)} - before
    tokens = sorted((token for token in ids if token not in later), key=ids.__getitem__)
    return {token: k for k, token in enumerate(tokens)}
