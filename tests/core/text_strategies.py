"""Texts that break tokenizers: long runs, tiny alphabets, every kind of white space."""

from __future__ import annotations

from hypothesis import strategies as st

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS

# All that Unicode calls white space in one or the other table, and four that only look so.
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"
NOT_WHITE_SPACE = "\x1c\x1f\u200b\ufeff"
# Contractions in both cases, digits of three kinds, marks, joiners, 1 to 4 bytes a character.
ODD = "'''stmdrevlSTLſ’aA1１Ⅷ½!-_\u0301\u0e31\u200d\x00\x7féß哈好한𝄞🙂👩"
PIECES = (
    "'ll",
    "'ve",
    "'re",
    " 's",
    "<|x|>",
    "<|x|><|x|>",
    "  ",
    "\r\n",
    "\n\n",
    "哈哈",
    " ab",
)
SPECIALS = ("<|x|>", "<|x|><|x|>", "ab", " a", "哈", "'ll", "\n\n")


def runs(alphabet: str) -> st.SearchStrategy[str]:
    """Long runs of few letters, where overlapping pairs are most."""
    run = st.builds(
        lambda letter, size: letter * size, st.sampled_from(alphabet), st.integers(1, 9)
    )
    return st.lists(run, max_size=8).map("".join)


adversarial = st.lists(
    st.one_of(
        st.sampled_from(ODD),
        st.sampled_from(WHITE_SPACE + NOT_WHITE_SPACE),
        st.sampled_from(PIECES),
    ),
    max_size=30,
).map("".join)

# Unassigned code points differ between Unicode tables; surrogates are no text.
assigned = st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=30)

texts = st.one_of(
    runs("a"),
    runs("ab"),
    runs("abc"),
    runs("a' \n"),
    st.text("ab", max_size=40),
    st.text("ab ", max_size=40),
    adversarial,
    assigned,
)

words = texts.filter(bool).map(str.encode)

# Distinct pre-tokens of few letters with weights up to far above 2**31 and 2**63.
weights = st.one_of(st.integers(1, 3), st.integers(2**31, 2**33), st.integers(1, 2**70))
counts = st.dictionaries(
    st.one_of(
        st.text("ab", min_size=1, max_size=12), st.text("aé哈\0", min_size=1, max_size=6)
    ).map(str.encode),
    weights,
    max_size=8,
)

patterns = st.sampled_from(tuple(PATTERNS))
special_tokens = st.lists(st.sampled_from(SPECIALS), unique=True, max_size=3).map(tuple)
tie_breaks = st.sampled_from(TIE_BREAKS)


@st.composite
def options(draw: st.DrawFn) -> TrainOptions:
    """Any valid options: a vocabulary size, a number of merges or neither."""
    tokens = draw(special_tokens)
    limits: dict[str, int] = draw(
        st.one_of(
            st.just({}),
            st.fixed_dictionaries({"num_merges": st.integers(0, 12)}),
            st.fixed_dictionaries({"vocab_size": st.integers(256 + len(tokens), 270)}),
        )
    )
    return TrainOptions(
        special_tokens=tokens,
        tie_break=draw(tie_breaks),
        min_count=draw(st.integers(1, 4)),
        **limits,
    )


@st.composite
def weighted_positions(draw: st.DrawFn) -> list[PreToken]:
    """Pre-tokens at ascending starts, with gaps and weights of their own, repeats allowed."""
    pre_tokens, start = [], 0
    for word in draw(st.lists(words, max_size=6)):
        start += draw(st.integers(0, 3))
        pre_tokens.append(PreToken(word, start, draw(weights)))
        start += len(word)
    return pre_tokens


def special_texts(tokens: list[str]) -> st.SearchStrategy[str]:
    """Texts in which ``tokens`` and pieces of them stand among other characters."""
    part = st.one_of(
        st.sampled_from(tokens), st.sampled_from(["<|", "|>", " ", "a", "\n", "é"])
    )
    return st.lists(part, max_size=10).map("".join)
