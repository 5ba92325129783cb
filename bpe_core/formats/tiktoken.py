"""tiktoken's files: one token per line, ``base64 rank``, and the rank is the id.

Pattern and special tokens are not in the file. Our side file beside it tells them; those of
published tables are known (`known_ranks`); for others the caller passes them, or the pattern is
gpt2 and no token is special, and that is said. Merges are not in it either: see `token_ranks`.
Mistral's ``tekken.json`` is read as such a file, which tells both itself: see `tekken`.

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

from bpe_core.errors import AssumedPatternNotice
from bpe_core.formats.assemble import (
    MAX_TOKENS,
    Specials,
    build_model,
    build_vocabulary,
    by_id,
    check_expressible,
)
from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.formats.known_ranks import KNOWN, Encoding, known_by_content, known_by_name
from bpe_core.formats.mistaken import is_tekken
from bpe_core.formats.model_files import lines_of
from bpe_core.formats.recognise import Role, part, roles, written_name
from bpe_core.formats.side_file import Side, read_side, write_side
from bpe_core.formats.tekken import read_tekken
from bpe_core.formats.token_ranks import last_merges, splits
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import check_name

FILE = written_name(Role.RANKS)
MOST_DIGITS = 18  # of a rank: larger numbers are not read at all
PATTERN = "gpt2"  # where nothing says another


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
        ranks = _read_ranks(file, data)
        side = _side_of(files) or _side_of_known(_known(file, data, len(ranks)))
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


def assumed_of_ranks(files: Mapping[str, bytes]) -> AssumedPatternNotice | None:
    """What to say of a file of ranks whose pattern nothing tells; None where something does."""
    file, data = part(files, Role.RANKS)
    if is_tekken(data) or Role.SIDE in roles(files) or known_by_content(file, data):
        return None
    known = _known(file, data, sum(1 for _ in lines_of(file, data)))
    return AssumedPatternNotice(file=file, pattern=known.pattern if known else PATTERN)


def _known(file: str, data: bytes, size: int) -> Encoding | None:
    """A published table, or one that has the name and the size of one."""
    of_size = {name: encoding for name, encoding in KNOWN.items() if encoding.size == size}
    return known_by_content(file, data) or known_by_name(file, of_size)


def _side_of(files: Mapping[str, bytes]) -> Side | None:
    name = roles(files).get(Role.SIDE)
    if name is None:
        return None
    file, data = part(files, Role.RANKS)
    return read_side(name, files[name], pair=[data], names=file)


def _side_of_known(known: Encoding | None) -> Side:
    """What a side file would tell of a published table, or of any other."""
    if known is None:
        return Side(pattern=PATTERN)
    return Side(
        known.special_tokens,
        known.pattern,
        normalization=known.normalization,
        always=known.always,
    )


def _read_ranks(file: str, data: bytes) -> dict[bytes, int]:
    """Tokens and ranks of all lines at once; one by one only where that finds a fault."""
    return _sound_ranks([line for _, line in lines_of(file, data)]) or _by_line(file, data)


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
        if not 0 <= rank < MAX_TOKENS:
            raise broken(file, where, "not_an_id", last=MAX_TOKENS - 1, value=rank)
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
        if type(token_id) is not int or not 0 <= token_id < MAX_TOKENS:
            raise broken(file, where, "not_an_id", last=MAX_TOKENS - 1, value=repr(token_id))
        if token_id in holders:
            holder = repr(holders[token_id])
            raise broken(file, where, "id_taken", number=token_id, holder=holder)
    return dict(wanted)
