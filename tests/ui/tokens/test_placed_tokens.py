"""Tokens of any tokenizer in their places: nothing is lost, differences are lit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from bpe_core.tokenizers.load_tokenizer import tokenizer_of
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, MergeTree, Tokenizer
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.placed_tokens import (
    MOST_DRAWN,
    Block,
    drawn_part,
    merges_board,
    pieces_of,
    tokens_board,
)
from tests.core import text_strategies as texts
from tests.core.tokenizers import families
from tests.examples import examples

LAB, OURS = (ByteLevelTokenizer(built_in(name), name) for name in ("lab", "bilingual"))
OWNED = ("llama_2", "t5", "bert")
EMOJI = "a 👩‍🚀 你好 x"


def owned(family: str) -> Tokenizer:
    return tokenizer_of({"tokenizer.json": getattr(families, family)().encode()}, name=family)


def board_of(text: str, *tokenizers: Tokenizer) -> Any:
    blocks = [Block(each.name, each, each.encode_with_offsets(text)) for each in tokenizers]
    return tokens_board(text, blocks)


def spelled(recording: Any, index: int) -> str:
    signs = {"space": " "}
    parts = recording["tokens"][index]["parts"]
    return "".join(signs.get(kind) or letters[0] for kind, *letters in parts)


@given(text=texts.texts)
@settings(max_examples=examples(50))
def test_pieces_cover_each_token_once_and_share_no_bytes(text: str) -> None:
    encoded = LAB.encode_with_offsets(text)
    pieces = pieces_of(encoded)
    assert [k for piece in pieces for k in range(piece.first, piece.end)] == [
        *range(len(encoded.ids))
    ]
    data = text.encode()
    assert b"".join(data[slice(*piece.span)] for piece in pieces) == data


@pytest.mark.parametrize("family", OWNED)
def test_an_owner_s_tokens_are_the_text_they_stand_for(family: str) -> None:
    recording = board_of(EMOJI, owned(family))
    (flow,) = recording["widgets"]
    written = [item.get("glyph", item["tokens"][0][0]) for item in flow["items"]]
    letters = "".join(spelled(recording, each) for each in written)
    for character in "你好x":
        assert letters.count(character) == 1, letters


def test_what_the_first_cuts_otherwise_is_lit() -> None:
    recording = board_of("the cat 不上不下", LAB, OURS)
    first, second = recording["widgets"]
    assert not any("look" in item for item in first["items"])
    cuts = [
        {piece.span for piece in pieces_of(each.encode_with_offsets("the cat 不上不下"))}
        for each in (LAB, OURS)
    ]
    lit = sum(item.get("look") == "differs" for item in second["items"])
    assert lit == len(cuts[1] - cuts[0]) > 0


def test_parts_of_a_character_are_held_under_it() -> None:
    recording = board_of(EMOJI, LAB)
    (flow,) = recording["widgets"]
    held = [item for item in flow["items"] if len(item["tokens"]) > 1]
    assert spelled(recording, held[0]["glyph"]) == "👩"
    assert all(recording["tokens"][k]["parts"][0][0] == "hex" for k, _ in held[0]["tokens"])


def test_a_long_text_is_drawn_up_to_white_space() -> None:
    text = "你好 world " * 4000
    part = drawn_part(text)
    assert text.startswith(part)
    assert part.endswith(" ")
    assert MOST_DRAWN - 400 <= len(part.encode()) <= MOST_DRAWN
    assert len(drawn_part("好" * 40_000).encode()) <= MOST_DRAWN
    assert drawn_part("") == ""


def test_a_part_is_made_before_the_whole_whatever_the_ranks() -> None:
    low = MergeTree("ow", 6, 9, (MergeTree("o", 2), MergeTree("w", 3)))
    tree = MergeTree("low", 7, 1, (MergeTree("l", 1), low))
    nodes = merges_board(tree)["first"]["tree"]["nodes"]
    assert [(node["at"], node["size"], node["parts"]) for node in nodes.values()] == [
        (1, 2, ["b1", "b2"]),
        (0, 3, ["b0", "n0"]),
    ]


def test_an_owner_s_tree_is_that_of_its_merges() -> None:
    tokenizer = owned("llama_2")
    ids = tokenizer.encode("Hello world, the tokens")
    trees = [tree for each in ids if (tree := tokenizer.merge_tree(each)) and tree.parts]
    assert trees
    for tree in trees:
        state = merges_board(tree)["first"]["tree"]
        leaves = len([*tree.leaves()])
        assert len(state["nodes"]) == leaves - 1
        assert state["nodes"][state["roots"][0][1:]]["size"] == leaves
