"""The text cut stretch by stretch: what is asked, what is hidden, and the page."""

from __future__ import annotations

import json
import re

import pytest

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import SAMPLES, Corpus, sample
from bpe_lab.scenes.pretokenize.cutting_walk import can_be_walked, cutting_walk
from bpe_lab.scenes.recording import Json
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import open_page
from tests.ui.test_questions import PLACEHOLDER, sentences

WALKED = [name for name in PATTERNS if name != "none"]


def asked(recording: Json) -> list[Json]:
    return [each for step in recording["steps"] for each in step.get("questions", [])]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("pattern", ["gpt2", "o200k"])
def test_every_question_of_every_sample_is_whole(name: str, pattern: str) -> None:
    for question in asked(cutting_walk(sample(name), pattern)):
        assert question["veil"] == ["pieces"]
        assert not set(question["right"]) & question["wrong"].keys()
        if question["kind"] == "cuts":
            borders = [str(at) for _, at in question["cells"][1:]]
            assert set(question["right"][0].split(",")) <= set(borders)
            assert sorted(question["borders"]) == sorted(borders)
        else:
            assert set(question["right"]) <= {key for key, _ in question["choices"]}
            takes = [values["takes"]["text"][0] for _, (_, values) in question["choices"]]
            assert len(set(takes)) == len(takes), "each is said in words"
        for key, values in sentences(question):
            for language in LANGUAGES:
                wanted = set(PLACEHOLDER.findall(catalogue(language)[key]))
                assert wanted <= values.keys(), (language, key)


@pytest.mark.parametrize("pattern", WALKED)
def test_what_stands_still_says_nothing_of_the_cuts(pattern: str) -> None:
    """Text and pattern stay in sight: a stretch is one item, alternatives have no counts."""
    recording = cutting_walk(Corpus("I'm  here, aren't I? 12345 of them"), pattern)
    flow, _, rows = recording["widgets"]
    tokens = recording["tokens"]
    starts = [item["at"] for item in flow["items"]]
    assert all(len(item["tokens"]) == 1 and "kind" not in item for item in flow["items"])
    assert "".join(written(tokens[item["tokens"][0][0]]) for item in flow["items"]) == (
        "I'm  here, aren't I? 12345 of them"
    )
    assert recording["first"]["pattern"] == {}
    assert len(rows["alternatives"]) >= 2
    assert starts == sorted(starts)


def written(token: Json) -> str:
    return "".join(" " if part[0] == "space" else part[1] for part in token["parts"])


def test_only_a_known_pattern_is_walked() -> None:
    assert all(map(can_be_walked, WALKED))
    assert not can_be_walked("custom:a|[^a]+")
    assert not can_be_walked("none")


def test_a_long_text_ends_where_its_stretches_do() -> None:
    recording = cutting_walk(Corpus("ab 12, " * 500), "gpt2")
    assert len(recording["steps"]) == 41
    assert re.search(r"\bwalk\b", json.dumps(recording["steps"][1]["say"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_walks_where_it_is_asked_to(language: str) -> None:
    at = open_page("pretokenize", language, cut_view="stretches")
    assert not at.exception
    assert at.query_params["cut_view"] == "stretches"
    custom = open_page("pretokenize", language, cut_view="stretches", split="none")
    assert not custom.exception
