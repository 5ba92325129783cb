"""Questions as a recording holds them: whole in both languages, and giving nothing away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from bpe_core.systems.subword_nmt.words import count_words
from bpe_core.texts.corpus import SAMPLES, WORDS, Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_core.vocabularies import built_in
from bpe_lab.race.plan import RacePlan, heats
from bpe_lab.race.run import race
from bpe_lab.race.standing import Standing, apply
from bpe_lab.scenes.bytepiece.bytepiece_lesson import make_lesson
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.states_walk import states_walk
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.race.lockstep_panels import Merges
from bpe_lab.scenes.race.lockstep_walk import lockstep
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.scenes.token_table import inventory
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.scenes.vocabulary.parts_walk import parts_walk
from bpe_lab.text import LANGUAGES, catalogue

PLACEHOLDER = re.compile(r"\{(\w+)[^}]*\}")
PICKED = {"pair", "position", "positions"}


def trained(walk: Callable[..., Json]) -> Iterator[Json]:
    for name in SAMPLES:
        corpus = sample(name)
        if corpus.size < 300:
            options = TrainOptions(num_merges=12, special_tokens=corpus.special_tokens)
            yield walk(corpus, options).recording


def encoded() -> Iterator[Json]:
    for name in WORDS:
        yield word_walk(built_in("lab"), sample(name).text.split()[0]).recording


TEXTS = ("南京市长江大桥", "在南京 the bridge 很长", "nowhere together", "aaaa", "大桥很长")


def searched() -> Iterator[Json]:
    model = make_lesson().model
    for words in TEXTS:
        yield lattice_walk(model, words.encode())


def words_found() -> Iterator[Json]:
    lesson = make_lesson()
    for words in TEXTS:
        yield states_walk(lesson.model, lesson.values, words.encode())


def learned() -> Iterator[Json]:
    for name in SAMPLES:
        if sample(name).size < 9_000:
            words = dict(count_words(sample(name).text))
            yield learn_walk(words, num_merges=20, min_frequency=1).recording


def raced() -> Iterator[Json]:
    for name in ("letters", "intj", "mixed"):
        options = TrainOptions(num_merges=12)
        lanes = ("naive_every", "naive", "indexed", "linked")
        plan = RacePlan(lanes=lanes, options=options, repeats=1, warm_ups=0)
        standing = Standing.before(plan, heats(plan, sample(name).text))
        for event in race(plan, sample(name).text):
            apply(standing, event)
        (size,) = standing.sizes
        merges = Merges(standing.lanes["linked"].results[size], options.first_id)
        walk = lockstep(standing, size, merges, about=name)
        assert walk is not None
        yield walk.recording


def taken_apart() -> Iterator[Json]:
    table = inventory(built_in("bilingual"))
    for word in ("世界", " information", "能够", " the", "他们的", "ation"):
        yield parts_walk(table, table.model.ordinary_ids[word.encode()])


WALKS: dict[str, Callable[[], Iterator[Json]]] = {
    "train": lambda: trained(training_walk),
    "linked": lambda: trained(linked_walk),
    "encode": encoded,
    "bytepiece": searched,
    "states": words_found,
    "subword_nmt": learned,
    "race": raced,
    "vocabulary": taken_apart,
}


@cache
def walks(page: str) -> tuple[Json, ...]:
    """Made once for all tests."""
    return tuple(WALKS[page]())


def questions(page: str) -> Iterator[tuple[Json, Json]]:
    for recording in walks(page):
        for step in recording["steps"]:
            for question in step.get("questions", []):
                yield recording, question


def sentences(question: Json) -> Iterator[Json]:
    yield question["ask"]
    yield from (question[name] for name in ("other", "because") if name in question)
    if reasons := question.get("by_position"):
        yield from (words for _, words in reasons["groups"])
        yield from (reasons["elsewhere"], reasons["missing"])
    yield from (words for _, words in question.get("choices", []))
    yield from question.get("about", {}).values()
    yield from question.get("borders", {}).values()
    yield from (each["say"] for each in question["wrong"].values())


@pytest.mark.parametrize(("page", "counts"), [("train", "pairs"), ("linked", "ledger")])
def test_in_a_tie_a_step_hides_the_order_and_no_count(page: str, counts: str) -> None:
    seen = set()
    for recording in walks(page):
        for step, after in pairwise([*recording["steps"], {}]):
            if "ask" not in step:
                continue
            is_tie = "tie" in (*step.get("marks", ()), *after.get("marks", ()))
            hidden = [each for each in step["veil"] if each.startswith(f"{counts}.")]
            assert (hidden == [f"{counts}.order"]) == is_tie
            seen.add(is_tie)
    assert seen == {True, False}


@pytest.mark.parametrize("page", WALKS)
def test_every_question_can_be_answered_and_is_whole_in_both_languages(page: str) -> None:
    number = 0
    for recording, question in questions(page):
        number += 1
        assert question["right"]
        for language in LANGUAGES:
            assert f"question.name_{question['name']}" in catalogue(language)
        assert not set(question["right"]) & question["wrong"].keys()
        widgets = {widget["id"] for widget in recording["widgets"]}
        assert widgets.issuperset(question.get("in", []))
        assert question.keys() & {"in", "choices"} or question["kind"] not in PICKED
        if question["kind"] in ("pairs", "changes"):
            offered = [key for key, _ in question["choices"]]
            members = [each.split(":")[0] for each in question["right"][0].split(";")]
            assert set(offered) == question["about"].keys() > set(members)
        if question["kind"] == "choice":
            keys = [key for key, _ in question["choices"]]
            assert 2 <= len(keys) == len(set(keys)) <= 5
            assert set(keys).issuperset(question["right"])
        for key, values in sentences(question):
            for language in LANGUAGES:
                wanted = set(PLACEHOLDER.findall(catalogue(language)[key])) - {"at"}
                assert wanted <= values.keys(), (language, key)
    assert number >= 5


@pytest.mark.parametrize("page", ["train", "linked"])
def test_the_next_pair_is_one_of_several_and_named_by_no_sentence(page: str) -> None:
    for recording, question in questions(page):
        if question["ask"][0] != "question.ask_next_pair":
            continue
        assert question["wrong"], "where there is one pair, nothing is asked"
        (right,) = question["right"]
        ids = [token["id"] for token in recording["tokens"]]
        until_known = {name: each for name, each in question.items() if name != "because"}
        for _, values in sentences(until_known):
            for value in values.values():
                if isinstance(value, dict) and "pair" in value:
                    assert ",".join(str(ids[index]) for index in value["pair"]) != right


@pytest.mark.parametrize("page", ["bytepiece", "states", "subword_nmt", "race", "vocabulary"])
def test_a_walk_asks_a_little(page: str) -> None:
    numbers = []
    for recording in walks(page):
        asked = [q for step in recording["steps"] for q in step.get("questions", [])]
        assert len(asked) <= 8
        numbers.append(len(asked))
    assert max(numbers) >= (2 if page == "race" else 3)
    assert numbers.count(0) <= 1


@pytest.mark.parametrize("page", ["bytepiece", "states", "race", "vocabulary"])
def test_every_wrong_choice_has_a_sentence_of_its_own(page: str) -> None:
    for _, question in questions(page):
        if question["kind"] != "cuts":
            wrong = {key for key, _ in question["choices"]} - set(question["right"])
            assert question["wrong"].keys() == wrong


@pytest.mark.parametrize("rule", ["greatest", "first_seen"])
def test_a_tie_is_told_by_its_bytes_where_they_decide(rule: TieBreak) -> None:
    """``ba``, ``ab`` and ``␣a`` stand twice each; bytes are written as the ribbon has them."""
    walk = training_walk(Corpus("ba ba ab ab"), TrainOptions(num_merges=2, tie_break=rule))
    choose = next(step for step in walk.recording["steps"] if step["goal"] == "choose")
    question = next(each for each in choose["questions"] if each["name"] == "next_pair")
    tied = [each["say"] for each in question["wrong"].values() if "tie" in each["say"][0]]
    keys = {key for key, _ in tied}
    assert ("question.tie_bytes" in keys) == (rule == "greatest")
    assert ("question.tie" in keys) == (rule != "greatest")
    if rule == "greatest":
        assert {values["bytes"] for _, values in tied} == {"32 | 97", "97 | 98"}
