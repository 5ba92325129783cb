"""The page of tokens without a browser: counts, prices, models that are away, every mistake."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from bpe_core import encode
from bpe_core.runtime.text import pack
from bpe_core.texts.corpus import sample
from bpe_core.tokenizers.load_tokenizer import named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.placed_tokens import pieces_of
from bpe_lab.text import catalogue
from tests.core.tokenizers.families import byte_level
from tests.ui.test_pages import errors_of, open_page, param, said
from tests.ui.vocabulary.test_vocabulary_page import give
from ui.counting.counts import Text, counted
from ui.counting.in_place import note_pick, picked_query
from ui.counting.models import LIST, Model

TEXT = "the cat sat 在垫子上"
HERE = ("gpt-4o", "gpt-oss")


@pytest.fixture(autouse=True)
def _what_comes_along_is_at_hand() -> Iterator[None]:
    """Whatever packages this machine has."""
    for place in ("tokenizer_inputs", "counting.models"):
        patch = mock.patch(f"ui.{place}.is_at_hand", side_effect=lambda name: name in HERE)
        patch.start()
    yield
    mock.patch.stopall()


def opened(
    language: str = "en", typed: str = TEXT, models: str = "gpt-4o,lab", **query: str
) -> Any:
    packed = pack(typed)
    assert packed
    return open_page("tokens", language, counted=packed, models=models, **query)


def rows(at: Any) -> list[list[str]]:
    """The table's cells as text, row by row."""
    (table,) = [each.value for each in at.get("html") if "token-counts" in each.value] or [""]
    body = table.partition("<tbody")[2]
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("<tr")[1:])
    return [
        [html.unescape(re.sub(r"<[^>]+>", " ", each)).strip() for each in row] for row in cells
    ]


def counts(at: Any) -> list[int]:
    return [int(row[1].replace(",", "")) for row in rows(at)]


def messages(at: Any) -> str:
    return " ".join(each.value for each in (*at.info, *at.warning))


def test_a_text_and_models_are_there_when_one_arrives(language: str) -> None:
    at = open_page("tokens", language)
    assert errors_of(at) == ""
    assert at.multiselect(key=LIST).value == ["gpt-4o", "bilingual"]
    start = catalogue(language)["tokens.start"]
    assert at.text_area(key="counted").value == start
    gpt, ours = counts(at)
    assert gpt == named_tokenizer("gpt-4o").count(start) < ours
    assert param(at, "models") == "gpt-4o,bilingual"
    assert rows(at)[0][0].split()[0] == "GPT-4o", "what else is so called stands below"


def test_counts_follow_what_is_typed(language: str) -> None:
    at = opened(language)
    before = counts(at)
    at.text_area(key="counted").input(TEXT * 2).run()
    assert errors_of(at) == ""
    assert counts(at) == [
        named_tokenizer("gpt-4o").count(TEXT * 2),
        len(encode(built_in("lab"), TEXT * 2)),
    ]
    assert counts(at) > before


def test_the_fewest_is_what_others_are_measured_by(language: str) -> None:
    at = opened(language)
    fewest = said(language, "tokens.fewest")
    gpt, lab = counts(at)
    assert rows(at)[0][2] == fewest
    assert rows(at)[1][2].startswith(f"+{100 * (lab / gpt - 1):.0f}")


def test_a_price_of_a_link_makes_a_cost(language: str) -> None:
    at = opened(language, prices="gpt-4o:2.5,lab:x,evil:1e99")
    assert at.number_input(key="price_gpt-4o").value == 2.5
    gpt, _ = counts(at)
    assert float(rows(at)[0][5]) == pytest.approx(gpt * 2.5 / 1e6, rel=0.01)
    assert rows(at)[1][5] == "–"
    at.number_input(key="price_lab").set_value(0.5).run()
    assert param(at, "prices") == "gpt-4o:2.5,lab:0.5"
    assert len(rows(opened(language))[0]) == 5, "no prices, no cost"


def test_an_empty_text_has_no_tokens(language: str) -> None:
    at = opened(language)
    at.text_area(key="counted").input("").run()
    assert errors_of(at) == ""
    assert counts(at) == [0, 0]


def test_a_model_that_is_away_is_fetched_by_a_press_alone(language: str) -> None:
    with mock.patch("ui.tokenizer_inputs.file_at_hand") as fetching:
        at = opened(language, models="gpt-4o,deepseek-v3")
        assert len(rows(at)) == 1
        assert TOKENIZERS["deepseek-v3"].title in messages(at)
        at.text_area(key="counted").input("typed").run()
        fetching.assert_not_called()
        at.button(key="fetch_deepseek-v3").click().run()
        fetching.assert_called_once()


def test_names_that_people_have_for_a_model_lead_to_it() -> None:
    assert param(opened(models="GPT-5,lab"), "models") == "gpt-4o,lab"


def test_an_unknown_name_is_told_and_the_others_stay(language: str) -> None:
    at = opened(language, models="gpt-4o,nonsense,lab")
    assert param(at, "models") == "gpt-4o,lab"
    assert len(counts(at)) == 2
    assert "nonsense" in messages(at)
    assert "lab" not in messages(at)


def test_more_than_six_are_told(language: str) -> None:
    models = "gpt-4o,gpt-oss,lab,bilingual,lecture,trained,deepseek-v3"
    at = opened(language, models=models)
    assert len(rows(at)) == 6
    assert said(language, "notice.many_models") in messages(at)


def test_a_special_token_is_told_and_counts_by_a_press(language: str) -> None:
    at = opened(language, typed="a <|endoftext|> b")
    before = counts(at)
    assert said(language, "tokens.trap") in messages(at)
    at.button(key="allow_here").click().run()
    assert param(at, "allow") == "1"
    assert counts(at)[0] < before[0]
    assert said(language, "tokens.trap_open") in messages(at)


def test_special_tokens_of_every_model_are_named_also_those_that_always_count() -> None:
    file = json.loads(byte_level("GPT-2"))
    ordinary = dict.fromkeys(
        ("single_word", "lstrip", "rstrip", "normalized", "special"), False
    )
    file["added_tokens"].append({"id": 600, "content": "<think>", **ordinary})
    at = opened(typed="<|endoftext|> <think> <|endofprompt|>")
    give(at, {"tokenizer.json": json.dumps(file).encode()})
    shown = html.unescape(messages(at))
    assert "`<|endoftext|>`, `<|endofprompt|>` of GPT" in shown
    assert "; `<|endoftext|>` of tokenizer" in shown
    assert "reads it so: `<think>` of tokenizer" in shown


def test_a_file_joins_the_models_and_can_be_taken_off_the_list(language: str) -> None:
    at = give(opened(language), {"tokenizer.json": byte_level("GPT-2").encode()})
    assert len(counts(at)) == 3
    field = at.multiselect(key="counted_models")
    field.set_value(field.value[:2]).run()
    assert len(counts(at)) == 2
    assert errors_of(at) == ""


def test_a_long_text_is_counted_whole_and_drawn_in_part(language: str) -> None:
    at = opened(language)
    long = TEXT * 2000
    at.text_area(key="counted").input(long).run()
    assert errors_of(at) == ""
    assert counts(at)[0] == named_tokenizer("gpt-4o").count(long)
    assert said(language, "tokens.beginning") in " ".join(each.value for each in at.caption)
    assert param(at, "counted") != "", "a text that packs well is in the link"


def test_a_token_that_was_pressed_is_found_and_what_is_none_passed_by() -> None:
    text = Text.of(TEXT)
    tokenizer = named_tokenizer("gpt-4o")
    count = counted(tokenizer, text, special=False)
    row = (Model("gpt-4o", "GPT-4o", "", tokenizer), count)
    pieces = pieces_of(count.encoded)
    with mock.patch("ui.counting.in_place.here") as here:
        note_pick({"widget": "0", "item": len(pieces) - 1, "part": 0}, text, [row])
        assert here.return_value.index == len(count.encoded.ids) - 1
        here.reset_mock()
        wrong = ("-1", "9", "x", None, "0" * 5000)
        for answer in (
            None,
            "x",
            [1],
            *({"widget": each, "item": 0, "part": 0} for each in wrong),
        ):
            note_pick(answer, text, [row])
        note_pick({"widget": "0", "item": -1, "part": 0}, text, [row])
        here.assert_not_called()


def test_the_walk_s_link_has_text_vocabulary_and_pre_token() -> None:
    model = named_tokenizer("gpt-4o").model
    query = picked_query("gpt-4o", model, TEXT, TEXT.index("sat"))
    assert query == {
        "words": "own",
        "own_words": pack(TEXT),
        "tokenizer": "gpt-4o",
        "part": "2",
    }
    at = open_page("encode", **query)
    assert errors_of(at) == ""
    assert picked_query("file-0", model, TEXT, 0) is None
    assert picked_query("gpt-4o", None, TEXT, 0) is None


def test_a_link_may_begin_with_a_sample(language: str) -> None:
    at = open_page("tokens", language, counted_text="ferry", models="gpt-4o")
    ferry = sample("ferry").text
    assert at.text_area(key="counted").value == ferry
    assert (param(at, "counted_text"), "counted" in at.query_params) == ("ferry", False)
    assert counts(at) == [named_tokenizer("gpt-4o").count(ferry)]
    at.text_area(key="counted").input("mine").run()
    assert "counted_text" not in at.query_params


def test_a_vocabulary_trained_here_follows_the_training_settings() -> None:
    at = opened(typed=" tech", models="trained", text="intj", merges="8")
    assert errors_of(at) == ""
    assert counts(at) == [1], "the eighth merge of the lecture's text"


def test_a_pattern_that_does_not_take_the_text_is_an_error_of_its_model(language: str) -> None:
    model = replace(built_in("lab"), pattern=r"custom:(?s:.{20,})")
    with mock.patch("ui.tokenizer_inputs.built_in", return_value=model):
        at = opened(language, typed="short")
    assert errors_of(at) != ""
    assert counts(at) == [1], "the others stay"


def test_the_board_s_tokens_can_be_picked_and_the_card_has_a_tree(language: str) -> None:
    at = opened(language)
    sent = [json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component")]
    boards = [each for each in sent if "recording" in each]
    assert [each["leads"] for each in boards] == [True, False], "the tokens, a tree"
