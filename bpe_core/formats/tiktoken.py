"""tiktoken's files: one token per line, ``base64 rank``, and the rank is the id.

Merges are not in the file. Two neighbors merge whenever their bytes together are a token, and
the token of the lowest rank goes first. So every split of a token into two tokens is a merge
with the token's rank (`splits`); the way back is `merge_list`.

Pattern and special tokens are not in it either. Our side file beside it tells them; those of
published tables are known (`known_ranks`); for others the caller passes them, or the pattern is
gpt2 and no token is special, and that is said.

Mistral's ``tekken.json`` is read as such a file: tiktoken's ranks in JSON, with their pattern
and special tokens. Special tokens have the first ids, as many as the file's settings say; those
without a name are called ``<SPECIAL_20>`` by their owner (`mistralai/mistral-common`,
`tekken.py`), and files before version 7 leave all names to it. Ordinary tokens follow in the
order of their ranks, of which only so many count that the vocabulary has the size that the
settings say.

Where one special token is a prefix of another, tiktoken takes whichever its hash table has
first, not the one that its dict has first, and we take the longest, whoever wrote them (those
of OpenAI do not overlap). Two special tokens may share an id, as in o200k_harmony: a text may
hold either, and decoding gives the first. tiktoken's hash table decides that as well; for
o200k_harmony it gives the same one.
"""

from __future__ import annotations

import base64
import binascii
from binascii import a2b_base64
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encoder_events import TokenMerged
from bpe_core.errors import Notice
from bpe_core.formats.assemble import (
    Specials,
    build_model,
    build_vocabulary,
    by_id,
    check_expressible,
)
from bpe_core.formats.format_rules import (
    MAX_TOKENS,
    WHOLE,
    as_object,
    at,
    broken,
    check_id,
    read_pattern,
)
from bpe_core.formats.known_ranks import KNOWN, KnownRanks, known_by_content, known_by_name
from bpe_core.formats.model_files import json_of, lines_of
from bpe_core.formats.recognize import Role, is_tekken, part, roles, written_name
from bpe_core.formats.side_file import Side, side_of, write_side
from bpe_core.model import BPEModel, Merge
from bpe_core.pretokenize.patterns import check_name, pattern_name

FILE = written_name(Role.RANKS)
MOST_DIGITS = 18  # of a rank: larger numbers are not read at all
PATTERN = "gpt2"  # where nothing says another

# Splits of tokens in two; o200k_base has 1.4 million. Trying all splits of a token is quadratic
# in its length.
MAX_SPLITS = 2**22
MAX_SPLIT_BYTES = 2**10
# Merges made of these splits, 240 bytes of memory each. o200k_base, whose 200,000 tokens have
# 1.4 million bytes, can have no more than 1.2 million.
MAX_SPLIT_MERGES = 3 * 2**19


def write_tiktoken(model: BPEModel) -> dict[str, str]:
    """Both files by name; raises ``FormatError`` where ranks alone would give other ids."""
    check_expressible(FILE, model)
    _check_order(model)
    lines = sorted((token_id, token) for token, token_id in model.ordinary_ids.items())
    text = "".join(f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in lines)
    return {FILE: text, Role.SIDE.value: write_side(model, [text.encode()], of_ranks=True)}


def _check_order(model: BPEModel) -> None:
    """Check that every rank is the id, and that ranks alone lead to the same merges."""
    merges, ranks = splits(FILE, model.ordinary_ids)
    if (model.merges, model.ranks) == (merges, ranks):
        return
    if not model.has_merge_list:
        raise broken(FILE, WHOLE, "other_ranks")
    new_ids = [merge.new_id for merge in model.merges]
    for earlier, later in pairwise(new_ids):
        if later < earlier:
            raise broken(FILE, at("token", model.vocabulary[later]), "id_order")
    known = set(model.merges_as_bytes())
    ranked = BPEModel(model.vocabulary, merges, model.special_tokens, ranks=ranks)
    for left, right in last_merges(FILE, ranked):
        if (left, right) not in known:
            raise broken(FILE, at("token", left + right), "other_merge")


def read_tiktoken(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read the file, and our side file where there is one.

    Special tokens with ids may leave ids free before them, as OpenAI's do. Those without ids
    take the ids that the file leaves free, then those behind it, in order.
    """
    if pattern is not None:
        check_name(pattern)
    file, data = part(files, Role.RANKS)
    if is_tekken(data):
        ranks, side = read_tekken(file, data)
    else:
        # All lines at once; one by one only where that finds a fault.
        ranks = _sound_ranks([line for _, line in lines_of(file, data)]) or _by_line(file, data)
        side = side_of(files, [file]) or _side_of_known(_known(file, data, len(ranks)))
    specials = _numbered(file, side.special_tokens or {}, ranks)
    if special_tokens is not None:
        specials = _numbered(file, _with_ids(special_tokens, specials, ranks), ranks)
    ranks.pop(b"", None)  # its id is taken, and never used
    vocabulary = build_vocabulary(file, by_id(ranks, b""), specials, gap="unused_rank")
    merges, merge_ranks = splits(file, ranks)
    return build_model(
        file,
        vocabulary,
        merges,
        specials,
        pattern=pattern or side.pattern,
        tie_break=side.tie_break,
        ranks=merge_ranks,
        whole_first=True,
        normalization=side.normalization,
        always={*side.always}.difference(special_tokens or ()) & specials.keys(),
    )


def assumed_of_ranks(files: Mapping[str, bytes]) -> Notice | None:
    """What to say of a file of ranks whose pattern nothing tells; None where something does."""
    file, data = part(files, Role.RANKS)
    if is_tekken(data) or Role.SIDE in roles(files) or known_by_content(file, data):
        return None
    known = _known(file, data, sum(1 for _ in lines_of(file, data)))
    return Notice("assumed_pattern", file=file, pattern=known.pattern if known else PATTERN)


def _known(file: str, data: bytes, size: int) -> KnownRanks | None:
    """A published table, or one that has the name and the size of one."""
    of_size = {name: encoding for name, encoding in KNOWN.items() if encoding.size == size}
    return known_by_content(file, data) or known_by_name(file, of_size)


def _side_of_known(known: KnownRanks | None) -> Side:
    """What a side file would tell of a published table, or of any other."""
    if known is None:
        return Side(pattern=PATTERN)
    return Side(
        known.special_tokens,
        known.pattern,
        normalization=known.normalization,
        always=known.always,
    )


def _sound_ranks(lines: Sequence[str]) -> dict[bytes, int]:
    """Empty where a line is not as nearly all are; one by one takes three times as long."""
    try:
        encoded, _, ranks = zip(*(line.partition(" ") for line in lines), strict=True)
        digits = "".join(ranks)
        if not (
            digits.isascii() and digits.isdecimal() and max(map(len, ranks)) <= MOST_DIGITS
        ):
            return {}
        tokens = [a2b_base64(each, strict_mode=True) for each in encoded]
        result = dict(zip(tokens, map(int, ranks), strict=True))
    except ValueError:
        return {}
    numbers = {*result.values()}
    is_sound = b"" not in result and len(result) == len(numbers) == len(lines)
    return result if is_sound and max(numbers) < MAX_TOKENS else {}


def _by_line(file: str, data: bytes) -> dict[bytes, int]:
    ranks: dict[bytes, int] = {}
    holders: dict[int, bytes] = {}
    for number, line in lines_of(file, data):
        where = at("line", number)
        token, rank = _parse(line)
        if token is None:
            raise broken(file, where, "rank_line")
        check_id(file, where, rank)
        if token in ranks:
            raise broken(file, where, "twice", token=repr(token))
        if rank in holders:
            raise broken(file, where, "id_taken", number=rank, holder=repr(holders[rank]))
        ranks[token] = rank
        holders[rank] = token
    if ranks.get(b"", MAX_TOKENS) < max(holders, default=0):
        raise broken(file, at("id", ranks[b""]), "empty_token")
    return ranks


def _parse(line: str) -> tuple[bytes | None, int]:
    """Token and rank of a line; no token where it is none.

    subtle: ``=`` is the base64 of nothing. Whisper's tables end with it, to skip an id.
    """
    encoded, _, rank = line.partition(" ")
    if not encoded or not (rank.isascii() and rank.isdecimal()) or len(rank) > MOST_DIGITS:
        return None, 0
    if not encoded.strip("="):
        return b"", int(rank)
    try:
        return base64.b64decode(encoded, validate=True), int(rank)
    except (binascii.Error, ValueError):  # ValueError: not ASCII
        return None, 0


def _with_ids(
    wanted: Specials, known: Mapping[str, int], ranks: Mapping[bytes, int]
) -> Mapping[str, int]:
    """Those of a known name keep their ids, others take free ones in order."""
    if isinstance(wanted, Mapping):
        return wanted
    taken = {*ranks.values(), *known.values()}
    free = (token_id for token_id in range(2 * MAX_TOKENS) if token_id not in taken)
    return {name: known[name] if name in known else next(free) for name in wanted}


def _numbered(
    file: str, wanted: Mapping[str, int], ranks: Mapping[bytes, int]
) -> dict[str, int]:
    """Special tokens, each with an id that is no token's rank."""
    holders = {rank: token for token, rank in ranks.items()}
    for name, token_id in wanted.items():
        where = at("key", name)
        check_id(file, where, token_id)
        if token_id in holders:
            holder = repr(holders[token_id])
            raise broken(file, where, "id_taken", number=token_id, holder=holder)
    return dict(wanted)


# Ranks to merges, and back.


def splits(file: str, ids: Mapping[bytes, int]) -> tuple[tuple[Merge, ...], tuple[int, ...]]:
    """Every split of every token, in the order of their ids, and each merge's rank: the id.

    >>> splits("x", {b"a": 0, b"b": 1, b"ab": 2, b"aba": 3, b"ba": 4})[1]
    (2, 3, 3, 4)
    """
    merges: list[Merge] = []
    size, id_of = 0, ids.get
    for token, token_id in sorted(ids.items(), key=lambda item: item[1]):
        if len(token) > MAX_SPLIT_BYTES:
            limits = {"limit": MAX_SPLIT_BYTES, "size": len(token)}
            raise broken(file, at("id", token_id), "long_token", **limits)
        size += len(token)
        if size > MAX_SPLITS:
            raise broken(file, at("id", token_id), "too_many", limit=MAX_SPLITS, count=size)
        merges += [
            Merge(left, right, token_id)
            for k in range(1, len(token))
            if (left := id_of(token[:k])) is not None
            and (right := id_of(token[k:])) is not None
        ]
        if len(merges) > MAX_SPLIT_MERGES:
            limits = {"limit": MAX_SPLIT_MERGES, "count": len(merges)}
            raise broken(file, at("id", token_id), "too_many_merges", **limits)
    return tuple(merges), tuple(merge.new_id for merge in merges)


def merge_list(
    file: str, model: BPEModel, most: int | None = None
) -> list[tuple[bytes, bytes]]:
    """The merges in rank order, the first ``most`` of them; one per token that is ranked.

    Raises as `last_merges` does, where tokens are ranked.
    """
    if model.has_merge_list:
        return model.merges_as_bytes()[:most]
    return last_merges(file, model, most)


def last_merges(
    file: str, model: BPEModel, most: int | None = None
) -> list[tuple[bytes, bytes]]:
    """One merge per token, in rank order, such that a merge list gives the same ids.

    It joins the two tokens that the token's bytes are encoded to by the merges that rank before
    it. If these are two for every token, no other split can come up: a stretch of text between
    borders of tokens is encoded as it would be alone. Raises ``FormatError`` for a token whose
    bytes are not encoded to two.
    """
    ordinary, ranks = model.ordinary_ids, model.ranks or range(len(model.merges))
    rank_of: dict[int, int] = {}
    for rank, merge in zip(ranks, model.merges, strict=True):
        rank_of.setdefault(merge.new_id, rank)
    last: list[tuple[bytes, bytes]] = []
    long = [token for token in ordinary if len(token) > 1]
    for token in sorted(long, key=lambda token: rank_of.get(ordinary[token], 0))[:most]:
        cut = _last_cut(model, token, rank_of)
        if cut is None:
            raise broken(file, at("token", token), "no_last_merge")
        last.append((token[:cut], token[cut:]))
    return last


def _last_cut(model: BPEModel, token: bytes, rank_of: Mapping[int, int]) -> int | None:
    """Where the merge that makes ``token`` splits it, if lower ranks leave two tokens."""
    own = model.ordinary_ids[token]
    for event in encode_by_rank(model, token):
        if isinstance(event, TokenMerged):
            if event.new_id == own:
                return event.absorbed if len(token) == _end(model, event) else None
            if rank_of[event.new_id] >= rank_of.get(own, -1):
                return None
    return None


def _end(model: BPEModel, event: TokenMerged) -> int:
    return event.position + len(model.vocabulary[event.new_id])


# Mistral's form.


UNNAMED = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


def read_tekken(file: str, data: bytes) -> tuple[dict[bytes, int], Side]:
    """Ordinary tokens with ids, and what a side file would tell; raises ``FormatError``."""
    value = json_of(file, data)
    where = at("key", "config")
    config = as_object(file, value.get("config") if isinstance(value, dict) else None, where)
    size: Any = config.get("default_vocab_size")
    special: Any = config.get("default_num_special_tokens")
    check_id(file, at("key", "config.default_vocab_size"), size, MAX_TOKENS)
    check_id(file, at("key", "config.default_num_special_tokens"), special, MAX_TOKENS)
    entries = value.get("vocab")
    if not isinstance(entries, list) or not special <= size <= len(entries) + special:
        raise broken(file, at("key", "vocab"), "a_list")
    ids: dict[bytes, int] = {}
    for rank, entry in enumerate(entries[: size - special]):
        token = _tekken_token(file, rank, entry)
        if token in ids:
            raise broken(file, at("key", f"vocab[{rank}]"), "twice", token=repr(token))
        ids[token] = special + rank
    pattern = read_pattern(file, "config.pattern", config.get("pattern"), pattern_name)
    return ids, Side(_tekken_specials(file, value, special), pattern)


def _tekken_token(file: str, rank: int, entry: Any) -> bytes:
    where = at("key", f"vocab[{rank}]")
    if as_object(file, entry, where).get("rank") != rank:
        raise broken(file, where, "special_id", right=rank, value=repr(entry.get("rank")))
    try:
        return base64.b64decode(entry["token_bytes"], validate=True)
    except (KeyError, TypeError, ValueError) as error:
        raise broken(file, where, "base64") from error


def _tekken_specials(file: str, value: Mapping[str, Any], count: int) -> dict[str, int]:
    where = at("key", "special_tokens")
    listed = value.get("special_tokens")
    if listed is None:
        names: dict[int, Any] = dict(enumerate(UNNAMED[:count]))
    elif isinstance(listed, list) and all(isinstance(each, dict) for each in listed):
        names = {each.get("rank"): each.get("token_str") for each in listed}
    else:
        raise broken(file, where, "a_list")
    for number, name in names.items():
        check_id(file, where, number, count - 1)
        if not isinstance(name, str) or not name:
            raise broken(file, where, "no_text")
    ids = {names.get(k, f"<SPECIAL_{k}>"): k for k in range(count)}
    if len(ids) < count:
        raise broken(file, where, "key_twice")
    return ids
