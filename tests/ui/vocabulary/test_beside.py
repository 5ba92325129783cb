"""Two vocabularies side by side: where their merges part, what decided, files of readers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from markupsafe import escape

import bpe_core
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from bpe_core.runtime.text import written
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_lab.scenes.recording import step_of_merge
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.scenes.vocabulary.vocabulary_tables import parting, rule_of
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import errors_of, open_page, param, said
from tests.ui.vocabulary.test_vocabulary_page import encoded, give, own_of, said_notices

TEXT = "low"  # "low lower newest widest", the sample
WORDS = "low lower newest widest"
MERGES = 6


def ours(**options: Any) -> BPEModel:
    return bpe_core.train(WORDS, vocab_size=256 + MERGES, **options)


def pair_of(merges: list[tuple[bytes, bytes]]) -> dict[str, bytes]:
    """A pair as trainers write it, an id per merge: a token made twice leaves an id free."""
    lines = "".join(f"{written(left)} {written(right)}\n" for left, right in merges)
    tokens = [*ours().vocabulary[:256], *(left + right for left, right in merges)]
    ids = {written(token): number for number, token in enumerate([*tokens, b"<end>"])}
    return {"vocab.json": json.dumps(ids).encode(), "merges.txt": lines.encode()}


def files_of(model: BPEModel, name: str = "gpt2") -> dict[str, bytes]:
    return encoded(FORMATS[name].write(model))


def beside(language: str, model: BPEModel, **query: str) -> Any:
    """A reader's vocabulary on the left, that trained here on the right."""
    link = {"view": "beside", "tokenizer": "file", "text": TEXT, "merges": str(MERGES)}
    at = give(open_page("vocabulary", language, **{**link, **query}), files_of(model))
    assert errors_of(at) == ""
    return at


def drawn(at: Any) -> str:
    views = (each.value for each in at.get("html") if 'class="beside-view"' in each.value)
    return " ".join(views)


def links(at: Any) -> list[Any]:
    return list(at.get("page_link"))


def walk_link(at: Any) -> Any:
    [link] = links(at)
    return link.proto


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_merges_are_said_to_be_equal(language: str) -> None:
    at = beside(language, ours())
    assert said(language, "vocabulary.beside.same").rstrip(" :：") in drawn(at)
    assert not links(at)
    assert (param(at, "tokenizer"), "beside" in at.query_params) == ("file", False)
    assert at.selectbox(key="beside").label == catalogue(language)["input.beside"]


def test_another_tie_rule_parts_at_a_tie(language: str) -> None:
    at = beside(language, ours(tie_break="first_seen"))
    assert catalogue(language)["tie_rule.greatest"] in drawn(at)
    difference = parting(ours(tie_break="first_seen"), ours(), WORDS).difference
    assert difference
    assert difference.counts
    assert difference.decided == "tie"
    assert f"<td>{difference.counts[0]}</td><td>{difference.counts[1]}</td>" in drawn(at)


@pytest.mark.parametrize("rule", ["first_seen", "lowest_ids", "lowest_gpt2_ids"])
def test_the_tie_rule_that_gives_all_merges_is_named(rule: TieBreak) -> None:
    model = bpe_core.train(WORDS, vocab_size=256 + MERGES + 2, tie_break=rule)
    at, words = beside("en", model), catalogue("en")
    assert said("en", "vocabulary.beside.by_rule") in drawn(at)
    assert escape(words[f"tie_name.{rule}"]) in drawn(at)
    assert escape(words[f"tie_rule.{rule}"]) in drawn(at)


def test_no_tie_rule_is_named_that_gives_only_the_first_that_differs() -> None:
    merges = ours(tie_break="first_seen").merges_as_bytes()
    changed = FORMATS["gpt2"].read(pair_of([*merges[:-1], (b"z", b"z")]))
    difference = parting(changed, ours(), WORDS).difference
    assert difference
    assert difference.decided == "tie"
    assert rule_of(changed, WORDS, TrainOptions(num_merges=MERGES)) is None
    assert said("en", "vocabulary.beside.by_rule") not in drawn(beside("en", changed))


@pytest.mark.parametrize("form", ["pair", "tokenizer.json"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_with_a_merge_twice_is_compared_up_to_it(language: str, form: str) -> None:
    merges = ours().merges_as_bytes()
    files = pair_of([*merges[:4], merges[1], *merges[4:]])
    if form == "tokenizer.json":
        tokenizer = json.loads(FORMATS["huggingface"].write(ours())[form])
        listed = tokenizer["model"]["merges"]
        listed.insert(4, listed[1])
        files = {form: json.dumps(tokenizer).encode()}
    link = {"view": "beside", "tokenizer": "file", "text": TEXT, "merges": str(MERGES)}
    at = give(open_page("vocabulary", language, **link), files)
    assert errors_of(at) == ""
    [warned] = [box.value for box in at.warning]
    assert said(language, "format.merge_again").strip() in warned
    assert said(language, "vocabulary.beside.ends_left") in drawn(at)
    assert "<td>4</td><td>6</td>" in drawn(at), "the merges of both"
    assert all(own.tokenizer.model is None for own in own_of(at)), "no other page takes it"


def test_a_wrong_count_is_said_with_both(language: str) -> None:
    at = beside(language, bpe_core.train("newer newer", vocab_size=256 + MERGES))
    assert said(language, "vocabulary.beside.decided") in drawn(at)
    assert said(language, "vocabulary.beside.no_text") not in drawn(at)


@pytest.mark.parametrize(("merges", "side"), [(MERGES - 2, "left"), (MERGES + 2, "right")])
def test_a_list_that_ends_names_what_comes_next(language: str, merges: int, side: str) -> None:
    at = beside(language, bpe_core.train(WORDS, vocab_size=256 + merges))
    assert said(language, f"vocabulary.beside.ends_{side}") in drawn(at)
    assert said(language, "vocabulary.beside.goes_on") in drawn(at)


def test_the_link_leads_to_the_step_of_the_train_walk_that_chooses_the_merge() -> None:
    at = beside("en", ours(tie_break="first_seen"))
    number = parting(ours(tie_break="first_seen"), ours()).same
    query = walk_link(at).query_string
    assert {"text=low", "merges=6", f"step={step_of_merge(number)}"} <= set(query.split("&"))
    recording = training_walk(Corpus(WORDS), TrainOptions(num_merges=MERGES)).recording
    steps = recording["steps"][recording["prelude"] :]  # as the address counts them
    assert steps[step_of_merge(number)]["say"][0].startswith("train.say.choose")
    assert steps[step_of_merge(number)]["group"] == number
    assert len(steps) == 1 + step_of_merge(MERGES, chosen=False)


def test_two_that_come_along_are_compared_without_counts(language: str) -> None:
    at = open_page("vocabulary", language, view="beside", tokenizer="lab", beside="lecture")
    assert errors_of(at) == ""
    assert said(language, "vocabulary.beside.no_text") in drawn(at)
    assert (param(at, "tokenizer"), param(at, "beside")) == ("lab", "lecture")


def test_equal_names_are_one_vocabulary(language: str) -> None:
    at = open_page("vocabulary", language, view="beside", tokenizer="trained")
    assert errors_of(at) == ""
    assert catalogue(language)["vocabulary.beside.one"] in said_notices(at)
    at.selectbox(key="beside").select("lab").run()
    assert drawn(at)


def test_two_files_have_a_slot_each(language: str) -> None:
    at = beside(language, ours(), beside="file")
    assert drawn(at) == ""
    data = files_of(ours(tie_break="first_seen"))
    assert give(at, {"vocab.json": b"{"}).error
    give(at, data)
    assert errors_of(at) == ""
    assert said(language, "vocabulary.beside.differs") in drawn(at)
    first, second = own_of(at)
    assert first.tokenizer.model != second.tokenizer.model
    assert second.name == f"{first.name} (2)"
    for own in (first, second):
        assert drawn(at).count(f"<small>{own.name}</small>") == 1


def test_ranked_tokens_are_compared_as_the_merges_that_they_are() -> None:
    model = bpe_core.train("ba ba ba ab ab aba", vocab_size=262)
    ranked = FORMATS["tiktoken"].read(files_of(model, "tiktoken"))
    assert not ranked.has_merge_list
    assert parting(ranked, model).difference is None


def test_what_a_text_costs_is_a_link_away_and_an_old_link_s_text_with_it(language: str) -> None:
    at = beside(language, ours(), beside_text="ferry")
    assert errors_of(at) == ""
    assert "counted_text=ferry" in drawn(at)
    at = open_page("vocabulary", language, view="beside", tokenizer="lab", beside="bilingual")
    assert "models=lab%2Cbilingual" in drawn(at)


def test_a_file_s_name_and_tokens_are_text_and_never_markup() -> None:
    model = bpe_core.train("<b> <b> <b>", vocab_size=259)
    named = {f"<b>{name}": data for name, data in files_of(model, "tiktoken").items()}
    link = {"view": "beside", "tokenizer": "file", "beside": "lab"}
    at = give(open_page("vocabulary", **link), named)
    assert errors_of(at) == ""
    assert "&lt;b&gt;" in drawn(at)
    assert "&lt;</code>" in drawn(at), "the pair at which they part"
    assert "<b>" not in drawn(at)
