"""Keys tell what training, encoding and cutting do; sheets leave out what is asked."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise, product

import pytest
import regex

from bpe_core.encode.rank_order import encode_by_scan
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import BPELabError
from bpe_core.events import HeapPopped, MergeDone
from bpe_core.pretokenize.patterns import alternatives, pattern_text
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_lab.exercises.draw import CLAIMS, LEVELS, MATERIAL, draw, model_of
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.html_pages import LANGS, page_words
from bpe_lab.sheets.cuts_sheet import cutting
from bpe_lab.sheets.sheet import SHEETS, Sheet, make_sheet, make_sheets, sheets_page, words
from bpe_lab.sheets.tables import Cell, Label, Table, pair_on_paper, token_on_paper
from tests.examples import again_with_all, by_set
from tests.lab.exercises.naive_solver import by_hand

pytestmark = again_with_all
SEEDS = [Seed(number * 911 % NUMBERS) for number in range(by_set(4, 16, 100))]


def sheets(kind: str, levels: tuple[int, ...] = LEVELS) -> list[Sheet]:
    return [
        make_sheet(kind, level, seed, script)
        for level, script, seed in product(levels, MATERIAL, SEEDS)
    ]


def tables(sheet: Sheet, title: str) -> list[Table]:
    return [table for table in sheet.tables if table.title.key == title]


def contents(row: list[Cell] | tuple[Cell, ...]) -> list[object]:
    return [
        cell.content.key if isinstance(cell.content, Label) else cell.content for cell in row
    ]


@pytest.mark.parametrize("language", LANGS)
def test_a_sheet_of_cuts_says_in_words_what_each_alternative_takes(language: str) -> None:
    takes = page_words("bpe_core.pretokenize", "words", language)
    for level in LEVELS:
        sheet = make_sheet("cuts", level, Seed(1), "latin")
        drawn = unescape(sheets_page([sheet], language))
        for alternative in alternatives(cutting(level, "latin").pattern):
            assert takes[alternative.name] in drawn


def test_the_key_of_a_naive_trace_is_what_a_solver_finds() -> None:
    for sheet in sheets("trace.naive"):
        exercise = draw("trace.naive", sheet.level, sheet.seed, sheet.script)
        merges, after = tables(sheet, "merge"), tables(sheet, "tokens_after")
        for solved, merge, tokens in zip(by_hand(exercise), merges, after, strict=True):
            _, count, positions, left = contents(merge.rows[0])
            assert count == str(solved.answers["its_count"])
            at = solved.answers["its_positions"]
            assert isinstance(at, frozenset)
            assert positions == ", ".join(map(str, sorted(at)))
            assert left == str(solved.answers["tokens_left"])
            assert sum(bool(cell.content) for cell in tokens.rows[0][1:]) == int(str(left))


def test_the_counts_of_a_naive_trace_are_those_of_the_tokens_above_them() -> None:
    for sheet in sheets("trace.naive"):
        before = [*tables(sheet, "text"), *tables(sheet, "tokens_after")]
        for counts, tokens in zip(tables(sheet, "counts_before"), before, strict=False):
            counted: dict[str, int] = {}
            row = [cell for cell in tokens.rows[0][1:] if cell.content]
            for left, right in pairwise(row):
                if right.cut == "none":
                    pair = f"{left.content} + {right.content}"
                    counted[pair] = counted.get(pair, 0) + 1
            assert {
                str(pair.content): int(str(count.content)) for pair, count in counts.rows
            } == (counted)


def test_the_key_of_a_linked_trace_is_the_run() -> None:
    for sheet in sheets("trace.linked"):
        exercise = draw("trace.linked", sheet.level, sheet.seed, sheet.script)
        events = list(train_linked(pre_tokenize(exercise.text), exercise.options, detail=True))
        popped = [row for table in tables(sheet, "popped") for row in contents_of(table)]
        pops = [event for event in events if isinstance(event, HeapPopped)]
        assert [row[1:] for row in popped] == [
            [str(-event.entry[0]), "stale" if event.stale else "fresh"] for event in pops
        ]
        done = [event for event in events if isinstance(event, MergeDone)]
        fresh = [row for row in popped if row[2] == "fresh"]
        assert [int(str(row[1])) for row in fresh] == [event.count for event in done]


def contents_of(table: Table) -> list[list[object]]:
    return [contents(tuple(row)) for row in table.rows]


def test_both_trainers_leave_the_same_tokens() -> None:
    for sheet in sheets("trace.linked"):
        exercise = draw("trace.linked", sheet.level, sheet.seed, sheet.script)
        run = train_naive(pre_tokenize(exercise.text), exercise.options)
        token_bytes = {value: bytes([value]) for value in range(256)}
        merged = []
        for event in run:
            if isinstance(event, MergeDone):
                merged.append(pair_on_paper(event.pair, token_bytes))
                left, right = event.pair
                token_bytes[event.new_id] = token_bytes[left] + token_bytes[right]
        fresh = [
            row[0]
            for table in tables(sheet, "popped")
            for row in contents_of(table)
            if row[2] == "fresh"
        ]
        assert fresh == merged


def test_links_lead_from_token_to_token() -> None:
    for sheet in sheets("trace.linked"):
        for table in (*tables(sheet, "text"), *tables(sheet, "links_after")):
            tokens, prev, following = (list(row[1:]) for row in table.rows)
            for at, token in enumerate(tokens):
                if token.content and following[at].content.isdecimal():  # type: ignore[union-attr]
                    assert prev[int(str(following[at].content))].content == str(at)


def test_the_key_of_a_word_ends_as_the_encoder_does() -> None:
    for sheet in sheets("trace.encode"):
        exercise = draw("trace.encode", sheet.level, sheet.seed, sheet.script)
        model = model_of(exercise.text, exercise.options)
        ids = result_of(encode_by_scan(model, exercise.word.encode()))
        last = tables(sheet, "before_step")[-1].rows[0][1:]
        tokens = [cell.content for cell in last if cell.content]
        assert tokens == [token_on_paper(model.vocabulary[token_id]) for token_id in ids]


def test_the_key_of_a_cutting_is_what_regex_finds() -> None:
    for sheet in sheets("cuts", LEVELS[:-1]):
        (alternatives,) = tables(sheet, "alternatives")
        pattern = pattern_text(str(alternatives.title.values["pattern"]))
        assert pattern is not None
        for line in tables(sheet, "line"):
            characters = line.rows[0][1:]
            text = "".join(str(cell.content) for cell in characters)
            text = text.replace("␣", " ").replace("⏎", "\n")
            starts = {match.start() for match in regex.finditer(pattern, text)} - {0}
            assert {at for at, cell in enumerate(characters) if cell.cut == "asked"} == starts


def wrongs(sheet: Sheet) -> list[Cell]:
    return [cell for table in sheet.tables for row in table.rows for cell in row if cell.wrong]


def test_of_the_last_level_one_printed_value_is_wrong() -> None:
    for kind in ("trace.naive", "trace.linked", "trace.encode"):
        for sheet in sheets(kind, (CLAIMS,)):
            (wrong,) = wrongs(sheet)
            assert wrong.wrong != wrong.content
            assert not wrong.is_asked
        assert not any(map(wrongs, sheets(kind, LEVELS[:-1])))


def test_of_the_last_level_each_line_has_one_cut_too_many_or_too_few() -> None:
    for sheet in sheets("cuts", (CLAIMS,)):
        for line in tables(sheet, "line"):
            cuts = [cell.cut for cell in line.rows[0]]
            assert cuts.count("asked") + cuts.count("wrong") == 1


@pytest.mark.parametrize("language", LANGS)
def test_a_sheet_leaves_out_what_the_key_has(language: str) -> None:
    """Whatever is asked is in the key alone, and nothing else differs."""
    for kind in SHEETS:
        for level in LEVELS:
            sheet = make_sheet(kind, level, Seed(7))
            blank, key = (sheets_page([sheet], language, key=key) for key in (False, True))
            asked = [c for t in sheet.tables for row in t.rows for c in row if c.is_asked]
            assert asked
            fields = [
                re.findall(r'<td class="asked[^"]*">(.*?)</td>', page) for page in (blank, key)
            ]
            assert set(fields[0]) == {""}
            assert any(fields[1])
            assert len(fields[0]) == len(fields[1])


def test_the_same_seed_gives_the_same_sheet() -> None:
    for kind in SHEETS:
        one, other = (make_sheets(kind, 3, Seed(5), 2, "chinese") for _ in range(2))
        assert sheets_page(one, "zh") == sheets_page(other, "zh")
        assert one[0] != one[1]


def test_a_sheet_of_one_seed_is_that_of_its_place_in_a_pile() -> None:
    pile = make_sheets("trace.naive", 2, Seed(NUMBERS - 1), 2)
    assert pile[1] == make_sheet("trace.naive", 2, Seed(0))


def test_both_languages_have_all_words() -> None:
    en, zh = (
        {(section, name) for section, entries in words(language).items() for name in entries}
        for language in LANGS
    )
    assert en == zh


@pytest.mark.parametrize(
    "wrong",
    [
        ("trace", 1, 1, "latin"),
        ("cuts", 6, 1, "latin"),
        ("cuts", 1, 0, "latin"),
        ("cuts", 1, 1, "runes"),
    ],
)
def test_what_there_is_not_is_refused(wrong: tuple[str, int, int, str]) -> None:
    kind, level, copies, script = wrong
    with pytest.raises(BPELabError):
        make_sheets(kind, level, Seed(0), copies, script)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", [False, True])
def test_no_space_follows_a_chinese_full_stop(key: bool) -> None:
    for kind in SHEETS:
        page = sheets_page(make_sheets(kind, 4, Seed(4), 1, "chinese"), "zh", key=key)
        plain = re.sub(r"<style.*?</style>|<[^>]+>", "", page, flags=re.DOTALL)
        assert not re.findall(r"[。，：；]\x20\S+", plain), kind
