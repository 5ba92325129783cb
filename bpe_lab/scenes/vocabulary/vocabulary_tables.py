"""Tables of the page: rows with their merges, whole characters, bytes, two vocabularies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import pandas as pd

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import result_of
from bpe_core.formats.tiktoken import merge_list
from bpe_core.model import BPEModel
from bpe_core.runtime.text import CHARACTERS, MOST_IN_LINE, visible, written
from bpe_core.train.compare_merges import BytePair, MergeDifference, compare_merges
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.scenes.token_table import Inventory, group_of
from bpe_lab.scenes.vocabulary.parts_walk import pair_of

MOST_ROWS = 1000
MOST_LINES = 5
FIRST_MOVED = 0x100  # the code point of the first character that stands for another byte
# Which part a byte has in UTF-8, by the first byte of each range.
ROLES = (
    (0x00, "single"),
    (0x80, "later"),
    (0xC0, "never"),
    (0xC2, "first_of_2"),
    (0xE0, "first_of_3"),
    (0xF0, "first_of_4"),
    (0xF5, "never"),
)
MOST_BEFORE = 3  # merges that are drawn before the first that differs
MOST_TRAINED = 2000  # merges that are learned anew by every other tie rule


def rows_of(inventory: Inventory, matching: pd.DataFrame) -> pd.DataFrame:
    """The first rows of ``matching``, the two tokens of every merge as they are drawn.

    Where several merges make a token, they are those by which the encoder makes it.
    """
    first = matching.head(MOST_ROWS)
    halves = [_halves(inventory, int(number)) for number in first["id"]]
    left, right = zip(*halves, strict=True) if halves else ((), ())
    return first.assign(left=left, right=right)


def _halves(inventory: Inventory, token_id: int) -> tuple[str, str]:
    pair = inventory.pairs.get(token_id)
    if pair is None and len(inventory.tokens[token_id]) <= MOST_IN_LINE:
        pair = pair_of(inventory.model, token_id)
    if pair is None:
        return "", ""
    return visible(inventory.tokens[pair[0]]), visible(inventory.tokens[pair[1]])


def whole_characters(inventory: Inventory) -> pd.DataFrame:
    """The tokens that are one character of several bytes, in the order in which they were made.

    Those that no merge makes come last.
    """
    frame = inventory.frame
    is_one = (frame["characters"] == 1) & (frame["bytes"] > 1) & (frame["kind"] == "learned")
    rows = frame[is_one].sort_values("rank", kind="stable", na_position="last")
    codes = [f"U+{ord(inventory.tokens[number].decode()):04X}" for number in rows["id"]]
    columns = ["text", "hex", "id", "rank", "script"]
    return rows[columns].assign(code=codes)


def looked_up(inventory: Inventory, text: str) -> pd.DataFrame:
    """Every character of several bytes in ``text``, once: its token, or the parts it is in.

    ``within`` counts the tokens that hold a character which is no token of its own.
    """
    rows = []
    for character in dict.fromkeys(text):
        data = character.encode("utf-8", "replace")
        if len(data) == 1:
            continue
        ids = result_of(encode_by_rank(inventory.model, data))
        whole = len(ids) == 1
        rank = inventory.frame["rank"].iloc[ids[0]] if whole else pd.NA
        parts = " ".join(visible(inventory.tokens[number]) for number in ids)
        within = 0 if whole else inventory.holders.get(character, 0)
        number = ids[0] if whole else pd.NA
        rows.append((visible(data), data.hex(" ").upper(), number, rank, parts, within))
    columns = ["text", "hex", "id", "rank", "parts", "within"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.astype({"id": "Int64", "rank": "Int64"})


def became_whole(inventory: Inventory) -> pd.DataFrame:
    """How many characters are whole after each merge that completes one: rank, script, count.

    The scripts with most of them, each with its line from rank 0 to the last merge.
    """
    rows = whole_characters(inventory).dropna(subset=["rank"])
    last = inventory.frame["rank"].max()
    groups = [group_of(bytes.fromhex(digits).decode()) for digits in rows["hex"]]
    by_group = rows["rank"].groupby(pd.Series(groups, rows.index, dtype=object))
    largest = by_group.size().sort_values(ascending=False, kind="stable").index[:MOST_LINES]
    lines = [_line(name, by_group.get_group(name).tolist(), int(last)) for name in largest]
    columns = ["script", "rank", "count"]
    return pd.concat(lines) if lines else pd.DataFrame(columns=columns)


def _line(script: str, ranks: Sequence[int], last: int) -> pd.DataFrame:
    """A step curve through the ranks, drawn from the start to the end of the merges."""
    counts = [*accumulate(1 for _ in ranks)]
    points = [(0, 0), *zip(ranks, counts, strict=True), (last, len(ranks))]
    return pd.DataFrame(points, columns=["rank", "count"]).assign(script=script)


class ByteCell(NamedTuple):
    """A byte, its character, and of which kind that is.

    ``kind`` is ``ascii`` or ``latin`` where the character has the byte's own number, else
    ``moved``; ``role`` is the byte's part in UTF-8, one of ``ROLES``.
    """

    value: int
    character: str
    kind: str
    role: str


class Spelled(NamedTuple):
    """A character of a text as it is drawn, its bytes, and the characters for these."""

    glyph: str
    data: bytes
    characters: str


def byte_cells() -> list[ByteCell]:
    """The table, by byte.

    >>> cells = byte_cells()
    >>> cells[0x20], cells[0xE4]
    (ByteCell(value=32, character='Ġ', kind='moved', role='single'), \
ByteCell(value=228, character='ä', kind='latin', role='first_of_3'))
    """
    return [
        ByteCell(value, character, _kind(value, character), _role(value))
        for value, character in enumerate(CHARACTERS)
    ]


def spelled(text: str) -> list[Spelled]:
    """A text, character by character.

    >>> spelled("无 ")
    [Spelled(glyph='无', data=b'\\xe6\\x97\\xa0', characters='æĹł'), \
Spelled(glyph='␣', data=b' ', characters='Ġ')]
    """
    return [
        Spelled(visible(data), data, written(data)) for data in (each.encode() for each in text)
    ]


def _kind(value: int, character: str) -> str:
    if ord(character) != value:
        return "moved"
    return "ascii" if value < 0x80 else "latin"


def _role(value: int) -> str:
    return [role for first, role in ROLES if first <= value][-1]


@dataclass(frozen=True, slots=True)
class Parting:
    """The first merge that differs (None: none does), and the ``same`` ones before it.

    ``before`` are the last of these, with their numbers from 0.
    """

    same: int
    difference: MergeDifference | None
    before: tuple[tuple[int, BytePair], ...] = ()


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many merges and tokens each of two vocabularies has, and how many tokens both."""

    merges: tuple[int, int]
    tokens: tuple[int, int]
    shared: int


def parting(
    first: BPEModel,
    second: BPEModel,
    text: str | None = None,
    *,
    pattern: str = "gpt2",
    special_tokens: Iterable[str] = (),
) -> Parting:
    """Where the merges part; both pairs are counted in ``text``, cut as training cuts it.

    Raises ``FormatError`` for a vocabulary of ranked tokens that no merge list can make.
    """
    most = min(_merges(first), _merges(second)) + 1
    merges = merge_list("first", first, most)
    others = merge_list("second", second, most)
    difference = compare_merges(
        merges, others, text, pattern=pattern, special_tokens=special_tokens
    )
    if difference is None:
        return Parting(len(merges), None)
    same = difference.number
    start = max(0, same - MOST_BEFORE)
    return Parting(same, difference, tuple(enumerate(merges[start:same], start)))


def rule_of(
    model: BPEModel, text: str, options: TrainOptions, *, pattern: str = "gpt2"
) -> TieBreak | None:
    """The tie rule, other than that of ``options``, by which ``text`` gives all its merges.

    None where no rule does, or there are more than ``MOST_TRAINED``; raises as `parting` does.

    >>> from bpe_core import train
    >>> first_seen = train("ab cd", vocab_size=258, tie_break="first_seen")
    >>> rule_of(first_seen, "ab cd", TrainOptions(num_merges=2))
    'first_seen'
    """
    if _merges(model) > MOST_TRAINED:
        return None
    merges = merge_list("other", model)
    asked = replace(options, num_merges=len(merges), vocab_size=None)
    for rule in TIE_BREAKS:
        if rule != options.tie_break:
            by_rule = replace(asked, tie_break=rule)
            trained = train_model(text, by_rule, pattern=pattern, trainer="linked")
            if trained.merges_as_bytes() == merges:
                return rule
    return None


def sizes(first: BPEModel, second: BPEModel) -> Sizes:
    """Both counted, special tokens included, ids without a token not.

    >>> from bpe_core import train
    >>> sizes(train("ab ab", vocab_size=257), train("cd cd abc", vocab_size=257))
    Sizes(merges=(1, 1), tokens=(257, 257), shared=256)
    """
    one, other = ({token for token in model.vocabulary if token} for model in (first, second))
    merges = _merges(first), _merges(second)
    return Sizes(merges, (len(one), len(other)), len(one & other))


def _merges(model: BPEModel) -> int:
    """How many merges; of ranked tokens one per token."""
    if model.has_merge_list:
        return len(model.merges)
    return sum(len(token) > 1 for token in model.ordinary_ids)
