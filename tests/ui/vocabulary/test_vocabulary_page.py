"""The vocabulary page without a browser: links, another vocabulary, the reader's mistakes."""

import base64
import io
import json
import zipfile
from typing import Any

import pytest

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.registry import FORMATS
from bpe_core.runtime.text import visible
from bpe_core.vocabularies import built_in
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.charts.charts_sent import charts_of
from tests.ui.test_pages import ROOT, belongings_of, errors_of, open_page, param, said
from ui.own_tokenizers import OwnTokenizer
from ui.page.elements import as_code
from ui.page.saving import download_of

NO_VOCABULARY = {  # by the rule that it breaks
    "is_archive": b"PK\x03\x04 and so on",
    "is_pickle": b"\x80\x04\x95 and so on",
    "is_pointer": b"version https://git-lfs.github.com/spec/v1\n",
    "is_refusal": b'{"error": "Access is restricted"}',
    "is_settings": b'{"tokenizer_class": "GPT2Tokenizer"}',
    "id_taken": b'{"a": 0, "b": 0}',
    "is_empty": b"",
    "not_json": b"no",
}
PAIR = FORMATS["gpt2"].write(bpe_core.train("low lower lowest " * 9, vocab_size=262))


def shown(at: Any) -> str:
    """The head of the token's card."""
    return " ".join(block.value for block in at.get("html") if "token-head" in block.value)


def said_notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def give(at: Any, files: dict[str, bytes]) -> Any:
    chosen = [(name, data, "application/octet-stream") for name, data in files.items()]
    return files_field(at).set_value(chosen).run()


def files_field(at: Any) -> Any:
    """The field for files; once it is empty again, another one stands in its place."""
    [field] = [each for each in at.file_uploader if each.key.startswith("vocabulary_files")]
    return field


def look_up(at: Any, name: str) -> Any:
    """Type a model's name and press the button beside."""
    at.text_input(key="tokenizer_name_tokenizer").input(name)
    label = catalogue(param(at, "lang"))["tokenizer_name.open"]
    [button] = [each for each in at.button if each.label == label]
    return button.click().run()


def own_of(at: Any) -> list[OwnTokenizer]:
    """The tokenizers of files that the session holds."""
    own: list[OwnTokenizer] = belongings_of(at)["own_tokenizers"].own
    return own


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def test_a_token_is_text_and_never_markup() -> None:
    model = bpe_core.train("<b>" * 3, vocab_size=258, pattern="none")
    files = encoded(FORMATS["gpt2"].write(model))
    at = give(open_page("vocabulary", tokenizer="file", token="257"), files)
    assert "<h2>&lt;b&gt;</h2>" in shown(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_on_a_word_of_the_vocabulary_for_whole_texts(language: str) -> None:
    at = open_page("vocabulary", language)
    assert errors_of(at) == ""
    assert at.selectbox(key="tokenizer").value == "bilingual"
    assert "世界" in shown(at)
    assert not {"token", "tokenizer"} & set(at.query_params)
    assert at.selectbox(key="order").label == catalogue(language)["input.order"]
    assert len(charts_of(at)) == 3


def test_the_lecture_s_merges_are_shown_to_who_asks_for_them() -> None:
    at = open_page("vocabulary", tokenizer="lecture")
    assert "␣tech" in shown(at)
    assert len(charts_of(at)) == 2
    at.selectbox(key="tokenizer").select("bilingual").run()
    at.selectbox(key="tokenizer").select("lecture").run()
    assert at.selectbox(key="tokenizer").value == "lecture"


def test_the_lecture_s_merges_wait_on_the_page_of_their_word() -> None:
    at = open_page("encode")
    assert at.selectbox(key="tokenizer").value == "lecture"
    for page, tokenizer in (("vocabulary", "bilingual"), ("encode", "lecture")) * 2:
        at.query_params.clear()  # as a switch of page does in a browser
        at.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
        assert at.selectbox(key="tokenizer").value == tokenizer


def test_characters_have_a_chart_of_scripts_and_stand_under_their_own_name(
    language: str,
) -> None:
    at, columns = open_page("vocabulary", language, tokenizer="lab"), catalogue(language)
    charts = charts_of(at)
    assert len(charts) == 3
    [points] = charts[2]["datasets"].values()
    assert columns["vocabulary.script.han"] in {each["name"] for each in points}
    tables = [json.loads(table.proto.columns) for table in at.dataframe]
    heads = [table.get("text", {}).get("label") for table in tables]
    assert heads.count(columns["vocabulary.column.character"]) == len(heads) - 1
    assert heads[0] == columns["vocabulary.column.text"]
    [looked_up] = [table for table in tables if "within" in table]
    assert looked_up["text"]["label"] == columns["vocabulary.column.character"]


def test_files_of_another_unicode_are_shown_with_a_notice(language: str) -> None:
    files = encoded(PAIR)
    side = json.loads(files["bpe-lab.json"])
    at = give(open_page("vocabulary", language, tokenizer="file"), files)
    told = catalogue(language)["notice.other_unicode"].split("{")[0]
    assert told not in said_notices(at)
    files["bpe-lab.json"] = json.dumps({**side, "unicode": "13.<b>0</b>"}).encode()
    at = give(open_page("vocabulary", language, tokenizer="file"), files)
    assert errors_of(at) == ""
    assert told in said_notices(at)


def test_a_pinned_vocabulary_is_shown() -> None:
    pinned = bpe_core.train("low lower lowest " * 9, vocab_size=262, pattern="o200k@16.0")
    files = encoded(FORMATS["gpt2"].write(pinned))
    at = give(open_page("vocabulary", "zh", tokenizer="file"), files)
    assert errors_of(at) == ""
    assert not at.exception


def test_a_link_sets_the_search() -> None:
    link = {"tokenizer": "lab", "find": "E4 BD", "find_by": "bytes", "kind": "partial"}
    at = open_page("vocabulary", "zh", **link, order="longest", token="300")
    assert errors_of(at) == ""
    assert at.text_input(key="find").value == "E4 BD"
    assert at.selectbox(key="find_by").value == "bytes"
    assert at.selectbox(key="kind").value == "partial"
    assert at.selectbox(key="order").value == "longest"
    assert param(at, "token") == "300"
    rows = at.dataframe[0].value
    assert len(rows)
    assert all("E4 BD" in digits for digits in rows["hex"])


def test_every_value_of_a_broken_link_has_a_notice(language: str) -> None:
    wrong = {"kind": "gone", "find_by": "x", "order": "-1"}
    at = open_page("vocabulary", language, **wrong)
    assert errors_of(at) == ""
    unknown = [box.value for box in at.info]
    assert [said(language, "notice.unknown_choice") in box for box in unknown] == [
        True for _ in wrong
    ]


@pytest.mark.parametrize(
    ("by", "typed", "error"),
    [("bytes", "E4 B", "LabError.hex_search"), ("id", "-1", "LabError.id_search")],
)
def test_a_search_that_cannot_be_meant(language: str, by: str, typed: str, error: str) -> None:
    at = open_page("vocabulary", language, find=typed, find_by=by)
    assert said(language, f"error.{error}") in errors_of(at)
    at.text_input(key="find").input("").run()
    assert errors_of(at) == "", "the page is usable after the mistake"


def test_a_name_that_no_token_holds_is_listed_by_its_own_tokens(language: str) -> None:
    at = open_page("vocabulary", language, tokenizer="lab", find="Wolfgang")
    model = built_in("lab")
    ids = bpe_core.encode(model, "Wolfgang")
    assert at.dataframe[0].value["id"].tolist() == list(dict.fromkeys(ids))
    assert as_code("Wolfgang") in said_notices(at)
    assert as_code(visible(model.vocabulary[ids[0]])) in said_notices(at)


@pytest.mark.parametrize("typed", ["no such token", "99999999", "<script>", "![x](http://x.y)"])
def test_what_is_no_token_is_said(language: str, typed: str) -> None:
    at = open_page("vocabulary", language, token=typed)
    assert errors_of(at) == ""
    assert said(language, "notice.no_token").split("{")[0][-12:] in said_notices(at)
    assert "![x](" not in said_notices(at)
    assert "script" not in shown(at)


@pytest.mark.parametrize(("key", "limit"), [("find", 2000), ("token", 200)])
def test_a_link_is_taken_whole_or_not_at_all(language: str, key: str, limit: int) -> None:
    at = open_page("vocabulary", language, **{key: "1" * limit})
    assert at.text_input(key=key).value == "1" * limit
    at = open_page("vocabulary", language, **{key: "1" * (limit + 1)})
    assert errors_of(at) == ""
    assert said(language, "notice.long_link") in said_notices(at)
    assert at.text_input(key=key).value == ""
    assert key not in at.query_params


def test_the_search_for_what_holds_a_token_fits_its_link() -> None:
    """A longer one is not offered; it would be cut and search for something else."""
    tokens = [b"a" * size for size in (2, 4, 8, 16, 32, 64, 128, 256, 512, 660, 661, 680, 681)]
    at = give(open_page("vocabulary", tokenizer="file"), ranks_of(tokens))
    at.text_input(key="token").input(str(256 + tokens.index(b"a" * 660))).run()
    at.button(key="holders").click().run()
    typed = at.text_input(key="find").value
    assert bytes.fromhex(typed) == b"a" * 660
    assert param(at, "find") == typed
    at.text_input(key="token").input(str(256 + tokens.index(b"a" * 680))).run()
    assert "holders" not in [button.key for button in at.button]


def test_another_vocabulary_keeps_the_token_and_not_its_id() -> None:
    at = open_page("vocabulary", tokenizer="lecture", token="258")
    assert ">ch<" in shown(at)
    at.selectbox(key="tokenizer").select("lab").run()
    assert ">ch<" in shown(at)
    assert at.text_input(key="token").value == str(built_in("lab").ordinary_ids[b"ch"])


def test_an_id_that_is_no_token_stays_as_typed() -> None:
    at = open_page("vocabulary", tokenizer="lab", token="99999999")
    at.run()
    assert at.text_input(key="token").value == "99999999"
    assert said("en", "notice.no_token")[:10] in said_notices(at)


HOSTILE = ("__init__", ":smile:", "->", "--", "``", "a`b", "$x$", ":red[x]", "![x](y)", "1.")


def test_tokens_are_offered_as_code() -> None:
    """What Markdown leaves alone (tests/browser draws them)."""
    at = given_tokens(*HOSTILE)
    for token in HOSTILE:
        at.text_input(key="token").input(f'"{token[:-1]}"').run()
        assert errors_of(at) == ""
        offered = [each for group in at.get("button_group") for each in group.options]
        assert as_code(visible(token.encode())) in offered


def given_tokens(*tokens: str) -> Any:
    """The page with a vocabulary in which every prefix of a token is a token."""
    made = dict.fromkeys(token[:k] for token in tokens for k in range(2, len(token) + 1))
    return give(
        open_page("vocabulary", tokenizer="file"), ranks_of([each.encode() for each in made])
    )


def ranks_of(tokens: list[bytes]) -> dict[str, bytes]:
    every = [bytes([value]) for value in range(256)] + tokens
    lines = (f"{base64.b64encode(each).decode()} {k}\n" for k, each in enumerate(every))
    return {"mine.tiktoken": "".join(lines).encode()}


def test_a_token_that_is_never_made_is_told_in_code() -> None:
    # Both "_a" and "a_" come before it, so "_" and "a_" are what encoding arrives at.
    at = give(open_page("vocabulary", tokenizer="file"), ranks_of([b"__", b"_:", b"_:_:x"]))
    at.text_input(key="token").input('"_:_:x"').run()
    assert errors_of(at) == ""
    assert "`_:` `_:` `x`" in said_notices(at)


def test_a_file_s_name_is_drawn_as_it_is() -> None:
    files = {"a_*b*_`c`.tiktoken": ranks_of([])["mine.tiktoken"]}
    at = give(open_page("vocabulary", tokenizer="file"), files)
    [button] = [each for each in at.button if each.key.startswith("remove_")]
    assert "``a_*b*_`c`.tiktoken``" in button.help


def test_the_tokens_that_hold_a_token_are_found() -> None:
    at = open_page("vocabulary", tokenizer="lab", token="in")
    at.button(key="holders").click().run()
    assert errors_of(at) == ""
    rows = at.dataframe[0].value
    assert len(rows) > 100
    assert all("69 6E" in digits for digits in rows["hex"])


def test_a_loaded_vocabulary_is_there_on_the_encode_page() -> None:
    at = give(open_page("vocabulary", tokenizer="file"), encoded(PAIR))
    assert errors_of(at) == ""
    at.switch_page(str(ROOT / "pages" / "encode.py")).run()
    assert errors_of(at) == ""
    assert at.selectbox(key="tokenizer").value == "file"
    assert catalogue("en")["tokenizer_file.wait"] not in said_notices(at)


class TestFiles:
    def test_what_is_no_vocabulary_is_said_and_the_page_goes_on(self, language: str) -> None:
        pair, same_part = encoded(PAIR), said(language, "format.same_part")
        wrong = [
            (pair | {"vocab.json": data}, said(language, f"format.{rule}")[:20])
            for rule, data in NO_VOCABULARY.items()
        ]
        wrong += [
            ({"vocab.json": pair["vocab.json"]}, "merges"),
            (pair | {"another.txt": b"a b\n"}, same_part),
        ]
        at = open_page("vocabulary", language, tokenizer="file")
        for files, text in wrong:
            assert text in errors_of(give(at, files))
            assert errors_of(give(at, pair)) == "", text

    def test_two_files_of_one_name_are_refused(self, language: str) -> None:
        """One would have taken the other's place without a word."""
        data = encoded(PAIR)["vocab.json"]
        at = open_page("vocabulary", language, tokenizer="file")
        twice = [("vocab.json", data, "application/json")] * 2
        files_field(at).set_value(twice).run()
        assert said(language, "format.is_named_twice") in errors_of(at)

    def test_special_tokens_without_ids(self, language: str) -> None:
        model = bpe_core.train("low lower lowest", vocab_size=260)
        files = encoded(FORMATS["tiktoken"].write(model))
        at = give(open_page("vocabulary", language, tokenizer="file"), files)
        assert errors_of(at) == ""
        said_of_pattern = catalogue(language)["notice.assumed_pattern"].split("}")[1]
        assert said_of_pattern[:12] not in said_notices(at)
        del files["bpe-lab.json"]
        at = give(open_page("vocabulary", language, tokenizer="file"), files)
        assert errors_of(at) == ""
        assert said_of_pattern[:12] in said_notices(at)
        own = own_of(at)[-1].key
        at.selectbox(key=f"file_pattern_{own}").select("o200k").run()
        assert said_of_pattern[:12] not in said_notices(at)
        at.text_input(key=f"file_specials_{own}").input("<|x|>").run()
        assert said(language, "error.AppError.special_token_id") in errors_of(at)
        at.text_input(key=f"file_specials_{own}").input("<|x|>=260").run()
        assert errors_of(at) == ""
        at.text_input(key="token").input("<|x|>").run()
        assert catalogue(language)["vocabulary.special"] in said_notices(at)

    def test_a_name_that_is_none(self, language: str) -> None:
        at = open_page("vocabulary", language, tokenizer="file")
        look_up(at, "../etc/passwd")
        assert said(language, "error.UnknownNameError") in errors_of(at)


def test_a_format_is_written_or_says_why_not(language: str) -> None:
    at = open_page("vocabulary", language, tokenizer="lab")
    for name in FORMATS:
        at.session_state["save_as"] = name
        at.run()
        assert errors_of(at) == "", name
        is_refused = bool(at.warning)
        assert is_refused is (not at.get("download_button")), name


def test_several_files_become_one_archive_always_the_same() -> None:
    data, file, kind = download_of(PAIR, "gpt2")
    assert (file, kind) == ("vocabulary-gpt2.zip", "application/zip")
    assert data == download_of(PAIR, "gpt2")[0]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {n: archive.read(n).decode() for n in archive.namelist()} == PAIR


def test_what_is_downloaded_is_the_format_s_files() -> None:
    model = built_in("lab")
    for name in FORMATS:
        try:
            files = FORMATS[name].write(model)
        except FormatError:
            continue
        data, file, _ = download_of(files, name)
        if len(files) == 1:
            assert {file: data.decode()} == files
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                assert {n: archive.read(n).decode() for n in archive.namelist()} == files
