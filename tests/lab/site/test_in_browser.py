"""What pages without a server ask Python: fields by a link, and the walk that they mean."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bpe_core import encode
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.pages import EXERCISE, PAGES, TEXT
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.site.in_browser import PAGES as ANSWERED
from bpe_lab.site.in_browser import answer
from bpe_lab.text import catalogue
from scripts.static_site import ABSENT, TEXTS, write_python

OWN = "你好，你好世界 hello"
LINKS: list[dict[str, Any]] = [
    {"page": "home", "query": {}, "typed": {"sentence": OWN}, "start": "to be"},
    {"page": "train", "query": {"text": "cat", "merges": "3", "tie_break": "first_seen"}},
    {"page": "train", "query": {"text": "own", "special": "<|x|>"}, "typed": {"own": OWN}},
    {"page": "train", "query": {"vocab_size": "260"}},
    {"page": "linked", "query": {"exercise": "3-17F3-chinese"}},
    {"page": "encode", "query": {"words": "catch"}},
    {"page": "encode", "query": {"words": "catch", "tokenizer": "lecture"}},
    {"page": "encode", "query": {"words": "own", "part": "1"}, "typed": {"own_words": OWN}},
    {"page": "encode", "query": {"tokenizer": "trained", "text": "cat", "words": "hello"}},
    {
        "page": "pretokenize",
        "query": {"split": "custom", "other": "o200k", "custom": r"\w+|\W"},
    },
    {"page": "pretokenize", "query": {"cut_view": "stretches"}},
]


def asked(**request: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(answer(json.dumps(request)))
    return answered


def recording(answered: dict[str, Any]) -> dict[str, Any]:
    assert answered["problem"] is None, answered["problem"]
    drawn: dict[str, Any] = answered["walk"]["recording"]
    return drawn


@pytest.mark.parametrize("page", ANSWERED)
def test_a_page_opens_on_what_the_app_opens_on(page: str) -> None:
    answered = asked(page=page, query={})
    assert answered["says"] == {}
    assert answered["notices"] == []
    assert recording(answered)["steps"]


def test_the_walk_is_the_one_of_the_page() -> None:
    walk = training_walk(sample("cat"), TrainOptions(num_merges=5))
    answered = asked(page="train", query={"text": "cat", "merges": "5"})
    assert recording(answered) == json.loads(json.dumps(walk.recording))


@pytest.mark.parametrize("request_", LINKS, ids=lambda each: f"{each['page']} {each['query']}")
def test_a_link_says_what_was_chosen_in_words_that_the_app_reads(
    request_: dict[str, Any],
) -> None:
    """What it says leads to the same walk again, and each of its parameters is the app's."""
    answered = asked(**request_)
    again = asked(page=request_["page"], query=answered["says"])
    assert recording(again) == recording(answered)
    assert again["says"] == answered["says"]
    fields = {**PAGES[request_["page"]].options, EXERCISE.param: EXERCISE}
    for name, value in answered["says"].items():
        assert fields[name].read(value) is not None, f"{name}={value}"


def test_what_a_link_says_wrong_is_told_and_left_out() -> None:
    answered = asked(page="train", query={"merges": "x", "text": "upload", "at": "merge 99"})
    assert [key for key, _ in answered["notices"]] == [
        "notice.unknown_choice",
        "notice.unknown_choice",
        "notice.no_such_moment",
    ]
    assert answered["says"] == {}


def test_a_moment_and_a_step_are_found() -> None:
    by_moment = asked(page="train", query={"text": "cat", "at": "merge 2, choose"})
    number = by_moment["walk"]["step"] - recording(by_moment)["prelude"]
    by_step = asked(page="train", query={"text": "cat", "step": str(number)})
    assert by_step["walk"]["step"] == by_moment["walk"]["step"]


def test_an_error_keeps_the_fields_in_which_it_is_mended() -> None:
    for query, param in (
        ({"text": "own"}, "own"),
        ({"exercise": "1-17F3", "exercise seed": "?"}, "exercise seed"),
    ):
        answered = asked(page="train", query=query)
        assert answered["problem"]
        assert param in [each["param"] for each in answered["form"]]
    assert answered["says"] == {"exercise": "1-17F3"}


def test_an_exercise_is_begun_varied_and_left() -> None:
    begun = asked(page="train", query={}, ask="begin")["says"]
    assert begun["exercise"].startswith("1-")
    for wish, level in (("another", "1-"), ("next_level", "2-")):
        following = asked(page="train", query=begun, ask=wish)["says"]
        assert following["exercise"].startswith(level)
        assert following != begun
    harder = asked(page="train", query={**begun, "exercise level": "4"})
    assert harder["says"]["exercise"] == f"4{begun['exercise'][1:]}"
    left = asked(page="train", query=begun, ask="leave")
    assert left["says"] == {}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("request_", LINKS, ids=lambda each: f"{each['page']} {each['query']}")
def test_every_name_of_a_field_has_words(request_: dict[str, Any], language: str) -> None:
    said = catalogue(language)
    for field in asked(**request_)["form"]:
        labels = field["label"] if field["kind"] == "rules" else [field["label"]]
        labels += [label for _, label in field.get("options", ()) if isinstance(label, list)]
        labels += [field["help"]] if "help" in field else []
        missing = [key for key, _ in labels if key not in said]
        assert not missing, missing


def test_all_of_it_runs_where_a_browser_has_nothing_else(tmp_path: Path) -> None:
    """From the archive alone: no package but the shim, none of the house left out."""
    archive = tmp_path / "python.zip"
    write_python(archive)
    zipfile.ZipFile(archive).extractall(tmp_path / "lab")
    texts = [{"page": "train", "query": {TEXT.param: name}} for name in ("low", "ferry")]
    script = f"""
import json, sys
for name in {sorted({*ABSENT, "regex"})!r}:
    sys.modules[name] = None
sys.path.insert(0, {str(tmp_path / "lab")!r})
from bpe_lab.site import regex_by_re
sys.modules["regex"] = regex_by_re
from bpe_lab.site.in_browser import answer
print(json.dumps([answer(json.dumps(each)) for each in json.loads(sys.argv[1])]))
"""
    requests = [*LINKS, *texts]
    done = subprocess.run(
        [sys.executable, "-I", "-c", script, json.dumps(requests)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [answer(json.dumps(each)) for each in requests]


def test_a_sentence_is_counted_and_leads_to_its_training() -> None:
    first = asked(page="home", query={}, start="to be or not")
    assert first["says"] == {}
    counts, onward = first["walk"]["counts"], first["walk"]["onward"]
    tokens = len(encode(built_in("bilingual"), "to be or not"))
    assert [list(values.values()) for _, values in counts] == [[tokens], [12]]
    field = asked(page="train", query=onward)["form"][-1]
    assert field["value"] == "to be or not"


def test_every_page_has_texts() -> None:
    assert TEXTS.keys() == ANSWERED.keys()
