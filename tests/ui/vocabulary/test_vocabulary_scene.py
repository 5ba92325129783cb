"""The vocabulary page's tables against plain loops over the tokens."""

import unicodedata
from collections import Counter

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe_core
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.runtime.text import visible
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.drawn_tokens import tree_board
from bpe_lab.scenes.token_table import (
    KINDS,
    LENGTHS,
    LETTERS,
    LONGEST_BAR,
    ORDERS,
    SCRIPTS,
    Inventory,
    Query,
    as_typed,
    built_on,
    by_length,
    by_script,
    chosen_id,
    containing,
    find,
    first_choice,
    group_of,
    inventory,
    parts_of,
    relatives_of,
    scripts_of,
)
from bpe_lab.scenes.vocabulary.parts_walk import pair_of
from bpe_lab.scenes.vocabulary.vocabulary_tables import (
    MOST_ROWS,
    became_whole,
    looked_up,
    rows_of,
    whole_characters,
)
from tests.raising import raises
from tests.ui.recordings import frames_of


def small() -> BPEModel:
    text = " ".join(sample(name).text for name in ("story_en", "story_zh", "code"))
    return bpe_core.train(text, vocab_size=600, special_tokens=["<|endoftext|>"])


def ranked() -> BPEModel:
    """Ranks of tokens: every split of a token merges with the rank of the whole."""
    merges = (Merge(97, 98, 256), Merge(98, 99, 257), Merge(256, 99, 258), Merge(97, 257, 258))
    vocabulary = Vocabulary.of_bytes([b"ab", b"bc", b"abc", b"", b"<x>"])
    return BPEModel(vocabulary, merges, {"<x>": 260}, ranks=(256, 257, 258, 258))


MODELS = {"small": small, "ranked": ranked, "lecture": lambda: built_in("lecture")}


@pytest.fixture(scope="module", params=MODELS)
def table(request: pytest.FixtureRequest) -> Inventory:
    return inventory(MODELS[request.param]())


def script_of(text: str) -> str:
    return scripts_of([text])[0]


def text_of(token: bytes) -> str | None:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return None


def test_every_token_has_its_row(table: Inventory) -> None:
    model = table.model
    ranks: dict[int, int] = {}
    for rank, merge in zip(model.ranks or range(len(model.merges)), model.merges, strict=True):
        ranks.setdefault(merge.new_id, rank)
    assert len(table.frame) == len(model.vocabulary)
    for number, row in enumerate(table.frame.to_dict("records")):
        token = model.vocabulary[number]
        text = text_of(token)
        assert row["id"] == number
        assert row["text"] == visible(token)
        assert bytes.fromhex(row["hex"]) == token
        assert row["bytes"] == len(token)
        assert (None if pd.isna(row["rank"]) else row["rank"]) == ranks.get(number)
        assert row["kind"] in KINDS
        assert row["script"] in SCRIPTS
        if number in model.special_tokens.values():
            assert (row["kind"], row["script"]) == ("special", "special")
        elif not token:
            assert (row["kind"], row["script"]) == ("unused", "unused")
        elif len(token) > 1:
            assert row["kind"] == ("partial" if text is None else "learned")
        if text is not None:
            assert row["characters"] == len(text)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        (" don't", "latin"),
        ("x1", "latin"),
        ("你好！", "han"),
        ("ひらがなカタカナー", "kana"),
        ("你hi", "mixed"),
        (" 12.5", "digits"),
        (" ...", "symbols"),
        ("\n  ", "space"),
        ("e\u0301", "latin"),
    ],
)
def test_letters_decide_the_script(text: str, script: str) -> None:
    assert script_of(text) == script


@given(st.lists(st.text(min_size=1)))
def test_texts_are_told_apart_as_each_by_its_characters(texts: list[str]) -> None:
    """The groups of a text's letters, or else of all its characters, decide one by one."""
    for text, script in zip(texts, scripts_of(texts), strict=True):
        groups = {group_of(c) for c in text}
        letters = groups & LETTERS
        if len(letters) > 1:
            assert script == "mixed"
        else:
            order = [*letters, "digits", "symbols", "space"]
            assert script == next(name for name in order if name in groups)


def test_a_script_agrees_with_the_names_of_its_letters() -> None:
    names = {"CYRILLIC": "cyrillic", "GREEK": "greek", "HANGUL": "hangul", "ARABIC": "arabic"}
    letters = [chr(code) for code in range(0x370, 0xD7A4) if chr(code).isalpha()]
    for letter in letters:
        name = unicodedata.name(letter, "").split(" ")[0]
        if name in names and unicodedata.category(letter) == "Lo":
            assert script_of(letter) == names[name], letter


@pytest.mark.parametrize("typed", ["the", " th", "␣th", "你", "é", "⏎"])
def test_a_text_is_found_wherever_its_bytes_are(table: Inventory, typed: str) -> None:
    wanted = typed.replace("␣", " ").replace("⏎", "\n").encode()
    tokens = table.tokens
    found = find(table, Query(typed, "text"))["id"].tolist()
    assert sorted(found) == [n for n, token in enumerate(tokens) if wanted in token]
    whole = [n for each in (wanted, b" " + wanted) for n, t in enumerate(tokens) if t == each]
    for order in ORDERS:
        ordered = find(table, Query(typed, "text", order=order))["id"].tolist()
        assert ordered[: len(whole)] == whole, "what is typed stands first"
        rest = find(table, Query(order=order))["id"].tolist()
        assert ordered[len(whole) :] == [n for n in rest if n in found and n not in whole]
    exact = find(table, Query(typed, "text_is"))["id"].tolist()
    assert exact == [n for n, token in enumerate(tokens) if token == wanted]


@pytest.mark.parametrize("typed", ["the", "Wolfgang", "the the", "王小明", "<|endoftext|>", ""])
def test_a_text_that_is_no_token_has_those_that_it_becomes(typed: str) -> None:
    table = inventory(small())
    model = table.model
    known = {
        *model.special_tokens,
        *(token.decode() for token in model.ordinary_ids if text_of(token)),
    }
    is_token = bool(known & {typed, " " + typed})  # within a text the space is there
    assert parts_of(table, Query(typed)) == ([] if is_token else bpe_core.encode(model, typed))
    assert parts_of(table, Query(typed, "bytes")) == []


@pytest.mark.parametrize("typed", ["E4 BD", "e4bd", "0xE4 0xBD", "\\xe4\\xbd", "E4,BD"])
def test_bytes_are_found_as_people_write_them(typed: str) -> None:
    table = inventory(small())
    found = find(table, Query(typed, "bytes"))["id"].tolist()
    assert sorted(found) == [n for n, token in enumerate(table.tokens) if b"\xe4\xbd" in token]
    exact = find(table, Query(typed, "bytes_are"))["id"].tolist()
    assert exact == [n for n, token in enumerate(table.tokens) if token == b"\xe4\xbd"]


@pytest.mark.parametrize("typed", ["E", "xyz", "E4 B", "你"])
def test_what_is_no_hex_is_said(typed: str) -> None:
    with raises("LabError.hex_search"):
        find(inventory(ranked()), Query(typed, "bytes"))


@pytest.mark.parametrize("typed", ["-1", "261", "1.0", "９", "1e3", "9" * 40])
def test_what_is_no_id_is_said(typed: str) -> None:
    with raises("LabError.id_search"):
        find(inventory(ranked()), Query(typed, "id"))


def test_filters_take_what_they_name(table: Inventory) -> None:
    rows = table.frame.to_dict("records")
    for kind in KINDS:
        found = find(table, Query(kind=kind))["id"].tolist()
        assert sorted(found) == [row["id"] for row in rows if row["kind"] == kind]
    for script in SCRIPTS:
        found = find(table, Query(script=script))["id"].tolist()
        assert sorted(found) == [row["id"] for row in rows if row["script"] == script]
    for name, (low, high) in LENGTHS.items():
        found = find(table, Query(length=name))["id"].tolist()
        assert sorted(found) == [row["id"] for row in rows if low <= row["bytes"] <= high]


def test_orders_lose_no_token_and_sort(table: Inventory) -> None:
    tokens = table.tokens
    found = {order: find(table, Query(order=order))["id"].tolist() for order in ORDERS}
    for order, ids in found.items():
        assert sorted(ids) == list(range(len(tokens))), order
    assert found["alphabet"] == sorted(range(len(tokens)), key=tokens.__getitem__)
    assert found["longest"] == sorted(range(len(tokens)), key=lambda n: -len(tokens[n]))
    ranks = [table.ranks[n] for n in found["rank"] if n in table.ranks]
    assert ranks == sorted(ranks)
    assert all(n not in table.ranks for n in found["rank"][len(ranks) :])


def test_shown_rows_name_the_halves_by_which_encoding_makes_the_token(table: Inventory) -> None:
    rows = rows_of(table, find(table, Query()))
    assert len(rows) == min(MOST_ROWS, len(table.tokens))
    for row in rows.to_dict("records"):
        pair = pair_of(table.model, row["id"]) if row["id"] in table.ranks else None
        halves = tuple(visible(table.tokens[part]) for part in pair) if pair else ("", "")
        assert (row["left"], row["right"]) == halves


def test_a_token_is_named_by_id_or_text() -> None:
    model = ranked()
    assert chosen_id(model, "258") == 258
    assert chosen_id(model, "abc") == 258
    assert chosen_id(model, '"1"') == ord("1")
    assert chosen_id(model, "<x>") == 260
    assert chosen_id(model, "␣") == ord(" ")
    assert chosen_id(model, "261") is None
    assert chosen_id(model, "abcd") is None
    assert as_typed("\ud800") == b"?"


def test_the_first_choice_is_a_token_of_the_vocabulary(table: Inventory) -> None:
    assert 0 <= first_choice(table) < len(table.tokens)
    assert first_choice(inventory(built_in("lecture"))) == 263
    assert first_choice(inventory(BPEModel(Vocabulary.of_bytes(), ()))) == 0


def test_what_is_made_of_a_token(table: Inventory) -> None:
    for number in range(len(table.tokens)):
        plain = [m.new_id for m in table.model.merges if number in (m.left, m.right)]
        assert built_on(table.model, number) == list(dict.fromkeys(plain))


def test_how_many_tokens_hold_a_token(table: Inventory) -> None:
    for number, token in enumerate(table.tokens):
        others = [other for n, other in enumerate(table.tokens) if n != number]
        assert containing(table, number) == (sum(token in o for o in others) if token else 0)
        relatives = relatives_of(table, number)
        assert relatives == (built_on(table.model, number), containing(table, number))
        assert relatives_of(table, number) is relatives


def test_the_tree_has_a_node_for_every_merge_and_spans_the_token(table: Inventory) -> None:
    for number, token in enumerate(table.tokens):
        if not token or table.frame["kind"][number] == "special":
            continue
        board = tree_board(table.model, number)
        state = frames_of(board.recording)[0]["tree"]
        assert len(board.recording["steps"]) == 1, "a board is a recording of one step"
        ids = [each["id"] for each in board.recording["tokens"]]
        for node in state["nodes"].values():
            data = token[node["at"] : node["at"] + node["size"]]
            assert table.tokens[ids[node["token"]]] == data
        if board.ids == (number,):
            assert len(state["nodes"]) == len(token) - 1
            assert len(state["roots"]) == 1


def test_lengths_and_scripts_count_every_token_once(table: Inventory) -> None:
    counted = [
        (min(len(token), LONGEST_BAR), text_of(token) is not None)
        for number, token in enumerate(table.tokens)
        if token and number not in table.model.special_tokens.values()
    ]
    shown = {(size, whole): count for size, whole, count in by_length(table)}
    assert shown == Counter(counted)
    scripts = by_script(table)
    assert sum(row.tokens for row in scripts) == len(table.tokens)
    assert {row.script: row.tokens for row in scripts} == Counter(table.frame["script"])
    assert [row.share for row in scripts] == [row.tokens / len(table.tokens) for row in scripts]


def test_whole_characters_are_the_tokens_of_one_character(table: Inventory) -> None:
    specials = table.model.special_tokens.values()
    plain = {
        number
        for number, token in enumerate(table.tokens)
        if len(token) > 1 and number not in specials and len(text_of(token) or "  ") == 1
    }
    rows = whole_characters(table)
    assert set(rows["id"]) == plain
    ranks = [table.ranks[number] for number in rows["id"]]
    assert ranks == sorted(ranks)


def test_a_character_is_whole_or_in_the_parts_that_encoding_gives() -> None:
    table = inventory(small())
    text = "葡萄 café 好好 😀"
    rows = looked_up(table, text).to_dict("records")
    assert [row["text"] for row in rows] == ["葡", "萄", "é", "好", "😀"]
    for row in rows:
        data = bytes.fromhex(row["hex"])
        ids = bpe_core.encode(table.model, data.decode())
        assert row["parts"] == " ".join(visible(table.tokens[n]) for n in ids)
        assert pd.isna(row["id"]) if len(ids) > 1 else row["id"] == ids[0]
        inside = sum(data.decode() in (text_of(token) or "") for token in table.tokens)
        assert row["within"] == (0 if len(ids) == 1 else inside)
    assert len(looked_up(table, "plain ASCII")) == 0


def test_the_curves_end_at_the_number_of_whole_characters() -> None:
    table = inventory(small())
    rows = whole_characters(table)
    lines = became_whole(table)
    ends = lines.groupby("script")["count"].max().to_dict()
    assert ends == Counter(script_of(bytes.fromhex(h).decode()) for h in rows["hex"])
    for _, line in lines.groupby("script"):
        assert line["rank"].is_monotonic_increasing
        assert line["rank"].iloc[-1] == len(table.model.merges) - 1
    assert len(became_whole(inventory(BPEModel(Vocabulary.of_bytes(), ())))) == 0


def test_no_group_of_scripts_is_empty_by_a_slip_of_its_pattern() -> None:
    samples = "a你あ한яعω\u05d1 1."
    assert [script_of(c) for c in samples] == [
        "latin", "han", "kana", "hangul", "cyrillic", "arabic", "greek", "other",
        "space", "digits", "symbols",
    ]  # fmt: skip
    assert script_of("〇") == "han"
