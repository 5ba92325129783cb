"""The walk of one pre-token: every picture is what the encoders did."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode
from bpe_core.encode.linear import encode_linear
from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import InputError
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.registry import ENCODERS, SHORTCUTS
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.drawn_tokens import (
    BYTE_CAP,
    decoding_board,
    read_back,
    shared_characters,
    token_board,
)
from bpe_lab.scenes.encode.encoding_panels import lanes_of, rules
from bpe_lab.scenes.encode.encoding_walk import WORD_CAP, word_walk
from bpe_lab.scenes.encode.linear_walk import linear_walk
from bpe_lab.text import LANGUAGES, catalogue
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.ui.recordings import frames_of, widget

LAB, LECTURE = built_in("lab"), built_in("lecture")


def tokens_of(recording: Any) -> list[str]:
    """The text of every token in the table, bytes as hex."""
    signs = {"space": " "}
    return [
        "".join(signs.get(kind) or parts[0] for kind, *parts in token["parts"])
        for token in recording["tokens"]
    ]


def blocks_of(recording: Any, frame: Any) -> list[dict[str, Any]]:
    """Every round as it stands: its state and (left, right) -> rank."""
    names = tokens_of(recording)
    return [
        {
            "state": [names[index] for index in block["state"]],
            "ranks": [
                ([names[index] for index in row["pair"]], row.get("rank"))
                for row in block["rows"]
            ],
        }
        for block in frame["ranks"]["blocks"]
    ]


def roots_of(recording: Any, frame: Any) -> list[str]:
    """The tokens at the top of the tree, from left to right."""
    names, tree = tokens_of(recording), frame["tree"]
    bytes_ = widget(recording, "tree")["bytes"]
    shown = []
    for root in tree["roots"]:
        if root[0] == "n":
            shown.append(names[tree["nodes"][root[1:]]["token"]])
        else:
            shown.append(bytes([int(bytes_[int(root[1:])], 16)]).decode("latin-1"))
    return shown


def test_tech_is_the_lecture_s_trace(lecture: dict[str, Any]) -> None:
    lesson = lecture["rank_ordered_encoding"]
    recording = word_walk(LECTURE, lesson["pre_token"]).recording
    frames = frames_of(recording)
    ranks = {(left, right): rank for left, right, rank in lesson["ranks"]}
    merged = [
        roots_of(recording, frame)
        for step, frame in zip(recording["steps"], frames, strict=True)
        if step["goal"] == "merge"
    ]
    assert [roots_of(recording, frames[0]), *merged] == lesson["states"]
    for block, state in zip(blocks_of(recording, frames[-1]), lesson["states"], strict=False):
        assert block["state"] == state
        expected = [([*pair], ranks.get(pair)) for pair in itertools.pairwise(state)]
        assert block["ranks"] == expected
    assert len(blocks_of(recording, frames[-1])) == len(lesson["states"]) - 1
    assert recording["groups"] == 4


def test_chinese_characters_stand_over_three_bytes_each(lecture: dict[str, Any]) -> None:
    recording = word_walk(LAB, "你好").recording
    tree = widget(recording, "tree")
    assert tree["bytes"] == ["E4", "BD", "A0", "E5", "A5", "BD"]
    assert bytes.fromhex("".join(tree["bytes"])) == bytes(
        lecture["hello_chinese"]["bytes"][-6:]
    )
    names = tokens_of(recording)
    assert [(c["at"], c["size"], names[c["token"]]) for c in tree["characters"]] == [
        (0, 3, "你"),
        (3, 3, "好"),
    ]


@settings(max_examples=examples(120), deadline=None)
@given(word=texts.words.filter(lambda word: len(word) <= WORD_CAP))
def test_every_step_shows_what_the_encoder_has(word: bytes) -> None:
    recording = word_walk(LAB, word.decode()).recording
    frames = frames_of(recording)
    ids_of = [token["id"] for token in recording["tokens"]]
    made = 0
    for step, frame in zip(recording["steps"], frames, strict=True):
        made += step["goal"] == "merge"
        tree, first = frame["tree"], frame["lanes"]["lanes"]["rank_order"]
        assert len(tree["nodes"]) - made in (0, 1), "one more only while it is forming"
        slots = sorted(
            (int(at), ids_of[token], size) for at, (token, size, _) in first["slots"].items()
        )
        assert [at for at, *_ in slots] == [root_at(tree, root) for root in tree["roots"]]
        assert sum(size for *_, size in slots) == len(word)
        for block in frame["ranks"]["blocks"]:
            for row in block["rows"]:
                left, right = (ids_of[index] for index in row["pair"])
                found = LAB.merge_ranks.get((left, right))
                assert row.get("rank") == (found and found[0])
            crowned = [row["rank"] for row in block["rows"] if row["look"] == "chosen"]
            lowest = sorted(row["rank"] for row in block["rows"] if "rank" in row)[:1]
            assert crowned in ([], lowest)
    last = frames[-1]["lanes"]["lanes"]["rank_order"]["slots"]
    encoded = [ids_of[last[at][0]] for at in sorted(last, key=int)]
    assert encoded == result_of(encode_by_scan(LAB, word))


def root_at(tree: Any, root: str) -> int:
    return int(root[1:]) if root[0] == "b" else int(tree["nodes"][root[1:]]["at"])


@settings(max_examples=examples(120), deadline=None)
@given(word=texts.words.filter(lambda word: len(word) <= WORD_CAP))
def test_every_lane_ends_at_its_own_ids_and_says_whether_they_differ(word: bytes) -> None:
    recording = word_walk(LAB, word.decode()).recording
    lanes = frames_of(recording)[-1]["lanes"]["lanes"]
    ids_of = [token["id"] for token in recording["tokens"]]
    expected = result_of(encode_by_scan(LAB, word))
    for lane, name in rules().items():
        slots = lanes[lane]["slots"]
        ids = [ids_of[slots[at][0]] for at in sorted(slots, key=int)]
        assert ids == result_of((ENCODERS | SHORTCUTS)[name](LAB, word)), lane
        assert (lanes[lane]["look"] == "differs") == (ids != expected), lane
        assert any(slot[2] == "differs" for slot in slots.values()) == (ids != expected)


def test_look_ups_are_those_of_the_algorithms() -> None:
    ends = {lane: told[-1].look_ups for lane, told in lanes_of(LECTURE, b" tech").items()}
    assert ends == {
        "rank_order": 4 + 3 + 2 + 1,  # all neighbors of 5, 4, 3 and 2 tokens
        "merge_list": 3 + 3 + 1 + 1 + 1 + 1 + 1,  # seven merges, the pair merged among them
        "linear": 1,  # all of it is a token, and nothing stands before it
        "leftmost": 5,
        "longest_match": 1,
    }


def test_every_lane_has_paid_for_what_it_shows() -> None:
    recording = word_walk(LECTURE, " tech").recording
    lanes = [frame["lanes"]["lanes"] for frame in frames_of(recording)]

    def look_ups(lane: str) -> list[int]:
        return [shown[lane]["aside"][1]["look_ups"] for shown in lanes]

    # look, choose, merge; look, choose, merge; … and the end
    assert look_ups("rank_order") == [4, 4, 4, 7, 7, 7, 9, 9, 9, 10, 10, 10, 10]
    assert look_ups("merge_list") == [0, 0, 3, 3, 3, 6, 6, 6, 7, 7, 7, 11, 11]


def test_three_rules_part_on_the_preset() -> None:
    lanes = frames_of(word_walk(LAB, "catch").recording)[-1]["lanes"]["lanes"]
    assert {lane: state["look"] for lane, state in lanes.items()} == {
        "rank_order": "done",
        "merge_list": "done",
        "linear": "done",
        "leftmost": "differs",
        "longest_match": "differs",
    }


def test_a_rule_that_takes_tokens_back_is_judged_at_its_end() -> None:
    """In "catch" it begins with "cat", as longest match does, and drops that again."""
    lanes = [each["lanes"]["lanes"] for each in frames_of(word_walk(LAB, "catch").recording)]
    assert [lane["longest_match"]["look"] for lane in lanes][2] == "differs"
    assert {lane["linear"]["look"] for lane in lanes} == {"", "done"}


def test_a_vocabulary_of_ranks_offers_no_merge_list() -> None:
    tokens = Vocabulary.of_bytes([b"ab"])
    model = BPEModel(tokens, (Merge(97, 98, 256),) * 2, ranks=(256, 256))
    lanes = widget(word_walk(model, "ab").recording, "lanes")["lanes"]
    assert "merge_list" not in [lane["id"] for lane in lanes]


def test_a_long_word_is_cut_at_a_character_and_told() -> None:
    walk = word_walk(LAB, "é" * 100)
    assert [notice.name for notice in walk.notices] == ["Notice.word_cut"]
    assert walk.notices[0].values == {"kept": 60, "size": 200, "cap": WORD_CAP}
    assert len(json.dumps(walk.recording)) < 500_000


def test_a_pre_token_taken_whole_is_told() -> None:
    model = BPEModel(Vocabulary.of_bytes([b"ab"]), (), whole_first=True)
    assert [notice.name for notice in word_walk(model, "ab").notices] == ["Notice.whole_first"]
    assert word_walk(model, "ba").notices == ()
    assert [note.name for note in linear_walk(model, "ab").notices] == ["Notice.whole_first"]


@settings(max_examples=examples(150), deadline=None)
@given(text=texts.texts.filter(bool))
def test_tokens_are_grouped_by_the_characters_that_they_share(text: str) -> None:
    ids = encode(LAB, text)
    groups = list(shared_characters(ids, LAB.vocabulary.__getitem__))
    assert [token_id for group, _ in groups for token_id, _ in group] == ids
    assert "".join(data.decode() for _, data in groups) == text, (
        "each group is whole characters"
    )
    at = 0
    for group, data in groups:
        assert group[0][1] == at
        at += len(data)


@pytest.mark.parametrize(
    ("ids", "groups"),
    [
        ([0xE4, 0xBD], [2]),  # begun and not ended
        ([0xBD, 0xE4], [1, 1]),  # a continuation without a beginning; a beginning
        ([0xE4, 97], [1, 1]),  # a beginning that the next token does not go on with
        ([0xE4, 256, 97], [1, 1, 1]),  # nor a special token
        ([0xE4, 0xE4, 0xBD, 0xA0], [1, 3]),  # the real character is still together
        ([97, 0xE4, 0xBD, 0xA0, 97], [1, 3, 1]),
    ],
)
def test_parts_of_characters_are_shown_as_they_are(ids: list[int], groups: list[int]) -> None:
    assert [
        len(group) for group, _ in shared_characters(ids, LAB.vocabulary.__getitem__)
    ] == groups


def test_a_board_holds_every_token_up_to_its_cap() -> None:
    recording = token_board(LAB, [97] * 5000, styles=("text",))
    for flow in recording["widgets"]:
        assert len(flow["items"]) == 2000
        assert flow["more"] == ["encode.text.more", {"tokens": 3000}]
    assert len(recording["steps"]) == 1


def test_the_code_of_each_step_is_lit() -> None:
    """Look-ups, choice, merge, and at last the look that finds none; no report is in sight."""
    recording = word_walk(LECTURE, " tech").recording
    source = widget(recording, "code")["tabs"][1]["lines"]
    assert not any("if detail" in line["code"] or "yield" in line["code"] for line in source)
    lit = [
        [source[k]["code"].strip() for k in frame["code"]["lit"]["1"]]
        for frame in frames_of(recording)
    ]
    assert "merge = ranks.get(pair)" in lit[0]
    assert "tokens[i] = new_id" not in lit[0] + lit[1]
    assert "rank, i, new_id = best" in lit[1]
    assert lit[2] == ["tokens[i] = new_id", "del tokens[i + 1]", "absorbed = starts.pop(i + 1)"]
    assert "return tokens" in lit[-1]
    pseudo = [frame["code"]["lit"]["0"] for frame in frames_of(recording)]
    assert pseudo[:3] == [[0, 1], [3], [4]]
    assert pseudo[-1] == [0, 1, 2]


def test_the_code_of_other_rules_is_lit_action_by_action() -> None:
    """The greedy rule merges as often; longest match has its word at once, and then rests."""
    recording = word_walk(LECTURE, " tech").recording
    tabs = widget(recording, "code")["tabs"]
    titles = [tab["title"] for tab in tabs[2:]]
    assert titles == ["encode.code.leftmost", "encode.code.longest_match"]
    lit = {
        tab: [
            [tabs[tab]["lines"][k]["code"].strip() for k in frame["code"]["lit"][str(tab)]]
            for frame in frames_of(recording)
        ]
        for tab in (2, 3)
    }
    assert not any(lit[tab][step] for tab in lit for step in (0, 1)), "nothing has been done"
    assert "held.pop()" in lit[2][2]
    assert "token_id = known.get(pre_token[start : start + size])" in lit[3][2]
    assert not lit[3][5]
    assert "return ids" in lit[3][-1]
    assert any("return" in line for line in lit[2][-1])


def test_a_word_is_asked_where_the_rules_part_after_what_rank_order_takes() -> None:
    """The lanes would tell; a word that both rules encode alike is not asked about."""
    asked = {
        word: [
            [(each["name"], each["veil"]) for each in step["questions"]]
            for step in word_walk(LAB, word).recording["steps"]
            if "questions" in step
        ]
        for word in ("catch", "你好")
    }
    assert asked["catch"][0][:2] == [("next_merge", ["lanes"]), ("rules_part", ["lanes"])]
    assert sum(name == "rules_part" for row in asked["catch"] for name, _ in row) == 1
    assert not any(name == "rules_part" for row in asked["你好"] for name, _ in row)
    assert asked["catch"][-1] == [("refused_by", ["lanes"])]
    assert not any(name == "refused_by" for row in asked["你好"] for name, _ in row)


@given(st.binary(max_size=80) | st.text(max_size=40).map(str.encode))
def test_bytes_are_read_back_as_python_reads_them(data: bytes) -> None:
    read = list(read_back(data))
    assert "".join(character for *_, character in read) == data.decode(errors="replace")
    sizes = [size for _, size, _ in read]
    assert [at for at, *_ in read] == list(itertools.accumulate(sizes, initial=0))[:-1]
    assert sum(sizes) == len(data)
    model = BPEModel(Vocabulary.of_bytes(), ())
    joined = widget(decoding_board(model, list(data)), "bytes")
    assert bytes(joined["values"]) == data[: len(joined["values"])]
    assert len(joined["values"]) > min(len(data) - 1, BYTE_CAP - 4)


def kinds_of(recording: Any) -> list[str]:
    """What the steps tell, by the last part of their sentence's key."""
    return [step["say"][0].rpartition(".")[2] for step in recording["steps"]]


def test_left_to_right_a_match_is_refused_and_a_token_dropped() -> None:
    recording = linear_walk(LAB, "catch").recording
    names, frames, kinds = tokens_of(recording), frames_of(recording), kinds_of(recording)
    refused, dropped = frames[kinds.index("refused")], frames[kinds.index("dropped")]

    def lane(frame: Any, name: str) -> dict[str, tuple[str, int, str]]:
        slots = frame["strip"]["lanes"][name]["slots"]
        return {at: (names[token], size, look) for at, (token, size, look) in slots.items()}

    assert lane(refused, "standing") == {"0": ("cat", 3, ""), "3": ("ch", 2, "differs")}
    assert lane(refused, "across") == {"1": ("at", 2, "differs"), "3": ("ch", 2, "differs")}
    rows = [(names[row["cells"][0]], row["look"]) for row in refused["candidates"]["rows"]]
    assert rows == [("ch", "aside"), ("c", "quiet")]
    assert lane(dropped, "last") == {"2": ("cat", 1, ""), "3": ("c", 1, "barred")}
    last = {"0": "c", "1": "ca", "2": "cat", "3": "c", "4": "atch"}
    assert {at: token for at, (token, *_) in lane(frames[-1], "last").items()} == last
    assert [at for at, slot in lane(frames[-1], "last").items() if slot[2]] == ["2", "3", "1"]
    assert [token for token, *_ in lane(frames[-1], "standing").values()] == ["c", "atch"]
    source = widget(recording, "code")["tabs"][1]["lines"]
    lit = [source[k]["code"].strip() for k in dropped["code"]["lit"]["1"]]
    assert "leads_nowhere[start] = True" in lit
    assert "token = ids.pop()" in lit


@settings(max_examples=examples(60), deadline=None)
@given(word=texts.words.filter(lambda word: 0 < len(word) <= WORD_CAP))
def test_left_to_right_no_prefix_is_settled_twice(word: bytes) -> None:
    recording = linear_walk(LAB, word.decode()).recording
    ids_of = [token["id"] for token in recording["tokens"]]
    frames = [frame["strip"]["lanes"] for frame in frames_of(recording)]
    for before, after in itertools.pairwise(frames):
        old, new = before["last"]["slots"], after["last"]["slots"]
        assert all(new[at][0] == token for at, (token, *_) in old.items())
        assert all(new[at][2] == "barred" for at, slot in old.items() if slot[2] == "barred")
    for end, (token, *_) in frames[-1]["last"]["slots"].items():
        prefix = word[: int(end) + 1]
        assert result_of(encode_by_scan(LAB, prefix))[-1] == ids_of[token]
    standing = frames[-1]["standing"]["slots"]
    ids = [ids_of[standing[at][0]] for at in sorted(standing, key=int)]
    assert ids == result_of(encode_linear(LAB, word))


@pytest.mark.parametrize("language", LANGUAGES)
def test_left_to_right_all_that_is_told_has_words(language: str) -> None:
    told = []
    for word in ("catch", "=" * 13, "Donaudampfschifffahrtsgesellschaft", "x"):
        told += [step["say"][0] for step in linear_walk(LAB, word).recording["steps"]]
    assert set(told) - {"encode.linear.say.cap"} <= set(catalogue(language))
    every = {key for key in catalogue(language) if key.startswith("encode.linear.say.")}
    assert set(told) == every - {"encode.linear.say.cap"}


def test_a_vocabulary_with_an_early_merge_is_not_walked_from_left_to_right() -> None:
    model = BPEModel(LAB.vocabulary, LAB.merges[::-1])
    with pytest.raises(InputError) as refused:
        linear_walk(model, "catch")
    assert refused.value.name == "InputError.linear_early_merge"
