"""One text three ways, and the numbers behind the charts, against plain counts."""

from __future__ import annotations

import csv
from io import StringIO
from itertools import pairwise

import pytest

from bpe_core import encode, train
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.texts.word_lists import WordList, words_of
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.why import (
    DRAWN,
    UNKNOWN,
    WAYS,
    halves,
    language_curve,
    merge_curve,
    read,
    spread,
    story_curve,
    three_ways,
)
from bpe_lab.text import catalogue, t
from ui.why.why_charts import number_table, numbers, numbers_csv

WORDS = WordList.of(words_of("Hello world, hello all of you? Hello, Hello"))
LONG = "ô你" * 500


def widget(recording: Json, name: str) -> Json:
    return next(each for each in recording["widgets"] if each["id"] == name)


def ids_under(recording: Json, name: str) -> list[Json]:
    items = widget(recording, name)["items"]
    return [recording["tokens"][token]["id"] for item in items for token, _ in item["tokens"]]


def test_the_columns_hold_words_bytes_and_tokens() -> None:
    text = sample("mixed").text
    model = built_in("lab")
    ways = three_ways(text, WORDS, model)
    assert ways.recording["layout"]["columns"] == [[way] for way in WAYS]
    known = [WORDS.id_of(word) for word in words_of(text)]
    shown = [UNKNOWN if place is None else place for place in known]
    assert ids_under(ways.recording, "words") == shown
    assert widget(ways.recording, "bytes")["values"] == list(text.encode())
    assert ids_under(ways.recording, "tokens") == encode(model, text)
    assert len(ways.recording["steps"]) == 1


def test_the_figures_are_counts() -> None:
    text = sample("mixed").text
    model = built_in("lab")
    words, data, tokens = three_ways(text, WORDS, model).figures
    assert (words.vocabulary, words.length, words.unknown) == (len(WORDS), 6, 3)
    assert (data.vocabulary, data.length, data.unknown) == (256, 24, 0)
    assert (tokens.vocabulary, tokens.length, tokens.unknown) == (8192, 14, 0)


def test_every_character_stands_over_its_bytes() -> None:
    bytes_ = widget(three_ways("hô你", WORDS, built_in("lab")).recording, "bytes")
    places = [(each["at"], each["size"]) for each in bytes_["characters"]]
    assert places == [(0, 1), (1, 2), (3, 3)]
    assert bytes_["decimal"]


def test_chinese_without_spaces_is_one_unknown_word() -> None:
    ways = three_ways("林姨在小镇上烤面包", WORDS, built_in("lab"))
    assert ids_under(ways.recording, "words") == [UNKNOWN]
    assert (ways.figures[0].length, ways.figures[0].unknown) == (1, 1)


def test_tokens_of_half_a_character_are_held_together() -> None:
    items = widget(three_ways("你", WORDS, built_in("lecture")).recording, "tokens")["items"]
    assert [len(item["tokens"]) for item in items] == [3]
    assert "glyph" in items[0]


def test_a_long_text_is_counted_whole_and_drawn_in_part() -> None:
    ways = three_ways(LONG, WORDS, built_in("lecture"))
    recording, data = ways.recording, LONG.encode()
    assert ways.figures[1].length == len(data)
    shown = widget(recording, "bytes")["values"]
    assert data.startswith(bytes(shown))
    bytes(shown).decode()  # whole characters
    assert len(shown) <= DRAWN["bytes"]
    assert len(ids_under(recording, "tokens")) == DRAWN["tokens"]
    assert "aside" in recording["first"]["bytes"]
    assert "aside" not in recording["first"]["words"]


def test_special_tokens_are_text_here() -> None:
    ways = three_ways("<|endoftext|>", WORDS, built_in("lab"))
    model = built_in("lab")
    assert ids_under(ways.recording, "tokens") == encode(model, "<|endoftext|>")
    assert 256 not in ids_under(ways.recording, "tokens")


def test_reading_is_what_a_plain_count_says() -> None:
    first, second = halves(Corpus("to be or not to be, 你好 that is the question to be"))
    assert len(first.encode()) <= len(second.encode()) <= len(first.encode()) + 5
    reading = read(first, second)
    words = words_of(first)
    assert (reading.words, len(reading.word_list)) == (len(words), len(set(words)))
    assert reading.growth[-1] == (len(words), len(set(words)))
    others = words_of(second)
    unknown = sum(word not in set(words) for word in others)
    assert reading.unknown == ((len(set(words)), unknown),)
    assert (reading.size, reading.held_out) == (len(first.encode()), len(second.encode()))


def test_points_of_the_curve_are_exact() -> None:
    text = sample("story_en").text
    told: list[int] = []
    curve = merge_curve(text, on_merge=told.append)
    assert told == list(range(curve.merges + 1))
    points = curve.points()
    assert points[0] == (256, len(text.encode()))
    assert points[-1] == (256 + curve.merges, len(words_of(text)))
    for vocab_size, tokens in points[:: len(points) // 8]:
        assert tokens == len(encode(train(text, vocab_size=vocab_size), text))


def test_the_curve_ends_at_the_word_list() -> None:
    """Every pre-token has become one token, so BPE is as short as words and no shorter."""
    text = sample("code").text
    assert merge_curve(text).lengths[-1] == (len(words_of(text)),)


def test_a_limit_ends_the_curve() -> None:
    assert merge_curve(sample("story_en").text, limit=7).merges == 7


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_english_story_has_a_byte_a_character(language: str) -> None:
    """As the text beside its chart says."""
    curve = story_curve()
    assert curve.sizes[0] == curve.characters[0]
    assert "{english_characters}" in catalogue(language)["why.languages.seen"]


def test_stories_shrink_together() -> None:
    curve = story_curve()
    english, chinese = sample("story_en").text, sample("story_zh").text
    assert curve.sizes == (len(english.encode()), len(chinese.encode())) == curve.lengths[0]
    assert curve.characters == (len(english), len(chinese))
    for before, after in pairwise(curve.lengths):
        assert sum(before) - sum(after) >= 2, "a pair that occurs but once is not merged"


def test_parts_need_not_be_two() -> None:
    assert language_curve(["ab", "ab", "你"]).lengths == ((2, 2, 3), (1, 1, 3))


@pytest.mark.parametrize("last", [0, 1, 7, 500, 16_128])
def test_spread_numbers_ascend_to_the_last(last: int) -> None:
    numbers = spread(last)
    assert numbers[0] == 0
    assert numbers[-1] == last
    assert numbers == sorted(set(numbers))


def test_the_table_holds_whole_numbers_under_the_catalogue_s_names() -> None:
    first, second = halves(sample("story_en"))
    reading, curve, stories = read(first, second), merge_curve(first), story_curve()
    frame = numbers(reading, curve, stories)
    assert frame["y"].dtype == frame["x"].dtype == int
    for chart, series in set(zip(frame["chart"], frame["series"], strict=True)):
        assert f"why.{chart}.{series}" in catalogue("zh")
    assert (reading.words, len(reading.word_list)) == tuple(
        frame[(frame["chart"] == "growth")].iloc[-1][["x", "y"]]
    )
    table = number_table(frame)
    assert table.num_rows == len(frame)
    assert table.column_names == [t(f"why.table.{name}") for name in frame]
    kept = list(csv.reader(StringIO(numbers_csv(frame).decode("utf-8-sig"))))
    assert kept[0] == list(frame)
    assert [int(row[-1]) for row in kept[1:]] == list(frame["y"])


def test_words_that_the_list_lacks_are_marked() -> None:
    items = widget(
        three_ways("Hello 林姨 you qwerty", WORDS, built_in("lab")).recording, "words"
    )
    assert [each.get("look") for each in items["items"]] == [None, "differs", None, "differs"]
