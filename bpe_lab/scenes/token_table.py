"""A vocabulary as a table: what every token is, how to find it, what is built on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import regex

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel, Pair
from bpe_core.runtime.text import CUT, MOST_IN_LINE, SIGNS, visible
from bpe_lab.lab_errors import LabError

if TYPE_CHECKING:  # most pages know of tables and show none
    import pandas as pd

# The first match wins; letters shared by scripts count as the script that they look like.
GROUPS = {
    "latin": r"\p{Script=Latin}",
    "han": r"\p{Script=Han}",
    "kana": r"[\p{Script=Hiragana}\p{Script=Katakana}ー]",
    "hangul": r"\p{Script=Hangul}",
    "cyrillic": r"\p{Script=Cyrillic}",
    "arabic": r"\p{Script=Arabic}",
    "greek": r"\p{Script=Greek}",
    "other": r"\p{L}",
    "space": r"\s",
    "digits": r"\p{N}",
    "symbols": r"(?s:.)",
}
SCRIPTS = (*GROUPS, "mixed", "partial", "special", "unused")
LETTERS = frozenset(GROUPS) - {"space", "digits", "symbols"}
_PATTERNS = tuple((name, regex.compile(pattern)) for name, pattern in GROUPS.items())
_BITS = {name: 1 << k for k, name in enumerate(GROUPS)}
ALL = "all"
KINDS = ("byte", "learned", "partial", "special", "unused")
LENGTHS = {  # bytes, both ends included
    "1": (1, 1),
    "2": (2, 2),
    "3": (3, 3),
    "4": (4, 4),
    "5_8": (5, 8),
    "9_16": (9, 16),
    "17": (17, 2**31),
}
ORDERS = ("rank", "id", "longest", "characters", "alphabet")
MOST_ENCODED = 200  # characters of a searched text whose tokens are shown
MOST_LOOKED_AT = 1_000  # characters of a token by which its script is decided
# The lecture's word first; then one that bytes become characters on the way to.
FAMILIAR = (b" tech", "世界".encode(), b" the")
DRAWN_SIGNS = str.maketrans(
    {"␣": " ", **{sign: plain for plain, sign in SIGNS.items() if len(sign) == 1}}
)
LONGEST_BAR = 16  # bytes; longer tokens share the last bar


def scripts_of(texts: Sequence[str]) -> list[str]:
    """The group of each text, none of them empty: see `_of_groups`.

    All characters of a vocabulary are looked up together, each of them once: a bit for its
    group. The bits of a text, joined, are the groups of its characters.

    >>> scripts_of([" don't", "你hi", " 1.", " \\n"])
    ['latin', 'mixed', 'digits', 'space']
    """
    if not texts:
        return []
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    bit_of = np.zeros(characters.max() + 1, np.uint16)
    bit_of[characters] = 1
    seen = np.flatnonzero(bit_of)
    bit_of[seen] = [_BITS[group_of(character)] for character in map(chr, seen.tolist())]
    sizes = np.fromiter(map(len, texts), np.intp, len(texts))
    joined = np.bitwise_or.reduceat(bit_of[characters], np.cumsum(sizes) - sizes).tolist()
    named = {bits: _of_groups({g for g in GROUPS if bits & _BITS[g]}) for bits in set(joined)}
    return [named[bits] for bits in joined]


def _of_groups(groups: set[str]) -> str:
    """Letters decide; without any, digits, symbols, white space."""
    letters = groups & LETTERS
    if letters:
        return letters.pop() if len(letters) == 1 else "mixed"
    return next(name for name in ("digits", "symbols", "space") if name in groups)


@lru_cache(maxsize=2**17)
def group_of(character: str) -> str:
    """The group of one character.

    subtle: white space and digits before the catch-all, and a script's own digits and marks
    with the script.
    """
    return next(name for name, pattern in _PATTERNS if pattern.match(character))


class Relatives(NamedTuple):
    """The tokens that merges make directly of one, and how many others hold its bytes."""

    built_on: list[int]
    holders: int


@dataclass(frozen=True)
class Inventory:
    """A model and what its tokens are, by id; the rest is computed at its first use."""

    model: BPEModel
    kinds: list[str]
    scripts: list[str]

    @cached_property
    def relatives(self) -> dict[int, Relatives]:
        """What `relatives_of` has looked up: a reader's page asks for the same in every run."""
        return {}

    @property
    def tokens(self) -> tuple[bytes, ...]:
        """The bytes of every token."""
        return self.model.vocabulary.tokens

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The table: one row per token, at its id; about 0.7 s for 200,000 of them.

        Columns: id, text (every byte visible), hex, both cut where a token is long, bytes,
        characters (none where it is not whole characters), kind, script, rank.
        """
        import pandas as pd

        tokens = self.tokens
        numbers = range(len(tokens))
        texts = map(_whole, tokens)
        return pd.DataFrame(
            {
                "id": numbers,
                "text": [visible(token) for token in tokens],
                "hex": [_hex(token) for token in tokens],
                "bytes": [len(token) for token in tokens],
                "characters": _integers(None if text is None else len(text) for text in texts),
                "kind": pd.Categorical(self.kinds, KINDS),
                "script": self.scripts,
                "rank": _integers(self.ranks.get(number) for number in numbers),
            }
        )

    @property
    def ranks(self) -> Mapping[int, int]:
        """The lowest ranks of the merges that make a token."""
        return self._first_merges_of[0]

    @property
    def pairs(self) -> Mapping[int, Pair]:
        """The two ids of the merge that makes a token, where it is only one."""
        return self._first_merges_of[1]

    @cached_property
    def _first_merges_of(self) -> tuple[dict[int, int], dict[int, Pair]]:
        return _first_merges(self.model)

    @cached_property
    def holders(self) -> Mapping[str, int]:
        """How many tokens of whole characters hold a character outside ASCII."""
        texts = map(_whole, self.tokens)
        return Counter(c for text in texts if text and not text.isascii() for c in set(text))


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for, by names of the tables above."""

    text: str = ""
    by: str = "text"
    kind: str = ALL
    script: str = ALL
    length: str = ALL
    order: str = "rank"


def inventory(model: BPEModel, pause: Callable[[], None] = lambda: None) -> Inventory:
    """What the tokens of a whole vocabulary are; about 0.1 s for 200,000 of them.

    ``pause`` is called between its parts.
    """
    tokens = model.vocabulary.tokens
    texts = list(map(_whole, tokens))
    pause()
    kinds = list(map(_kind, tokens, texts))
    pause()
    scripts = scripts_of([(text or " ")[:MOST_LOOKED_AT] for text in texts])
    pause()
    of_others = {None: "partial", "": "unused"}
    for number, text in enumerate(texts):
        if not text:
            scripts[number] = of_others[text]
    for number in model.special_tokens.values():
        kinds[number] = scripts[number] = "special"
    return Inventory(model, kinds, scripts)


def _first_merges(model: BPEModel) -> tuple[dict[int, int], dict[int, Pair]]:
    """The lowest rank of the merges that make a token, and its pair where it has but one."""
    ranks: dict[int, int] = {}
    pairs: dict[int, Pair] = {}
    several = set()
    numbers = range(len(model.merges)) if model.ranks is None else model.ranks
    for rank, (left, right, new_id) in zip(numbers, model.merges, strict=True):
        if new_id in ranks:
            several.add(new_id)
        ranks.setdefault(new_id, rank)
        pairs[new_id] = (left, right)
    return ranks, {new_id: pair for new_id, pair in pairs.items() if new_id not in several}


def _integers(values: Iterable[int | None]) -> pd.Series[int]:
    import pandas as pd

    return pd.Series(list(values), dtype="Int64")


def _hex(token: bytes) -> str:
    digits = token[:MOST_IN_LINE].hex(" ").upper()
    return digits if len(token) <= MOST_IN_LINE else digits + CUT


def _whole(token: bytes) -> str | None:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None


def _kind(token: bytes, text: str | None) -> str:
    if len(token) == 1:
        return "byte"
    if text is None:
        return "partial"
    return "learned" if token else "unused"  # an id that no token has


def find(inventory: Inventory, query: Query) -> pd.DataFrame:
    """The rows that ``query`` takes, in its order; raises ``LabError``.

    A text is looked for as its UTF-8 bytes, so half a character in a token is found by the
    bytes only. White space may be typed as the signs that are drawn for it. Whatever the order,
    the token that is the text itself stands first, then the one that has a space before it.
    """
    frame = inventory.frame
    if query.text:
        frame = frame.iloc[_matches(inventory.tokens, query)]
    if query.kind != ALL:
        frame = frame[frame["kind"] == query.kind]
    if query.script != ALL:
        frame = frame[frame["script"] == query.script]
    if query.length != ALL:
        frame = frame[frame["bytes"].between(*LENGTHS[query.length])]
    ordered = _ordered(frame, inventory.tokens, query.order)
    exact = [number for number in exact_matches(inventory, query) if number in ordered.index]
    return ordered.loc[[*exact, *ordered.index.drop(exact)]] if exact else ordered


def exact_matches(inventory: Inventory, query: Query) -> list[int]:
    """The tokens that a search for a text names whole: alone, and with a space before it."""
    if query.by != "text" or not query.text:
        return []
    wanted, ids = as_typed(query.text), inventory.model.ordinary_ids
    return [ids[each] for each in (wanted, b" " + wanted) if each in ids]


def parts_of(inventory: Inventory, query: Query) -> list[int]:
    """What encoding makes of a searched text that is no token; nothing of other searches."""
    if query.by not in ("text", "text_is") or len(query.text) > MOST_ENCODED:
        return []
    wanted = as_typed(query.text)
    known = inventory.model.ordinary_ids
    if query.text in inventory.model.special_tokens or {wanted, b" " + wanted} & known.keys():
        return []
    return encode(inventory.model, wanted.decode())


def _matches(tokens: Sequence[bytes], query: Query) -> list[int]:
    if query.by == "id":
        return [token_id_of(query.text, len(tokens))]
    read = bytes_of_hex if query.by.startswith("bytes") else as_typed
    wanted = read(query.text)
    if query.by in ("text_is", "bytes_are"):
        return [number for number, token in enumerate(tokens) if token == wanted]
    return [number for number, token in enumerate(tokens) if wanted in token]


def token_id_of(text: str, size: int) -> int:
    """An id as typed; raises ``LabError("id_search")``.

    >>> token_id_of(" 12 ", 300)
    12
    """
    typed = text.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 10 and int(typed) < size):
        raise LabError("id_search", value=text, last=size - 1)
    return int(typed)


def bytes_of_hex(text: str) -> bytes:
    r"""Bytes as people write them; raises ``LabError("hex_search")``.

    >>> bytes_of_hex("E4 BD") == bytes_of_hex("0xe4, 0xbd") == bytes_of_hex(r"\xe4\xbd")
    True
    """
    digits = text.lower().replace("0x", " ").replace("\\x", " ").replace(",", " ").split()
    try:
        return bytes.fromhex("".join(digits))
    except ValueError as error:
        raise LabError("hex_search", value=text) from error


def _ordered(frame: pd.DataFrame, tokens: Sequence[bytes], order: str) -> pd.DataFrame:
    if order == "alphabet":
        return frame.iloc[
            sorted(range(len(frame)), key=[tokens[i] for i in frame["id"]].__getitem__)
        ]
    by = {"rank": "rank", "longest": "bytes", "characters": "characters"}.get(order)
    if by is None:
        return frame
    return frame.sort_values(by, ascending=order == "rank", kind="stable", na_position="last")


def chosen_id(model: BPEModel, typed: str) -> int | None:
    """The token that a reader names: an id, or a text; in quotation marks always a text.

    None where there is no such token.
    """
    if typed.strip().isdecimal() and len(typed) < 10:
        number = int(typed)
        return number if number < len(model.vocabulary) else None
    if len(typed) > 2 and typed[0] == typed[-1] == '"':
        typed = typed[1:-1]
    if typed in model.special_tokens:
        return model.special_tokens[typed]
    return model.ordinary_ids.get(as_typed(typed))


def as_typed(text: str) -> bytes:
    """The bytes of a text in which white space may stand as it is drawn.

    >>> as_typed("␣tech⏎")
    b' tech\\n'
    """
    return text.translate(DRAWN_SIGNS).encode("utf-8", "replace")


def built_on(model: BPEModel, token_id: int) -> list[int]:
    """Every token that a merge makes directly of this one, in rank order."""
    new_ids = (new for left, right, new in model.merges if token_id in (left, right))
    return list(dict.fromkeys(new_ids))


def containing(inventory: Inventory, token_id: int) -> int:
    """How many other tokens hold the bytes of this one."""
    token = inventory.tokens[token_id]
    return sum(token in other for other in inventory.tokens) - 1 if token else 0


def relatives_of(inventory: Inventory, token_id: int) -> Relatives:
    """Looked up once: two passes over all merges and tokens, 12 ms for 32,000."""
    known = inventory.relatives
    if token_id not in known:
        built = built_on(inventory.model, token_id)
        known[token_id] = Relatives(built, containing(inventory, token_id))
    return known[token_id]


def first_choice(inventory: Inventory) -> int:
    """The token shown before a reader has chosen one: a familiar word, else the last made."""
    known = inventory.model.ordinary_ids
    for word in FAMILIAR:
        if word in known:
            return known[word]
    merges = inventory.model.merges
    return merges[-1].new_id if merges else 0


class OfLength(NamedTuple):
    """How many tokens of ``size`` bytes are ``whole`` characters, or how many are not."""

    size: int
    whole: bool
    tokens: int


class OfScript(NamedTuple):
    """How many tokens are written in ``script``, and their share of all."""

    script: str
    tokens: int
    share: float


def by_length(inventory: Inventory) -> list[OfLength]:
    """Tokens by length, special ones apart."""
    tokens, number = inventory.tokens, len(inventory.tokens)
    sizes = np.minimum(np.fromiter(map(len, tokens), np.intp, number), LONGEST_BAR)
    kinds = np.fromiter(map(KINDS.index, inventory.kinds), np.intp, number)
    is_whole = np.fromiter(map(bytes.isascii, tokens), np.bool_, number)
    is_whole |= kinds == KINDS.index("learned")
    is_counted = (kinds != KINDS.index("special")) & (kinds != KINDS.index("unused"))
    counts = np.bincount((2 * sizes + is_whole)[is_counted]).tolist()
    return [OfLength(k // 2, bool(k % 2), count) for k, count in enumerate(counts) if count]


def by_script(inventory: Inventory) -> list[OfScript]:
    """Tokens by script, the largest group first."""
    total = max(1, len(inventory.scripts))
    counts = Counter(inventory.scripts).most_common()
    return [OfScript(script, count, count / total) for script, count in counts]
